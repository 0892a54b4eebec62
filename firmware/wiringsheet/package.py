"""The picture of a chip as it lies in the hand, notch up: its legs are counted down the left and up the right."""

from __future__ import annotations

from typing import Final

import msgspec

from firmware.wiringsheet.canvas import INK, PALE, SMALL, TEXT, Canvas

ROW: Final = 30
HALF: Final = 98
STUB: Final = 34

MCP23017_LEGS: Final = (
    "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS NC SCL SDA NC "
    "A0 A1 A2 RESET INTB INTA GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6 GPA7"
).split()
MCP23008_LEGS: Final = "SCL SDA A2 A1 A0 RESET NC INT VSS GP0 GP1 GP2 GP3 GP4 GP5 GP6 GP7 VDD".split()
PCF8574_LEGS: Final = "A0 A1 A2 P0 P1 P2 P3 VSS P4 P5 P6 P7 INT SCL SDA VDD".split()
"""The legs of the through-hole packages, from leg 1 on."""


class Leg(msgspec.Struct, frozen=True):
    """Where a leg goes; without `colour` it goes nowhere that matters."""

    text: str
    colour: str = ""


def draw_package(canvas: Canvas, at: tuple[float, float], name: str, legs: list[str], goes: dict[str, Leg]) -> None:
    """A chip called `name` with its middle and its first leg `at`; `goes` says where each leg goes."""
    x, y = at
    rows = len(legs) // 2
    canvas.box(x - HALF, y - 24, 2 * HALF, rows * ROW + 20, fill="#2b303b", round_by=5)
    canvas.dot(x, y - 22, 9, fill="#ffffff", edge="#2b303b")
    canvas.words(x, y + (rows - 1) * ROW / 2 + 5, name, size=TEXT, fill="#ffffff", anchor="middle", bold=True)
    for index, leg in enumerate(legs):
        left = index < rows
        row = index if left else 2 * rows - 1 - index
        side = -1 if left else 1
        _leg(canvas, (x + side * HALF, y + row * ROW), side, (index + 1, leg), goes.get(leg, Leg("不接 / open")))


def _leg(canvas: Canvas, at: tuple[float, float], side: int, leg: tuple[int, str], goes: Leg) -> None:
    x, y = at
    number, name = leg
    inner, outer = ("start", "end") if side < 0 else ("end", "start")
    canvas.words(x - side * 8, y + 4.5, name, size=SMALL, fill="#ffffff", anchor=inner, bold=True)
    canvas.wire((x, y), (x + side * STUB, y), colour=goes.colour or "#c3c7cf", width=3)
    canvas.dot(x + side * 12, y, 9.5, fill="#ffffff", edge=goes.colour or INK)
    canvas.words(x + side * 12, y + 4, str(number), size=11, anchor="middle")
    canvas.words(
        x + side * (STUB + 7), y + 5, goes.text, size=TEXT if goes.colour else SMALL, fill=goes.colour or PALE,
        anchor=outer, bold=bool(goes.colour),
    )  # fmt: skip


def straps(address: int) -> dict[str, Leg]:
    """A0 to A2 for an address of this kind of chip."""
    return {
        f"A{bit}": Leg("接 3V3 / to 3V3", "#c01c1c") if address >> bit & 1 else Leg("接 GND / to GND", "#111111")
        for bit in range(3)
    }

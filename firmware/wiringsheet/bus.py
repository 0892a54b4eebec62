"""The picture of everything that hangs on the I2C bus, with its addresses and resistors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from firmware.wiringsheet.canvas import LINE, SMALL, TEXT, Canvas
from firmware.wiringsheet.chips import strap_bits
from firmware.wiringsheet.jobs import Kind, served
from hardware.connections import bus_pins, buses, pin_words
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Mapping

LEFT: Final = 190
STEP: Final = 138
BOX: Final = 124
TOP: Final = 88
RAILS: Final = 236
GAP: Final = 30
RIGHT: Final = 124


PULLED: Final = "10 kΩ → 3V3"
RESET_COLOUR: Final = "#3f6212"


class Rail(msgspec.Struct, frozen=True):
    """A wire that runs along all parts."""

    name: str
    pin: str
    colour: str
    end: str = ""
    """The resistor to 3V3 that it has."""


class Part(msgspec.Struct, frozen=True):
    """Something on the bus, and the rails that it is on."""

    lines: tuple[str, ...]
    rails: tuple[str, ...]
    optional: bool = False


def bus_picture(wiring: Wiring) -> str:
    """The Pi's rails from left to right, and what hangs on them."""
    rails = _rails(wiring)
    parts = _parts(wiring)
    notes = _notes(wiring)
    width = max(LEFT + len(parts) * STEP + RIGHT, 860)
    canvas = Canvas(width, RAILS + len(rails) * GAP + 42 + 19 * len(notes), f"The I2C bus, wiring {wiring.name}")
    canvas.heading(
        f"I2C 总线上有什么 · {wiring.name}",
        "What hangs on the I2C bus; all of it inside the box, with short wires",
    )
    canvas.box(24, TOP, BOX, RAILS - TOP + len(rails) * GAP - 4, fill="#e8eee4")
    canvas.lines(24 + BOX / 2, TOP + 30, "树莓派", "Raspberry Pi", size=TEXT, anchor="middle")
    height = {}
    for index, rail in enumerate(rails):
        y = RAILS + index * GAP
        height[rail.name] = y
        canvas.words(34, y - 1, rail.name, size=SMALL, fill=rail.colour, bold=True)
        canvas.words(34, y + 12, rail.pin, size=11, fill=rail.colour)
        canvas.wire((24 + BOX, y), (LEFT + len(parts) * STEP - 14, y), colour=rail.colour, width=3)
        if rail.end:
            canvas.words(LEFT + len(parts) * STEP - 6, y + 4, rail.end, size=SMALL, fill=rail.colour)
    colours = {rail.name: rail.colour for rail in rails}
    for index, part in enumerate(parts):
        _draw_part(canvas, LEFT + index * STEP, part, height, colours)
    y = RAILS + len(rails) * GAP + 14
    canvas.box(24, y, width - 48, 14 + 19 * len(notes), fill="#f4f1e8", edge=LINE)
    for index, note in enumerate(notes):
        canvas.words(38, y + 20 + 19 * index, note, size=SMALL)
    return canvas.svg()


def _draw_part(canvas: Canvas, x: float, part: Part, height: Mapping[str, float], colours: dict[str, str]) -> None:
    canvas.box(x, TOP, BOX, 118, dashed=part.optional)
    canvas.words(x + BOX / 2, TOP + 24, part.lines[0], size=TEXT, anchor="middle", bold=True)
    canvas.lines(x + BOX / 2, TOP + 46, *part.lines[1:], anchor="middle")
    step = BOX / (len(part.rails) + 1)
    for index, name in enumerate(part.rails, 1):
        at = x + index * step
        canvas.wire((at, TOP + 118), (at, height[name]), colour=colours[name], width=2)
        canvas.dot(at, height[name], 4.5, fill=colours[name])


def _rails(wiring: Wiring) -> list[Rail]:
    found = [Rail("3V3", "pin 1, 17", Kind.POWER.value), Rail("GND", "pin 6, 9 …", Kind.GROUND.value)]
    for bus in sorted(buses(wiring) | {1}):
        sda, scl = _lines(bus)
        if bus == 1:
            found.append(Rail(sda, pin_words(2).en, Kind.BUS.value, "上拉已有 built in"))
            found.append(Rail(scl, pin_words(3).en, Kind.BUS.value, "上拉已有 built in"))
        else:
            found += [
                Rail(name, pin_words(bcm).en, Kind.SOUND.value, "1.8-4.7 kΩ → 3V3")
                for name, bcm in zip((sda, scl), bus_pins(wiring, bus) or (), strict=True)
            ]
    if wiring.expander is not None and wiring.expander.interrupt is not None:
        found.append(Rail("INT", pin_words(wiring.expander.interrupt).en, Kind.CHIPS.value, PULLED))
    if wiring.expander is not None and wiring.expander.reset is not None:
        found.append(Rail("RESET", pin_words(wiring.expander.reset).en, RESET_COLOUR, PULLED))
    return found


def _lines(bus: int) -> tuple[str, str]:
    """The names of the rails SDA and SCL of a bus."""
    return ("SDA", "SCL") if bus == 1 else (f"SDA {bus}", f"SCL {bus}")


def _parts(wiring: Wiring) -> list[Part]:
    found = []
    power = ("3V3", "GND")
    if (expander := wiring.expander) is not None:
        extra = tuple(name for name, pin in (("INT", expander.interrupt), ("RESET", expander.reset)) if pin is not None)
        for chip in expander.chips:
            seats = served(wiring, chip.seats)
            straps = f"A2 A1 A0 = {strap_bits(chip.address)}"
            told = (f"0x{chip.address:02X}", "MCP23017", seats.zh, seats.en, straps)
            found.append(Part(told, (*power, *_lines(expander.bus), *extra)))
    if (oled := wiring.oled) is not None:
        lines = (f"0x{oled.address:02X}", "小屏幕 OLED", oled.driver.upper(), "128 × 64")
        found.append(Part(lines, (*power, *_lines(oled.bus))))
    if (pad := wiring.key_pad) is not None:
        lines = (f"0x{pad.address:02X}", "按键板 key pad", pad.chip.upper(), f"A2 A1 A0 = {strap_bits(pad.address)}")
        found.append(Part(lines, (*power, *_lines(pad.bus))))
    found.append(Part(("0x68", "时钟 clock", "DS3231", "可选 optional"), (*power, *_lines(1)), optional=True))
    return found


def _notes(wiring: Wiring) -> list[str]:
    found = ["树莓派的 SDA、SCL 已有 1.8 kΩ 上拉 / the Pi pulls SDA and SCL up with 1.8 kΩ already"]
    if wiring.expander is None:
        found.append("模块自带的上拉会并联，总共不要低于 1 kΩ / each module's pull-ups add up: stay above 1 kΩ in all")
    else:
        found.append("模块自带的上拉会并联，总共不要低于 1 kΩ：屏和钟的留着，扩展板上的拆掉")
        found.append("each module's pull-ups add up; stay above 1 kΩ: keep those of display and clock, not the boards'")
    if wiring.oled is not None and wiring.oled.bus != 1:
        found.append(
            "所有东西都用 3V3；出盒子的只有座位线和屏的线 / all on 3V3; only seat and display cables leave the box"
        )
    else:
        found.append(
            "所有东西都用 3V3；出盒子的只有座位线 / everything runs on 3V3; only the cables to the seats leave the box"
        )
    if wiring.expander is not None and wiring.expander.interrupt is not None:
        found.append("INT 一个 10 kΩ 到 3V3，RESET 也一个 / one 10 kΩ to 3V3 on INT, another one on RESET")
    return found

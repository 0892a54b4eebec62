"""The test pattern on the display: the doctor says whether it arrives, and whoever looks whether it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from engine.text import Text
from firmware.doctor.finding import Area, Condition, Finding, ok, wrong
from firmware.reasons import os_reason
from firmware.settings import SETTINGS
from hardware.glass import Glass
from hardware.pattern import pattern
from hardware.plainfile import read_plain
from hardware.rest import Light
from hardware.wiring import Oled, driven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from hardware.i2c import Bus

OLED: Final = Text("小屏", "OLED")
STANDS_S: Final = 2.0
"""So long the pattern can be looked at."""


class _Kept(msgspec.Struct):
    """Of what staff have chosen, the display's controller; empty: as the wiring says."""

    driver: str = ""


def as_staff_drive_it(folder: Path, oled: Oled) -> Oled:
    """The display of a wiring with the controller that staff have chosen, if they have. Reads, and changes nothing."""
    try:
        return driven(oled, msgspec.json.decode(read_plain(folder / SETTINGS), type=_Kept).driver)
    except (OSError, ValueError):
        return oled


def with_pattern(found: Iterable[Finding], bus: Bus, oled: Oled, pause: Callable[[float], object]) -> Iterator[Finding]:
    """What was found on `bus`. A display that answers shows its pattern for a moment, and is told of with that."""
    for finding in found:
        answers = finding.area is Area.DISPLAY and finding.condition is Condition.OK
        yield _shown(finding, bus, oled, pause) if answers else finding


def _shown(answers: Finding, bus: Bus, oled: Oled, pause: Callable[[float], object]) -> Finding:
    glass = Glass(oled, bus)
    try:
        glass.begin(glass.pages(pattern(oled.driver)), Light.BRIGHT, lit=False)
        pause(STANDS_S)
        glass.blank()
    except OSError as error:
        why = os_reason(error)
        todo = Text(
            "线换短，插好地线；或让小屏自己用一条总线", "shorten the wires, look at ground; or give it a bus of its own"
        )
        return wrong(Area.DISPLAY, OLED, Text(f"画面送不到：{why.zh}", f"no picture arrives: {why.en}"), todo)
    name = oled.driver.value.upper()
    return ok(
        Area.DISPLAY,
        OLED,
        Text(
            f"{answers.what.zh}，放过 {name} 测试图（框缺一边，就在“自检”里换驱动）",
            f"{answers.what.en}; the pattern for {name} was shown (a side is missing: choose another under Self-check)",
        ),
    )

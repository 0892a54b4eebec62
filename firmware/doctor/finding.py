"""What a check says, and what the whole visit comes to: a page of findings, and an exit code per class of fault."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

import msgspec

from engine.text import Text
from hardware.origin import Origin, faguan

if TYPE_CHECKING:
    from collections.abc import Iterable


OF_THE_SERVICE: Final = faguan("doctor", "--state", "/var/lib/faguan", here=Origin.SERVICE)
"""How the doctor is called for the table that `scripts/install` has set up."""


class Area(IntEnum):
    """The classes of faults, each with its exit code. The lowest of those that were found is the program's."""

    BOARD = 10
    RIGHTS = 11
    PINS = 12
    BUS = 13
    DISPLAY = 14
    SEATS = 15
    SOUND = 16
    CLOCK = 17
    VOICE = 18
    STORE = 19

    @property
    def title(self) -> Text:
        """What it is about, as its help lists it."""
        return _TITLES[self - Area.BOARD]


_TITLES = (
    Text("主板和内核", "board and kernel"),
    Text("权限", "rights"),
    Text("接线和针脚库", "wiring and pin libraries"),
    Text("I2C 总线和扩展板", "I2C bus and expanders"),
    Text("小屏", "display"),
    Text("按钮和灯", "buttons and lamps"),
    Text("喇叭", "loudspeaker"),
    Text("时钟", "clock"),
    Text("语音包", "voice packs"),
    Text("记录、设置和存储卡", "journal, settings and card"),
)


class Condition(StrEnum):
    """How a thing was found."""

    OK = "ok"
    HINT = "hint"
    """It works without, or is not needed here; somebody may want to know."""
    SKIPPED = "skipped"
    """It was not looked at: nobody knows how it is."""
    WRONG = "wrong"


class Finding(msgspec.Struct, frozen=True):
    """What one check found: about what (`name`), how it is, `what` in one line, and what `todo`, if anything."""

    area: Area
    name: Text
    condition: Condition
    what: Text
    todo: Text | None = None


def ok(area: Area, name: Text, what: Text) -> Finding:
    """All is well."""
    return Finding(area, name, Condition.OK, what)


def hint(area: Area, name: Text, what: Text, todo: Text | None = None) -> Finding:
    """It does not keep anybody from playing."""
    return Finding(area, name, Condition.HINT, what, todo)


def skipped(area: Area, name: Text, why: Text, todo: Text | None = None) -> Finding:
    """It was not looked at, because of `why`."""
    return Finding(area, name, Condition.SKIPPED, Text(f"没有看：{why.zh}", f"not looked at: {why.en}"), todo)


def wrong(area: Area, name: Text, what: Text, todo: Text) -> Finding:
    """It does, or soon will."""
    return Finding(area, name, Condition.WRONG, what, todo)


def exit_code(findings: Iterable[Finding]) -> int:
    """0 when nothing is wrong, else the lowest code of what is."""
    return min((int(finding.area) for finding in findings if finding.condition is Condition.WRONG), default=0)


def parted(text: Text) -> tuple[Text, Text]:
    """Words that say what is the matter and then, behind a colon, what to do; as two lines."""
    zh, _, do_zh = text.zh.partition("：")
    en, _, do_en = text.en.partition(": ")
    if not do_zh or not do_en:
        return text, Text("见 docs/build.md", "see docs/build.md")
    return Text(zh, en), Text(do_zh, do_en)

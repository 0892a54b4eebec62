"""Every line the judge can say: the common ones and those of every role, by key.

A key belongs to one place only; a key defined twice makes the import fail, so that nobody ever
hears the wrong one of two. Lines with the same words share one clip later; here they stay apart.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from audio.errors import DuplicateLine, UnknownLine
from audio.lines import COMMON
from audio.say import Language
from engine.roles import SPEAKING
from engine.roles.role import Line

SHOWN_ONLY: Final = ("speech.t30", "speech.t10")
"""Lines for the OLED that are never spoken."""

COUNTED: Final = ("count.seat",)
"""The short clips of a count of numbers: their length is bounded (audio D2)."""


LATER: Final = (
    # who has pressed, and who has not confirmed yet
    *("setup.seat_ok", "setup.ready_wait", "setup.ready_all"),
    # the staff's side and the device itself
    *("speech.t30", "speech.t10", "speech.interrupt", "staff.boot", "staff.pick_n"),
    *("staff.pick_board", "staff.bad_board", "staff.sound_back", "staff.next"),
    *("err.lost_night", "err.peek", "err.noise", "err.talk_dead", "err.time"),
)
"""Common lines that nothing says yet: the part of the game they belong to is still to come."""


def merge(*sources: Iterable[Line]) -> Mapping[str, Line]:
    """One catalogue out of several lists of lines. Raises `DuplicateLine` when a key comes twice."""
    merged: dict[str, Line] = {}
    for source in sources:
        for entry in source:
            if entry.key in merged:
                raise DuplicateLine(entry.key)
            merged[entry.key] = entry
    return MappingProxyType(merged)


LINES: Final[Mapping[str, Line]] = merge(COMMON, *(role.lines for role in SPEAKING))
"""The catalogue."""


def line_of(key: str) -> Line:
    """The line with this key. Raises `UnknownLine`."""
    try:
        return LINES[key]
    except KeyError:
        raise UnknownLine(key) from None


def words_of(key: str, language: Language) -> str:
    """The words of a line, placeholders still open. Raises `UnknownLine`."""
    text = line_of(key).text
    return text.zh if language is Language.ZH else text.en


def pause_ms(key: str) -> int:
    """The silence after a line, in ms; 0 where a window or a count follows. Raises `UnknownLine`."""
    return line_of(key).pause_ms


def placeholders(words: str) -> tuple[str, ...]:
    """The names in braces, in the order in which they stand."""
    return tuple(name for _, name, _, _ in string.Formatter().parse(words) if name is not None)

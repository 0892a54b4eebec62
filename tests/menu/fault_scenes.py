"""Screens of a machine in which something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from audio.say import Language
from firmware.faults import FaultBook, Kind
from firmware.menu.model import Menu
from hardware.ports import Condition, Device, Health, Key
from hardware.screen import Screen
from hardware.words import Words
from tests.menu.scenes import DOWN, OK, STATUSES, UP, menu

CHIP = Health(
    Device.CHIP, Condition.ABSENT, 1, number=0x20, seats=(1, 2, 3, 4, 5, 6), detail=Words("没有应答", "no answer")
)
KEYS = Health(Device.KEYS, Condition.DEGRADED, 2)
KEYS_WELL = Health(Device.KEYS, Condition.OK, 3)


def faulty(language: Language, status: str, *keys: Key) -> Menu:
    """A menu where a chip is lost, a key is stuck, and the staff keys were ill."""
    book = FaultBook()
    for report in (CHIP, KEYS, KEYS_WELL):
        book.health(report)
    book.note(Kind.STUCK, 4, (9,), wrong=True)
    made = menu(language, status)
    made.update(msgspec.structs.replace(STATUSES[status], faults=book.faults))
    for key in keys:
        made.press(key)
    return made


FAULT_WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    "fault_told": ("idle", ()),
    "fault_home": ("idle", (OK, UP, UP)),
    "fault_corner": ("wake", ()),
    "fault_row": ("paused", (OK, UP, UP)),
    "fault_list": ("paused", (OK, UP, UP, OK)),
    "fault_full": ("paused", (OK, UP, UP, OK, DOWN, OK)),
    "fault_full_middle": ("paused", (OK, UP, UP, OK, DOWN, OK, DOWN, DOWN, DOWN)),
    "fault_full_end": ("paused", (OK, UP, UP, OK, DOWN, OK, *[DOWN] * 12)),
    "fault_over": ("paused", (OK, UP, UP, OK, DOWN, DOWN, OK, *[DOWN] * 9)),
    "fault_help": ("paused", (OK, UP, UP, OK, DOWN, OK, OK)),
    "fault_answered": ("paused", (OK, UP, UP, OK, DOWN, OK, OK, OK, OK)),
}
"""Name of a screen -> status, and the keys that lead to it."""


def fault_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """Every one of them."""
    for name, (status, keys) in FAULT_WALKS.items():
        yield name, faulty(language, status, *keys).screen

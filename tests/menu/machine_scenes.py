"""Self-check, lamp test, time and the page of the machine: statuses, and walks to every page."""

from __future__ import annotations

import msgspec

from engine.seats import Seat, seats_of
from engine.text import Text
from firmware.faults import Fault, Kind
from firmware.menu.status import Finding, LampShow, Mode, Part, SelfCheck, TableStatus
from firmware.selftest import dark_lamp, silent_seat
from hardware.ports import Key, Pattern
from hardware.wiring import Driver

UP, DOWN, OK = Key.UP, Key.DOWN, Key.OK
NINE = seats_of(1, 2, 3, 4, 5, 6, 7, 8, 9)

FAULTS = (
    Fault(kind=Kind.CHIP_LOST, at_ns=0, number=0x21, seats=(7, 8, 9, 10, 11, 12)),
    Fault(kind=Kind.PAD_NOISY, at_ns=0, number=3, seats=(3,)),
    Fault(kind=Kind.CLOCK, at_ns=0),
)
"""One of the chips is gone, and a button of the other chatters."""

FOUND = (
    silent_seat(Seat(3), None),
    silent_seat(Seat(5), Seat(6)),
    dark_lamp(Seat(9)),
    Finding(Text("喇叭", "Loudspeaker"), Text("插好喇叭。", "Plug the speaker in.")),
)
"""What a self-check has found."""


def checking(part: Part = Part.SEATS, **fields: object) -> TableStatus:
    """A self-check of nine at `part`."""
    check = msgspec.structs.replace(SelfCheck(part=part, seats=NINE), **fields)
    return TableStatus(mode=Mode.SELFTEST, selfcheck=check)


MACHINE_STATUSES: dict[str, TableStatus] = {
    "lamps": TableStatus(mode=Mode.LAMPS),
    "lamps_seat": TableStatus(mode=Mode.LAMPS, lamps=LampShow(Seat(12), Pattern.STEADY)),
    "lamps_all": TableStatus(mode=Mode.LAMPS, lamps=LampShow(None, Pattern.DOUBLE)),
    "selftest": checking(seat=Seat(4)),
    "selftest_lit": checking(seat=Seat(4), lit=True),
    "selftest_other": checking(seat=Seat(4), other=Seat(12)),
    "selftest_devices": checking(Part.DEVICES),
    "selftest_faults": msgspec.structs.replace(checking(Part.DEVICES), faults=FAULTS),
    "idle_faults": TableStatus(faults=FAULTS),
    "selftest_display": checking(Part.DISPLAY),
    "selftest_tried": msgspec.structs.replace(checking(Part.DISPLAY), tried=Driver.SH1106),
    "selftest_speaker": checking(Part.SPEAKER),
    "selftest_clock": checking(Part.CLOCK),
    "selftest_result": checking(Part.RESULT, found=FOUND),
    "selftest_well": checking(Part.RESULT),
}

MACHINE_WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    "selftest_pattern": ("selftest_display", (OK,)),
    "selftest_minute": ("selftest_clock", (OK,)),
    "selftest_todo": ("selftest_result", (DOWN, OK)),
    "selftest_done": ("selftest_result", (UP,)),
    "time": ("idle", (UP, UP, UP, OK, DOWN, DOWN, OK, UP)),
    "device": ("idle", (UP, UP, UP, OK)),
}
"""Name of a screen -> status, and the keys that lead to it."""

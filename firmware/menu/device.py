"""设备: what staff do with the machine itself, between games: check it, set its time, switch it off."""

from __future__ import annotations

from typing import Final

from engine.seats import Seats
from engine.text import Text
from firmware.menu.actions import ChaseLamps, PowerOff, SelfTest
from firmware.menu.body import ClockState
from firmware.menu.page import NOTHING, Desk, Entry, ListPage, TextPage, Turn, ask_twice
from firmware.menu.public import LIST_ROOM
from firmware.menu.selfcheck import SELF_CHECK
from firmware.menu.timepage import TIME, TimePage, clock_face
from hardware.screen import Row, wrap

MACHINE = Text("设备", "Machine")
LAMPS = Text("灯测试", "Lamp test")
VERSION = Text("版本", "Version")
RULES_NUMBER = Text("规则编号", "Rules no.")
KERNEL = Text("内核", "Kernel")
MODEL = Text("型号", "Model")
WIRING = Text("接线", "Wiring")
SIMULATED = Text("模拟桌", "simulated")
UP = Text("已开机", "On for")
POWER_OFF = Text("关机", "Power off")
POWER_ASK = Text("关机？", "Power off?")

MARKED: Final = "!"
"""Stands where a device is not well."""


def device_row(desk: Desk) -> Entry:
    """The row of the home page; marked where something is not well."""
    return Entry(MACHINE, Turn(opens=DevicePage()), MARKED if desk.status.open_faults else "")


def power_rows(desk: Desk) -> tuple[Entry, ...]:
    """关机, asked twice, on a real table; a simulated one is ended where it was begun."""
    return (Entry(POWER_OFF, Turn(opens=ask_twice(POWER_ASK, POWER_OFF, (PowerOff(),)))),) if desk.machine.real else ()


class DevicePage(ListPage, frozen=True):
    """What can be done."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of."""
        return desk.words(MACHINE), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """What is checked first, what ends all last."""
        seats = all_pads(desk)
        return (
            Entry(SELF_CHECK, Turn((SelfTest(seats),)) if seats else NOTHING),
            Entry(LAMPS, Turn((ChaseLamps(seats),)) if seats else NOTHING),
            Entry(TIME, Turn(opens=TimePage()), clock_face(desk.clock.minute)),
            Entry(VERSION, Turn(opens=TextPage(VERSION, version_lines(desk)))),
            *power_rows(desk),
        )


def all_pads(desk: Desk) -> Seats:
    """What is checked: a real table whole, whoever plays tonight. A pad given to a seat is called as that seat."""
    given = {pad for _, pad in desk.pads}
    return tuple(seat for seat in desk.machine.wired or desk.seats if seat not in given)


def version_lines(desk: Desk) -> tuple[Row, ...]:
    """What runs, and on what; what has no room beside its name stands below it."""
    machine, system = desk.machine, desk.machine.system
    rows: list[Row] = []
    for name, value in (
        (VERSION, machine.version),
        (RULES_NUMBER, f"{system.rules}"),
        (UP, up_time(desk.clock)),
        (WIRING, system.wiring or desk.words(SIMULATED)),
        (Text("Python", "Python"), system.python),
        (KERNEL, system.kernel),
        (MODEL, system.model),
    ):
        if value:
            rows += _named(desk.words(name), value)
    return tuple(rows)


def _named(name: str, value: str) -> tuple[Row, ...]:
    """A value behind its name, or below it."""
    whole = f"{name} {value}"
    return (Row(name, value),) if len(wrap(whole, LIST_ROOM)) == 1 else (Row(name), *map(Row, wrap(value, LIST_ROOM)))


def up_time(clock: ClockState) -> str:
    """How long the machine has been on, in hours and minutes."""
    minutes = clock.up_s // 60
    return f"{minutes // 60}h{minutes % 60:02}"

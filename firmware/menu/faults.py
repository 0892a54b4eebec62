"""故障: what is wrong with the machine, and what was; each with its code, its place and the one thing to do."""

from __future__ import annotations

import msgspec

from engine.seats import Seat, Seats
from engine.text import Text
from firmware.faults import OF_SEATS, Fault, Kind
from firmware.menu.buttons import SWITCH_OFF, ButtonPage
from firmware.menu.choices import OFF
from firmware.menu.page import LEAVE, NO, Desk, Entry, ListPage, Page, TextPage, Turn, scrolled
from firmware.menu.public import text_lines
from firmware.menu.standstill import ALL_OFF
from firmware.menu.status import Mode
from firmware.menu.trial import button_of, with_pad, worn_label
from hardware.ports import Key
from hardware.screen import Row, Screen, window

FAULT = Text("故障", "Fault")
NOTICE = Text("其他", "Other")
OVER = Text("已经好了。", "It is over.")
HELP = Text("按OK：这些座位怎么办", "OK: their seats")
WHAT_NOW = Text("怎么办？", "What now?")

HELPED = (*OF_SEATS, Kind.PAD_NOISY, Kind.STUCK)
"""Faults whose seats can be helped with another button, or with staff who answer."""


def fault_rows(desk: Desk) -> tuple[Entry, ...]:
    """The row that leads to the list, when there is anything in it; the value is how much calls staff."""
    status = desk.status
    if not status.faults:
        lines = () if status.fault is None else text_lines(desk.words(status.fault))
        return (Entry(FAULT, Turn(opens=TextPage(FAULT, lines))),) if lines else ()
    wrong = len(status.open_faults) + (status.fault is not None)
    return (Entry(FAULT, Turn(opens=FaultsPage()), f"{wrong}" if wrong else ""),)


class FaultsPage(ListPage, frozen=True):
    """What is wrong, newest first; in brackets what was."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of, and how much of it calls staff."""
        calls = len(desk.status.open_faults)
        return desk.words(FAULT), f"{calls}" if calls else ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """What has no code comes first."""
        told = desk.status.fault
        other = () if told is None else (Entry(NOTICE, Turn(opens=TextPage(FAULT, text_lines(desk.words(told))))),)
        rows = tuple(Entry(_named(fault), Turn(opens=FaultPage(fault=fault))) for fault in desk.status.faults)
        return (*other, *rows) or (Entry(NO, LEAVE),)


def _named(fault: Fault) -> Text:
    code = fault.code if fault.over_ns is None else f"({fault.code})"
    return Text(f"{code} {fault.words.name.zh}", f"{code} {fault.words.name.en}")


class FaultPage(Page, frozen=True, kw_only=True):
    """One fault in full. OK leads to what can be done for its seats, if it has any, else back."""

    fault: Fault
    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        fault = self.fault
        told = [fault.words.what, fault.where, fault.words.action, fault.detail]
        if _seats(desk, fault):
            told.append(HELP)
        elif self._over(desk):
            told.append(OVER)
        return tuple(row for text in told if text.zh for row in text_lines(desk.words(text)))

    def _over(self, desk: Desk) -> bool:
        """Whether it is over by now, also when the page was opened before."""
        return self.fault not in [fault for fault in desk.status.faults if fault.over_ns is None]

    def press(self, key: Key, desk: Desk) -> Turn:
        """Scroll, help its seats, or leave."""
        if key is Key.OK and _seats(desk, self.fault):
            return Turn(opens=HelpPage(fault=self.fault))
        if key in (Key.OK, Key.BACK):
            return LEAVE
        return Turn(stay=msgspec.structs.replace(self, first=scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """The words."""
        title = f"{self.fault.code} {desk.words(self.fault.words.name)}"
        return Screen(title, window(self._lines(desk), self.first, inverted=False))


def _seats(desk: Desk, fault: Fault) -> Seats:
    """The seats of the game that `fault` has left without a button of their own: they can be helped."""
    view = desk.status.view
    if desk.status.mode is not Mode.GAME or view is None or fault.kind not in HELPED or fault.over_ns is not None:
        return ()
    return tuple(Seat(seat) for seat in fault.seats if seat in view.seats)


class HelpPage(ListPage, frozen=True, kw_only=True):
    """What can be done for the seats of a fault: staff answer for all, or each gets what it needs."""

    fault: Fault

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(WHAT_NOW), self.fault.code

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """All at once, where there are several; then seat by seat, with what each uses now."""
        seats = _seats(desk, self.fault)
        pads = desk.pads
        for seat in seats:
            pads = with_pad(pads, seat, OFF) if seat not in dict(desk.pads) else pads
        turn = Turn(leave=1, desk=msgspec.structs.replace(desk, pads=pads))
        every = (Entry(ALL_OFF if len(seats) > 1 else SWITCH_OFF, turn),)
        worn = {seat: desk.words(worn_label(pad)) for seat, pad in desk.pads}
        return (
            *every,
            *(Entry(button_of(seat), Turn(opens=ButtonPage(seat=seat)), worn.get(seat, "")) for seat in seats),
        )

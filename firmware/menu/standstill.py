"""A game that stands still for the machine: what the display says of it, and what staff can do about it.

What is wrong, where, and the one thing to do, page by page, as it stands in the list of faults: nothing of it depends
on who acts. The game goes on when the device is back, when the seats have other buttons, or when staff say that it
shall do without them; a look at the menu changes nothing.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

import msgspec

from engine.seats import Seat, Seats
from engine.text import Text
from firmware.faults import Fault, Kind, ranges
from firmware.menu.actions import Resume
from firmware.menu.buttons import SWITCH_OFF
from firmware.menu.choices import OFF
from firmware.menu.page import LEAVE, NO, Ask, Desk, Entry, ListPage, Page, Turn
from firmware.menu.status import TableStatus
from firmware.menu.trial import USE_SPARE, SparePage, button_of, spares, with_pad
from hardware.ports import NS_PER_MS
from hardware.screen import VISIBLE, WIDTH, Big, Row, Rows, Screen, width, wrap

PAGE_NS: Final = 3_000 * NS_PER_MS
"""How long each page stays."""

PAUSED = Text("暂停", "Paused")
ALL_OFF = Text("全部店员代答", "Answer for all")
WHOSE = Text("哪个座位？", "Whose?")
GO_ON = Text("不等，继续", "Go on without")


def still_screen(desk: Desk) -> Screen | None:
    """The page that is shown now; None when the game does not stand still for the machine."""
    status = desk.status
    faults = standing(status)
    doubts = wrap(desk.words(status.doubt)) if status.paused and status.doubt is not None else ()
    if faults or doubts:
        kinds = {fault.kind: fault for fault in faults}
        pages = [page for fault in faults for page in _place(fault, desk)]
        pages += [page for fault in kinds.values() for page in _todo(fault, desk)]
        pages += _paged(desk.words(PAUSED), doubts) if doubts else []
    elif status.paused and status.fault is not None:
        silent = next(
            (fault for fault in status.faults if fault.detail == status.fault and fault.over_ns is None), None
        )
        title = desk.words(PAUSED) if silent is None else _title(silent, desk)
        pages = _paged(title, wrap(desk.words(status.fault)))
    else:
        return None
    since_ns = max((fault.at_ns for fault in faults), default=0)
    return pages[max(0, desk.now_ns - since_ns) // PAGE_NS % len(pages)]


def standing(status: TableStatus) -> tuple[Fault, ...]:
    """What the game stands still for: seats without a button, or the card."""
    if status.paused and status.standstill is not None:
        return status.standstill.faults
    return tuple(fault for fault in status.open_faults if fault.kind is Kind.CARD_SLOW)


def _title(fault: Fault, desk: Desk) -> str:
    return f"{fault.code} {desk.words(fault.words.name)}"


def _place(fault: Fault, desk: Desk) -> list[Screen]:
    """Where it is, as large as there is room; nothing when it is at no seats."""
    if not fault.seats:
        return []
    numbers = ranges(fault.seats)
    seats = desk.words(Text(f"{numbers}号", f"#{numbers}"))
    if 2 * width(seats) > WIDTH:
        return _paged(_title(fault, desk), (desk.words(PAUSED), *wrap(desk.words(fault.where))))
    chip = f" 0x{fault.number:02x}" if fault.kind in (Kind.CHIP_LOST, Kind.CHIP_ILL) else ""
    return [Screen(_title(fault, desk), Big(seats, footer=f"{desk.words(PAUSED)}{chip}"))]


def _todo(fault: Fault, desk: Desk) -> list[Screen]:
    """The one thing to do; before it what is wrong, where no seats have told that."""
    what, action = fault.words.what, fault.words.action
    told = action if fault.seats else Text(f"{what.zh}{action.zh}", f"{what.en} {action.en}")
    return _paged(_title(fault, desk), wrap(desk.words(told)))


def _paged(title: str, lines: tuple[str, ...]) -> list[Screen]:
    """`lines` page by page; the last page is full, and has lines of the one before."""
    last = max(0, len(lines) - VISIBLE)
    parts = [lines[first : first + VISIBLE] for first in (*range(0, last, VISIBLE), last)]
    return [Screen(title, Rows(tuple(map(Row, part)))) for part in parts]


def standstill_rows(desk: Desk, top: Page) -> tuple[Entry, ...]:
    """What can be done for the seats without a button, best first; `top`: the menu with its cursor on the first row."""
    still = desk.status.standstill
    if still is None:
        return ()
    rows = []
    if spares(desk):
        one = len(still.seats) == 1
        rows.append(Entry(USE_SPARE, Turn(opens=SparePage(seat=still.seats[0], leave=1) if one else WhosePage())))
    pads = reduce(lambda pads, seat: with_pad(pads, seat, OFF), still.seats, desk.pads)
    answered = Turn(stay=top, desk=msgspec.structs.replace(desk, pads=pads))
    rows.append(Entry(ALL_OFF if len(still.seats) > 1 else SWITCH_OFF, answered))
    name = _without(still.seats)
    asked = Text(f"{name.zh}？", f"{name.en}?")
    go_on = Turn((Resume(without=still.seats),), home=True)
    return (*rows, Entry(name, Turn(opens=Ask(question=asked, yes=GO_ON, turn=go_on))))


def _without(seats: Seats) -> Text:
    """Going on without `seats`, by their numbers; how many, where these do not fit a title bar with a question mark."""
    name = Text(f"不等{ranges(seats)}号", f"Without {ranges(seats)}")
    if max(width(f"{name.zh}？"), width(f"{name.en}?")) > WIDTH:
        return Text(f"不等{len(seats)}个座位", f"Without all {len(seats)}")
    return name


class WhosePage(ListPage, frozen=True):
    """Which of several seats gets a spare button; those that have one are listed no more."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(WHOSE), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The seats, while there are spare buttons."""
        still = desk.status.standstill
        seats: tuple[Seat, ...] = () if still is None or not spares(desk) else still.seats
        leave = 2 if len(seats) == 1 or len(spares(desk)) == 1 else 1
        rows = tuple(Entry(button_of(seat), Turn(opens=SparePage(seat=seat, leave=leave))) for seat in seats)
        return rows or (Entry(NO, LEAVE),)

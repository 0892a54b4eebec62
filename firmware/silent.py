"""Seats of a game whose button does not answer, and what is known of why: public facts, the same whoever presses."""

from __future__ import annotations

from collections.abc import Collection

from engine.public import OVER
from engine.seats import Seat
from firmware.faults import OF_SEATS, Fault, Kind
from firmware.menu.status import Standstill
from firmware.pads import Pads
from firmware.table.outlets import out_at_nightfall
from firmware.table.session import Table


def asked(table: Table | None, pads: Pads, buttons: Collection[int]) -> frozenset[Seat]:
    """The seats of the game at play for which one of `buttons` stands, and that may be asked something."""
    if not buttons or table is None or table.game.over or table.view.phase == OVER:
        return frozenset()
    state = table.game.state
    # Whoever was out when the last night fell is asked nothing any more.
    gone = frozenset(out_at_nightfall(table.game.trail)) & frozenset(table.view.out)
    playing = frozenset(state.seats) - gone - frozenset(state.left)
    return playing & frozenset(pads.stand_for(tuple(sorted(buttons))))


def silencing(table: Table, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """Those of `faults` by which seats are without a button; with shut eyes one that cannot be relied on is as good."""
    kinds = (*OF_SEATS, Kind.CHIP_ILL) if table.eyes_may_be_shut else OF_SEATS
    return tuple(fault for fault in faults if fault.kind in kinds)


def missing(table: Table | None, pads: Pads, faults: tuple[Fault, ...]) -> frozenset[Seat]:
    """The seats of the game at play that may be asked something, and whose button does not answer."""
    if table is None:
        return frozenset()
    return asked(table, pads, {pad for fault in silencing(table, faults) for pad in fault.seats})


def standstill(
    table: Table | None, pads: Pads, faults: tuple[Fault, ...], waived: frozenset[Seat]
) -> Standstill | None:
    """Why a game in a pause cannot go on as if nothing were; `waived`: the seats that staff have gone on without."""
    seats = missing(table, pads, faults) - waived
    if table is None or not table.paused or not seats:
        return None
    why = tuple(fault for fault in silencing(table, faults) if seats & frozenset(pads.stand_for(fault.seats)))
    return Standstill(tuple(sorted(seats)), why)

"""The rules of a port of seats, kept on expanders: with INT, and without."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from hardware.seatbus import ExpanderSeats
from tests.hardware.contract import PATIENCE_S, Inbox, MachineClock, SeatContract
from tests.hardware.expander_rig import INT, Rig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Hands:
    """A table of twelve on the machine's own clock. A finger is slow: it waits until its contact has been seen."""

    def __init__(self, table: Rig) -> None:
        self._table = table
        self._lit_changed = threading.Condition()
        self.inbox = Inbox()
        self.seats = table.wiring.numbers
        self.port = ExpanderSeats(table.wiring, table.bus, self.inbox.put, table.clock, factory=table.factory)
        for chip in table.chips.values():
            chip.before_write = self._written

    def press(self, seat: int) -> None:
        self._table.press(seat)
        self._be_seen()

    def let_go(self, seat: int) -> None:
        self._table.let_go(seat)
        self._be_seen()

    def _be_seen(self) -> None:
        self.port.settle()
        assert self._table.wiring.expander is not None
        if self._table.wiring.expander.interrupt is None:
            beats, pause = self.port.beats(), threading.Event()
            while self.port.settle() and self.port.beats() < beats + 2:
                pause.wait(0.002)

    def deafen(self, seat: int, *, deaf: bool) -> None:
        assert seat in self.seats
        self._table.int_cut = deaf

    def lit(self) -> frozenset[int]:
        return frozenset(self._table.lit())

    def wait_lit(self, happened: Callable[[frozenset[int]], bool]) -> None:
        with self._lit_changed:
            # What is written has an effect only afterwards, hence the short waits.
            for _ in range(int(PATIENCE_S / 0.02)):
                if happened(self.lit()):
                    return
                self._lit_changed.wait(0.02)
        raise AssertionError(f"lit: {sorted(self.lit())}")

    def _written(self, _: bytes) -> None:
        with self._lit_changed:
            self._lit_changed.notify_all()


@pytest.fixture(params=[INT, None], ids=["with INT", "without INT"])
def rig(request: pytest.FixtureRequest) -> Iterator[Hands]:
    with Rig(seats=12, interrupt=request.param, clock=MachineClock()) as table:
        hands = Hands(table)
        yield hands
        hands.port.close()


class TestExpanderSeats(SeatContract):
    """`ExpanderSeats`."""

"""Keys that are down, and which of them are stuck: so since long enough, with all eyes open."""

from __future__ import annotations

from collections.abc import Collection

from engine.seats import Seat, Seats
from firmware.table.gestures import STUCK_NS


class HeldKeys:
    """The keys of one table, by the seats that they stand for."""

    def __init__(self, held: Collection[Seat], now_ns: int) -> None:
        """Those of `held` were found down."""
        self._down = dict.fromkeys(held, now_ns)
        self._stuck: set[Seat] = set()

    @property
    def stuck(self) -> Seats:
        """Those that were found stuck, and have not been let go since."""
        return tuple(sorted(self._stuck))

    def press(self, seat: Seat, now_ns: int) -> None:
        """The key of `seat` goes down."""
        self._down[seat] = now_ns

    def let_go(self, seat: Seat) -> bool:
        """It goes up; whether it was stuck."""
        self._down.pop(seat, None)
        return seat in self._stuck

    def find(self, now_ns: int, since_ns: int, unknown: Collection[Seat]) -> Seats:
        """Those that are stuck and were not before. `since_ns`: when eyes opened; `unknown`: nobody hears those."""
        stuck = {seat for seat, at_ns in self._down.items() if now_ns - max(at_ns, since_ns) >= STUCK_NS}
        self._stuck &= self._down.keys()
        new = stuck - self._stuck - set(unknown)
        self._stuck |= new
        return tuple(sorted(new))

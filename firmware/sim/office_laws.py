"""What the judge must never do with the sheriff's office, watched from outside like `firmware.sim.invariants`.

Heartbeat   only the sheriff's lamp beats, and only by day
TrueOffice  who bids and who withdraws is who meant to
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.events import BidsHeard, WithdrawalClosed, Withdrew
from engine.public import PublicView
from engine.seats import Seat
from firmware.sim.law import Law, WindowLaw
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from engine.game import Step
    from engine.seats import Seats
    from engine.secrecy import Public
    from hardware.ports import LampFrame


class Heartbeat(Law):
    """The heartbeat is the sheriff's and nobody else's, and by night nobody's. Judged at the end of every instant."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        """No sheriff yet. `now_ns`: the time at which the room learns what it learns."""
        super().__init__()
        self._now_ns = now_ns
        self._view = PublicView()
        self._beating: Seats = ()
        self._at_ns = 0

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is sheriff; up to here the lamps were judged by what was known before."""
        del event
        self._settle(self._now_ns())
        self._view = view

    def cut(self, now_ns: int) -> None:
        """Judge what was."""
        self._settle(now_ns)

    def lamps(self, frame: LampFrame, now_ns: int) -> None:
        """The lamps change."""
        self._settle(now_ns)
        self._beating = tuple(Seat(lamp.seat) for lamp in frame if lamp.pattern is Pattern.HEARTBEAT)

    def _settle(self, now_ns: int) -> None:
        if now_ns <= self._at_ns:
            return
        self._at_ns = now_ns
        if self._beating and self._view.night:
            self.break_(f"the heartbeat is seen by night at {self._beating}")
        wrong = [seat for seat in self._beating if seat != self._view.sheriff_seat]
        if wrong:
            self.break_(f"the heartbeat is seen at {wrong}, the sheriff is {self._view.sheriff_seat}")


class Candidates(Protocol):
    """What careful players say that they have pressed."""

    def careful(self) -> Seats:
        """Who is careful."""

    def stood(self) -> Mapping[Seat, bool]:
        """Who has pressed in the bid window that was put last, of those who were asked."""

    def quit(self) -> tuple[Seats, Seats]:
        """Who has held for a 退水: at all, and in the window that was put last."""


class TrueOffice(WindowLaw):
    """Careful players stand when they pressed and withdraw when they held, and not otherwise."""

    def __init__(self, players: Candidates, disturbed: Container[Seat]) -> None:
        """`disturbed`: whose pads have done what no finger meant; what becomes of them proves nothing."""
        super().__init__()
        self._players = players
        self._disturbed = disturbed

    def committed(self, step: Step) -> None:
        """Bids and withdrawals."""
        ever, in_window = self._players.quit()
        for event in step.events:
            match event:
                case BidsHeard(seats=seats) if not self._cut:
                    self._bids(seats)
                case Withdrew(seat=seat) if seat in self._players.careful() and seat not in ever:
                    self._unless_disturbed(seat, "has withdrawn and never held for it")
                case WithdrawalClosed(seats=seats) if not self._cut:
                    for seat in in_window:
                        if seat not in seats:
                            self._unless_disturbed(seat, "held to withdraw and still stands")
                case _:
                    pass

    def _bids(self, seats: Seats) -> None:
        for seat, pressed in self._players.stood().items():
            if pressed != (seat in seats):
                self._unless_disturbed(
                    seat, "stands and never pressed" if seat in seats else "pressed and does not stand"
                )

    def _unless_disturbed(self, seat: Seat, what: str) -> None:
        if seat not in self._disturbed:
            self.break_(f"seat {seat} {what}")

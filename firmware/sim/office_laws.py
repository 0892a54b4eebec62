"""What the judge must never do with the sheriff's office, watched from outside like `firmware.sim.invariants`.

Heartbeat   only the sheriff's lamp beats, and only by day
Entitled    nobody votes who has no vote, and no vote weighs what it must not
TrueOffice  who bids and who withdraws is who meant to
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from engine.events import (
    BallotClosed,
    BallotRead,
    BidsHeard,
    SheriffBallotRead,
    WithdrawalClosed,
    Withdrew,
)
from engine.public import PublicView
from engine.seats import Seat, seats_of
from firmware.sim.invariants import Law
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from engine.game import Step
    from engine.seats import Seats
    from engine.secrecy import Public
    from firmware.table.score import Score
    from hardware.ports import LampFrame

VOTE_HALVES: Final = 2


class Heartbeat(Law):
    """The heartbeat is the sheriff's and nobody else's, and by night nobody's. Judged at the end of every instant."""

    def __init__(self) -> None:
        """No sheriff yet."""
        super().__init__()
        self._view = PublicView()
        self._beating: Seats = ()
        self._at_ns = 0

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is sheriff."""
        del event
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


class Entitled(Law):
    """Votes come from those who have one, for those who stand, and weigh one, or one and a half from the sheriff.

    For the default house rules. Who is out, has left or has flipped is known from public facts; who stood
    and who withdrew from what was committed, because that is known to the rules before it is told.
    """

    def __init__(self) -> None:
        """Nobody stands."""
        super().__init__()
        self._view = PublicView()
        self._stood: Seats = ()
        self._withdrew: Seats = ()

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is out, and who is sheriff."""
        del event
        self._view = view

    def committed(self, step: Step) -> None:
        """Bids, withdrawals and ballots."""
        for event in step.events:
            match event:
                case BidsHeard(seats=seats):
                    self._stood, self._withdrew = seats, ()
                case Withdrew(seat=seat):
                    self._withdrew = seats_of(*self._withdrew, seat)
                case _:
                    pass
        votes = [pair for event in step.events if isinstance(event, BallotClosed) for pair in event.votes]
        for event in step.events:
            if isinstance(event, SheriffBallotRead):
                self._sheriff_ballot(event, votes)
            elif isinstance(event, BallotRead):
                self._exile_ballot(event, votes)

    def _sheriff_ballot(self, read: SheriffBallotRead, votes: list[tuple[Seat, Seat]]) -> None:
        for voter, candidate in votes:
            if voter in self._stood or voter in self._view.out:
                self.break_(f"seat {voter} has no vote for sheriff and voted")
            if candidate not in self._stood or candidate in self._withdrew:
                self.break_(f"seat {candidate} does not stand and got a vote for sheriff")
        for row in read.tally:
            if row.halves != VOTE_HALVES * len(row.voters):
                self.break_(f"{len(row.voters)} votes for sheriff count as {row.halves} halves")

    def _exile_ballot(self, read: BallotRead, votes: list[tuple[Seat, Seat]]) -> None:
        bench = self._view.candidates if read.round > 1 else ()
        for voter, _ in votes:
            if voter in self._view.out or voter in self._view.flipped or voter in bench:
                self.break_(f"seat {voter} has no vote and voted")
        for row in read.tally:
            weight = VOTE_HALVES * len(row.voters) + (self._view.sheriff_seat in row.voters)
            if row.halves != weight:
                self.break_(f"votes that weigh {weight} halves count as {row.halves}")


class Candidates(Protocol):
    """What careful players say that they have pressed."""

    def careful(self) -> Seats:
        """Who is careful."""

    def stood(self) -> Mapping[Seat, bool]:
        """Who has pressed in the bid window that was put last, of those who were asked."""

    def quit(self) -> tuple[Seats, Seats]:
        """Who has held for a 退水: at all, and in the window that was put last."""


class TrueOffice(Law):
    """Careful players stand when they pressed and withdraw when they held, and not otherwise."""

    def __init__(self, players: Candidates, disturbed: Container[Seat]) -> None:
        """`disturbed`: whose pads have done what no finger meant; what becomes of them proves nothing."""
        super().__init__()
        self._players = players
        self._disturbed = disturbed
        self._cut = False

    def begin(self, score: Score, start_ns: int) -> None:
        """A window that is put again counts again."""
        del score, start_ns
        self._cut = False

    def cut(self, now_ns: int) -> None:
        """A window that staff skip is closed without presses."""
        del now_ns
        self._cut = True

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

"""What the judge must never do with votes (rules 7.2, 7.5), worked out from the rules and the sheet of `ledger`.

Entitled   nobody votes who has no vote, and nobody is voted for who does not stand
Counted    what is read is what was cast, in half votes, and what follows from it is what the rules say
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.houserules import AllAbstain, BallotsRead, Switch
from engine.seats import Seat, Seats
from firmware.sim.ledger import NOBODY, Watch

if TYPE_CHECKING:
    from engine.secrecy import Event

VOTE_HALVES: Final = 2
SHERIFF_HALVES: Final = 3

Votes = tuple[tuple[Seat, Seat], ...]
Verdict = tuple[str, Seat | None]
"""What a ballot leads to, and for whom."""


class Poll(Watch):
    """Knows the votes that were cast last and whose ballot it was."""

    def __init__(self) -> None:
        """Nobody has voted."""
        super().__init__()
        self.votes: Votes = ()
        self.exile = False

    def after(self, event: Event) -> None:
        """A ballot opens, or is closed."""
        if isinstance(event, e.BallotOpened):
            self.exile = True
        elif isinstance(event, e.BallotClosed):
            self.votes = event.votes
        elif isinstance(event, e.SheriffBallotRead):
            self.sheriff_ballot(event)
        elif isinstance(event, e.BallotRead):
            self.exile_ballot(event)
            self.exile = False

    def sheriff_ballot(self, read: e.SheriffBallotRead) -> None:
        """The votes for sheriff are read."""

    def exile_ballot(self, read: e.BallotRead) -> None:
        """The votes of an exile ballot are read."""


class Entitled(Poll):
    """Votes come from those who have one, for those who stand.

    For sheriff: from 警下, never from who stood (who withdrew too), for who still stands. To exile: from
    whoever is there, without a flipped 白痴 and in the PK without the bench, for whoever can be exiled.
    Whoever has gone while the ballot was open was asked before.
    """

    def sheriff_ballot(self, read: e.SheriffBallotRead) -> None:
        """警下 alone, for who stands."""
        del read
        stand = (*self.ledger.standing, *self.ledger.left)
        for voter, candidate in self.votes:
            if voter not in self.ledger.below:
                self.break_(f"seat {voter} has no vote for sheriff and voted")
            if candidate not in stand or candidate in self.ledger.withdrawn or candidate not in self.ledger.bidders:
                self.break_(f"seat {candidate} does not stand and got a vote for sheriff")

    def exile_ballot(self, read: e.BallotRead) -> None:
        """Who has a vote, for who can be voted for."""
        del read
        for voter, candidate in self.votes:
            if voter not in self.ledger.voters:
                self.break_(f"seat {voter} has no vote and voted")
            if candidate not in self.ledger.votable:
                self.break_(f"seat {candidate} cannot be voted for and got a vote")
            if voter == candidate and self.ledger.rules.vote_self is Switch.OFF:
                self.break_(f"seat {voter} voted for itself")


class Counted(Poll):
    """A vote weighs two halves, the sheriff's in an exile ballot three; the most of them decides, a tie once more.

    A second tie leaves nobody out, and nobody is exiled or flips but who has the most votes.
    """

    def __init__(self) -> None:
        """Nothing has been counted."""
        super().__init__()
        self._due: frozenset[Verdict] = frozenset()
        self._round = 0
        self._mourners = NOBODY
        """Whom the leaving of a lover takes along between the ballot and its verdict."""
        self._most: Seat | None = None

    def sheriff_ballot(self, read: e.SheriffBallotRead) -> None:
        """One man one vote; those for a candidate who has left are void."""
        self._tally(read, None, self.ledger.below)
        self._round, self._mourners = read.round, NOBODY
        self._elects()

    def _elects(self) -> None:
        top = _most(self._not_void())
        if len(top) == 1:
            self._due = frozenset({("sheriff", top[0])})
        elif self._round == 1 and top:
            self._due = frozenset({("sheriff pk", None)})
        else:
            self._due = frozenset({("tied again" if top else "no votes", None)})

    def exile_ballot(self, read: e.BallotRead) -> None:
        """One and a half from the sheriff."""
        top = self._tally(read, self.ledger.sheriff, self.ledger.voters)
        all_again = self.ledger.rules.all_abstain is AllAbstain.PK_ALL
        self._most = top[0] if len(top) == 1 else None
        if len(top) == 1:
            self._due = frozenset({("most", top[0])})
        elif read.round == 1 and (top or all_again):
            self._due = frozenset({("pk", None), ("nobody off the bench", None)})
        else:
            self._due = frozenset({("peace", None)})

    def before(self, event: Event) -> None:
        """What follows a ballot."""
        match event:
            case e.Died(seat=seat, cause=e.Cause.HEARTBREAK) if self._due and self._in_election():
                self._mourners = (*self._mourners, seat)
                self._elects()
            case e.SheriffElected(seat=seat, how=e.Elected.VOTES):
                self._follows(("sheriff", seat))
            case e.SheriffPkOpened(order=order):
                self._follows(("sheriff pk", None))
                self._tied(order)
            case e.NoSheriff(why=e.Vacant.NO_VOTES):
                self._follows(("no votes", None))
            case e.NoSheriff(why=e.Vacant.TIED_AGAIN):
                self._follows(("tied again", None))
            case e.MostVotes(seat=seat):
                self._follows(("most", seat))
            case e.PkOpened(order=order):
                self._follows(("pk", None))
                self._tied(order)
                # Until its ballot opens, all who are tied or all others may have left the table.
                self._due = frozenset({("nobody off the bench", None)})
            case e.PeaceDay(why=e.Peace.NO_VOTERS):
                self._follows(("nobody off the bench", None))
            case e.PeaceDay():
                self._follows(("peace", None))
            case e.Exiled(seat=seat) | e.IdiotFlipped(seat=seat):
                if seat != self._most:
                    self.break_(f"seat {seat} is exiled, {self._most} had the most votes")
                self._most = None
            case _:
                pass

    def _follows(self, verdict: Verdict) -> None:
        if verdict not in self._due:
            self.break_(f"after the ballot came {verdict}, due was {sorted(self._due, key=str)}")
        self._due = frozenset()

    def _tied(self, order: tuple[Seat, ...]) -> None:
        """Those speak again who were tied and are there; where nobody had voted, everybody who could be exiled."""
        top = _most(self._not_void() if self._in_election() else self._halves(self.ledger.sheriff))
        tied = {*(top or self.ledger.candidates)} - {*self.ledger.out, *self.ledger.left}
        if {*order} - {*self.ledger.left} != tied:
            self.break_(f"{sorted(tied)} are tied and {sorted(order)} speak again")

    def _in_election(self) -> bool:
        return self.ledger.has_sheriff and not self.ledger.elected

    def _tally(self, read: e.SheriffBallotRead | e.BallotRead, sheriff: Seat | None, voters: Seats) -> Seats:
        """Compare what is read with what was cast; who has the most."""
        halves = self._halves(sheriff)
        named = self.ledger.rules.ballots_read is BallotsRead.FULL
        rows = [(row.seat, row.halves, row.voters) for row in read.tally]
        cast = [
            (seat, weight, tuple(by for by, whom in self.votes if whom == seat) if named else NOBODY)
            for seat, weight in sorted(halves.items())
        ]
        if rows != cast:
            self.break_(f"the ballot was {cast} in half votes and is read as {rows}")
        kept = {*voters} - {by for by, _ in self.votes}
        gone = {*self.ledger.left}
        if named and {*read.abstained} - gone != kept:
            self.break_(f"{sorted(kept)} have not voted and {read.abstained} are read")
        if not named and (read.abstained or not len(kept) <= read.abstentions <= len(kept | gone)):
            self.break_(f"{len(kept)} have not voted and {read.abstained or read.abstentions} are read")
        return _most(halves)

    def _not_void(self) -> dict[Seat, int]:
        """The votes for sheriff, without those for a candidate who has left, or died because its lover has."""
        gone = (*self.ledger.left, *self._mourners)
        return {seat: weight for seat, weight in self._halves(None).items() if seat not in gone}

    def _halves(self, sheriff: Seat | None) -> dict[Seat, int]:
        """Half votes by candidate, of those who have any."""
        halves: dict[Seat, int] = {}
        for voter, candidate in self.votes:
            weight = SHERIFF_HALVES if voter == sheriff else VOTE_HALVES
            halves[candidate] = halves.get(candidate, 0) + weight
        return halves


def _most(halves: dict[Seat, int]) -> Seats:
    """Who has the most, ascending."""
    return tuple(seat for seat, weight in sorted(halves.items()) if weight == max(halves.values()))

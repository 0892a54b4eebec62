"""放逐投票: the exile ballot and its PK (rules 7.5).

Votes are counted in half votes (2 = one vote), never in fractions. The unique top is exiled; a tie
speaks once more and is voted on by those who are not tied; a second tie, or no votes, is 平安日.
"""

from __future__ import annotations

from typing import Final

from engine.conversation import Judge, Procedure, roll_call
from engine.day import read_minute, round_of_speeches
from engine.deaths import exile
from engine.events import (
    BallotClosed,
    BallotOpened,
    BallotRead,
    MostVotes,
    Peace,
    PeaceDay,
    Phase,
    PhaseEntered,
    PkOpened,
    Tally,
)
from engine.houserules import AllAbstain, BallotsRead, Switch
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.seats import Seat, Seats, direction_of, walk
from engine.state import GameState

HALVES: Final = 2
"""A vote in half votes."""


def exile_vote(judge: Judge) -> Procedure[None]:
    """The ballot, and after a tie the PK and its ballot."""
    if judge.state.phase is Phase.BALLOT:
        top = yield from ballot(judge, 1, judge.state.living, judge.state.living)
        if len(top) == 1:
            yield from exile_top(judge, top[0])
            return
        if not top and judge.state.rules.all_abstain is AllAbstain.NOBODY_OUT:
            yield from peace(judge, Peace.NO_VOTES)
            return
        tied = top or judge.state.living
        if not pk_voters(judge.state, tied):
            yield from peace(judge, Peace.NO_VOTERS)
            return
        yield from open_pk(judge, tied)
    yield from round_of_speeches(judge, "pk.turn", "pk.turn")
    bench = judge.state.bench
    top = yield from ballot(judge, 2, bench, pk_voters(judge.state, bench))
    if len(top) == 1:
        yield from exile_top(judge, top[0])
    else:
        yield from peace(judge, Peace.TIED_AGAIN if top else Peace.NO_VOTES)


def open_pk(judge: Judge, tied: Seats) -> Procedure[None]:
    """The tied speak once more, in the order of the clock as it is now."""
    minute = yield from read_minute()
    direction = direction_of(minute)
    yield PkOpened(walk(tied, direction), direction, minute)
    yield PhaseEntered(Phase.PK, judge.state.n)


def pk_voters(state: GameState, bench: Seats) -> Seats:
    """Who votes in the PK: those off the bench; everybody when all are on it because nobody had voted."""
    return tuple(seat for seat in state.living if seat not in bench or not state.votes)


def ballot(judge: Judge, number: int, candidates: Seats, voters: Seats) -> Procedure[Seats]:
    """One ballot with eyes shut, read out; the candidates with the most votes, none when nobody voted."""
    yield BallotOpened(number, candidates, voters)
    line = "vote.open" if number == 1 else "pk.vote"
    call = Call(line=line, form=Form.BALLOT, eyes=Eyes.SHUT, options=candidates)
    chosen = yield from roll_call(RollCall(call=call, legal=_legal(judge.state, candidates, voters)))
    votes = tuple((pick.seat, pick.seat_chosen) for pick in chosen.picks)
    yield BallotClosed(number, votes)
    tally = _tally(candidates, votes)
    abstained = tuple(seat for seat in voters if seat not in [voter for voter, _ in votes])
    yield _read_out(judge.state, BallotRead(number, tally, abstained, len(abstained)))
    most = max((entry.halves for entry in tally), default=0)
    return tuple(entry.seat for entry in tally if entry.halves == most)


def exile_top(judge: Judge, seat: Seat) -> Procedure[None]:
    """票数最多, and out."""
    yield MostVotes(seat)
    yield from exile(judge, seat)


def peace(judge: Judge, why: Peace) -> Procedure[None]:
    """平安日: nobody is out, night follows."""
    yield PeaceDay(why)
    yield PhaseEntered(Phase.DAY_END, judge.state.n)


def _legal(state: GameState, candidates: Seats, voters: Seats) -> tuple[Legal, ...]:
    """Every voter may choose any candidate; itself too, unless the house forbids it."""
    own = state.rules.vote_self is Switch.ON
    return tuple(Legal(voter, tuple(s for s in candidates if own or s != voter)) for voter in voters)


def _tally(candidates: Seats, votes: tuple[tuple[Seat, Seat], ...]) -> tuple[Tally, ...]:
    """The candidates that have votes, ascending."""
    rows = []
    for candidate in candidates:
        by = tuple(voter for voter, choice in votes if choice == candidate)
        if by:
            rows.append(Tally(candidate, HALVES * len(by), by))
    return tuple(rows)


def _read_out(state: GameState, full: BallotRead) -> BallotRead:
    """What the room learns of a ballot: who voted for whom, or the counts alone."""
    if state.rules.ballots_read is BallotsRead.FULL:
        return full
    rows = tuple(Tally(row.seat, row.halves, ()) for row in full.tally)
    return BallotRead(full.round, rows, (), full.abstentions)

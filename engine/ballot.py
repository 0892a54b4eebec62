"""Ballots, and 放逐投票 with its PK (rules 7.5).

Votes are counted in half votes (2 = one vote, the sheriff's exile vote is 3), never in fractions. The
unique top is exiled; a tie speaks once more and is voted on by those who are not tied; a second tie,
or no votes, is 平安日. 白痴 who has flipped has no vote and cannot be voted for.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.blast import exile
from engine.conversation import Judge, Procedure, roll_call
from engine.day import explode_offer, read_clock, round_of_speeches
from engine.deaths import leavers
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
from engine.houserules import AllAbstain, BallotsRead, ExileBallot, Switch, SwitchOff
from engine.order import sheriff_last
from engine.prompts import Call, Eyes, Form, Legal, Offer, RollCall
from engine.seats import Option, Seat, Seats, direction_of, walk
from engine.state import GameState

HALVES: Final = 2
"""A vote in half votes."""
SHERIFF_HALVES: Final = 3
"""The sheriff's vote in an exile ballot."""


class Result(msgspec.Struct, frozen=True):
    """A ballot as the room learns it, and who has the most votes (nobody when there are none)."""

    round: int
    tally: tuple[Tally, ...]
    abstained: Seats
    abstentions: int
    top: Seats


def exile_vote(judge: Judge) -> Procedure[None]:
    """The ballot, and after a tie the PK and its ballot.

    Raises:
        DayEnds: a seat took the offer of 自爆 in the PK.
    """
    yield from leavers(judge)
    if judge.state.phase is Phase.BALLOT:
        candidates = votable(judge.state)
        top = yield from ballot(judge, 1, candidates, exile_voters(judge.state))
        if len(top) == 1:
            yield from exile_top(judge, top[0])
            return
        if not top and judge.state.rules.all_abstain is AllAbstain.NOBODY_OUT:
            yield from peace(judge, Peace.NO_VOTES)
            return
        yield from open_pk(judge, top or candidates)
    if judge.state.phase is Phase.PK:
        yield from runoff(judge)


def runoff(judge: Judge) -> Procedure[None]:
    """The PK: the tied speak, and those off the bench vote on whoever of them is still there.

    Raises:
        DayEnds: a seat took the offer of 自爆.
    """
    over = yield from round_of_speeches(judge, lambda _, __: "pk.turn", lambda state: (explode_offer(state),))
    if not over:
        return
    bench = judge.state.bench
    candidates = tuple(seat for seat in bench if seat in judge.state.living)
    voters = pk_voters(judge.state, bench)
    if not candidates or not voters:
        yield from peace(judge, Peace.NO_VOTERS)
        return
    top = yield from ballot(judge, 2, candidates, voters)
    if len(top) == 1:
        yield from exile_top(judge, top[0])
    else:
        yield from peace(judge, Peace.TIED_AGAIN if top else Peace.NO_VOTES)


def open_pk(judge: Judge, tied: Seats) -> Procedure[None]:
    """The tied speak once more, in the order of the clock as it is now, the sheriff last.

    Where none of them is still there, or nobody off the bench, it is 平安日 at once.
    """
    yield from leavers(judge)
    if not (yield from contested(judge, tied)):
        return
    minute = yield from read_clock(judge)
    if not (yield from contested(judge, tied)):
        return
    direction = direction_of(minute)
    there = tuple(seat for seat in tied if seat in judge.state.living)
    yield PkOpened(sheriff_last(walk(there, direction), judge.state.sheriff), direction, minute)
    yield PhaseEntered(Phase.PK, judge.state.n)


def contested(judge: Judge, tied: Seats) -> Procedure[bool]:
    """Whether there is anybody to vote for, and anybody to vote; else the day ends in peace."""
    there = tuple(seat for seat in tied if seat in judge.state.living)
    if there and pk_voters(judge.state, there):
        return True
    yield from peace(judge, Peace.NO_VOTERS)
    return False


def votable(state: GameState) -> Seats:
    """Who can be voted for."""
    flipped = () if state.rules.idiot_votable_after is SwitchOff.ON else state.flipped
    return tuple(seat for seat in state.living if seat not in flipped)


def exile_voters(state: GameState) -> Seats:
    """Who has a vote."""
    return tuple(seat for seat in state.present if seat not in state.flipped)


def pk_voters(state: GameState, bench: Seats) -> Seats:
    """Who votes in the PK: those off the bench; everybody when all are on it because nobody had voted."""
    return tuple(seat for seat in exile_voters(state) if seat not in bench or not state.votes)


def ballot(judge: Judge, number: int, candidates: Seats, voters: Seats) -> Procedure[Seats]:
    """One exile ballot, read out; the candidates with the most votes, none when nobody voted."""
    rules = judge.state.rules
    yield BallotOpened(number, candidates, voters)
    shut = rules.exile_ballot is ExileBallot.SHUT
    first = "vote.open" if shut else "vote.open_eyes"
    call = Call(
        line=first if number == 1 else "pk.vote",
        form=Form.BALLOT,
        eyes=Eyes.SHUT if shut else Eyes.OPEN,
        options=candidates,
        final=rules.ballot_change is Switch.OFF,
    )
    result = yield from open_ballot(judge, number, call, voters, sheriff=judge.state.sheriff)
    yield BallotRead(number, result.tally, result.abstained, result.abstentions)
    return result.top


def open_ballot(
    judge: Judge,
    number: int,
    call: Call,
    voters: Seats,
    *,
    offers: tuple[Offer, ...] = (),
    sheriff: Seat | None = None,
) -> Procedure[Result]:
    """The ballot of `call` among its options; the vote of `sheriff` weighs one and a half.

    Raises:
        DayEnds: a seat took the offer of 自爆; no vote counts.
    """
    legal = _legal(judge.state, call.options, voters)
    chosen = yield from roll_call(RollCall(call=call, legal=legal, offers=offers))
    votes = tuple((pick.seat, pick.seat_chosen) for pick in chosen.picks)
    yield BallotClosed(number, votes)
    tally = _tally(call.options, votes, sheriff)
    voted = [voter for voter, _ in votes]
    abstained = tuple(seat for seat in voters if seat not in voted)
    top = leading(tally, judge.state.seats)
    if judge.state.rules.ballots_read is BallotsRead.COUNTS:
        tally = tuple(Tally(row.seat, row.halves, ()) for row in tally)
        return Result(number, tally, (), len(abstained), top)
    return Result(number, tally, abstained, len(abstained), top)


def leading(tally: tuple[Tally, ...], among: Seats) -> Seats:
    """Who of `among` has the most votes; nobody when there are none."""
    counted = tuple(entry for entry in tally if entry.seat in among)
    most = max((entry.halves for entry in counted), default=0)
    return tuple(entry.seat for entry in counted if entry.halves == most)


def exile_top(judge: Judge, seat: Seat) -> Procedure[None]:
    """票数最多, and out; or 白痴, who flips."""
    yield MostVotes(seat)
    yield from exile(judge, seat)


def peace(judge: Judge, why: Peace) -> Procedure[None]:
    """平安日: nobody is out, night follows."""
    yield PeaceDay(why)
    yield PhaseEntered(Phase.DAY_END, judge.state.n)


def _legal(state: GameState, candidates: tuple[Option, ...], voters: Seats) -> tuple[Legal, ...]:
    """Every voter may choose any candidate; itself too, unless the house forbids it."""
    own = state.rules.vote_self is Switch.ON
    return tuple(Legal(voter, tuple(s for s in candidates if own or s != voter)) for voter in voters)


def _tally(
    candidates: tuple[Option, ...], votes: tuple[tuple[Seat, Seat], ...], sheriff: Seat | None
) -> tuple[Tally, ...]:
    """The candidates that have votes, ascending."""
    rows = []
    for candidate in candidates:
        by = tuple(voter for voter, choice in votes if choice == candidate)
        if by and isinstance(candidate, int):
            halves = sum(SHERIFF_HALVES if voter == sheriff else HALVES for voter in by)
            rows.append(Tally(Seat(candidate), halves, by))
    return tuple(rows)

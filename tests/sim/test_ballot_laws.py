"""The laws of votes find what they are there for: one planted violation each."""

from __future__ import annotations

from typing import Final

import pytest

from audio.say import Language
from engine import events as e
from engine.game import Step
from engine.houserules import AllAbstain, BallotsRead, HouseRules, PkVoters, Switch, SwitchOff
from engine.public import PublicView
from engine.seats import Direction, Seat, Seats, seats_of
from engine.secrecy import Event
from engine.text import Text
from firmware.sim import simulate
from firmware.sim.ballot_laws import Counted, Entitled, Poll
from firmware.sim.evening import Evening
from firmware.sim.faults import QUIET

SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)
DEFAULT: Final = HouseRules()


def opened(rules: HouseRules = DEFAULT, *, sheriff: bool = True) -> e.GameOpened:
    return e.GameOpened("B06a", Text("", ""), SEATS, (), rules, sheriff)


def step(*events: Event) -> Step:
    return Step(number=1, command=None, events=events, prompt=None, digest=b"")  # type: ignore[arg-type]


def votes(*pairs: tuple[int, int]) -> tuple[tuple[Seat, Seat], ...]:
    return tuple((Seat(voter), Seat(candidate)) for voter, candidate in pairs)


def row(seat: int, halves: int, *voters: int) -> e.Tally:
    return e.Tally(Seat(seat), halves, seats_of(*voters))


def watched(law: Poll, rules: HouseRules, *events: Event) -> list[str]:
    law.committed(step(opened(rules), *events))
    return law.broken


STOOD: Final = (e.BidsHeard(seats_of(1, 2, 3)), e.Withdrew(Seat(3), speech=True))
"""1, 2 and 3 stood, 3 has withdrawn; 4, 5 and 6 are 警下."""


# ---------------------------------------------------------------- who votes, for whom


@pytest.mark.parametrize(
    ("pair", "before", "found"),
    [
        ((4, 1), (), ""),
        ((2, 1), (), "seat 2 has no vote for sheriff"),
        ((3, 1), (), "seat 3 has no vote for sheriff"),
        ((6, 1), (e.Announced(1, seats_of(6)),), "seat 6 has no vote for sheriff"),
        ((6, 1), (e.LeftRecorded(Seat(6)),), "seat 6 has no vote for sheriff"),
        ((6, 1), (e.IdiotFlipped(Seat(6), sheriff=False),), "seat 6 has no vote for sheriff"),
        ((4, 3), (), "seat 3 does not stand"),
        ((4, 5), (), "seat 5 does not stand"),
        ((4, 2), (e.SheriffPkOpened((Seat(1),), Direction.ASCENDING, 1),), "seat 2 does not stand"),
    ],
)
def test_a_vote_for_sheriff_that_should_not_be(pair: tuple[int, int], before: tuple[Event, ...], found: str) -> None:
    ballot = (e.BallotClosed(1, votes(pair)), e.SheriffBallotRead(1, (), ()))
    broken = watched(Entitled(), DEFAULT, *STOOD, *before, *ballot)
    assert [found in what for what in broken] == [True] * bool(found)


def test_a_victim_of_the_night_of_whom_nobody_has_heard_votes_and_is_voted_for() -> None:
    ballot = (e.BallotClosed(1, votes((4, 1))), e.SheriffBallotRead(1, (), ()))
    dead = (e.Died(Seat(4), e.Cause.KNIFE), e.Died(Seat(1), e.Cause.POISON))
    assert [] == watched(Entitled(), DEFAULT, *dead, *STOOD, *ballot)


@pytest.mark.parametrize(("voter", "found"), [(2, ""), (3, "seat 3 has no vote"), (1, "seat 1 has no vote")])
def test_in_the_pk_who_lost_votes_where_the_house_lets_it_and_who_withdrew_never(voter: int, found: str) -> None:
    rules = HouseRules(pk_voters_campaign=PkVoters.LOSERS_TOO)
    pk = e.SheriffPkOpened((Seat(1), Seat(4)), Direction.ASCENDING, 1)
    stood = (e.BidsHeard(seats_of(1, 2, 3, 4)), e.Withdrew(Seat(3), speech=False), pk)
    ballot = (e.BallotClosed(2, votes((voter, 4))), e.SheriffBallotRead(2, (), ()))
    broken = watched(Entitled(), rules, *stood, *ballot)
    assert [found in what for what in broken] == [True] * bool(found)


def exile(number: int, *pairs: tuple[int, int], candidates: Seats = SEATS) -> tuple[Event, ...]:
    """Round `number` of an exile ballot as it should be read, but for the tally, which `Entitled` does not look at."""
    return (
        e.BallotOpened(number, candidates, SEATS),
        e.BallotClosed(number, votes(*pairs)),
        e.BallotRead(number, (), ()),
    )


TIE: Final = (*exile(1, (4, 1), (5, 2)), e.PkOpened((Seat(1), Seat(2)), Direction.ASCENDING, 1))


@pytest.mark.parametrize(
    ("pair", "before", "found"),
    [
        ((3, 1), (), ""),
        ((1, 2), (), "seat 1 has no vote"),
        ((5, 1), (e.LeftTable(Seat(5)),), "seat 5 has no vote"),
        ((5, 1), (e.IdiotFlipped(Seat(5), sheriff=False),), "seat 5 has no vote"),
        ((3, 4), (), "seat 4 cannot be voted for"),
    ],
)
def test_a_vote_of_the_exile_pk_that_should_not_be(
    pair: tuple[int, int], before: tuple[Event, ...], found: str
) -> None:
    broken = watched(Entitled(), DEFAULT, *TIE, *before, *exile(2, pair))
    assert [found in what for what in broken] == [True] * bool(found)


def test_after_a_ballot_without_votes_the_house_may_have_everybody_on_the_bench_vote() -> None:
    rules = HouseRules(all_abstain=AllAbstain.PK_ALL)
    pk = e.PkOpened(SEATS, Direction.ASCENDING, 1)
    assert [] == watched(Entitled(), rules, *exile(1), pk, *exile(2, (1, 2), (2, 1)))


def test_a_flipped_idiot_is_voted_for_and_a_vote_for_oneself_counts_only_where_the_house_has_it_so() -> None:
    flip, ballot = e.IdiotFlipped(Seat(6), sheriff=False), exile(1, (1, 6), (2, 2))
    strict = HouseRules(vote_self=Switch.OFF)
    free = HouseRules(idiot_votable_after=SwitchOff.ON)
    assert ["seat 6 cannot be voted for and got a vote", "seat 2 voted for itself"] == watched(
        Entitled(), strict, flip, *ballot
    )
    assert [] == watched(Entitled(), free, flip, *ballot)


def test_a_candidates_vote_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules let everybody vote for sheriff, and players who stand press as well."""

    def forget_who_stood(citizen: object, view: PublicView) -> None:
        vars(citizen).update(_bidders=(), _standing=view.standing)

    monkeypatch.setattr("engine.sheriff.voters", lambda state: state.present)
    monkeypatch.setattr("firmware.sim.bots.office.Citizen._look_up", forget_who_stood)
    board = simulate.preset("B10a")
    broken = [
        what
        for seed in range(1, 9)
        for what in Evening(simulate.table_for(board, seed), seed, Language.ZH, QUIET).play().violations
    ]
    assert any("has no vote for sheriff and voted" in what for what in broken)
    assert any("are asked for a vote for sheriff, entitled are" in what for what in broken)


# ---------------------------------------------------------------- what is read, and what follows


ELECTED: Final = (*STOOD, e.SheriffElected(Seat(1), e.Elected.LAST))
"""Seat 1 is sheriff."""


def tallied(*rows: e.Tally, abstained: tuple[int, ...] = (), **read: int) -> list[str]:
    """1 (the sheriff) and 4 vote for 5, 2 for 6; 3, 5 and 6 abstain; what is wrong when it is read so."""
    ballot = (e.BallotOpened(1, SEATS, SEATS), e.BallotClosed(1, votes((1, 5), (2, 6), (4, 5))))
    rules = HouseRules(ballots_read=BallotsRead.COUNTS) if read else DEFAULT
    result = e.BallotRead(1, rows, seats_of(*abstained), read.get("n", len(abstained)))
    return watched(Counted(), rules, *ELECTED, *ballot, result)


def test_the_sheriff_weighs_one_and_a_half_and_every_vote_is_read() -> None:
    assert [] == tallied(row(5, 5, 1, 4), row(6, 2, 2), abstained=(3, 5, 6))
    assert "is read as" in tallied(row(5, 4, 1, 4), row(6, 2, 2), abstained=(3, 5, 6))[0]
    assert "is read as" in tallied(row(5, 5, 1, 4), abstained=(3, 5, 6))[0]
    assert "have not voted" in tallied(row(5, 5, 1, 4), row(6, 2, 2), abstained=(3, 5))[0]


def test_a_house_that_reads_counts_reads_no_names() -> None:
    assert [] == tallied(row(5, 5), row(6, 2), n=3)
    assert "is read as" in tallied(row(5, 5, 1, 4), row(6, 2), n=3)[0]
    assert "have not voted" in tallied(row(5, 5), row(6, 2), n=2)[0]


def followed(number: int, pairs: tuple[tuple[int, int], ...], *after: Event, rules: HouseRules = DEFAULT) -> list[str]:
    """What is wrong when `after` follows an exile ballot of round `number` without a sheriff."""
    halves = [
        row(seat, 2 * sum(whom == seat for _, whom in pairs), *(by for by, whom in pairs if whom == seat))
        for seat in sorted({whom for _, whom in pairs})
    ]
    voters = [seat for seat in SEATS if number == 1 or seat not in (1, 2)]
    kept = tuple(seat for seat in voters if seat not in [by for by, _ in pairs])
    read = (e.BallotOpened(number, SEATS, SEATS), e.BallotClosed(number, votes(*pairs)))
    before = TIED if number == 2 else ()
    return watched(Counted(), rules, *before, *read, e.BallotRead(number, tuple(halves), kept, len(kept)), *after)


TIED: Final = (
    e.BallotOpened(1, SEATS, SEATS),
    e.BallotClosed(1, votes((4, 1), (5, 2))),
    e.BallotRead(1, (row(1, 2, 4), row(2, 2, 5)), seats_of(1, 2, 3, 6), 4),
    e.PkOpened((Seat(1), Seat(2)), Direction.ASCENDING, 1),
)
PK: Final = e.PkOpened((Seat(1), Seat(2)), Direction.ASCENDING, 1)
OUT: Final = (e.MostVotes(Seat(1)), e.Exiled(Seat(1)))


@pytest.mark.parametrize(
    ("number", "pairs", "after", "right"),
    [
        (1, ((4, 1),), OUT, True),
        (1, ((4, 1),), (e.MostVotes(Seat(2)),), False),
        (1, ((4, 1),), (e.Exiled(Seat(2)),), False),
        (1, ((4, 1), (5, 2)), (PK,), True),
        (1, ((4, 1), (5, 2)), OUT, False),
        (1, ((4, 1), (5, 3)), (PK,), False),
        (1, (), (e.PeaceDay(e.Peace.NO_VOTES),), True),
        (1, (), (PK,), False),
        (2, ((4, 1), (5, 2)), (e.PeaceDay(e.Peace.TIED_AGAIN),), True),
        (2, ((4, 1), (5, 2)), OUT, False),
        (2, ((4, 1), (5, 2)), (PK,), False),
        (2, ((4, 1),), OUT, True),
    ],
)
def test_what_follows_an_exile_ballot(
    number: int, pairs: tuple[tuple[int, int], ...], after: tuple[Event, ...], *, right: bool
) -> None:
    """Cases 103 to 108: the most votes are out, a tie speaks once more, a second tie leaves nobody out."""
    assert right == (followed(number, pairs, *after) == [])


def test_the_house_may_let_everybody_speak_again_when_nobody_has_voted() -> None:
    rules = HouseRules(all_abstain=AllAbstain.PK_ALL)
    assert [] == followed(1, (), e.PkOpened(SEATS, Direction.ASCENDING, 1), rules=rules)
    assert [] != followed(1, (), e.PeaceDay(e.Peace.NO_VOTES), rules=rules)


@pytest.mark.parametrize(
    ("number", "pairs", "after", "right"),
    [
        (1, ((4, 1), (5, 1)), e.SheriffElected(Seat(1), e.Elected.VOTES), True),
        (1, ((4, 1), (5, 1)), e.SheriffElected(Seat(2), e.Elected.VOTES), False),
        (1, ((4, 1), (5, 2)), e.SheriffPkOpened((Seat(1), Seat(2)), Direction.ASCENDING, 1), True),
        (1, ((4, 1), (5, 2)), e.NoSheriff(e.Vacant.TIED_AGAIN), False),
        (2, ((4, 1), (5, 2)), e.NoSheriff(e.Vacant.TIED_AGAIN), True),
        (2, ((4, 1), (5, 2)), e.SheriffPkOpened((Seat(1), Seat(2)), Direction.ASCENDING, 1), False),
        (1, (), e.NoSheriff(e.Vacant.NO_VOTES), True),
        (1, (), e.SheriffElected(Seat(1), e.Elected.VOTES), False),
    ],
)
def test_what_follows_a_ballot_for_sheriff(
    number: int, pairs: tuple[tuple[int, int], ...], after: Event, *, right: bool
) -> None:
    """Cases 94 and 96."""
    rows = [
        row(seat, 2 * sum(whom == seat for _, whom in pairs), *(by for by, whom in pairs if whom == seat))
        for seat in (1, 2)
    ]
    kept = tuple(seat for seat in seats_of(4, 5, 6) if seat not in [by for by, _ in pairs])
    read = e.SheriffBallotRead(number, tuple(entry for entry in rows if entry.halves), kept, len(kept))
    broken = watched(Counted(), DEFAULT, *STOOD, e.BallotClosed(number, votes(*pairs)), read, after)
    assert right == (broken == [])

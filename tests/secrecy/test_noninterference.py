"""Twin games of every board: until a public event differs, the room cannot tell them apart in anything.

The counterpart is `test_planted_leaks`, which shows that a leak in any channel would be found.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import pytest

from engine import events as e
from engine.events import Announced, DayBroke, NightFell
from engine.seats import Seat
from tests.kit.engine_play import BIG, SMALL
from tests.kit.trace import Trace, compare, horizon
from tests.secrecy.games import Run, play
from tests.secrecy.twins import Wishes

PAIRS = 2

WRONG: Final = Wishes(wrong_claim=100)
DEAD: Final = Wishes(peace=0, wrong_claim=0, own_fates=True)
REVEALED: Final = Wishes(wrong_claim=0, reveals=35, same=("knight", "white_wolf_king"))

SPECIAL: Final = (
    (Run("B12-盗丘", nights=2), 2),
    (Run("B12-狼美人骑士", nights=2), 1),
    (Run("B12-白狼王守卫", nights=1), 1),
    (Run("B12-隐狼驯熊师", nights=2), 2),
    (Run("B12-禁骑", nights=1), 2),
    (Run("B12-野孩子", nights=2), 2),
    (Run("B12-狼美人老流氓", nights=2), 2),
    (Run("B12-炸弹人", nights=1), 2),
    (Run("B18-全角色", nights=2), 1),
    (Run("B18-全角色", nights=1, rules=(("role_source", "dealt_by_engine"),)), 1),
    (Run("B12-狼王守卫", WRONG, nights=1), 1),
    (Run("B12-盗贼", WRONG, nights=1), 1),
    (Run("B12-狼美人守卫", DEAD, nights=1), 1),
    (Run("B12-丘比特", DEAD, nights=1), 1),
    (Run("B12-白狼王骑士", REVEALED, disturbed=False, nights=1), 4),
    (Run("B12-白狼王骑士", REVEALED, disturbed=False, nights=1), 8),
    *((Run(board, nights=1), 1) for board in ("B12-守丘", "B12-禁言长老", "B13", "B14", "B15", "B16", "B17", "B18")),
)
"""Every board with other cards than the common ones, with the seed of two games that do not part at once."""


def pair(run: Run, public: int) -> tuple[Trace, Trace]:
    """Two twins, which cannot be told apart."""
    one, two = (play(run, public, 2 * public + twin) for twin in range(2))
    assert [] == compare(one, two), f"twins {public} of {run.board}"
    return one, two


def before(one: Trace, two: Trace) -> list[object]:
    """The public events up to where two games part."""
    until_ns, _ = horizon(one, two)
    return [item.what for item in one.events if item.at_ns < until_ns]


def parted(one: Trace, two: Trace) -> list[object]:
    """The public events at which they part."""
    until_ns, _ = horizon(one, two)
    return [item.what for trace in (one, two) for item in trace.events if item.at_ns == until_ns]


@pytest.mark.parametrize("board", [*SMALL, *BIG])
def test_twins_cannot_be_told_apart(board: str) -> None:
    """Elections, badges and guards among them, and staff and the plug in every other game.

    The larger boards are all like B13 to B15, which have more cards.
    """
    run = Run(board, nights=4 if board in SMALL else 2)
    nights, pairs = 0, PAIRS if board in SMALL else 1
    for public in range(pairs):
        events = before(*pair(run, public))
        nights += sum(isinstance(event, NightFell) for event in events)
    assert nights >= pairs, "the twins part too early to show anything"


@pytest.mark.parametrize(("run", "public"), SPECIAL, ids=[f"{run.board}-{n}" for n, (run, _) in enumerate(SPECIAL)])
def test_twins_with_special_cards_cannot_be_told_apart(run: Run, public: int) -> None:
    """Who holds what, spare cards, 情侣, 榜样, charm, potions and targets differ; they part by day at the earliest."""
    one, two = pair(run, public)
    assert one.table.cards != two.table.cards
    assert e.NightEnded(1) in before(one, two) or any(isinstance(event, e.ClaimsDoubted) for event in before(one, two))


def test_every_board_has_its_twins() -> None:
    boards = {path.name.removesuffix(".toml") for path in files("engine").joinpath("boards").iterdir()}
    assert {*SMALL, *BIG, *(run.board for run, _ in SPECIAL)} == {name for name in boards if name.startswith("B")}


@pytest.mark.parametrize("board", ["B06a", "B09", "B10c"])
def test_what_staff_take_back_tells_nothing(board: str) -> None:
    """Answers of the night and of the day are void, in the night and in the day; and a foul is called by night."""
    acts = (("undo", 150), ("undo", 240), ("undo far", 420), ("vote", 700), ("time", 800), ("undo far", 1000))
    taken_back = 0
    for public in range(PAIRS):
        chosen = acts if public else (("foul", 120), *acts)
        events = before(*pair(Run(board, Wishes(wrong_claim=0), acts=chosen, nights=2), public))
        taken_back += sum(isinstance(event, e.Undone) for event in events)
    assert taken_back >= 2 * PAIRS


@pytest.mark.parametrize("board", ["B06a", "B09"])
def test_nothing_tells_who_died_before_the_morning_tells_it(board: str) -> None:
    """On B06a the dead speak first thing after the announcement, on B09 they are asked for their skill."""
    run = Run(board, Wishes(peace=0, wrong_claim=0, own_fates=True), disturbed=False, nights=1)
    parted_at_dawn = 0
    for public in range(5):
        one, two = pair(run, public)
        assert DayBroke(1) in before(one, two)
        parted_at_dawn += any(isinstance(event, Announced) for event in parted(one, two))
    assert parted_at_dawn >= 3


def stood(events: list[object]) -> dict[str, set[Seat]]:
    """What each seat did in an election, as the room heard it."""
    told: dict[str, set[Seat]] = {"bid": set(), "speaks": set(), "withdraws": set(), "votes": set(), "wins": set()}
    for event in events:
        match event:
            case e.BidsClosed(seats=seats):
                told["bid"] |= set(seats)
            case e.Spoke(seat=seat):
                told["speaks"].add(seat)
            case e.WithdrawalNamed(seats=seats) | e.WithdrawalClosed(seats=seats):
                told["withdraws"] |= set(seats)
            case e.SheriffBallotRead(tally=tally):
                told["votes"] |= {voter for row in tally for voter in row.voters}
            case e.SheriffElected(seat=seat):
                told["wins"].add(seat)
            case _:
                pass
    return told


def test_the_dead_of_the_night_stand_speak_withdraw_vote_and_win_like_everybody() -> None:
    """Rules 9.14: the twins find different dead, and part when these are announced, not a moment earlier."""
    run = Run("B10c", Wishes(peace=0, wrong_claim=0, reveals=0, crowd=55, own_fates=True), disturbed=False, nights=1)
    done: set[str] = set()
    for public in range(7):
        one, two = pair(run, public)
        announced = [event.seats for event in parted(one, two) if isinstance(event, Announced)]
        if not announced:
            continue  # both found the same dead
        assert 2 == len(announced)
        election = stood(before(one, two))
        done |= {act for act, seats in election.items() for dead in announced if seats & set(dead)}
    assert {"bid", "speaks", "withdraws", "votes", "wins"} == done


def test_a_reveal_that_the_rules_refuse_is_nothing_in_election_and_day() -> None:
    """In speeches, 退水时间, ballots and the choice of the order: the twins part where a wolf has revealed himself."""
    run = Run("B10a", Wishes(wrong_claim=0, reveals=35, crowd=50, no_exile=0), disturbed=False, nights=1)
    in_election = by_day = 0
    for public in (0, 3, 5, 12):
        one, two = pair(run, public)
        events = before(one, two)
        if any(isinstance(event, e.Exploded) for event in parted(one, two)):
            closed = any(isinstance(event, e.SheriffElected | e.NoSheriff) for event in events)
            in_election += not closed
            by_day += closed
    assert in_election >= 1
    assert by_day >= 1


def test_when_the_eyes_opened_does_not_tell_whose_were_open_by_night() -> None:
    """The plug pulled in night 2, after which lamps burn in one game only; in the morning the heartbeat has an age."""
    one, two = pair(Run("B10c", nights=2), 111)
    assert e.SheriffElected in [type(event) for event in before(one, two)]
    assert DayBroke(2) in before(one, two)


def test_claims_that_do_not_fit_look_the_same_whoever_claimed_what() -> None:
    """Every one of these games has claims in doubt; staff assign, or deal again."""
    for board, public in (("B09", 0), ("B09", 1), ("B10b", 2)):
        pair(Run(board, Wishes(wrong_claim=100), nights=1), public)


@pytest.mark.parametrize("board", ["B10c", "B10b"])
def test_peaceful_nights_look_the_same_for_many_nights(board: str) -> None:
    """空刀, a saved or guarded victim, or a tie of the pack: 平安夜. The potions go at different times."""
    run = Run(board, Wishes(peace=100, wrong_claim=0, no_exile=100, reveals=0, crowd=0), disturbed=False, nights=4)
    events = before(*pair(run, 0))
    assert 4 == sum(isinstance(event, Announced) for event in events)

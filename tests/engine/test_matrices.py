"""Matrices: first tie × second tie × withdrawals × 自爆, for the election and for the exile vote.

What each combination must come to is worked out here from the rules alone, one sentence per branch.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import pytest

from engine.events import (
    Announced,
    DayEnded,
    Elected,
    ElectionSuspended,
    Exiled,
    Exploded,
    IdiotFlipped,
    NightFell,
    NoSheriff,
    Peace,
    PeaceDay,
    SheriffElected,
    SheriffPkOpened,
    Vacant,
)
from engine.prompts import OfferKind
from engine.seats import Seat, seats_of
from tests.kit.engine_play import ODD, Play

TWELVE: Final = "狼狼狼狼巫预猎白民民民民"
STANDING: Final = (9, 10, 11)
"""Three candidates; 9 and 10 are those that can tie. 1 to 4 are wolves that did not stand."""
FIRST: Final = {"tie": {5: 9, 6: 10}, "win": {5: 9, 6: 9, 7: 10}, "none": {}}
SECOND: Final = FIRST
PLACES: Final = ("sheriff.turn", "sheriff.quit_open", "sheriff.vote_open", "sheriff.pk_turn", "sheriff.pk_vote")

Withdrawals = tuple[tuple[str, int], ...]
"""(where, who): in a speech, in the window, in a PK speech."""


def withdrawals() -> list[Withdrawals]:
    """Nobody, or up to three candidates, each in a speech or in the window; or 10 in the PK."""
    found: list[Withdrawals] = [()]
    for size in (1, 2, 3):
        for seats in combinations(STANDING, size):
            found += [tuple(zip(where, seats, strict=True)) for where in product(PLACES[:2], repeat=size)]
    return [*found, ((PLACES[3], 10),), ((PLACES[3], 9), (PLACES[3], 10))]


def expected(first: str, second: str, quits: Withdrawals, boom: str) -> tuple[object, str]:
    """How the election ends, and the last place it comes to."""
    speech = [seat for where, seat in quits if where == PLACES[0]]
    if boom == PLACES[0]:
        return Vacant.EXPLODED, boom
    if len(speech) == 3:
        return Vacant.ALL_WITHDREW, PLACES[0]
    if boom == PLACES[1]:
        return Vacant.EXPLODED, boom
    left = [seat for seat in STANDING if seat not in [who for where, who in quits if where in PLACES[:2]]]
    if not left:
        return Vacant.ALL_WITHDREW, PLACES[1]
    if len(left) == 1:
        return (left[0], Elected.LAST), PLACES[1]
    if boom == PLACES[2]:
        return Vacant.EXPLODED, boom
    votes = [choice for choice in FIRST[first].values() if choice in left]
    most = [seat for seat in left if votes and votes.count(seat) == max(map(votes.count, votes))]
    if not most:
        return Vacant.NO_VOTES, PLACES[2]
    if len(most) == 1:
        return (most[0], Elected.VOTES), PLACES[2]
    if boom == PLACES[3]:
        return Vacant.EXPLODED, boom
    most = [seat for seat in most if (PLACES[3], seat) not in quits]
    if not most:
        return Vacant.ALL_WITHDREW, PLACES[3]
    if len(most) == 1:
        return (most[0], Elected.LAST), PLACES[3]
    if boom == PLACES[4]:
        return Vacant.EXPLODED, boom
    again = list(SECOND[second].values())
    top = [seat for seat in most if again and again.count(seat) == max(map(again.count, again))]
    if len(top) == 1:
        return (top[0], Elected.VOTES), PLACES[4]
    return (Vacant.TIED_AGAIN if top else Vacant.NO_VOTES), PLACES[4]


def legal(votes: dict[int, int], game: Play) -> dict[int, int]:
    """The ballots as far as their candidate still stands."""
    return {voter: choice for voter, choice in votes.items() if choice in game.prompt.call.options}


def held(first: str, second: str, quits: Withdrawals, boom: str, swallow: str) -> Play:
    """The election of day 1 played with these plans, up to its end or the 自爆."""
    game = Play(TWELVE, sheriff="on", badge_swallow=swallow).night(knife=12).bids(*STANDING, minute=ODD)
    done: set[str] = set()
    while game.line.startswith("sheriff.") or (game.line == "" and "sheriff.vote_open" in done and pk_next(game)):
        line, new = game.line, game.line not in done
        done.add(line)
        for where, seat in quits:
            if new and where == line and line.endswith("turn") and seat in game.state.standing:
                game.take(OfferKind.WITHDRAW, seat)
        if line and line == boom:
            game.take(OfferKind.EXPLODE, 1)
            return game
        match line:
            case "sheriff.quit_open":
                game.press(*(seat for where, seat in quits if where == line))
            case "sheriff.vote_open":
                game.choose(legal(FIRST[first], game))
            case "sheriff.pk_vote":
                game.choose(legal(SECOND[second], game))
            case _:
                game.quietly()
    return game


def pk_next(game: Play) -> bool:
    """Whether the minute that is read is that of the sheriff's PK."""
    return not game.all_of(SheriffElected) and not game.all_of(NoSheriff) and not game.all_of(SheriffPkOpened)


@pytest.mark.parametrize("boom", ["", *PLACES])
@pytest.mark.parametrize("second", SECOND)
@pytest.mark.parametrize("first", FIRST)
def test_the_election(first: str, second: str, boom: str) -> None:
    for quits in withdrawals():
        game = held(first, second, quits, boom, "single")
        outcome, place = expected(first, second, quits, boom)
        (end,) = (event for event in game.heard if isinstance(event, SheriffElected | NoSheriff))
        told: object = (end.seat, end.how) if isinstance(end, SheriffElected) else end.why
        assert outcome == told, (first, second, quits, boom)
        asked = [prompt.call.line for prompt in game.prompts if prompt.call.line in PLACES]
        assert place == asked[-1]
        assert bool(game.all_of(Exploded)) == (told is Vacant.EXPLODED)
        assert Announced(1, seats_of(12)) == game.last(Announced), "the dead are read after any election"


@pytest.mark.parametrize("boom", PLACES)
@pytest.mark.parametrize("first", FIRST)
def test_the_election_with_two_self_destructs(first: str, boom: str) -> None:
    """双爆: a first 自爆 suspends where it would have ended the election; the next day it ends by the same rules."""
    for quits in withdrawals():
        outcome, _ = expected(first, "none", quits, boom)
        game = held(first, "none", quits, boom, "double")
        suspended = outcome is Vacant.EXPLODED
        assert suspended == bool(game.all_of(ElectionSuspended)), (first, quits, boom)
        if not suspended:
            continue
        standing = game.state.standing
        game.until("wolf.wake").night().until("speech.sheriff_pick", "")
        (end,) = (event for event in game.heard if isinstance(event, SheriffElected | NoSheriff))
        told: object = (end.seat, end.how) if isinstance(end, SheriffElected) else end.why
        by_hand = {0: Vacant.ALL_WITHDREW, 1: (next(iter(standing), 0), Elected.LAST)}
        assert by_hand.get(len(standing), Vacant.NO_VOTES) == told, (first, quits, boom)


# ---------------------------------------------------------------- exile

EXILE: Final = {"tie": {5: 9, 6: 10}, "win": {5: 9, 6: 9, 7: 10}, "none": {}, "idiot": {5: 8, 6: 8}}
SPEECHES: Final = ("", "speech.turn", "speech.next", "pk.turn")
GONE: Final = ((), (9,), (9, 10))
"""Who leaves the table while the tied speak."""


@pytest.mark.parametrize("sheriff", [None, 5, 9])
@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize("boom", SPEECHES)
@pytest.mark.parametrize("second", ["tie", "win", "none"])
@pytest.mark.parametrize("first", EXILE)
def test_the_exile_vote(first: str, second: str, boom: str, gone: tuple[int, ...], sheriff: int | None) -> None:
    game = Play(TWELVE, sheriff="on" if sheriff else "off").night()
    if sheriff:
        game.bids(sheriff)
    tied = first == "tie" and sheriff != 5
    exploded = boom in SPEECHES[1:3] or (boom == "pk.turn" and tied)
    while game.line != "wolf.wake":
        match game.line:
            case "vote.open":
                game.choose(EXILE[first])
            case "pk.vote":
                game.choose(legal(EXILE[second], game))
            case line if boom and line == boom:
                game.take(OfferKind.EXPLODE, 1)
                boom = ""
            case "pk.turn" if any(seat in game.state.present for seat in gone):
                game.leave(next(seat for seat in gone if seat in game.state.present))
            case _:
                game.quietly()
    assert NightFell(2) == game.last(NightFell)
    assert DayEnded(1, early=exploded) == game.last(DayEnded)
    exiled = [event.seat for event in game.all_of(Exiled)]
    peace = [event.why for event in game.all_of(PeaceDay)]
    flips = [event.seat for event in game.all_of(IdiotFlipped)]
    assert by_the_rules(first, second, gone, sheriff, exploded=exploded) == (exiled, peace, flips)


def by_the_rules(
    first: str, second: str, gone: tuple[int, ...], sheriff: int | None, *, exploded: bool
) -> tuple[list[Seat], list[Peace], list[Seat]]:
    """Who is exiled, why nobody is, who flips."""
    if exploded:
        return [], [], []  # nobody is exiled on a day that ends early
    if first == "win" or (first == "tie" and sheriff == 5):
        return [Seat(9)], [], []  # the most votes; one of the two votes weighs one and a half
    if first == "none":
        return [], [Peace.NO_VOTES], []
    if first == "idiot":
        return [], [], [Seat(8)]
    if len(gone) == 2:
        return [], [Peace.NO_VOTERS], []  # nobody is left to vote on
    votes = [(voter, choice) for voter, choice in EXILE[second].items() if choice not in gone]
    weight = {c: sum(3 if voter == sheriff else 2 for voter, choice in votes if choice == c) for _, c in votes}
    top = [choice for choice, halves in weight.items() if halves == max(weight.values())]
    if len(top) == 1:
        return [Seat(top[0])], [], []
    return [], [Peace.TIED_AGAIN if top else Peace.NO_VOTES], []

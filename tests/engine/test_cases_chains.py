"""The death-cause matrix (rules 3.18), named chains (5), and the order of marks and links (4, case 20)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Final

import pytest

from engine.events import (
    Blasted,
    Cause,
    DelayedOut,
    Doomed,
    Exiled,
    GameOver,
    IdiotFlipped,
    Linked,
    Mark,
    Marked,
    Reason,
    ShotFired,
    Winner,
    WordsOpened,
)
from engine.houserules import HouseRules
from engine.prompts import Fact
from engine.seats import Seat, seats_of
from engine.settlement import Bonds, Death, settle
from tests.kit.answers import Choice
from tests.kit.engine_play import Play

BASE: Final = "狼帝巫猎王骑丘?民炸美民预民民狼"
"""8 dies, holding whatever is asked about; 9 is its lover, 12 whom it has charmed."""
VICTIM: Final = Seat(8)


def deck(glyph: str) -> str:
    """The table with this card at seat 8; there is one beauty only."""
    return (BASE.replace("美", "民") if glyph == "美" else BASE).replace("?", glyph)


def left(game: Play) -> Play:
    game.until("speech.turn").leave(8)
    game.quietly()
    return game


NIGHTS: Final[dict[str, dict[str, Choice]]] = {
    "knife": {"knife": 8},
    "poison": {"poison": 8},
    "殉情": {"knife": 9, "lovers": (8, 9)},
    "charm": {"charm": 8},
}
"""What happens in the first night, by the cause of the death of 8."""

DAYS: Final[dict[str, Callable[[Play], Play]]] = {
    "exile": lambda game: game.vote({8: 8, 1: 8}),
    "猎人 shot": lambda game: game.vote({1: 4}).shoot(4, 8),
    "狼王 shot": lambda game: game.vote({1: 5}).shoot(5, 8),
    "take": lambda game: game.explode(2, takes=8),
    "自爆": lambda game: game.explode(8),
    "duel": lambda game: game.duel(6, 8),
    "charm": lambda game: game.vote({1: 11}),
    "blast": lambda game: game.vote({8: 10, 1: 10}),
    "left": left,
}
"""And what the day after it."""


def die(cause: str, glyph: str, lovers: tuple[int, int] = (3, 13)) -> Play:
    """Seat 8, holding this card, dies of this cause; a beauty at 8 has charmed 12."""
    picks: dict[str, Choice] = {"lovers": lovers, **({"charm": 12} if glyph == "美" else {}), **NIGHTS.get(cause, {})}
    knife = picks.pop("knife", None)
    assert knife is None or isinstance(knife, int)
    game = Play(deck(glyph)).night(knife=knife, save=False, **picks)
    return DAYS[cause](game) if cause in DAYS else game


def fires(game: Play) -> bool:
    """Whether seat 8, dead, is let choose a target when it presses in its window, if it has one."""
    while game.line not in {"wolf.wake", "vote.open", "over"}:
        if game.line == "dawn.skill_ask" and game.prompt.call.seat == VICTIM:
            game.press(8)
            if game.line == "gun.ask":
                return True
        else:
            game.quietly()
    return False


def spoke(game: Play) -> bool:
    """Whether seat 8 has last words."""
    game.until("wolf.wake", "vote.open")
    return any(VICTIM in opened.seats for opened in game.all_of(WordsOpened))


COLUMNS: Final[dict[str, tuple[str, Callable[[Play], bool]]]] = {
    "猎人 fires": ("猎", fires),
    "狼王 fires": ("王", fires),
    "狼美人 link": ("美", lambda game: Seat(12) in game.until("wolf.wake", "vote.open").state.dead),
    "白痴 flips": ("白", lambda game: bool(game.all_of(IdiotFlipped))),
    "炸弹人 blasts": ("炸", lambda game: any(blast.by == VICTIM for blast in game.all_of(Blasted))),
    "老流氓 delayed": ("流", lambda game: bool(game.all_of(Doomed)) and VICTIM in game.state.alive),
    "遗言": ("民", spoke),
}

Y, N, X = True, False, None
MATRIX: Final[dict[str, tuple[bool | None, ...]]] = {
    #             猎人 狼王 美人 白痴 炸弹 流氓 遗言
    "knife": (Y, Y, X, N, N, N, Y),
    "poison": (N, N, Y, N, N, Y, Y),
    "exile": (Y, Y, Y, Y, Y, N, Y),
    "猎人 shot": (Y, Y, Y, N, N, Y, N),
    "狼王 shot": (Y, Y, Y, N, N, Y, N),
    "take": (N, N, N, N, N, N, N),
    "自爆": (X, N, X, X, X, X, X),
    "duel": (X, N, N, X, X, X, X),
    "殉情": (N, N, Y, N, N, N, Y),
    "charm": (N, N, X, N, N, N, Y),
    "blast": (N, N, N, N, N, N, N),
    "left": (N, N, N, N, N, N, N),
}
"""Rules 3.18, first night where it is a night; 殉情 and charm speak as their cause (a knife of 首夜, an exile).

老流氓 is immune to charm, hence neither dead nor doomed.
"""


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("cause", MATRIX)
def test_the_matrix_of_causes(cause: str, column: str) -> None:
    expected = MATRIX[cause][list(COLUMNS).index(column)]
    if expected is None:
        return
    glyph, seen = COLUMNS[column]
    game = die(cause, glyph)
    assert expected == seen(game)
    immune = (cause, column) == ("charm", "老流氓 delayed")
    stays = immune or (column in {"白痴 flips", "老流氓 delayed"} and expected)
    assert stays == (VICTIM in game.state.alive)


@pytest.mark.parametrize("cause", ["自爆", "duel"])
def test_a_wolf_that_reveals_itself_or_loses_a_duel_has_no_last_words(cause: str) -> None:
    assert not spoke(die(cause, "王"))


def test_a_delayed_death_has_no_last_words() -> None:
    game = die("poison", "流")
    assert not spoke(game)
    assert (Cause.DELAYED, 1) == (game.state.cause_of(VICTIM), len(game.all_of(DelayedOut)))


@pytest.mark.parametrize("cause", MATRIX)
def test_whatever_the_cause_the_lover_follows(cause: str) -> None:
    """Rules 3.18: for every cause the lovers' link applies."""
    game = die(cause, "王" if cause in {"自爆", "duel"} else "民", lovers=(8, 9)).until("wolf.wake", "vote.open")
    assert {8, 9} <= set(game.state.dead)
    assert Cause.HEARTBREAK is game.state.cause_of(Seat(8 if cause == "殉情" else 9))


# ---------------------------------------------------------------- named chains, rules 5


def test_a_long_chain_is_one_batch() -> None:
    """Rules 5: exiled 猎人 shoots A; A's lover B is 狼美人: her charm fires on C."""
    game = Play("狼美狼巫预猎丘民民民").night(lovers=(2, 8), charm=5).vote({1: 6}).shoot(6, 8)
    assert [Exiled(Seat(6)), ShotFired(Seat(6), Seat(8)), Linked(seats_of(2, 5))] == [
        e for e in game.heard if isinstance(e, Exiled | ShotFired | Linked)
    ]
    causes = [game.state.cause_of(Seat(n)) for n in (8, 2, 5)]
    assert [Cause.SHOT, Cause.HEARTBREAK, Cause.CHARM] == causes
    windows = [6, 2, 5, 8]
    game.until("words.ask")
    assert windows == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]
    assert WordsOpened(seats_of(6)) == game.last(WordsOpened)


def test_a_charmed_lover_drags_its_lover_along() -> None:
    """Rules 5: if C is the lover of D, D dies too; all one batch; causal words after an exile."""
    game = Play("狼美狼巫预猎丘民民民").night(lovers=(8, 9), charm=8).vote({1: 2}).until("words.ask")
    assert Linked(seats_of(8, 9)) == game.last(Linked)
    assert [Cause.CHARM, Cause.HEARTBREAK] == [game.state.cause_of(Seat(n)) for n in (8, 9)]
    assert WordsOpened((Seat(2), Seat(8), Seat(9))) == game.last(WordsOpened)


def test_a_beauty_who_charms_her_own_lover_is_harmless() -> None:
    """Rules 5: a cycle (狼美人 charms her own lover) is harmless: sets only grow."""
    game = Play("狼美狼巫预猎丘民民民").night(lovers=(2, 8), charm=8).vote({1: 2})
    assert (seats_of(2, 8), (Linked(seats_of(8)),)) == (game.state.dead, game.all_of(Linked))
    back = Play("狼美狼巫预猎丘民民民").night(lovers=(2, 8), charm=8).vote({1: 8})
    assert (seats_of(2, 8), (Linked(seats_of(2)),)) == (back.state.dead, back.all_of(Linked))


def test_a_decided_batch_stops_at_once() -> None:
    """Rules 5: if the game is over at either stage: no shots, no badge, no 遗言."""
    game = Play("民美预巫猎", sheriff="on").night(charm=5).bids(2).vote({1: 2})
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) == game.last(GameOver)
    assert not {"dawn.skill_ask", "badge.how", "words.ask"} & set(game.lines)


def test_the_second_stage_may_decide_too() -> None:
    """Rules 5, 6: charm is added in stage 2 and victory evaluated again."""
    game = Play("民美狼预巫猎").night(charm=1).vote({2: 2})
    assert GameOver(Winner.WOLF, Reason.FOLK_DEAD) == game.last(GameOver)


def test_stage_k_is_the_knife_with_heartbreak_and_nothing_else() -> None:
    """Rules 6: stage K: only the knife death and its 殉情: the last 民 by link: 狼人 win, the poison does not count."""
    game = Play("狼巫预猎丘民").night(lovers=(3, 6), knife=3, poison=1)
    assert GameOver(Winner.WOLF, Reason.FOLK_DEAD) == game.last(GameOver)
    assert seats_of(3, 6) == game.state.dead


def test_the_night_links_are_read_with_the_deaths() -> None:
    """Rules 5: for the night the links are read in one list, ascending; the hunter's lamp knew of the link."""
    game = Play("狼美狼巫预猎丘民民民").night(lovers=(6, 8), charm=8, poison=2)
    assert (Fact(Seat(6), yes=False),) == game.told("hunter.status")
    assert [Cause.POISON, Cause.CHARM, Cause.HEARTBREAK] == [game.state.cause_of(Seat(n)) for n in (2, 8, 6)]
    assert () == game.all_of(Linked)


# ---------------------------------------------------------------- case 20 with every mark

BONDS: Final = Bonds(
    lovers=seats_of(3, 4),
    charmer=Seat(2),
    charmed=Seat(3),
    drags_on=(Cause.EXILE, Cause.SHOT, Cause.POISON, Cause.HEARTBREAK),
)


@pytest.mark.parametrize(
    ("poison", "expected"),
    [
        (
            Seat(2),
            (Death(Seat(2), Cause.POISON), Death(Seat(3), Cause.CHARM, Seat(2)), Death(Seat(4), Cause.KNIFE)),
        ),
        (Seat(4), (Death(Seat(3), Cause.HEARTBREAK, Seat(4)), Death(Seat(4), Cause.POISON))),
        (None, (Death(Seat(3), Cause.HEARTBREAK, Seat(4)), Death(Seat(4), Cause.KNIFE))),
    ],
)
def test_case_20_with_charm_and_lovers(poison: Seat | None, expected: tuple[Death, ...]) -> None:
    """Case 20: feeding G,K,S,P,C in any permutation gives the same deaths, causes and status."""
    one = (Seat(1),)
    marks = [Marked(Mark.GUARD, one, Seat(5)), Marked(Mark.KNIFE, one, Seat(4)), Marked(Mark.CHARM, one, Seat(3))]
    if poison is not None:
        marks.append(Marked(Mark.POISON, one, poison))
    assert {expected} == {settle(order, HouseRules(), BONDS).deaths for order in permutations(marks)}


def test_case_20_guarded_and_saved_with_a_charm() -> None:
    """Case 20: the same with G = K and S: 奶穿, and 殉情 with it."""
    one = (Seat(1),)
    pairs = [(Mark.GUARD, 4), (Mark.KNIFE, 4), (Mark.SAVE, 4), (Mark.CHARM, 3)]
    marks = [Marked(mark, one, Seat(seat)) for mark, seat in pairs]
    expected = (Death(Seat(3), Cause.HEARTBREAK, Seat(4)), Death(Seat(4), Cause.KNIFE))
    assert {expected} == {settle(order, HouseRules(), BONDS).deaths for order in permutations(marks)}

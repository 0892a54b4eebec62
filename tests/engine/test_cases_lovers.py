"""丘比特 and 情侣 (rules 3.2): the numbered cases (12) that concern them, and what else is said of them."""

from __future__ import annotations

import pytest

from engine.errors import NotAChoice
from engine.events import (
    Announced,
    Cause,
    GameOver,
    IdiotFlipped,
    Linked,
    LoversBound,
    NightFell,
    Reason,
    Revealed,
    Told,
    Winner,
    WordsOpened,
)
from engine.game import Ballot, Night
from engine.links import long_out
from engine.prompts import Fact, Form, RollCall
from engine.seats import NO_SHOT, Seat, seats_of
from engine.victory import Couple, camp_of, couple_of
from tests.kit.engine_play import Play, legal_actors


def late(glyphs: str, lovers: tuple[int, int], *out: int, **rules: str) -> Play:
    """The ballot of day 3 with these 情侣, when all these are long out."""
    facts = (LoversBound(seats_of(*lovers)), *long_out(seats_of(*out)))
    return Play(glyphs, at=Ballot(3), facts=facts, house=rules)


def ending(game: Play) -> tuple[Winner, Reason]:
    end = game.last(GameOver)
    return end.winner, end.reason


def test_case_32_a_lover_follows_though_guarded() -> None:
    """Case 32: lovers 3+8, knife 3, 守8: both die on N1, read "3号、8号", both have 遗言."""
    game = Play("狼狼民丘巫预守民猎民").night(lovers=(3, 8), knife=3, guard=8)
    assert Announced(1, seats_of(3, 8)) == game.last(Announced)
    assert Cause.HEARTBREAK is game.state.cause_of(Seat(8))
    assert WordsOpened(seats_of(3, 8)) == game.until("words.ask").last(WordsOpened)


def test_case_33_a_heartbroken_hunter_does_not_shoot() -> None:
    """Case 33: lovers 3 and 猎人 5; knife 3: 5's status 不可开枪; both die; no shot."""
    game = Play("狼狼民丘猎巫预民民").night(lovers=(3, 5), knife=3)
    assert (Fact(Seat(5), yes=False),) == game.told("hunter.status")
    game.shoot(5, 1)
    assert "gun.ask" not in game.lines
    assert seats_of(3, 5) == game.state.dead


def test_case_34_an_exiled_hunter_shoots_and_his_lover_speaks_after_him() -> None:
    """Case 34: lovers 猎人 5 and 3; 5 exiled: 5 and 3 out, 5 may shoot anyone else alive, 遗言 5 then 3."""
    game = Play("狼狼民丘猎巫预民民").night(lovers=(3, 5)).vote({1: 5})
    assert Linked(seats_of(3)) == game.last(Linked)
    game.until("dawn.skill_ask")
    assert 3 == game.prompt.call.seat, "rules 5: the windows of a batch are ascending"
    game.press()
    game.press(5)
    assert isinstance(game.prompt, RollCall)
    assert (1, 2, 4, 6, 7, 8, 9, NO_SHOT) == game.prompt.options_of(Seat(5))
    assert WordsOpened((Seat(5), Seat(3))) == game.until("words.ask").last(WordsOpened)


def test_case_35_a_flip_is_no_death() -> None:
    """Case 35: lover 白痴 6 exiled: flips; partner lives; later knifed: both die."""
    game = Play("狼狼民丘猎白巫预民民").night(lovers=(3, 6)).vote({1: 6})
    assert IdiotFlipped(Seat(6), sheriff=False) == game.last(IdiotFlipped)
    assert () == game.state.dead
    assert Announced(2, seats_of(3, 6)) == game.night(knife=6).last(Announced)


def test_case_36_a_wolf_lover_goes_on_alone() -> None:
    """Case 36: 人狼恋 2+9, all other wolves dead: no winner; 2 knifes alone; 9 exiled: 2 dies too: 好人 win."""
    game = Play("狼狼巫预猎丘民民民民").night(lovers=(2, 9)).vote({3: 1})
    assert not game.game.over
    game.until("wolf.pick")
    assert seats_of(2) == legal_actors(game.prompt)
    game.choose({2: 8})
    game.until("speech.turn").vote({3: 9})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game)
    assert Seat(2) in game.state.dead


def test_case_37_a_living_couple_holds_the_wolves_up() -> None:
    """Case 37: 人狼恋 alive, all 神 dead, one single wolf left: no winner; the couple dies: 狼人 win in that batch."""
    game = Play("狼狼预丘民民民民").night(lovers=(2, 5), knife=3)
    assert not game.game.over
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(game.vote({1: 5}))


def test_case_37_option_cupid_blocks() -> None:
    """Case 37, option cupid_blocks: 狼人 win only once 丘比特 is dead as well."""
    game = Play("狼狼预丘民民民民", cupid_blocks="on").night(lovers=(2, 5), knife=3).vote({1: 5})
    assert not game.game.over
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(game.night(knife=4))


@pytest.mark.parametrize("cupid", [(), (7,)])
def test_case_38_the_couple_alone_with_cupid_wins(cupid: tuple[int, ...]) -> None:
    """Case 38: 人狼恋 2+9 and 丘比特 7 alone alive: 第三方 win. 7 dead, 2+9 alone: 第三方 win, 7 shares it."""
    game = late("民狼巫预猎民丘民民", (2, 9), 1, 3, 4, 5, 6, *cupid).vote({2: 8})
    assert (Winner.THIRD, Reason.COUPLE) == ending(game)
    assert {Winner.THIRD} == {camp_of(game.state, Seat(n)) for n in (2, 7, 9)}
    assert (seats_of(2, 9), ()) == (game.last(Revealed).lovers, game.last(Revealed).spares)


def test_case_38_anybody_else_alive_keeps_them_from_it() -> None:
    game = late("民狼巫预猎民丘民民民", (2, 9), 1, 3, 4, 5, 6).vote({2: 8})
    assert not game.game.over


def test_case_39_dead_wolves_do_not_win_with_the_couple_gone() -> None:
    """Case 39: all 神 and single wolves dead, then the couple is exiled, 民 remain: 好人 win."""
    game = late("狼狼预丘民民民", (2, 5), 1, 3).vote({2: 5})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game)
    facts = (LoversBound(seats_of(2, 5)), *long_out(seats_of(1, 3)))
    by_night = Play("狼狼预丘民民民", at=Night(3), facts=facts).night(knife=5)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(by_night)


def test_two_wolves_in_love_win_as_wolves() -> None:
    """Rules 6: 狼狼恋 changes no thresholds."""
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(late("狼狼预丘民民民", (1, 2)).vote({1: 3}))


@pytest.mark.parametrize(("rule", "camp"), [("wolf", Winner.WOLF), ("good", Winner.GOOD)])
def test_case_40_cupid_of_two_wolves_loses_with_them(rule: str, camp: Winner) -> None:
    """Case 40: 狼狼恋, all wolves dead, 丘比特 alive: 好人 win, 丘比特 loses (option: stays good)."""
    game = late("狼狼预丘民民民", (1, 2), wolf_couple_cupid=rule).vote({3: 2})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game)
    assert camp is camp_of(game.state, Seat(4))
    assert Couple.WOLVES is couple_of(game.state)


def test_case_41_cupid_is_of_no_class() -> None:
    """Case 41: 人人恋, 预女猎 dead, 丘比特 alive: 屠神, 狼人 win (丘比特 is class 无)."""
    game = late("狼狼预巫猎丘民民民", (7, 8), 3, 4).vote({1: 5}).until("over")
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(game)
    god = late("狼狼预巫猎丘民民民", (7, 8), 3, 4, cupid_class="god").vote({1: 5}).until("wolf.wake")
    assert NightFell(4) == god.last(NightFell)


def test_case_42_cupid_may_bind_himself() -> None:
    """Case 42: 丘比特 links himself and wolf 4: 第三方 of two; 4 exiled: 丘比特 dies by 殉情."""
    game = Play("狼丘狼狼巫预猎民民民").night(lovers=(2, 4))
    assert Couple.MIXED is couple_of(game.state)
    assert [Winner.THIRD] * 2 == [camp_of(game.state, Seat(n)) for n in (2, 4)]
    assert Winner.WOLF is camp_of(game.state, Seat(1))
    assert Cause.HEARTBREAK is game.vote({5: 4}).state.cause_of(Seat(2))


def test_case_16_on_a_board_with_cupid_the_pack_must_agree() -> None:
    """Case 16: on a 丘比特 board 3,3,3,7: 空刀; all of one mind: knife."""
    deck = "狼狼民狼狼丘民巫预猎"
    split = Play(deck).night(lovers=(7, 8), knife={1: 3, 2: 3, 4: 3, 5: 7})
    assert Announced(1, ()) == split.last(Announced)
    one_mind = Play(deck).night(lovers=(7, 8), knife={1: 3, 2: 3, 4: 3, 5: 3})
    assert Announced(1, seats_of(3)) == one_mind.last(Announced)
    house = Play(deck, wolf_consensus="plurality").night(lovers=(7, 8), knife={1: 3, 2: 3, 4: 3, 5: 7})
    assert Announced(1, seats_of(3)) == house.last(Announced)


# ---------------------------------------------------------------- rules 3.2


def test_cupid_names_two_different_seats() -> None:
    game = Play("狼狼民丘猎巫预民民").until("cupid.pick")
    assert isinstance(game.prompt, RollCall)
    assert (2, game.state.living) == (game.prompt.places, game.prompt.options_of(Seat(4)))
    with pytest.raises(NotAChoice):
        game.choose({4: (3, 3)})
    with pytest.raises(NotAChoice):
        game.choose({4: (3, 5, 6)})


@pytest.mark.parametrize("picked", [None, 8])
def test_what_cupid_leaves_open_is_drawn(picked: int | None) -> None:
    """Rules 2: forced choices are filled with a random legal choice, shown in the read-back."""
    game = Play("狼狼民丘猎巫预民民").until("cupid.pick")
    assert isinstance(game.prompt, RollCall)
    (filled,) = game.prompt.filled
    game.choose({4: picked})
    expected = {picked, *(option for option in filled.options if option != picked)} if picked else filled.options
    bound = game.last(LoversBound).seats
    assert 2 == len(set(bound))
    assert set(bound) <= set(expected)
    assert picked is None or picked in bound


def test_every_seat_is_told_in_its_turn_whether_it_is_a_lover() -> None:
    """Rules 9.7: the tour of every living seat at equal time, then both lamps; cupid sees nobody's card."""
    game = Play("狼狼民丘猎巫预民民").night(lovers=(3, 8))
    tour = game.asked("lovers.tour")
    assert (Form.TOUR, game.state.seats) == (tour.call.form, tour.call.options)
    assert {3: True, 8: True} == {f.seat: f.yes for f in game.told("lovers.tour") if f.yes}
    assert game.state.seats == tuple(fact.seat for fact in game.told("lovers.tour"))
    assert seats_of(3, 8) == game.asked("lovers.wake").awake
    assert {("lovers.tour", (n,)) for n in game.state.seats} <= {(t.what, t.to) for t in game.all_of(Told)}


def test_lovers_are_checked_as_what_they_are() -> None:
    """Rules 3.2: the wolf lover is 狼人, the other 好人."""
    for seat, good in ((2, False), (3, True)):
        game = Play("狼狼民丘猎巫预民民").night(lovers=(2, 3), check=seat)
        assert (Fact(Seat(7), yes=good),) == game.told("seer.result")

"""The numbered edge cases of the rules (12) that concern the night: pack, witch, seer, hunter's status."""

from __future__ import annotations

import pytest

from engine.commands import Chosen, Pick
from engine.errors import NotAChoice, NotAsked
from engine.events import Announced, Cause, Mark, Spent, Told
from engine.prompts import Fact, RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play

NINE = "狼狼狼巫预猎民民民"
TWELVE = "狼狼狼狼巫预猎民民民民民"


def announced(game: Play) -> tuple[int, ...]:
    return game.last(Announced).seats


def test_case_2_a_saved_victim_lives_and_the_witch_is_blind_from_then_on() -> None:
    """Case 2: knife 5, witch saves: 平安夜; 解药 gone; later no knife seat is shown, count and questions go on."""
    game = Play(NINE).night(knife=5, save=True)
    assert () == announced(game)
    assert (Fact(Seat(4), at=(Seat(5),)),) == game.told("witch.victim")
    assert game.state.has_spent(Seat(4), "antidote")
    game.night(knife=7)
    assert (Fact(Seat(4), yes=False),) == game.told("witch.victim")
    assert () == game.asked("witch.heal").who  # type: ignore[union-attr]
    assert {"witch.victim", "witch.heal", "witch.poison"} <= {prompt.call.line for prompt in game.prompts[-30:]}
    assert (7,) == announced(game)


def test_case_6_poison_outweighs_the_knife_and_bars_the_shot() -> None:
    """Case 6: knife 6 and poison 6, 6 is 猎人: cause poison, status 不可开枪."""
    game = Play(NINE).night(knife=6, poison=6)
    assert Cause.POISON == game.state.cause_of(Seat(6))
    assert (Fact(Seat(6), yes=False),) == game.told("hunter.status")
    game.shoot(6, 1)
    assert "gun.ask" not in [prompt.call.line for prompt in game.prompts]
    assert Seat(1) in game.state.alive


def test_case_8_on_a_big_table_the_witch_may_not_save_herself_but_may_poison() -> None:
    """Case 8: 12 players, N1 knife on 女巫: shown her own seat, 解药 refused, she may poison: both die."""
    game = Play(TWELVE)
    game.until("wolf.pick").choose(dict.fromkeys((1, 2, 3, 4), 5))
    game.until("witch.heal")
    assert (Fact(Seat(5), at=(Seat(5),)),) == game.told("witch.victim")
    with pytest.raises(NotAsked):
        game.press(5)
    game.press()
    game.choose({5: 7})
    game.until("dawn.skill_ask")
    assert (5, 7) == announced(game)


def test_case_9_on_a_small_table_she_may_on_the_first_night_only() -> None:
    """Case 9: 9 players, N1 knife on 女巫: may save herself; the same on N2 is refused."""
    game = Play(NINE).night(knife=4, save=True)
    assert () == announced(game)
    later = Play(NINE).night()
    later.until("wolf.pick").choose(dict.fromkeys((1, 2, 3), 4))
    later.until("witch.heal")
    with pytest.raises(NotAsked):
        later.press(4)


def test_case_10_without_a_knife_the_antidote_cannot_be_used_and_the_poison_can() -> None:
    """Case 10: 空刀: no seat is shown; 解药 cannot be used; 毒药 can."""
    game = Play(NINE)
    game.until("witch.heal")
    assert (Fact(Seat(4), yes=False),) == game.told("witch.victim")
    with pytest.raises(NotAsked):
        game.press(4)
    game.press()
    game.choose({4: 8})
    game.until("dawn.skill_ask")
    assert (8,) == announced(game)


def test_case_11_only_one_potion_a_night() -> None:
    """Case 11: both potions in one night: the second is refused."""
    game = Play(NINE)
    game.until("wolf.pick").choose({1: 5})
    game.until("witch.heal").press(4)
    with pytest.raises(NotAChoice):
        game.choose({4: 1})
    game.choose({})
    assert ["antidote"] == [spent.charge for spent in game.all_of(Spent)]


def test_case_12_a_saved_wolf_lives() -> None:
    """Case 12: the pack knifes its own 2, witch saves: 2 lives, 解药 gone."""
    game = Play(NINE).night(knife=2, save=True)
    assert () == announced(game)
    assert game.state.has_spent(Seat(4), "antidote")


def test_case_16_most_wolves_decide_and_a_tie_is_no_knife() -> None:
    """Case 16: four wolves press 8, 8, 7, none: knife 8. They press 8, 8, 7, 7: 空刀."""
    assert (8,) == announced(Play(TWELVE).night(knife={1: 8, 2: 8, 3: 7}))
    assert () == announced(Play(TWELVE).night(knife={1: 8, 2: 8, 3: 7, 4: 7}))


def test_the_whole_pack_is_shown_the_result() -> None:
    hit = Play(TWELVE).night(knife={1: 8, 2: 8, 3: 7})
    assert tuple(Fact(Seat(n), yes=True, at=(8,)) for n in (1, 2, 3, 4)) == hit.told("wolf.verdict")
    miss = Play(TWELVE).night(knife={1: 8, 2: 7})
    assert tuple(Fact(Seat(n), yes=False) for n in (1, 2, 3, 4)) == miss.told("wolf.verdict")


def test_case_18_a_check_holds_though_the_seer_dies_that_night() -> None:
    """Case 18: 预言家 knifed N1 and checked 6: she has the result, and last words to tell it."""
    game = Play(NINE).night(knife=5, check=1)
    assert (5,) == announced(game)
    told = next(event for event in game.all_of(Told) if event.what == "seer.result")
    assert ((5,), 1, False) == (told.to, told.about, told.yes)
    assert (5,) == game.state.words


def test_the_seer_sees_wolves_and_everybody_else_as_good() -> None:
    for seat, glyph in enumerate(NINE, start=1):
        if seat != 5:
            game = Play(NINE).night(check=seat)
            assert (Fact(Seat(5), yes=glyph != "狼"),) == game.told("seer.result")


def test_the_seer_may_not_check_herself_and_gets_no_answer_without_a_pick() -> None:
    game = Play(NINE)
    game.until("seer.pick")
    with pytest.raises(NotAChoice):
        game.choose({5: 5})
    game.choose({})
    assert () == game.told("seer.result")


def test_the_witch_may_not_poison_herself() -> None:
    game = Play(NINE)
    game.until("witch.poison")
    with pytest.raises(NotAChoice):
        game.choose({4: 4})


def test_a_spent_poison_cannot_be_used_again() -> None:
    game = Play(NINE).night(poison=7)
    game.until("witch.poison")
    with pytest.raises(NotAChoice):
        game.choose({4: 8})


def test_the_hunter_may_shoot_after_a_quiet_night_and_after_the_knife() -> None:
    assert (Fact(Seat(6), yes=True),) == Play(NINE).night().told("hunter.status")
    assert (Fact(Seat(6), yes=True),) == Play(NINE).night(knife=6).told("hunter.status")
    assert (Fact(Seat(6), yes=False),) == Play(NINE).night(poison=6).told("hunter.status")


def test_the_potions_of_a_knifed_witch_still_work() -> None:
    """Rules 3.8: if she is killed tonight her potions of tonight still work."""
    game = Play(NINE).night(knife=4, poison=1)
    assert (1, 4) == announced(game)


def test_dead_roles_are_called_and_nobody_acts() -> None:
    game = Play(NINE).night(knife=5)
    game.until("vote.open").night()
    seer = game.asked("seer.pick")
    assert isinstance(seer, RollCall)
    assert () == seer.awake
    assert () == seer.legal
    assert game.state.living == seer.call.options


def test_options_of_a_pick_are_all_publicly_living_seats_whatever_is_legal() -> None:
    game = Play(NINE).night(knife=8)
    game.until("witch.poison")
    assert seats_of(1, 2, 3, 4, 5, 6, 7, 9) == game.prompt.call.options


def test_a_mark_names_the_pack_that_made_it() -> None:
    game = Play(NINE)
    game.until("wolf.pick").give(Chosen(prompt=game.game.number, picks=(Pick(Seat(2), (7,)),)))
    (mark,) = (m for m in game.state.marks if m.mark is Mark.KNIFE)
    assert (seats_of(1, 2, 3), Seat(7)) == (mark.by, mark.target)

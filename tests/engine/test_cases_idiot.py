"""白痴 (rules 3.13) and 守卫 (rules 3.4), and the numbered cases (12) that concern them."""

from __future__ import annotations

import pytest

from engine.commands import Value
from engine.errors import NotAChoice
from engine.events import (
    Announced,
    BadgeAsked,
    BadgePassed,
    BadgeTorn,
    BallotRead,
    Cause,
    DayEnded,
    Exiled,
    GameOver,
    IdiotFlipped,
    Mark,
    NightFell,
    OrderBy,
    PeaceDay,
    Reason,
    ShotFired,
    SpeechesOpened,
    Winner,
    WordsOpened,
)
from engine.game import Ballot
from engine.prompts import Fact, Legal, RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play, legal_actors

TWELVE = "狼狼狼狼巫预猎白民民民民"
GUARDED = "狼狼狼狼巫预猎守民民民民"
"""Seat 8 is the idiot, or the guard."""


def flipped(sheriff: int | None = None, **house: str) -> Play:
    """Day 1 has exiled the idiot."""
    game = Play(TWELVE, house={"sheriff": "on" if sheriff else "off", **house}).night()
    if sheriff:
        game.bids(sheriff)
    return game.vote({1: 8, 2: 8})


# ---------------------------------------------------------------- idiot


def test_case_76_an_exiled_idiot_flips_and_stays() -> None:
    """Case 76: 白痴 exiled: flips; later ballots: cannot vote, cannot be chosen; wolves knife him: dies."""
    game = flipped()
    assert IdiotFlipped(Seat(8), sheriff=False) == game.last(IdiotFlipped)
    assert () == game.all_of(Exiled) + game.all_of(PeaceDay) + game.all_of(WordsOpened)
    assert (DayEnded(1, early=False), NightFell(2)) == (game.last(DayEnded), game.last(NightFell))
    game.night().until("vote.open")
    assert Seat(8) in [p.call.seat for p in game.prompts[-13:]], "he speaks"
    assert Seat(8) not in game.prompt.call.options
    assert Seat(8) not in legal_actors(game.prompt)
    game.choose({1: 9})
    game.night(knife=8)
    assert Announced(3, seats_of(8)) == game.last(Announced)
    assert Cause.KNIFE is game.state.cause_of(Seat(8))


def test_case_76_he_has_no_vote_in_the_pk_either() -> None:
    game = flipped().night().vote({1: 9, 2: 10}).until("pk.vote")
    assert Seat(8) not in legal_actors(game.prompt)


def test_case_76_option_he_can_be_voted_for_again_and_then_dies() -> None:
    """Case 76, option idiot_votable_after."""
    game = flipped(idiot_votable_after="on").night().vote({1: 8, 2: 8})
    assert [Seat(8)] == [row.seat for row in game.last(BallotRead).tally]
    assert Exiled(Seat(8)) == game.last(Exiled)
    assert 1 == len(game.all_of(IdiotFlipped))


def test_case_77_the_last_god_flipped_and_alive() -> None:
    """Case 77: 白痴 (last 神) flipped and alive: game goes on."""
    game = Play("狼狼白民民民民民", at=Ballot(2)).vote({1: 3, 2: 3})
    assert not game.game.over
    game.night(knife=3)
    assert GameOver(Winner.WOLF, Reason.GODS_DEAD) == game.last(GameOver)


def test_case_77_option_he_stops_counting() -> None:
    """Case 77, option idiot_counts_as_god_after = off."""
    game = Play("狼狼白民民民民民", at=Ballot(2), idiot_counts_as_god_after="off").vote({1: 3, 2: 3})
    assert GameOver(Winner.WOLF, Reason.GODS_DEAD) == game.last(GameOver)
    later = Play("狼狼白预民民民民民", at=Ballot(2), idiot_counts_as_god_after="off").vote({1: 3, 2: 3})
    assert not later.game.over
    assert later.night(knife=4).game.over


def test_in_a_full_wipe_he_lives_whatever_he_counts_as() -> None:
    game = Play("狼狼白民民民民民", at=Ballot(2), idiot_counts_as_god_after="off", win_mode="city").vote({1: 3})
    assert not game.game.over


def test_case_78_a_shot_idiot_dies() -> None:
    """Case 78: 猎人 shoots unflipped 白痴: dies."""
    game = Play(TWELVE).night(knife=7).shoot(7, 8)
    assert ShotFired(Seat(7), Seat(8)) == game.last(ShotFired)
    assert Seat(8) in game.state.dead
    assert () == game.all_of(IdiotFlipped)


def test_a_flipped_sheriff_keeps_the_badge_without_a_vote_and_orders_the_speeches() -> None:
    """Rules 3.13: as sheriff he keeps the badge with vote weight 0 and still sets the speaking order."""
    game = flipped(sheriff=8)
    assert IdiotFlipped(Seat(8), sheriff=True) == game.last(IdiotFlipped)
    assert Seat(8) == game.state.sheriff
    game.night().order("ascending")
    assert (8, OrderBy.SHERIFF) == (game.last(SpeechesOpened).order[-1], game.last(SpeechesOpened).by)
    assert Seat(8) not in legal_actors(game.until("vote.open").prompt)


def test_option_a_flipped_sheriff_hands_the_badge_over() -> None:
    """idiot_sheriff = hand_over."""
    game = flipped(sheriff=8, idiot_sheriff="hand_over")
    assert ("badge.how", 8) == (game.line, game.prompt.call.seat)
    assert BadgeAsked(Seat(8)) == game.last(BadgeAsked)
    with pytest.raises(NotAChoice):
        game.choose({8: 8})
    game.badge(9)
    assert BadgePassed(Seat(8), Seat(9)) == game.last(BadgePassed)
    assert ("wolf.wake", ()) == (game.line, game.all_of(WordsOpened))


def test_option_a_flipped_sheriff_may_tear_the_badge_and_never_gets_it_back() -> None:
    game = flipped(sheriff=8, idiot_sheriff="hand_over").badge(None)
    assert BadgeTorn(Seat(8), timeout=True) == game.last(BadgeTorn)
    other = flipped(sheriff=9, idiot_sheriff="hand_over").night(knife=9).until("badge.how")
    with pytest.raises(NotAChoice):
        other.choose({9: 8})


def test_a_flipped_idiot_may_receive_the_badge() -> None:
    """Rules 7.7: flipped 白痴 may receive (weight 0)."""
    game = flipped(sheriff=9).night(knife=9).badge(8).until("vote.open")
    assert Seat(8) == game.state.sheriff
    assert Seat(8) not in legal_actors(game.prompt)


def test_the_idiot_is_called_in_the_first_night_only_and_has_nothing_to_do() -> None:
    game = Play(TWELVE).night()
    asked = [prompt.call.line for prompt in game.prompts if prompt.call.role == "idiot"]
    assert ["idiot.wake"] == asked
    game.until("vote.open").night()
    assert asked == [prompt.call.line for prompt in game.prompts if prompt.call.role == "idiot"]


# ---------------------------------------------------------------- guard


def dead(game: Play) -> tuple[int, ...]:
    return game.last(Announced).seats


def test_case_1_a_guarded_victim_lives() -> None:
    """Case 1: 守9, knife 9: N1 平安夜, nobody is told who was knifed or guarded."""
    game, quiet = Play(GUARDED).night(guard=9, knife=9), Play(GUARDED).night()
    assert () == dead(game)
    assert quiet.heard == game.heard
    assert [p.call for p in quiet.prompts] == [p.call for p in game.prompts]


def test_case_3_guarded_and_saved_dies() -> None:
    """Case 3: 守9, knife 9, witch saves 9: 9 dies (奶穿), cause knife."""
    game = Play(GUARDED).night(guard=9, knife=9, save=True)
    assert (9,) == dead(game)
    assert Cause.KNIFE is game.state.cause_of(Seat(9))


def test_case_3_option_lives() -> None:
    """Case 3, option double_protect_dies = off."""
    assert () == dead(Play(GUARDED, double_protect_dies="off").night(guard=9, knife=9, save=True))


def test_case_4_a_hunter_killed_by_both_may_shoot() -> None:
    """Case 4: case 3 and the victim is 猎人: his status was 可开枪; he may shoot at ANNOUNCE."""
    game = Play(GUARDED).night(guard=7, knife=7, save=True)
    assert (Fact(Seat(7), yes=True),) == game.told("hunter.status")
    assert ShotFired(Seat(7), Seat(1)) == game.shoot(7, 1).last(ShotFired)


def test_case_5_the_guard_elsewhere_helps_nobody() -> None:
    """Case 5: 守9, knife 10, poison 9: 9 and 10 die, read ascending."""
    assert (9, 10) == dead(Play(GUARDED).night(guard=9, knife=10, poison=9))


def test_case_7_the_guard_does_not_stop_poison() -> None:
    """Case 7: 守7, knife 7, poison 7, 7 is 猎人: dies by poison, no shot."""
    game = Play(GUARDED).night(guard=7, knife=7, poison=7)
    assert (Fact(Seat(7), yes=False),) == game.told("hunter.status")
    assert Cause.POISON is game.state.cause_of(Seat(7))
    game.shoot(7, 1)
    assert () == game.all_of(ShotFired)


def test_case_14_not_twice_running() -> None:
    """Case 14: guard 4 on N1, 4 on N2: refused, must pick another or none; none on N2, 4 on N3: accepted."""
    game = Play(GUARDED).night(guard=4).until("vote.open").until("guard.pick")
    with pytest.raises(NotAChoice):
        game.choose({8: 4})
    assert game.state.living == game.prompt.call.options, "what is counted tells nothing"
    game.choose({})
    game.night().until("guard.pick").choose({8: 4})
    assert Seat(4) == game.state.marks[0].target


def test_case_14_another_seat_in_between_frees_it_too() -> None:
    game = Play(GUARDED).night(guard=4).until("vote.open").night(guard=5).until("vote.open").night(guard=4)
    assert Seat(4) == next(mark.target for mark in game.state.marks if mark.mark is Mark.GUARD)


def test_case_15_a_guard_who_is_knifed_dies_and_his_ward_lives() -> None:
    """Case 15: the knife is on the guard while he guards 9: guard dies; knife on 9: 9 lives."""
    assert (8,) == dead(Play(GUARDED).night(guard=9, knife=8))
    assert () == dead(Play(GUARDED).night(guard=9, knife=9))


def test_he_may_guard_himself() -> None:
    assert () == dead(Play(GUARDED).night(guard=8, knife=8))


def test_option_he_must_guard_somebody() -> None:
    """guard_may_skip = off: a lot, drawn every night, fills what is missing; it may still be changed."""
    game = Play(GUARDED, guard_may_skip="off").until("")
    game.give(Value(prompt=game.game.number, value=13))
    assert isinstance(game.prompt, RollCall)
    assert (Legal(Seat(8), (2,)),) == game.prompt.filled
    game.choose({})
    assert (Mark.GUARD, Seat(2)) == (game.state.marks[0].mark, game.state.marks[0].target)
    changed = Play(GUARDED, guard_may_skip="off").until("guard.pick")
    changed.choose({8: 5})
    assert Seat(5) == changed.state.marks[0].target


def test_option_the_lot_is_drawn_though_the_guard_is_dead() -> None:
    game = Play(GUARDED, guard_may_skip="off").night(knife=8).until("vote.open").until("guard.pick")
    assert isinstance(game.prompt, RollCall)
    assert ((), ()) == (game.prompt.legal, game.prompt.filled)
    assert ["guard.wake", "", "guard.pick"] == [prompt.call.line for prompt in game.prompts[-3:]]

"""狼美人 (rules 3.6): the numbered cases (12) that concern her, and what her charm does."""

from __future__ import annotations

from typing import Final

import pytest

from engine.errors import NotAChoice, NotAsked
from engine.events import (
    Announced,
    Cause,
    DuelWon,
    Exiled,
    GameOver,
    IdiotFlipped,
    Linked,
    NightFell,
    Reason,
    ShotFired,
    SkillUnused,
    TakenAlong,
    Winner,
    WordsOpened,
)
from engine.prompts import OfferKind, RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play

TABLE: Final = "狼美狼巫预猎民民民"
"""2 is the beauty, 4 the witch, 5 the seer, 6 the hunter."""


def test_case_21_a_poisoned_beauty_takes_the_charmed_along_who_does_not_shoot() -> None:
    """Case 21: 狼美人 2 charms 6, witch poisons 2: 2 and 6 die at dawn, read ascending; 6 = 猎人: no shot."""
    game = Play(TABLE).night(charm=6, poison=2)
    assert Announced(1, seats_of(2, 6)) == game.last(Announced)
    assert (Cause.POISON, Cause.CHARM) == (game.state.cause_of(Seat(2)), game.state.cause_of(Seat(6)))
    game.shoot(6, 1)
    assert SkillUnused(Seat(6)) == game.last(SkillUnused)
    assert "gun.ask" not in game.lines


def test_case_22_whom_the_knife_hits_too_dies_of_the_knife() -> None:
    """Case 22: same, but 6 was also knifed: 6's cause is knife, shot allowed."""
    game = Play(TABLE).night(charm=6, poison=2, knife=6)
    assert Cause.KNIFE is game.state.cause_of(Seat(6))
    assert ShotFired(Seat(6), Seat(1)) == game.shoot(6, 1).last(ShotFired)


def test_case_23_a_charmed_idiot_does_not_flip() -> None:
    """Case 23: 2 exiled on D2, charm on 6 = 白痴: 6 dies, no flip; 随之出局, no reason given."""
    game = Play("狼美狼巫预白民民民").night().vote({}).night(charm=6).vote({1: 2, 3: 2})
    assert [Exiled(Seat(2)), Linked(seats_of(6))] == [e for e in game.heard if isinstance(e, Exiled | Linked)]
    assert () == game.all_of(IdiotFlipped)
    assert Cause.CHARM is game.state.cause_of(Seat(6))
    assert WordsOpened((Seat(2), Seat(6))) == game.until("words.ask").last(WordsOpened)


def test_case_24_a_duel_does_not_fire_the_charm() -> None:
    """Case 24: 骑士 duels 2: 2 dies, 6 lives, night falls."""
    game = Play("狼美狼巫预猎骑民民民").night(charm=6).duel(7, 2).until("wolf.wake")
    assert DuelWon(Seat(7), Seat(2)) == game.last(DuelWon)
    assert NightFell(2) == game.last(NightFell)
    assert seats_of(2) == game.state.dead


def test_case_25_the_rogue_is_immune_and_she_is_not_told() -> None:
    """Case 25: charm on 老流氓 9, 2 exiled: 9 unaffected."""
    game = Play("狼美狼巫预猎民民流民").night(charm=9)
    assert Seat(9) in next(entry for entry in _legal(game) if Seat(9) in entry)
    game.vote({1: 2})
    assert seats_of(2) == game.state.dead
    assert () == game.all_of(Linked)


def _legal(game: Play) -> list[tuple[object, ...]]:
    prompt = game.asked("beauty.pick")
    assert isinstance(prompt, RollCall)
    return [entry.options for entry in prompt.legal]


def test_case_26_a_night_without_a_charm_frees_the_last_one() -> None:
    """Case 26: charm 6 on N1, no charm on N2, 2 exiled D2: nobody follows."""
    game = Play(TABLE).night(charm=6).vote({}).night().vote({1: 2})
    assert seats_of(2) == game.state.dead


def test_case_27_the_newest_charm_counts() -> None:
    """Case 27: charm 6 on N1, 6 exiled D1, charm 7 on N2, 2 exiled D2: 7 dies."""
    game = Play(TABLE).night(charm=6).vote({1: 6}).night(charm=7).vote({1: 2})
    assert seats_of(2, 6, 7) == game.state.dead
    assert Linked(seats_of(7)) == game.last(Linked)


def test_case_28_a_charmed_wolf_king_does_not_shoot() -> None:
    """Case 28: exiled 猎人 shoots 2; charmed seat is 狼王 5: 2 and 5 die, 5 does not shoot, chain ends."""
    game = Play("狼美狼巫王猎民民民").night(charm=5).vote({1: 6}).shoot(6, 2)
    game.shoot(5, 1).until("words.ask")
    assert seats_of(2, 5, 6) == game.state.dead
    assert [6, 2, 5] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]
    assert 1 == len(game.all_of(ShotFired))


def test_case_29_the_last_wolf_out_is_the_end_before_the_charm() -> None:
    """Case 29: 2 is the last wolf, charm on the last 民; 2 exiled: 好人 win at stage 1."""
    game = Play("民美预巫猎").night(charm=1).vote({1: 2})
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) == game.last(GameOver)
    assert Seat(1) in game.state.alive


@pytest.mark.parametrize("line", ["speech.turn", "speech.next"])
def test_case_30_she_cannot_self_destruct(line: str) -> None:
    """Case 30: 2 presses 自爆: ignored."""
    game = Play(TABLE).night().until(line)
    before = game.state
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 2)
    assert before == game.state


def test_case_31_taken_along_she_takes_nobody_along() -> None:
    """Case 31: 白狼王 自爆 takes 2: 2 dies, charm does not fire."""
    game = Play("帝美狼巫预猎民民民").night(charm=6).explode(1, takes=2)
    assert TakenAlong(Seat(1), Seat(2), "white_wolf_king") == game.last(TakenAlong)
    assert seats_of(1, 2) == game.until("wolf.wake").state.dead


def test_case_17_the_pack_may_not_knife_her() -> None:
    """Case 17: pack presses 狼美人 as target: refused; she herself may press anybody else."""
    game = Play(TABLE).until("wolf.pick")
    assert Seat(2) in game.prompt.call.options, "the count is that of every living seat"
    for wolf in (1, 2, 3):
        with pytest.raises(NotAChoice):
            game.choose({wolf: 2})
    game.choose({1: 3, 2: 3, 3: 3})
    assert Seat(3) in game.until("dawn.skill_ask").state.dead


# ---------------------------------------------------------------- rules 3.6, 4


def test_nothing_keeps_the_charm_from_its_victim() -> None:
    """Rules 4: guarding or saving 狼美人's victim never stops charm."""
    game = Play("狼美狼巫预猎守民民").night(knife=6, charm=6, guard=6, poison=2)
    assert (Cause.POISON, Cause.CHARM) == (game.state.cause_of(Seat(2)), game.state.cause_of(Seat(6)))


def test_she_may_charm_anybody_but_herself_again_and_again() -> None:
    game = Play(TABLE).night(charm=6).vote({}).until("beauty.pick")
    assert [seats_of(1, 3, 4, 5, 6, 7, 8, 9)] == _legal(game)


def test_the_house_may_bar_wolves_and_repeats() -> None:
    game = Play(TABLE, charm_targets="non_wolf", charm_repeat="off").night(charm=6).vote({}).until("beauty.pick")
    assert [seats_of(4, 5, 7, 8, 9)] == _legal(game)


def test_what_she_did_holds_though_she_dies_that_night() -> None:
    """Rules 4: killing her tonight never cancels what she did tonight; a lover's death fires it too (殉情)."""
    game = Play("狼美狼巫预猎丘民民", wolf_consensus="plurality").night(lovers=(2, 8), knife=8, charm=5)
    assert Announced(1, seats_of(2, 5, 8)) == game.last(Announced)
    causes = [game.state.cause_of(Seat(n)) for n in (8, 2, 5)]
    assert [Cause.KNIFE, Cause.HEARTBREAK, Cause.CHARM] == causes

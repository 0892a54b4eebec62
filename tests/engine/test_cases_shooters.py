"""猎人, 狼王 and 白狼王 (rules 3.5, 3.12): the numbered cases (12) that concern them, with boards that have all."""

from __future__ import annotations

import pytest

from engine.events import (
    Announced,
    BadgeAsked,
    BadgePassed,
    Cause,
    DayEnded,
    Exploded,
    NightFell,
    NobodyTaken,
    NoSheriff,
    ShotFired,
    SkillUnused,
    TakenAlong,
    Vacant,
    WordsOpened,
)
from engine.prompts import Fact, RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play, legal_actors

KING = "狼王狼巫预猎民民民"
"""2 is the wolf king, 4 the witch, 6 the hunter."""
WHITE = "狼帝狼巫预猎民民民"
"""2 is the white wolf king."""


def windows(game: Play) -> list[int | None]:
    return [prompt.call.seat for prompt in game.prompts if prompt.call.line == "dawn.skill_ask"]


def test_case_13_a_wolf_king_knifed_by_his_pack_may_shoot() -> None:
    """Case 13: pack knifes 狼王 2, no save: dies at dawn, may shoot at ANNOUNCE."""
    game = Play(KING).night(knife=2)
    assert Announced(1, seats_of(2)) == game.last(Announced)
    assert ShotFired(Seat(2), Seat(7)) == game.shoot(2, 7).last(ShotFired)


def test_case_65_a_shot_hunter_shoots_back() -> None:
    """Case 65: exiled 狼王 shoots 猎人: 猎人 may shoot back; target alive required."""
    game = Play(KING).night().vote({1: 2}).shoot(2, 6).until("dawn.skill_ask")
    assert 6 == game.prompt.call.seat
    game.press(6)
    assert isinstance(game.prompt, RollCall)
    assert {2, 6}.isdisjoint(game.prompt.options_of(Seat(6)) or ())
    game.choose({6: 1})
    assert [(2, 6), (6, 1)] == [(shot.by, shot.target) for shot in game.all_of(ShotFired)]
    assert WordsOpened(seats_of(2)) == game.until("words.ask").last(WordsOpened)
    assert [2, 6, 1] == windows(game)


def test_case_66_whom_the_white_wolf_king_takes_has_neither_shot_nor_words() -> None:
    """Case 66: 白狼王 自爆 on D2 takes 猎人: no shot, no 遗言 for 猎人, night."""
    game = Play(WHITE).night().vote({}).night().explode(2, takes=6).until("wolf.wake")
    assert TakenAlong(Seat(2), Seat(6), "white_wolf_king") == game.last(TakenAlong)
    assert ([], WordsOpened(())) == (windows(game), game.last(WordsOpened))
    assert (DayEnded(2, early=True), NightFell(3)) == (game.last(DayEnded), game.last(NightFell))


@pytest.mark.parametrize("how", ["exiled", "knifed"])
def test_case_67_in_no_other_death_he_takes_anybody(how: str) -> None:
    """Case 67: 白狼王 exiled, or knifed by his pack: takes nobody."""
    game = Play(WHITE).night(knife=2) if how == "knifed" else Play(WHITE).night().vote({1: 2})
    game.shoot(2, 1).until("wolf.wake", "speech.turn")
    assert "boom.ask" not in game.lines
    assert "gun.ask" not in game.lines
    assert seats_of(2) == game.state.dead


def test_case_68_a_wolf_king_who_self_destructs_does_not_shoot() -> None:
    """Case 68: 狼王 自爆: no shot."""
    game = Play(KING).night().explode(2).until("wolf.wake")
    assert ([], seats_of(2)) == (windows(game), game.state.dead)


def test_case_69_a_poisoned_wolf_king_does_not_shoot_and_sounds_alike() -> None:
    """Case 69: poisoned 狼王: no shot; the skill window is still played for every dead seat."""
    game = Play(KING).night(poison=2, knife=7).shoot(2, 1).until("words.ask")
    assert [2, 7] == windows(game)
    assert [SkillUnused(Seat(2)), SkillUnused(Seat(7))] == list(game.all_of(SkillUnused))


def test_case_101_a_take_of_the_unannounced_dead_is_wasted() -> None:
    """Case 101: 白狼王 自爆 in the campaign aims at 8 who was knifed N1: 8 only in ANNOUNCE, badge lost."""
    game = Play(WHITE, sheriff="on").night(knife=8).bids(2, 7).explode(2, "sheriff.turn", takes=8)
    assert (NobodyTaken(Seat(2)),) == game.all_of(NobodyTaken)
    assert NoSheriff(Vacant.EXPLODED) == game.last(NoSheriff)
    assert Announced(1, seats_of(8)) == game.until("wolf.wake").last(Announced)
    assert Cause.KNIFE is game.state.cause_of(Seat(8))
    assert seats_of(2, 8) == game.state.dead


# ---------------------------------------------------------------- rules 3.5


def test_in_the_campaign_he_takes_whoever_lives_and_the_dead_are_told_after() -> None:
    game = Play(WHITE, sheriff="on").night(knife=8).bids(2, 7).explode(2, "sheriff.turn", takes=6).until("wolf.wake")
    told = [e for e in game.heard if isinstance(e, Exploded | TakenAlong | NoSheriff | Announced)]
    assert [Exploded, TakenAlong, NoSheriff, Announced] == [type(e) for e in told]
    assert Announced(1, seats_of(8)) == told[-1]


def test_after_any_self_destruct_of_his_board_the_same_is_asked() -> None:
    """Rules 3.5: on his boards the take is asked in the same words after every 自爆."""
    plain, king = Play(WHITE).night().explode(1), Play(WHITE).night().explode(2)
    for game, seat in ((plain, 1), (king, 2)):
        assert (seat, game.state.living) == (game.asked("boom.ask").call.seat, game.asked("boom.ask").call.options)
        assert NobodyTaken(Seat(seat)) == game.last(NobodyTaken)
    may = [p.options_of(Seat(n)) for p, n in ((plain.asked("boom.ask"), 1), (king.asked("boom.ask"), 2))
           if isinstance(p, RollCall)]  # fmt: skip
    assert [(), seats_of(1, 3, 4, 5, 6, 7, 8, 9)] == may


def test_the_house_may_make_him_take_somebody() -> None:
    game = Play(WHITE, wwk_must_take="on").night().explode(1).until("wolf.wake")
    assert (NobodyTaken(Seat(1)),) == game.all_of(NobodyTaken)
    must = Play(WHITE, wwk_must_take="on").night().explode(2).until("wolf.wake")
    assert must.last(TakenAlong).target in {1, 3, 4, 5, 6, 7, 8, 9}
    assert 2 == len(must.state.dead)


def test_the_wolf_kings_status_only_where_the_house_asks_for_it() -> None:
    """Rules 2: no status step for 狼王 by default."""
    assert "wolfking.wake" not in Play(KING).night().lines
    fine = Play(KING, wolf_king_status_step="on").night(knife=2)
    assert (Fact(Seat(2), yes=True),) == fine.told("wolfking.status")
    poisoned = Play(KING, wolf_king_status_step="on").night(poison=2)
    assert (Fact(Seat(2), yes=False),) == poisoned.told("wolfking.status")
    assert poisoned.lines.index("hunter.status") < poisoned.lines.index("wolfking.status")


def test_a_taken_sheriff_passes_the_badge() -> None:
    """Rules 3.18: sheriff badge may be passed or torn for every cause."""
    game = Play(WHITE, sheriff="on").night().bids(7).explode(2, takes=7).badge(8)
    assert (BadgeAsked(Seat(7)), BadgePassed(Seat(7), Seat(8))) == (game.last(BadgeAsked), game.last(BadgePassed))


def test_special_wolves_knife_with_the_pack() -> None:
    """Rules 3.5: special wolves act and knife together with the pack at step 6."""
    game = Play("狼王帝美预猎巫民民民").until("wolf.pick")
    assert seats_of(1, 2, 3, 4) == legal_actors(game.prompt)

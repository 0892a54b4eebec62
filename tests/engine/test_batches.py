"""What belongs to one batch or one chain stays in it: a child that turns, a badge that is asked for, a knife."""

from __future__ import annotations

import pytest

from engine.events import BadgeAsked, Died, EndHeld, Exiled, GameOver, KnifeInherited, LeftTable, Turned, Winner
from tests.kit.engine_play import Play, legal_actors


@pytest.mark.parametrize("knife_first", ["on", "off"])
def test_a_child_turns_with_the_knife_even_where_the_game_is_decided_and_waits_for_a_shot(knife_first: str) -> None:
    """野孩子 1 has 猎人 2 for its 榜样, the last 神, who is knifed and shoots the last wolf (rules 3.3, 6)."""
    house = {"hunter_last_god_shot": "on", "wolf_knife_first": knife_first}
    game = Play("野猎狼民民民民", house=house).night(model=2, knife=2).shoot(2, 3)
    kinds = [type(event) for event in game.events if isinstance(event, Died | Turned | EndHeld)]
    assert [Died, Turned, EndHeld, Died] == kinds
    game.quietly()  # the skill window of 3
    assert Winner.WOLF is game.last(GameOver).winner


def test_a_badge_is_asked_for_once_and_after_all_shots_though_somebody_leaves_in_the_chain() -> None:
    """The sheriff, 猎人 3, is exiled while 9 leaves; he shoots 狼王 2, who shoots 6 (rules 5, 7.7)."""
    game = Play("狼王猎预巫民民民民民", house={"sheriff": "on"})
    game.night().bids(3).until("vote.open")
    game.leave(9)
    game.vote(dict.fromkeys((1, 4, 5, 6, 7, 8), 3)).shoot(3, 2).shoot(2, 6).until("badge.how")
    asked = [event for event in game.events if isinstance(event, BadgeAsked)]
    assert [3] == [event.seat for event in asked]
    order = [type(event) for event in game.events if isinstance(event, Exiled | LeftTable | Died | BadgeAsked)]
    assert BadgeAsked is order[-1]


def test_a_hidden_wolf_whose_pack_lies_face_down_has_the_knife_from_the_second_night() -> None:
    """盗贼 1 takes 隐狼; both wolves were spare (rules 3.7: from the next night he answers alone)."""
    game = _buried("inherits_knife")
    game.vote({})
    assert [1] == [event.seat for event in game.all_of(KnifeInherited)]
    game.until("wolf.pick")
    assert (1,) == game.state.inherited
    assert {1} == {*legal_actors(game.prompt)}


def test_a_hidden_wolf_whose_pack_lies_face_down_is_not_dragged_out_by_anybodys_death() -> None:
    """dies_with_pack: he goes with the last other wolf, and 村民 5 is none."""
    game = _buried("dies_with_pack").vote(dict.fromkeys((2, 3, 4), 5))
    assert [5] == [event.seat for event in game.all_of(Died)]


def _buried(end: str) -> Play:
    house = {"thief_max_buried_wolves": "unrestricted", "hidden_wolf_end": end}
    return Play("盗预巫猎民民民", spares="狼隐", house=house).night(take="hidden_wolf")

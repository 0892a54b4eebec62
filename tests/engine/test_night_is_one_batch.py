"""A night is one batch (rules 4): who turns, goes or inherits depends on what was done, not on which hand did it."""

from __future__ import annotations

import pytest

from engine.events import Announced, Growled, KnifeInherited, LeftTable
from engine.game import Night
from tests.kit.engine_play import Play

DECK = "狼野民隐预巫猎民"
"""Wolf 1, 野孩子 2 whose model is 8, 隐狼 4, witch 6."""


@pytest.mark.parametrize(("knife", "poison"), [(1, 8), (8, 1)])
def test_a_child_who_turns_in_the_night_keeps_the_hidden_wolf_in_the_pack(knife: int, poison: int) -> None:
    """The last plain wolf and the 榜样 die together: the child is a wolf, so 隐狼 is not the last one."""
    goes = Play(DECK, hidden_wolf_end="dies_with_pack").night(model=8, knife=knife, poison=poison)
    assert (1, 8) == goes.last(Announced).seats
    stays = Play(DECK).night(model=8, knife=knife, poison=poison)
    assert () == stays.all_of(KnifeInherited)
    assert (2,) == stays.until("wolf.pick").prompt.awake


def test_who_has_left_in_the_night_sits_beside_no_bear() -> None:
    tamer_left = Play("民民狼熊预巫民民", at=Night(2)).until("seer.wake")
    tamer_left.leave(4)
    assert not tamer_left.until("speech.turn").last(Growled).yes
    names = [type(event) for event in tamer_left.heard if isinstance(event, LeftTable | Growled)]
    assert [LeftTable, Growled] == names
    good_neighbour = Play("民狼民熊预巫民民", at=Night(2)).until("seer.wake")
    good_neighbour.leave(3)
    assert good_neighbour.until("speech.turn").last(Growled).yes

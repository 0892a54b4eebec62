"""胜负 over every number of living wolves, gods and folk, against rules 6 written out again."""

from __future__ import annotations

from itertools import product
from typing import Final

import msgspec
import pytest

from engine.events import Cause, Died, Winner
from engine.evolve import evolve
from engine.game import dealt
from engine.houserules import Simultaneous, WinMode
from engine.setup import house_rules
from engine.state import GameState
from engine.victory import outcome
from tests.kit.engine_play import board, cards_of, table_of

DECKS: Final = ("狼狼巫预民民", "狼巫预猎", "狼民民", "狼狼民")


def living(glyphs: str, wolves: int, gods: int, folk: int, **rules: str) -> GameState:
    """A game in which only so many of each class live."""
    cards = cards_of(glyphs)
    setup = table_of(cards, house_rules(board("B09"), rules))
    state = dealt(setup, cards)
    left = {"wolf": wolves, "folk": folk, "god": gods}
    for seat, role in cards:
        side = {"werewolf": "wolf", "villager": "folk"}.get(role, "god")
        left[side] -= 1
        if left[side] < 0:
            state = evolve(state, Died(seat, Cause.KNIFE))
    return state


def counts(glyphs: str) -> list[tuple[int, int, int]]:
    wolves, folk = glyphs.count("狼"), glyphs.count("民")
    gods = len(glyphs) - wolves - folk
    return list(product(range(wolves + 1), range(gods + 1), range(folk + 1)))


@pytest.mark.parametrize("tie", list(Simultaneous))
@pytest.mark.parametrize("mode", list(WinMode))
@pytest.mark.parametrize("glyphs", DECKS)
def test_every_number_of_the_living(glyphs: str, mode: WinMode, tie: Simultaneous) -> None:
    wolves0, gods0, folk0 = counts(glyphs)[-1]
    assert wolves0
    for wolves, gods, folk in counts(glyphs):
        good = wolves == 0
        side = (gods0 > 0 and gods == 0) or (folk0 > 0 and folk == 0)
        city = gods + folk == 0
        wolf = side if mode is WinMode.SIDE else city
        expected = None
        if good and wolf:
            expected = Winner(tie.value)
        elif good or wolf:
            expected = Winner.GOOD if good else Winner.WOLF
        won = outcome(living(glyphs, wolves, gods, folk, win_mode=mode, simultaneous_win=tie))
        assert expected == (won.winner if won else None), (wolves, gods, folk)


def test_a_class_that_was_never_dealt_cannot_be_wiped_out() -> None:
    assert outcome(living("狼巫预猎", 1, 1, 0)) is None
    assert outcome(living("狼民民", 1, 0, 1)) is None


def test_the_outcome_depends_on_nothing_but_the_living_and_the_rules() -> None:
    state = living("狼狼巫预民民", 1, 1, 1)
    assert outcome(state) == outcome(msgspec.structs.replace(state, n=9))

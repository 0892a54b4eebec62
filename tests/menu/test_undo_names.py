"""Every step that staff can take back has a name that fits its row, in games at random with every card there is."""

from __future__ import annotations

import pytest

from audio.say import Language
from engine.roles import ROLES
from engine.seats import seats_of
from engine.setup import Board, Setup, house_rules
from engine.terms import Count
from engine.text import Text
from firmware.menu.public import LIST_ROOM
from firmware.menu.undo import name_of
from firmware.table.rewind import past
from hardware.screen import width
from tests.kit.answers import RandomTable

WHOLE = Board(
    id="whole",
    name=Text("全部", "All"),
    players=len(ROLES) - 2,
    cards=tuple(Count(role.id, 1) for role in ROLES),
)


@pytest.mark.parametrize(
    "rules", [{}, {"role_source": "dealt_by_engine", "bomber_forced": "off"}], ids=["cards", "judge"]
)
def test_every_step_has_a_name_that_fits(rules: dict[str, str | int]) -> None:
    setup = Setup(WHOLE, seats_of(*range(1, WHOLE.players + 1)), house_rules(WHOLE, rules))
    lines: set[str] = set()
    for seed in range(6):
        game, _ = RandomTable(setup, seed).whole_game()
        for step in past(game.trail):
            lines.add(step.call.line)
            name = name_of(step)
            assert all(width(getattr(name, language)) <= LIST_ROOM for language in Language), name
    wanted = {"knight.ask", "boom.ask", "deal.look" if rules else "setup.spare", *(("bomb.ask",) if rules else ())}
    assert wanted <= lines

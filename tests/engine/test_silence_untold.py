"""Who is silenced may not speak from the announcement until night (rules 3.11): not before it is told."""

from __future__ import annotations

import pytest

from engine.events import Silenced
from tests.kit.engine_play import Play


@pytest.mark.parametrize(
    ("house", "campaign"), [("dawn", "speech.mute"), ("with_deaths", "sheriff.turn")], ids=["dawn", "with_deaths"]
)
def test_where_it_is_told_with_the_dead_a_silenced_candidate_still_speaks_in_the_election(
    house: str, campaign: str
) -> None:
    """3 is silenced in the first night and stands on day 1: case 60, and the house that tells it with the deaths."""
    game = Play("狼狼狼预巫猎禁民民民", house={"sheriff": "on", "silence_announce": house})
    game.until("elder.pick").choose({7: 3})
    game.bids(3, 4)
    calls = []
    while game.line != "speech.sheriff_pick" and not game.line.startswith("speech.turn"):
        if game.prompt.call.seat == 3:
            calls.append(game.line)
        game.quietly()
    assert calls[0] == campaign
    game.until("speech.mute")
    assert game.prompt.call.seat == 3
    assert [told.seat for told in game.all_of(Silenced)] == [3]

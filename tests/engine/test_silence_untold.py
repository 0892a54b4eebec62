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


def test_a_silenced_wolf_that_explodes_in_the_election_has_its_last_words_aloud_before_anybody_is_told() -> None:
    """Night 1 silences wolf 1; it explodes among the candidates, and the silence comes with the deaths, after that."""
    house = {"sheriff": "on", "silence_announce": "with_deaths", "last_words_explode": "on"}
    game = Play("狼狼狼预巫猎禁民民民", house=house)
    game.until("elder.pick").choose({7: 1})
    game.bids(1, 4).explode(1, "sheriff.turn")
    calls = []
    while not game.all_of(Silenced):
        if game.prompt.call.seat == 1:
            calls.append(game.line)
        game.quietly()
    assert calls == ["boom.words"]

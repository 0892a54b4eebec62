"""Rules that no other test here would miss if they were gone: found by changing the engine (`scripts/mutants`)."""

from __future__ import annotations

import pytest

from engine.errors import BadSetup, NotAsked
from engine.prompts import OfferKind, Press, RollCall
from engine.setup import board_from_toml
from engine.text import Text
from tests.engine.elections import table


def refusal(text: str) -> Text:
    """What the author of a board is told."""
    with pytest.raises(BadSetup) as refused:
        board_from_toml(text, "my-board.toml")
    return refused.value.text


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ('id = "own"\nplayers = = 6\n', "第 2 行第 11 列", "line 2, column 11"),
        ("id = ", "文件末尾", "the end"),
        ("id = " + "[" * 50_000, "嵌套太深", "nested too deeply"),
    ],
    ids=["in a line", "at the end", "too deep"],
)
def test_a_board_that_is_no_toml_is_told_where(text: str, zh: str, en: str) -> None:
    told = refusal(text)
    assert (True, True) == (zh in told.zh, en in told.en), told


@pytest.mark.parametrize("line", ["sheriff.quit_open", "sheriff.vote_open"])
def test_a_wolf_who_leaves_while_all_are_asked_cannot_explode_any_more(line: str) -> None:
    """自爆 stands open beside 退水时间 and the sheriff's ballot; whoever has left takes nothing of what stands open."""
    game = table().bids(1, 5, 6).until(line)
    assert isinstance(game.prompt, Press | RollCall)
    before = {seat for offer in game.prompt.offers for seat in offer.who}
    assert 2 in before
    game.leave(2)
    assert before - {2} == {seat for offer in game.prompt.offers for seat in offer.who}
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 2)

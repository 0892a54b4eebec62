"""白狼王's take, asked alike after every 自爆, and 炸弹人's button (rules 3.5, 3.16, 9; seat-language 4, 6)."""

from __future__ import annotations

import pytest

from engine.commands import Chosen
from firmware.menu.actions import Pause, TakeBack
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import answered, heard_out, played_with, said_since

KING_BOARD = "werewolf white_wolf_king seer villager villager villager villager villager"
WOLF, KING, TAKEN = 1, 2, 5


def exploded(seat: int) -> VirtualTable:
    """`seat` has revealed itself in the first speech, and is asked."""
    table = played_with(KING_BOARD, "speech.turn")
    heard_out(table)
    table.wait(1)
    table.reveal(seat)
    table.until_key("boom.ask")
    return table


def told(table: VirtualTable) -> list[tuple[str, int]]:
    """What is said from the question on until night falls, and when."""
    start, heard = table.now_ns, len(table.heard)
    table.until_key("night.fall")
    return [(spoken.say.key, (spoken.at_ns - start) // MS) for spoken in table.heard[heard:]]


def test_whoever_it_is_the_same_is_asked_and_silence_takes_nobody() -> None:
    wolf, king = exploded(WOLF), exploded(KING)
    counted = [seat for seat in wolf.seats if seat != WOLF]
    assert counted == [count.option for count in wolf.score.score.counts]
    one, other = told(wolf), told(king)
    assert one == other
    assert "boom.none" in [key for key, _ in one]


def test_the_king_takes_whom_he_presses_at_after_it_was_said_back() -> None:
    table = exploded(KING)
    heard = len(table.heard)
    table.at_count(KING, TAKEN)
    table.until_key("night.fall")
    assert ["day.confirm", "boom.take"] == said_since(table, heard)[:2]
    assert (KING, TAKEN) == table.view.out


def test_a_wolf_that_presses_takes_nobody_and_is_not_said_back() -> None:
    table = exploded(WOLF)
    heard = len(table.heard)
    table.at_count(WOLF, TAKEN)
    assert Chosen(prompt=table.table.game.number) == answered(table, "boom.ask")
    table.until_key("night.fall")
    assert "boom.none" == said_since(table, heard)[0]
    assert (WOLF,) == table.view.out


def test_the_take_can_be_taken_back_and_made_otherwise() -> None:
    table = exploded(KING)
    table.at_count(KING, TAKEN)
    table.until_key("boom.take")
    table.wait(1)
    table.staff(Pause())
    back = next(step for step in table.table.steps if step.call.line == "boom.ask")
    table.staff(TakeBack(back.to))
    table.until_key("boom.ask")
    assert [KING] == list(table.view.out)
    table.at_count(KING, TAKEN + 1)
    table.until_key("boom.take")
    table.until_key("night.fall")
    assert (KING, TAKEN + 1) == table.view.out


# ------------------------------------------------------------ 炸弹人 who may choose

BOMB_BOARD = "werewolf werewolf bomber seer villager villager villager villager"
BOMBER, VOTERS = 3, (5, 6)


@pytest.mark.parametrize(
    ("exiled", "presses", "said"),
    [
        (BOMBER, True, ["bomb.show", "bomb.dead"]),
        (BOMBER, False, ["bomb.held"]),
        (BOMBER + 2, True, ["bomb.held"]),
    ],
)
def test_whoever_is_exiled_is_asked_where_the_house_does_not_force_it(
    exiled: int, presses: bool, said: list[str]
) -> None:
    votes: Choices = {("vote.open", voter): exiled for voter in VOTERS}
    pressed = {("bomb.ask", 1): (exiled,)} if presses else {}
    mind = ScriptedMind(votes, presses=pressed)
    table = played_with(BOMB_BOARD, "bomb.ask", mind=mind, rules={"bomber_forced": "off"})
    heard = len(table.heard)
    table.wait(0.1)
    assert {exiled} == table.lit
    table.until_key("words.ask")
    assert said == [key for key in said_since(table, heard) if key.startswith("bomb.")]

"""决斗: 骑士 breaks into a speech; lost, it goes on with what was left of it (rules 3.14, 8; seat-language 1, 4)."""

from __future__ import annotations

import pytest

from engine.commands import OfferTaken
from engine.prompts import Floor, OfferKind
from engine.public import PublicView
from firmware.menu.actions import Pause, TakeBack
from hardware.ports import Pattern
from tests.kit.players import ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import heard_out, played_with, said_since

CARDS = "werewolf werewolf knight seer villager villager villager villager"
WOLF, KNIGHT, SEER, FIRST = 1, 3, 4, 1
"""The minute is odd: 1 speaks first."""
NEXT = 2
BIDS = {("sheriff.raise", 1): (SEER,)}


def speaking(*, speaker: int = FIRST, rules: dict[str, str | int] | None = None) -> VirtualTable:
    """Day 1, nobody has died; `speaker` has had the floor for twenty seconds, and would speak to the end."""
    mind = ScriptedMind({("speech.sheriff_pick", SEER): "ascending"}, speeches={speaker: None}, presses=BIDS)
    table = played_with(CARDS, "speech.open", mind=mind, rules=rules)
    table.until(lambda: _speaks(table) == speaker, f"the speech of {speaker}")
    heard_out(table)
    table.wait(20)
    return table


def _speaks(table: VirtualTable) -> int | None:
    said = table.heard[-1].say
    return said.seat if said.key in ("speech.turn", "speech.next") else None


def duels(table: VirtualTable, target: int | None) -> None:
    """骑士 reveals himself and names `target`, who is said back."""
    table.reveal(KNIGHT)
    table.until_key("knight.ask")
    if target is not None:
        table.at_count(KNIGHT, target)
        table.until_key("day.confirm")


def left_ms(table: VirtualTable) -> int:
    taken = [command for command in table.commands if isinstance(command, OfferTaken)]
    assert OfferKind.DUEL is taken[-1].offer
    assert taken[-1].left_ms is not None
    return taken[-1].left_ms


def test_lost_in_the_middle_of_a_speech_it_goes_on_without_a_word_for_as_long_as_was_left() -> None:
    table = speaking()
    assert table.lit == {FIRST}
    heard = len(table.heard)
    duels(table, SEER)
    table.until_key("knight.lose_go")
    assert ["knight.draw", "knight.ask", "day.confirm", "knight.lose"] == said_since(table, heard)[:4]
    left = left_ms(table)
    assert 96_000 < left < 99_000
    assert isinstance(table.prompt, Floor)
    assert (FIRST, left, True) == (table.prompt.call.seat, table.prompt.left_ms, table.prompt.resumed)
    begins = table.score.at_ns(table.score.score.question_ms)
    table.wait_until(begins)
    assert (Pattern.STEADY, {FIRST}) == (table.lamp(FIRST), table.lit)
    stop = table.until_key("speech.stop", "speech.next", "speech.turn")
    assert ("speech.stop", begins + left * MS) == (stop.say.key, stop.at_ns)
    assert FIRST == table.ears.floors[-1][0]
    table.until_key("speech.next")
    assert NEXT == table.heard[-1].say.seat


def test_the_speech_that_went_on_may_be_ended_by_its_speaker_and_the_knight_is_not_called() -> None:
    table = speaking()
    duels(table, SEER)
    table.until_key("knight.lose_go")
    table.wait(3)
    table.press(FIRST)
    begun = table.now_ns
    table.until_key("speech.next")
    assert table.now_ns - begun < 3_000 * MS
    table.until_key("speech.done")
    called = [spoken.say.seat for spoken in table.heard if spoken.say.key in ("speech.turn", "speech.next")]
    assert [1, 2, 4, 5, 6, 7, 8] == called
    assert (KNIGHT,) == table.view.out


def test_won_it_ends_the_day() -> None:
    table = speaking(speaker=NEXT)
    heard = len(table.heard)
    duels(table, WOLF)
    table.until_key("night.fall")
    said = said_since(table, heard)
    assert ["knight.draw", "knight.ask", "day.confirm", "knight.win"] == said[:4]
    assert ["knight.win_night", "night.fall"] == said[-2:]
    assert [] == [key for key in said if key.startswith(("speech.", "vote."))]


def test_who_names_nobody_has_had_his_duel() -> None:
    table = speaking()
    duels(table, None)
    table.until_key("knight.lose_go")
    assert "knight.none" in table.keys
    table.wait(6)
    heard = len(table.heard)
    table.reveal(KNIGHT)
    table.wait(8)
    assert [] == said_since(table, heard)


def test_a_duel_of_the_speaker_himself_goes_on_with_the_next() -> None:
    table = speaking(speaker=KNIGHT)
    duels(table, SEER)
    table.until_key("knight.lose_go")
    called = table.until_key("speech.next", "speech.stop")
    assert ("speech.next", SEER) == (called.say.key, called.say.seat)


def test_nobody_else_is_heard_and_no_lamp_answers_the_gesture() -> None:
    table = speaking()
    heard, frames = len(table.heard), len(table.frames)
    table.reveal(SEER)
    table.wait(2)
    assert ([], []) == (said_since(table, heard), table.frames[frames:])


def test_after_a_power_cut_at_the_choice_the_speech_still_has_what_was_left() -> None:
    table = speaking()
    duels(table, None)
    left = left_ms(table)
    table.wait(3)
    table.power_cut()
    table.go_on()
    table.until_key("knight.ask")
    table.at_count(KNIGHT, SEER)
    table.until_key("knight.lose_go")
    assert isinstance(table.prompt, Floor)
    assert (FIRST, left) == (table.prompt.call.seat, table.prompt.left_ms)


@pytest.mark.parametrize(("line", "out"), [("knight.ask", ()), ("speech.turn", ())])
def test_a_duel_can_be_taken_back_to_its_choice_or_to_the_speech(line: str, out: tuple[int, ...]) -> None:
    table = speaking()
    duels(table, SEER)
    table.until_key("knight.lose_go")
    table.wait(3)
    table.staff(Pause())
    back = next(step for step in table.table.steps if step.call.line == line)
    table.staff(TakeBack(back.to))
    table.until_key(line)
    assert out == table.view.out
    assert (KNIGHT in _shown(table.view)) == (line == "knight.ask")
    if line == "knight.ask":
        table.at_count(KNIGHT, SEER)
        table.until_key("knight.lose_go")
        assert isinstance(table.prompt, Floor)
        assert left_ms(table) == table.prompt.left_ms


def _shown(view: PublicView) -> list[int]:
    return [int(seat) for seat, _ in view.shown]


def test_beside_the_choice_of_the_order_it_is_chosen_again() -> None:
    table = played_with(CARDS, "speech.sheriff_pick", mind=ScriptedMind(presses=BIDS), rules={"sheriff": "on"})
    heard = len(table.heard)
    table.wait(1)
    table.reveal(KNIGHT)
    table.until_key("knight.ask")
    table.at_count(KNIGHT, SEER + 1)
    table.until_key("speech.sheriff_pick")
    said = [key for key in said_since(table, heard) if not key.startswith("speech.opt")]
    assert ["knight.draw", "knight.ask", "day.confirm", "knight.lose"] == said[:4]
    assert ["knight.lose_go", "speech.sheriff_pick"] == said[-2:]

"""代答: a seat without a button plays a whole game by its player's fingers and staff's keys."""

from __future__ import annotations

import msgspec
import pytest

from engine.commands import AnyCommand, Chosen, OfferTaken, Pressed
from engine.seats import Seat
from firmware.menu.actions import Pause, PressFor, Resume
from firmware.menu.status import Given, Hand
from hardware.ports import Key, KeyEdge, Pattern
from hardware.screen import Rows, Screen
from tests.kit.lots import drawing
from tests.kit.players import Players, ScriptedMind
from tests.kit.seeded import SeededMind
from tests.kit.standins import AnsweredPlayers, switch_off
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE, heard_out, ten


def game(board: str, seed: int, *silent: int, cards: str = "") -> VirtualTable:
    """A whole game; the buttons of the `silent` seats are dead from the start."""
    players = AnsweredPlayers(SeededMind(seed), *silent)
    judge = drawing(f"lots/{seed}")
    table = players.sit(VirtualTable(board, cards, clock=StillClock(900), audience=(players,), judge=judge))
    for seat in silent:
        table.pads[Seat(seat)].dead = True
    if silent:
        switch_off(table, *silent)
    table.start()
    table.until_over()
    assert not silent or players.entered
    return table


def decided(table: VirtualTable) -> list[AnyCommand]:
    """Everything that was decided; how much of a speech was left when it was broken into is up to quick fingers."""
    return [
        msgspec.structs.replace(command, left_ms=0) if isinstance(command, OfferTaken) else command
        for command in table.commands
    ]


@pytest.mark.parametrize("seat", range(1, 7))
def test_a_game_of_six_is_the_same_whichever_seat_has_no_button(seat: int) -> None:
    whole, answered = game("B06a", 5), game("B06a", 5, seat)
    assert decided(whole) == decided(answered)
    assert whole.view.winner is answered.view.winner


@pytest.mark.parametrize(
    ("board", "silent"), [("B06a", (1, 2)), ("B06b", (2, 5)), ("B10c", (3,)), ("B12-丘比特", (4,))]
)
def test_so_it_is_at_tables_with_other_cards_and_more_seats_without(board: str, silent: tuple[int, ...]) -> None:
    assert decided(game(board, 3)) == decided(game(board, 3, *silent))


def at(key: str, seat: int = 1, n: int = 1) -> VirtualTable:
    """A game of nine, whose seat `seat` has no button, at the sentence `key`; nobody chooses anything there."""
    players = AnsweredPlayers(ScriptedMind(), seat)
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players,)))
    switch_off(table, seat)
    table.start()
    table.until_round(key, n)
    table.wait(0.2)
    return table


def ok(table: VirtualTable, *, down: bool) -> None:
    table.loop.put(KeyEdge(Key.OK, down, table.now_ns))
    table.wait(0.7 if down else 0)


def screen(table: VirtualTable) -> Screen:
    return table.judge.staff.menu.screen(table.now_ns)


def rows(table: VirtualTable) -> list[str]:
    body = screen(table).body
    return [f"{row.text} {row.value}".strip() for row in body.rows] if isinstance(body, Rows) else []


def picks(table: VirtualTable) -> list[tuple[int, tuple[int | str, ...]]]:
    """What was chosen in the newest roll call."""
    chosen = [command for command in table.commands if isinstance(command, Chosen)][-1]
    return [(pick.seat, pick.options) for pick in chosen.picks]


def give(table: VirtualTable, seat: int, *, option: int | None = None, hand: Hand | None = None) -> None:
    table.staff(PressFor(Seat(seat), Given(hand=hand, option=option)))


def test_without_ok_held_the_screen_is_the_rooms() -> None:
    with_button, without = Players(ScriptedMind()), at("wolf.pick")
    table = with_button.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(with_button,)))
    table.start()
    table.until_round("wolf.pick", 1)
    table.wait(0.2)
    assert screen(table) == screen(without)
    ok(without, down=True)
    assert "代答 1号" == screen(without).title
    ok(without, down=False)
    assert "代答 1号" != screen(without).title
    assert not without.judge.status.paused, "nobody hears of it"


def test_a_short_press_of_ok_does_nothing_and_any_other_key_pauses() -> None:
    table = at("wolf.pick")
    table.key(Key.OK)
    assert not table.judge.status.paused
    table.key(Key.DOWN)
    assert table.judge.status.paused


def test_the_player_s_number_is_pressed_when_it_is_read() -> None:
    table = at("wolf.pick", 1)
    give(table, 1, option=7)
    table.until_key("wolf.verdict", "wolf.close")
    assert (1, (7,)) in picks(table)


def test_a_seat_that_is_not_asked_may_be_pressed_for_and_nothing_comes_of_it() -> None:
    table = at("wolf.pick", 9)
    give(table, 9, option=7)
    table.until_key("wolf.verdict", "wolf.close")
    assert [] == picks(table)


def test_the_newest_choice_stands_and_it_can_be_given_up() -> None:
    table = at("wolf.pick")
    give(table, 1, option=5)
    table.wait(1)
    give(table, 1, option=8)
    table.until_key("wolf.verdict", "wolf.close")
    assert [(1, (8,))] == picks(table)
    again = at("wolf.pick")
    give(again, 1, option=5)
    again.wait(9)
    give(again, 1)
    again.until_key("wolf.verdict", "wolf.close")
    assert [] == picks(again)


def test_the_read_back_is_seen_while_ok_is_held() -> None:
    """The lamp of a seat without a button cannot be seen."""
    table = at("seer.pick", 5)
    give(table, 5, option=1)
    table.until_key("seer.result")
    told = []
    for _ in range(12):
        ok(table, down=True)
        told.append(rows(table)[2] if screen(table).title.startswith("代答") else "")
        ok(table, down=False)
        table.wait(0.1)
    assert "灯 快闪" in told, told


def test_a_seat_that_has_a_button_cannot_be_pressed_for() -> None:
    table = at("wolf.pick", 9)
    give(table, 1, option=7)
    table.until_key("wolf.verdict", "wolf.close")
    assert [] == picks(table)


def test_what_comes_too_late_is_none_and_staff_are_told() -> None:
    table = at("wolf.pick")
    table.until(lambda: table.sweep == 2 and table.ears.count == 9, "the last number")
    give(table, 1, option=3)
    ok(table, down=True)
    assert "已选 来不及" in rows(table)


def test_nothing_can_be_chosen_before_the_question_has_been_heard() -> None:
    """Who is asked next may follow from a death that has not been told."""
    table = at("seer.close")
    table.until_key("dawn.open")
    ok(table, down=True)
    assert "不按 ▲▼" == rows(table)[0]
    table.loop.put(KeyEdge(Key.DOWN, True, table.now_ns))
    table.wait(0)
    assert "不按 ▲▼" == rows(table)[0], "there is nothing else"


def test_a_question_that_is_put_again_is_answered_again() -> None:
    table = at("wolf.pick")
    give(table, 1, option=7)
    table.staff(Pause())
    table.wait(3)
    table.staff(Resume())
    table.until_key("wolf.pick")
    table.until_key("wolf.verdict", "wolf.close")
    assert [] == picks(table)


def test_a_lamp_that_is_lit_by_day_is_told_too() -> None:
    table = at("speech.turn", 4)
    ok(table, down=True)
    lamp = {Pattern.OFF: "灯 不亮", Pattern.STEADY: "灯 常亮"}[table.lamp(4)]
    assert lamp == rows(table)[2]


def test_staff_end_the_speech_of_a_player_who_says_that_it_is_over() -> None:
    players = Players(ScriptedMind(speeches=dict.fromkeys(range(1, 10))))
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players,)))
    table.start()
    first = table.until_round("speech.turn", 1).say.seat
    assert isinstance(first, int)
    table.staff(Pause())
    switch_off(table, first)
    table.staff(Resume())
    table.until_said("发言", patience_s=20)
    table.wait(8)
    give(table, first, hand=Hand.TAP)
    table.until_key("speech.next", patience_s=10)


def test_presses_are_the_players_and_of_no_one_else() -> None:
    table = game("B06a", 5, 3)
    seats = {seat for command in table.commands if isinstance(command, Pressed) for seat in command.seats}
    assert Seat(3) in seats


def stands(table: VirtualTable) -> str:
    """What the display says while OK is held."""
    ok(table, down=True)
    told = rows(table)[1]
    ok(table, down=False)
    return told


@pytest.mark.parametrize("after_s", [0.02, 0.1, 0.3, 0.6, 0.9, 1.4])
def test_the_choice_after_one_given_up_is_what_is_shown_and_what_is_done(after_s: float) -> None:
    table = at("wolf.pick")
    give(table, 1, option=3)
    table.until(lambda: table.ears.count == 3, "the number")
    table.wait(0.4 + after_s / 2)
    give(table, 1)
    table.wait(after_s)
    give(table, 1, option=4)
    shown = stands(table)
    table.until_key("wolf.verdict", "wolf.close")
    assert ("已选 4号", [(1, (4,))]) == (shown, picks(table))


def test_a_tap_that_is_down_can_still_be_given_up() -> None:
    table = at("wolf.pick")
    give(table, 1, option=7)
    table.until(lambda: table.ears.count == 7, "the number")
    table.wait(0.3)
    give(table, 1)
    assert "已选 -" == stands(table)
    table.until_key("wolf.verdict", "wolf.close")
    assert [] == picks(table)


def test_what_cannot_be_given_up_any_more_is_told_to_be_too_late() -> None:
    table = at("wolf.pick")
    give(table, 1, option=9)
    table.until(lambda: table.sweep == 2 and table.ears.count == 9, "the last number")
    table.wait(0.9)
    give(table, 1)
    shown = stands(table)
    table.until_key("wolf.verdict", "wolf.close")
    assert ("已选 来不及", [(1, (9,))]) == (shown, picks(table))


@pytest.mark.parametrize("after_s", [0.3, 0.9, 1.5, 1.9])
@pytest.mark.parametrize("seat", [8, 2])
def test_a_hold_that_staff_correct_is_let_go_in_time(seat: int, after_s: float) -> None:
    """Answered for, a candidate still stands, and one who speaks is not cut off, as with a button let go early."""
    table = ten("sheriff.turn", stands=(2, 4, 8), speeches={2: None})
    heard_out(table)
    table.staff(Pause())
    switch_off(table, seat)
    table.staff(Resume())
    table.wait(12)
    commands = len(table.commands)
    table.staff(PressFor(Seat(seat), Given(hand=Hand.LONG_HOLD)))
    table.wait(after_s)
    table.staff(PressFor(Seat(seat), Given()))
    table.wait(6)
    withdrawals = [command for command in table.commands if isinstance(command, OfferTaken)]
    assert ([], commands) == (withdrawals, len(table.commands))

"""Presses as fingers and contacts make them: late, double, simultaneous, out of window, bouncing, stuck."""

from __future__ import annotations

import pytest

from engine.commands import Pressed
from engine.prompts import RollCall
from hardware.fakes import bounces
from hardware.ports import Pattern
from tests.kit.players import Finger, Mind, Scene, ScriptedMind
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import SEER, WITCH, answered, choices, pack, stage


class Unready(Mind):
    """Nobody says by itself that it knows its card."""

    def fingers(self, scene: Scene) -> list[Finger]:
        del scene
        return []


def ready() -> VirtualTable:
    return stage("setup.ready_ask", 0, mind=Unready())


def seats(table: VirtualTable, line: str) -> tuple[int, ...]:
    command = answered(table, line)
    assert isinstance(command, Pressed)
    return command.seats


def test_when_all_have_pressed_the_window_closes_early() -> None:
    table = ready()
    table.wait(5)
    start = table.now_ns
    table.press_all(table.seats)
    table.until_key("setup.begin")
    assert table.now_ns - start < 2 * S


def test_while_one_is_missing_it_stays_open_for_a_minute_and_the_missing_are_asked_again() -> None:
    table = ready()
    for seat in table.seats[:-1]:
        table.press(seat)
    assert {Pattern.SLOW} == {table.lamp(9)}
    assert (1, 2, 3, 4, 5, 6, 7, 8) == seats(table, "setup.ready_ask")
    table.until_key("setup.ready_ask")
    assert Pattern.OFF is table.lamp(1)
    assert Pattern.SLOW is table.lamp(9)
    table.press(9)
    table.until_key("setup.begin")


def test_after_three_questions_the_game_begins_all_the_same() -> None:
    table = ready()
    table.until_key("setup.begin")
    assert 3 == table.keys.count("setup.ready_ask")


def test_a_double_press_counts_once() -> None:
    table = ready()
    for seat in (*table.seats[:-1], 3, 3):
        table.press(seat)
    assert (1, 2, 3, 4, 5, 6, 7, 8) == seats(table, "setup.ready_ask")


def test_presses_at_one_instant_all_count() -> None:
    table = ready()
    at_ns = table.now_ns + S
    for seat in (9, 1, 5):
        table.press_at(seat, at_ns)
    table.wait(2)
    assert {1, 5, 9} == {seat for seat in table.seats if table.lamp(seat) is Pattern.STEADY}


def test_out_of_any_window_a_press_does_nothing() -> None:
    table = stage("wolf.close")
    heard, frames, steps = len(table.heard), len(table.frames), len(table.steps)
    table.press_all(table.seats)
    table.wait(1)
    assert (heard, frames, steps) == (len(table.heard), len(table.frames), len(table.steps))


@pytest.mark.parametrize("length_ms", [3, 8, 14])
def test_a_pulse_under_fifteen_milliseconds_never_counts(length_ms: int) -> None:
    table = stage("seer.pick")
    table.press_at(SEER, table.onset_ns(3) + 400 * MS, length_ms)
    assert {} == choices(table, "seer.pick")


def test_a_short_press_counts_from_fifteen_milliseconds_on() -> None:
    table = stage("seer.pick")
    table.press_at(SEER, table.onset_ns(3) + 400 * MS, 15)
    assert {SEER: 3} == choices(table, "seer.pick")


@pytest.mark.parametrize("seed", range(6))
def test_a_bouncing_contact_is_one_press(seed: int) -> None:
    table = stage("seer.pick")
    table.pads[SEER].press(table.onset_ns(3) + 400 * MS, 150, bounces(seed))
    table.pads[SEER].press(table.onset_ns(8) + 400 * MS, 150, bounces(seed + 100))
    assert {SEER: 8} == choices(table, "seer.pick")


def test_a_press_still_down_at_the_end_of_the_window_counts_by_its_own_edge_and_nothing_waits_for_it() -> None:
    """The tail hides it: the next sentence comes at its fixed time."""
    starts = []
    for pressed in (False, True):
        table = stage("witch.heal", mind=ScriptedMind(pack(8)))
        window = table.score.score.window
        assert window is not None
        if pressed:
            table.press_at(WITCH, table.score.at_ns(window.to_ms - 5), 40)
        assert (WITCH,) * pressed == seats(table, "witch.heal")
        starts.append(table.until_key("witch.poison").at_ns)
    assert starts[0] == starts[1]


def jammed() -> VirtualTable:
    """The seer's key has been stuck since the witch closed her eyes; it is night 2, nobody has to claim any more."""
    table = stage("witch.close", 2)
    table.pads[SEER].jam(table.now_ns)
    table.until_key("seer.pick")
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert (SEER,) == prompt.awake
    return table


def test_a_key_that_is_stuck_is_nothing() -> None:
    table = jammed()
    at_ns = table.onset_ns(1)
    assert {} == choices(table, "seer.pick")
    assert [Pattern.FAST, Pattern.OFF] == [pattern for _, pattern in table.glow_since(at_ns, SEER)]


def test_a_freed_key_works_again() -> None:
    table = jammed()
    table.pads[SEER].free(table.onset_ns(2))
    table.press_at(SEER, table.onset_ns(6) + 400 * MS)
    assert {SEER: 6} == choices(table, "seer.pick")


def test_a_stuck_key_holds_nobody_up() -> None:
    table = stage("speech.turn")
    for seat in table.seats:
        table.pads[seat].jam(table.now_ns + S)
    table.until_key("speech.done", patience_s=2000)
    table.until_key("vote.nobody")


def test_a_dead_wire_is_an_abstention() -> None:
    table = stage("vote.open")
    table.pads[table.seats[0]].dead = True
    for seat in (1, 2):
        table.press_at(seat, table.onset_ns(7) + 500 * MS)
    assert {2: 7} == choices(table, "vote.open")


def test_a_lost_release_makes_the_key_stuck_until_it_is_read_again() -> None:
    table = stage("seer.pick")
    pad = table.pads[SEER]
    table.loop.call_at(table.onset_ns(3) + 450 * MS, pad.lose_next)
    pad.press(table.onset_ns(3) + 400 * MS, 200)
    pad.read_again(table.onset_ns(4) + 500 * MS)
    pad.press(table.onset_ns(8) + 400 * MS, 100)
    assert {SEER: 8} == choices(table, "seer.pick")

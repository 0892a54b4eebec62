"""The floor: 过 and its breath, the timers, and who can end a speech (seat language 1 and 5)."""

from __future__ import annotations

import pytest

from engine.commands import FloorEnded
from hardware.ports import Pattern
from tests.kit.players import ScriptedMind
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import answered, stage

FIRST = 1
"""Who speaks first: an odd minute walks up from the lowest seat."""


def speaking() -> VirtualTable:
    """Seat 1 has been given the floor and will not pass by itself; its name has been said to the end."""
    table = stage("speech.turn", mind=ScriptedMind(speeches={FIRST: None, 2: None}))
    spoken = table.heard[-1]
    table.wait(spoken.length_ms / 1000)
    return table


def next_called(table: VirtualTable, within_s: float) -> bool:
    """Whether the next speaker is called within that time."""
    table.wait(within_s)
    return "speech.next" in table.keys


def test_the_order_walks_up_in_an_odd_minute_and_down_in_an_even_one() -> None:
    odd, even = stage("speech.turn", minute=925), stage("speech.turn", minute=924)
    assert (1, 2, 3, 4, 5, 6, 7, 8, 9) == odd.view.order
    assert (9, 8, 7, 6, 5, 4, 3, 2, 1) == even.view.order
    assert ["一号请发言。", "九号请发言。"] == [odd.said[-1], even.said[-1]]


@pytest.mark.parametrize(("at_ms", "passes"), [(4999, False), (5000, True), (60_000, True)])
def test_a_tap_passes_from_five_seconds_into_the_speech_on(at_ms: int, passes: bool) -> None:
    table = speaking()
    table.press_at(FIRST, table.now_ns + at_ms * MS)
    assert passes == next_called(table, at_ms / 1000 + 4)


def test_the_breath_after_the_pass_is_two_seconds_and_then_the_next_is_called() -> None:
    table = speaking()
    table.wait(10)
    table.press(FIRST)
    table.wait(0.6)
    assert Pattern.OFF is table.lamp(FIRST)
    told_ns = table.now_ns
    table.until_key("speech.next")
    assert 1.9 <= (table.now_ns - told_ns) / S <= 2.4
    assert "下一位，二号。" == table.said[-1]
    assert Pattern.STEADY is table.lamp(2)


def test_a_tap_in_the_breath_takes_the_pass_back() -> None:
    table = speaking()
    table.wait(10)
    table.press(FIRST)
    table.wait(1.5)
    table.press(FIRST)
    table.wait(0.6)
    assert Pattern.STEADY is table.lamp(FIRST)
    assert not next_called(table, 20)
    table.press(FIRST)
    assert next_called(table, 4)


@pytest.mark.parametrize(("at_ms", "passes"), [(700, False), (1_990, False), (2_001, True)])
def test_a_tap_at_any_time_in_the_breath_takes_it_back(at_ms: int, passes: bool) -> None:
    """The breath begins when the tap is known to be a pass: its lamp goes out then."""
    table = speaking()
    table.wait(10)
    table.press(FIRST)
    table.until(lambda: table.lamp(FIRST) is Pattern.OFF, "the breath", patience_s=2)
    table.press_at(FIRST, table.now_ns + at_ms * MS, 500)
    assert passes == next_called(table, 15)


def test_a_hold_in_the_breath_does_not_take_it_back() -> None:
    table = speaking()
    table.wait(10)
    table.press(FIRST)
    table.wait(1.2)
    table.press_at(FIRST, table.now_ns, 1_500)
    assert next_called(table, 4)


@pytest.mark.parametrize(("pause_ms", "passes"), [(500, False), (501, True)])
def test_a_tap_that_is_followed_by_another_press_within_half_a_second_is_no_pass(pause_ms: int, passes: bool) -> None:
    """From the up of the tap to the next down; a press of 0.7 s is no tap itself."""
    table = speaking()
    start = table.now_ns + 10 * S
    table.press_at(FIRST, start, 100)
    table.press_at(FIRST, start + (100 + pause_ms) * MS, 700)
    assert passes == next_called(table, 15)


def test_of_two_quick_taps_the_second_is_the_one_that_passes() -> None:
    """The first is followed by a press; the breath runs from the second."""
    table = speaking()
    start = table.now_ns + 10 * S
    table.press_at(FIRST, start, 100)
    table.press_at(FIRST, start + 600 * MS, 100)
    table.until_key("speech.next")
    assert 600 + 100 + 500 + 2000 <= (table.now_ns - start) // MS <= 600 + 100 + 500 + 2000 + 300


@pytest.mark.parametrize("hold_ms", [600, 1000, 2500])
def test_a_long_press_is_no_pass(hold_ms: int) -> None:
    table = speaking()
    table.press_at(FIRST, table.now_ns + 10 * S, hold_ms)
    assert not next_called(table, 18)


def test_nobody_else_can_end_the_speech() -> None:
    table = speaking()
    table.wait(10)
    for seat in table.seats:
        if seat != FIRST:
            table.press(seat)
    assert not next_called(table, 20)
    assert {FIRST} == table.lit


def test_the_lamp_tells_the_speaker_how_much_is_left() -> None:
    """120 s: steady, slow blink from 30 s on, fast blink from 10 s on, off at 0 with a line."""
    table = speaking()
    start = table.now_ns
    for at_ms, pattern in (
        (0, Pattern.STEADY),
        (89_999, Pattern.STEADY),
        (90_000, Pattern.SLOW),
        (109_999, Pattern.SLOW),
        (110_000, Pattern.FAST),
        (119_999, Pattern.FAST),
        (120_000, Pattern.OFF),
    ):
        table.wait_until(start + at_ms * MS)
        assert pattern is table.lamp(FIRST), at_ms
    assert "时间到，请停止发言。" == table.said[-1]
    assert start + 120 * S == table.heard[-1].at_ns
    command = answered(table, "speech.turn")
    assert isinstance(command, FloorEnded)
    assert "下一位，二号。" == table.until_key("speech.next").text


def test_a_tap_after_time_is_up_changes_nothing() -> None:
    table = speaking()
    table.wait(120.2)
    table.press(FIRST)
    heard = len(table.heard)
    table.until_key("speech.next")
    assert 1 == len(table.heard) - heard


def test_a_pass_in_the_last_moment_is_a_pass_and_no_time_up() -> None:
    table = speaking()
    table.press_at(FIRST, table.now_ns + 119_300 * MS, 100)
    table.wait(124)
    assert "speech.stop" not in table.keys
    assert "speech.next" in table.keys


def test_the_clock_of_the_display_counts_down_in_seconds() -> None:
    table = speaking()
    told = len(table.ears.floors)
    table.wait(10.05)
    assert [119_000 - 1000 * n for n in range(10)] == [left for _, left in table.ears.floors[told:]]
    assert 110_000 == table.judge.status.remaining_ms


def test_when_all_have_spoken_the_speeches_are_over() -> None:
    table = stage("speech.done")
    assert (1, 2, 3, 4, 5, 6, 7, 8, 9) == table.view.spoke
    assert 8 == table.keys.count("speech.next")
    assert set() == table.lit


def test_the_walk_begins_beside_the_lowest_of_this_mornings_dead() -> None:
    dead = ScriptedMind({("wolf.pick", wolf, 1): 4 for wolf in (1, 2, 3)})
    assert (5, 6, 7, 8, 9, 1, 2, 3) == stage("speech.turn", mind=dead).view.order
    assert (3, 2, 1, 9, 8, 7, 6, 5) == stage("speech.turn", mind=dead, minute=924).view.order


def test_who_speaks_first_after_a_death_is_shown_only_when_the_room_hears_of_it() -> None:
    """On B06a last words follow the announcement at once: the display must not know the dead any earlier."""
    cards = "werewolf werewolf witch seer villager villager"
    mind = ScriptedMind({("wolf.pick", 1): 5, ("wolf.pick", 2): 5})
    table = stage("dawn.open", board="B06a", cards=cards, mind=mind)
    assert "words.ask" == table.line
    table.until_key("dawn.death_one")
    table.wait(1)
    assert [] == table.ears.floors
    assert None is table.judge.status.speaker
    table.until_key("words.ask")
    table.wait(0)
    assert (5, 90_000) == table.ears.floors[-1]

"""Roll call by night: which press means which number, the read-back, and what the own lamp says (seat language 4)."""

from __future__ import annotations

import pytest

from firmware.table.pace import NORMAL
from hardware.ports import Pattern
from tests.kit.table import MS, VirtualTable
from tests.table.stage import SEER, answered, choices, stage

LAST = 9
SECOND_MS = NORMAL.second_count_ms


def picking() -> VirtualTable:
    """The seer is asked whom to check; nobody has been counted yet."""
    return stage("seer.pick")


def tap(table: VirtualTable, number: int, offset_ms: int, sweep: int = 1, hold_ms: int = 100) -> None:
    """The seer taps `offset_ms` after `number` begins."""
    table.press_at(SEER, table.onset_ns(number, sweep) + offset_ms * MS, hold_ms)


@pytest.mark.parametrize(
    ("number", "offset_ms", "chosen"),
    [
        (3, 99, 2),
        (3, 100, 3),
        (3, 700, 3),
        (3, 1100 + 99, 3),
        (3, 1100 + 100, 4),
        (1, 99, None),
        (1, 100, 1),
        (LAST, 1100 + 249, LAST),
        (LAST, 1100 + 250, None),
    ],
)
def test_a_tap_means_the_number_that_has_been_heard_for_a_tenth_of_a_second(
    number: int, offset_ms: int, chosen: int | None
) -> None:
    table = picking()
    tap(table, number, offset_ms)
    assert ({} if chosen is None else {SEER: chosen}) == choices(table, "seer.pick")


def test_numbers_are_counted_ascending_one_every_1_1_s_and_then_at_four_fifths_of_that() -> None:
    table = picking()
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9] * 2 == [count.option for count in table.score.score.counts]
    assert {1100} == {table.onset_ns(n + 1) // MS - table.onset_ns(n) // MS for n in range(1, 9)}
    assert {880} == {table.onset_ns(n + 1, 2) // MS - table.onset_ns(n, 2) // MS for n in range(1, 9)}


@pytest.mark.parametrize("sweep", [1, 2])
def test_tapping_at_another_number_replaces_the_choice(sweep: int) -> None:
    table = picking()
    tap(table, 3, 400)
    tap(table, 8, 400, sweep)
    assert {SEER: 8} == choices(table, "seer.pick")


@pytest.mark.parametrize(("offset_ms", "chosen"), [(-301, 7), (-300, 8), (-1, 8), (0, 8), (99, 8), (300, 8)])
def test_a_tap_close_to_the_onset_of_the_number_already_chosen_means_that_number(offset_ms: int, chosen: int) -> None:
    """In the second sweep the lamp has just lit at 8: who taps again, a little early, does not mean 7."""
    table = picking()
    tap(table, 8, 400)
    tap(table, 8, offset_ms, 2)
    assert {SEER: chosen} == choices(table, "seer.pick")


def test_the_wake_lamp_goes_dark_when_the_first_sweep_begins() -> None:
    table = picking()
    table.wait_until(table.onset_ns(1) - 1 * MS)
    assert Pattern.STEADY is table.lamp(SEER)
    table.wait_until(table.onset_ns(1))
    assert Pattern.OFF is table.lamp(SEER)


def test_the_lamp_reads_the_choice_back_in_the_second_sweep_only_and_at_that_number_only() -> None:
    table = picking()
    begin_ns = table.onset_ns(1)
    tapped, read, done = (
        (at_ns - begin_ns) // MS for at_ns in (table.onset_ns(3) + 400 * MS, table.onset_ns(3, 2), table.onset_ns(4, 2))
    )
    tap(table, 3, 400, hold_ms=60)
    answered(table, "seer.pick")
    glow = table.glow_since(begin_ns, SEER)
    assert [(tapped + 5, Pattern.STEADY), (tapped + 155, Pattern.OFF)] == glow[:2], "the press is acknowledged"
    assert [(read, Pattern.STEADY), (done, Pattern.OFF)] == glow[2:4], "the choice is read back"
    assert [Pattern.STEADY, Pattern.OFF] == [pattern for _, pattern in glow[4:]], "it stands"


def test_the_number_is_lit_exactly_while_it_is_read() -> None:
    table = picking()
    tap(table, 3, 400)
    for number in range(1, 10):
        table.wait_until(table.onset_ns(number, 2))
        assert (number == 3) == table.lights(SEER), number
        table.wait_until(table.onset_ns(number, 2) + (SECOND_MS - 1) * MS)
        assert (number == 3) == table.lights(SEER), number


@pytest.mark.parametrize(("chosen", "pattern"), [(True, Pattern.STEADY), (False, Pattern.FAST)])
def test_after_the_second_sweep_a_steady_lamp_says_that_a_choice_stands_and_a_fast_one_that_none_does(
    chosen: bool, pattern: Pattern
) -> None:
    table = picking()
    if chosen:
        tap(table, 3, 400)
    (shown,) = table.score.score.shows
    assert 1500 == shown.to_ms - shown.from_ms
    table.wait_until(table.score.at_ns(shown.from_ms))
    assert pattern is table.lamp(SEER)
    table.wait_until(table.score.at_ns(shown.to_ms) - 1 * MS)
    assert pattern is table.lamp(SEER)
    table.wait_until(table.score.at_ns(shown.to_ms))
    assert Pattern.OFF is table.lamp(SEER)


@pytest.mark.parametrize("sweep", [1, 2])
def test_a_hold_clears_the_choice(sweep: int) -> None:
    table = picking()
    tap(table, 1, 400)
    tap(table, 5, 0, sweep, hold_ms=1050)
    assert {} == choices(table, "seer.pick")


def test_after_a_hold_another_number_can_be_chosen() -> None:
    table = picking()
    tap(table, 1, 400)
    tap(table, 5, 0, hold_ms=1050)
    tap(table, 8, 400)
    assert {SEER: 8} == choices(table, "seer.pick")


@pytest.mark.parametrize("hold_ms", [600, 800, 999])
def test_a_press_between_a_tap_and_a_hold_is_nothing(hold_ms: int) -> None:
    table = picking()
    tap(table, 3, 400)
    tap(table, 7, 200, hold_ms=hold_ms)
    assert {SEER: 3} == choices(table, "seer.pick")


def test_an_illegal_number_gets_the_double_flash_and_the_choice_before_it_stands() -> None:
    """She cannot check herself."""
    table = picking()
    tap(table, 3, 400)
    tap(table, SEER, 400, hold_ms=60)
    table.wait_until(table.onset_ns(SEER) + 500 * MS)
    assert Pattern.DOUBLE is table.lamp(SEER)
    assert {SEER: 3} == choices(table, "seer.pick")


def test_the_accepted_press_is_acknowledged_at_once_on_the_own_lamp() -> None:
    table = picking()
    tap(table, 3, 400)
    table.wait_until(table.onset_ns(3) + 405 * MS)
    assert table.lights(SEER)
    table.wait(0.2)
    assert not table.lights(SEER)


def test_nobody_else_has_a_say_or_a_light() -> None:
    table = picking()
    for seat in table.seats:
        if seat != SEER:
            table.press_at(seat, table.onset_ns(3) + 400 * MS)
    frames = len(table.frames)
    assert {} == choices(table, "seer.pick")
    assert {SEER} >= {lamp.seat for shown in table.frames[frames:] for lamp in shown.frame}


@pytest.mark.parametrize("early_ms", [1, 500])
def test_a_press_before_the_window_is_not_a_choice(early_ms: int) -> None:
    """It began while the question was still asked."""
    table = picking()
    window = table.score.score.window
    assert window is not None
    opens_ns = table.score.at_ns(window.from_ms)
    table.press_at(SEER, opens_ns - early_ms * MS, 100)
    assert {} == choices(table, "seer.pick")


def test_the_step_is_as_long_with_a_choice_without_one_and_without_anybody_to_choose() -> None:
    lengths = []
    for chosen in (3, None):
        table = picking()
        start = table.now_ns
        if chosen:
            tap(table, chosen, 400)
        answered(table, "seer.pick")
        table.until_key("seer.result")
        lengths.append(table.now_ns - start)
    assert lengths[0] == lengths[1]

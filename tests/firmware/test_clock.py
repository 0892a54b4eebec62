"""The real clock scales; the fake one stands still."""

from __future__ import annotations

import time

import pytest

from firmware.clock import RealClock
from firmware.fakes import FakeClock
from hardware.ports import Clock

S = 1_000_000_000


def test_the_real_clock_is_the_machines_own_at_speed_one() -> None:
    clock: Clock = RealClock()
    before_ns, now_ns, after_ns = time.monotonic_ns(), clock.now_ns(), time.monotonic_ns()

    assert before_ns <= now_ns <= after_ns


def test_the_real_clock_runs_as_many_times_faster_as_it_is_told() -> None:
    made_ns = time.monotonic_ns()
    clock = RealClock(speed=100.0)
    began_ns = clock.now_ns()
    first_real_ns = time.monotonic_ns()
    while (second_real_ns := time.monotonic_ns()) < first_real_ns + 2_000_000:
        pass
    passed_ns = clock.now_ns() - began_ns

    assert 100 * (second_real_ns - first_real_ns) <= passed_ns
    assert passed_ns <= 100 * (time.monotonic_ns() - made_ns)


def test_the_real_clock_says_how_long_to_wait_in_the_worlds_seconds() -> None:
    clock = RealClock(speed=50.0)
    seconds = clock.seconds_until(clock.now_ns() + 1000 * S)

    assert 0.0 < seconds <= 20.0
    assert 0.0 == clock.seconds_until(clock.now_ns() - S)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The machine's own clock, in its only item; it shows what the test writes there."""
    world = [5 * S]
    monkeypatch.setattr("firmware.clock.time.monotonic_ns", lambda: world[0])
    return world


def test_a_fast_clock_stands_still_until_it_is_told_the_next_moment_and_what_passed_is_lost(world: list[int]) -> None:
    clock = RealClock(speed=100.0)
    clock.wait_at(105 * S)
    world[0] += S // 2
    assert (55 * S, 0.5) == (clock.now_ns(), clock.seconds_until(105 * S))
    world[0] += 3 * S
    assert (105 * S, 0.0) == (clock.now_ns(), clock.seconds_until(105 * S))
    clock.wait_at(205 * S)
    assert (105 * S, 1.0) == (clock.now_ns(), clock.seconds_until(205 * S))
    world[0] += S // 2
    assert 155 * S == clock.now_ns()


def test_a_fast_clock_that_is_kept_waiting_by_nothing_loses_nothing(world: list[int]) -> None:
    clock = RealClock(speed=100.0)
    for at_ns in (200 * S, 150 * S, None):
        clock.wait_at(at_ns)
        world[0] += S // 4
    assert 80 * S == clock.now_ns()


def test_a_fast_clock_that_is_told_a_moment_of_the_past_stands_where_it_is(world: list[int]) -> None:
    clock = RealClock(speed=100.0)
    world[0] += S
    clock.wait_at(50 * S)
    world[0] += S
    assert 105 * S == clock.now_ns()
    clock.wait_at(None)
    world[0] += S
    assert 205 * S == clock.now_ns()


def test_at_speed_one_life_waits_for_nobody(world: list[int]) -> None:
    clock = RealClock()
    clock.wait_at(6 * S)
    world[0] += 2 * S
    assert 7 * S == clock.now_ns()


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_a_clock_that_stands_or_runs_backwards_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        RealClock(speed)


def test_the_real_clock_tells_the_minute_of_the_local_day() -> None:
    before, minute, after = time.localtime(), RealClock().minute_of_day(), time.localtime()

    assert minute in {60 * before.tm_hour + before.tm_min, 60 * after.tm_hour + after.tm_min}


def test_the_fake_clock_moves_only_when_told() -> None:
    clock = FakeClock()
    port: Clock = clock

    assert [0, 0] == [port.now_ns(), port.now_ns()]
    clock.move_to(5 * S)
    assert 5 * S == port.now_ns()
    assert [0.0, None] == [clock.seconds_until(5 * S), clock.seconds_until(5 * S + 1)]


def test_the_fake_clock_never_runs_backwards() -> None:
    clock = FakeClock()
    clock.move_to(5 * S)
    with pytest.raises(ValueError, match="backwards"):
        clock.move_to(5 * S - 1)

    assert 5 * S == clock.now_ns()


def test_the_minute_moves_with_the_time_and_over_midnight() -> None:
    clock = FakeClock(minute=23 * 60 + 58)

    assert 23 * 60 + 58 == clock.minute_of_day()
    clock.move_to(60 * S - 1)
    assert 23 * 60 + 58 == clock.minute_of_day()
    clock.move_to(60 * S)
    assert 23 * 60 + 59 == clock.minute_of_day()
    clock.move_to(120 * S)
    assert 0 == clock.minute_of_day()


def test_the_wall_clock_can_be_turned_and_monotonic_time_does_not_notice() -> None:
    clock = FakeClock(minute=15 * 60 + 25)
    clock.move_to(90 * S)
    clock.set_minute(15 * 60 + 20)

    assert 90 * S == clock.now_ns()
    assert 15 * 60 + 20 == clock.minute_of_day()
    clock.move_to(150 * S)
    assert 15 * 60 + 21 == clock.minute_of_day()

"""Whether the wall clock can be believed, and what time it is once staff have said so."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from firmware import clocktrust
from firmware.clock import RealClock
from firmware.clocktrust import Signs, WallClock, read_signs, trust_in
from firmware.fakes import FakeClock
from firmware.menu.body import ClockState, Trust

NOW_S = 1_796_000_000
"""A moment in 2026."""
S = 1_000_000_000
SURE = Signs(now_s=NOW_S, synchronised=True)
UNSURE = Signs(now_s=NOW_S)


@pytest.mark.parametrize(
    ("signs", "trust"),
    [
        (SURE, Trust.NTP),
        (UNSURE, Trust.UNKNOWN),
        (Signs(now_s=NOW_S, rtc_s=NOW_S), Trust.RTC),
        (Signs(now_s=NOW_S, rtc_s=NOW_S + 60), Trust.RTC),
        (Signs(now_s=NOW_S, rtc_s=NOW_S - 61), Trust.UNKNOWN),
        (Signs(now_s=NOW_S, rtc_s=0), Trust.UNKNOWN),
        (Signs(now_s=NOW_S, synchronised=True, rtc_s=0), Trust.NTP),
        # 1970, and the 2000 of a chip whose battery is dead: nothing can speak for those.
        (Signs(now_s=0, rtc_s=0), Trust.UNKNOWN),
        (Signs(now_s=946_684_800, rtc_s=946_684_800), Trust.UNKNOWN),
        (Signs(now_s=0, synchronised=True), Trust.UNKNOWN),
        (Signs(now_s=4_102_444_800, synchronised=True), Trust.UNKNOWN),
    ],
)
def test_a_clock_is_believed_when_something_speaks_for_it(signs: Signs, trust: Trust) -> None:
    assert trust is trust_in(signs)


def test_only_a_real_table_whose_clock_nobody_vouches_for_asks() -> None:
    clock = FakeClock()
    assert [True, False, False] == [
        wall.state.asks for wall in (WallClock(clock, lambda: UNSURE), WallClock(clock, lambda: SURE), WallClock(clock))
    ]


def test_the_network_may_come_later() -> None:
    signs = UNSURE
    wall = WallClock(FakeClock(), lambda: signs)
    signs = SURE
    assert Trust.UNKNOWN is wall.state.trust
    wall.look()
    assert (Trust.NTP, False) == (wall.state.trust, wall.state.asks)


def test_what_staff_say_holds_and_runs_on_past_the_hour_and_past_midnight() -> None:
    clock = FakeClock(minute=12 * 60)
    wall = WallClock(clock, lambda: UNSURE)
    wall.set(14 * 60 + 59)
    clock.move_to(59 * S)
    assert 14 * 60 + 59 == wall.minute_of_day()
    clock.move_to(60 * S)
    assert 15 * 60 == wall.minute_of_day()
    wall.set(23 * 60 + 59)
    clock.move_to(120 * S)
    assert ClockState(minute=0, trust=Trust.SET, up_s=120) == wall.state


@pytest.mark.parametrize("step", [-61, -1, 1, 7 * 60])
def test_a_step_of_the_wall_clock_changes_nothing_of_what_staff_have_said(step: int) -> None:
    clock = FakeClock(minute=20 * 60)
    wall = WallClock(clock, lambda: UNSURE)
    wall.set(20 * 60 + 15)
    clock.set_minute(20 * 60 + step)
    assert 20 * 60 + 15 == wall.minute_of_day()


def test_before_that_it_is_as_late_as_the_machine_says() -> None:
    clock = FakeClock(minute=20 * 60)
    wall = WallClock(clock, lambda: UNSURE)
    clock.set_minute(7)
    assert 7 == wall.minute_of_day()


@pytest.mark.parametrize("minute", [-1, 24 * 60])
def test_there_is_no_such_minute(minute: int) -> None:
    with pytest.raises(ValueError, match=str(minute)):
        WallClock(FakeClock()).set(minute)


def test_on_a_fast_table_a_minute_of_staff_is_still_a_minute_of_the_world() -> None:
    world, fast = FakeClock(), RealClock(1000.0)
    wall = WallClock(fast, elapsed_ns=world.now_ns)
    wall.set(100)
    world.move_to(61 * S)
    assert 101 == wall.minute_of_day()


def test_the_signs_of_this_machine_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synchronised, rtc, status = tmp_path / "synchronized", tmp_path / "since_epoch", tmp_path / "status"
    for name, path in (("TIMESYNCD", synchronised), ("RTC", rtc), ("STATUS", status)):
        monkeypatch.setattr(clocktrust, name, path)
    status.write_text("Name:\tfaguan\nSeccomp:\t2\n")  # where system calls are filtered, none is tried
    before, signs = int(time.time()), read_signs()
    assert (False, None) == (signs.synchronised, signs.rtc_s)
    assert before <= signs.now_s <= time.time()
    rtc.write_text("1796000000\n")
    synchronised.touch()
    signs = read_signs()
    assert (True, 1_796_000_000) == (signs.synchronised, signs.rtc_s)
    rtc.write_text("rubbish")
    assert None is read_signs().rtc_s


def test_the_kernel_is_asked_where_that_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it answers here, it is asked without a fault."""
    status = tmp_path / "status"
    status.write_text("Seccomp:\t0\n")
    monkeypatch.setattr(clocktrust, "STATUS", status)
    monkeypatch.setattr(clocktrust, "TIMESYNCD", tmp_path / "none")
    assert read_signs().synchronised in (True, False)

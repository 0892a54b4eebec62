"""A game goes on by itself only where the judge fell a moment ago, and not over and over."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.afterfall import FALLS, STEADY_NS, TRACE, Trace, runtime_folder

S = 1_000_000_000


def test_after_a_fall_it_goes_on(tmp_path: Path) -> None:
    Trace(tmp_path, 100 * S).alive(110 * S)
    assert Trace(tmp_path, 113 * S).goes_on


def test_the_first_start_is_no_fall(tmp_path: Path) -> None:
    assert not Trace(tmp_path, 100 * S).goes_on


def test_who_ends_in_order_did_not_fall(tmp_path: Path) -> None:
    trace = Trace(tmp_path, 100 * S)
    trace.alive(110 * S)
    trace.remove()
    trace.remove()
    assert not Trace(tmp_path, 113 * S).goes_on


def test_after_more_than_a_minute_staff_decide(tmp_path: Path) -> None:
    Trace(tmp_path, 100 * S)
    assert not Trace(tmp_path, 161 * S).goes_on


def test_a_clock_that_began_again_is_a_power_cut(tmp_path: Path) -> None:
    Trace(tmp_path, 100 * S)
    assert not Trace(tmp_path, 20 * S).goes_on


def test_a_judge_that_falls_again_and_again_waits_for_staff(tmp_path: Path) -> None:
    now = 100 * S
    Trace(tmp_path, now)
    went_on = []
    for _ in range(FALLS + 1):
        now += 5 * S
        went_on.append(Trace(tmp_path, now).goes_on)
    assert [True] * FALLS + [False] == went_on


def test_who_has_run_for_long_has_the_falls_behind(tmp_path: Path) -> None:
    now = 100 * S
    Trace(tmp_path, now)
    for _ in range(FALLS):
        now += 5 * S
        trace = Trace(tmp_path, now)
    trace.alive(now + STEADY_NS)
    assert Trace(tmp_path, now + STEADY_NS + 3 * S).goes_on


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"at_ns": "x"}'])
def test_a_trace_that_cannot_be_read_is_none(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / TRACE).write_bytes(spoilt)
    assert not Trace(tmp_path, 100 * S).goes_on


def test_without_a_service_there_is_no_trace(tmp_path: Path) -> None:
    trace = Trace(None, 100 * S)
    trace.alive(101 * S)
    trace.remove()
    assert not trace.goes_on
    assert not Trace(tmp_path / "not there", 100 * S).goes_on


def test_the_folder_is_the_one_systemd_made() -> None:
    assert runtime_folder({}) is None
    assert Path("/run/faguan") == runtime_folder({"RUNTIME_DIRECTORY": "/run/faguan:/run/other"})

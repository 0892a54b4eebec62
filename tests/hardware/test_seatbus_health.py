"""What a table of expanders tells of its bus: presses that may have gone unseen, many errors, and that it lives."""

from __future__ import annotations

import errno
import threading

import pytest

from hardware.ports import NS_PER_MS, Edge, Health
from tests.hardware.expander_rig import PATIENCE_S, Rig, missed, works


@pytest.mark.parametrize("cure", ["reset", "reopen"])
@pytest.mark.parametrize("pressed", [True, False], ids=["a tap meanwhile", "nobody pressed"])
def test_a_bus_that_hangs_is_cured_by_a_pulse_or_by_opening_it_anew(cure: str, *, pressed: bool) -> None:
    """The pulse takes what the chips had captured: whoever has pressed meanwhile must be asked again.

    Whether anybody has is told to nobody: what the judge does about it would give it away.
    """
    with Rig() as rig:
        rig.start()
        rig.show(2, 16)
        with rig.bus.turn():
            rig.wire.lock_up(cure)
            if pressed:
                rig.press(9)
                rig.let_go(9)
        rig.pass_ms(300)

        assert [("bus", 0, "ok")] == rig.inbox.health()
        assert [True] == missed(rig)
        told = rig.inbox.all[-1]
        assert isinstance(told, Health)
        assert tuple(range(1, 19)) == told.seats
        assert "漏了" in told.detail.zh
        assert "missed" in told.detail.en
        assert {2, 16} == rig.lit()
        assert works(rig, 11)


def test_a_transfer_of_the_display_that_hung_has_kept_presses_from_being_seen() -> None:
    """A chip holds only the first change since it was read; the display's transfer has held the bus for a second."""
    with Rig() as rig:
        rig.start()
        rig.pass_ms(100)
        with rig.bus.turn() as wire:
            rig.wire.fail(errno.ETIMEDOUT, times=1, address=0x3C)
            with pytest.raises(TimeoutError):
                wire.write(0x3C, b"\x40")
            for seat in (9, 10):
                rig.press(seat)
                rig.let_go(seat)
        rig.pass_ms(200)
        assert [("bus", 0, "ok")] == rig.inbox.health()
        assert [True] == missed(rig)
        assert (10, True) not in rig.inbox.edges()


def test_a_bus_that_hangs_while_it_starts_has_missed_nothing() -> None:
    with Rig() as rig:
        rig.wire.lock_up("reopen")
        rig.start()
        rig.pass_ms(200)
        assert [] == rig.inbox.health()


def test_errors_that_tries_again_hide_are_told_when_they_are_many_and_when_they_are_over() -> None:
    """200 refusals in 10 s, and every press arrives."""
    with Rig() as rig:
        rig.start()
        for second in range(10):
            for _ in range(10):
                rig.wire.fail(errno.EREMOTEIO, times=2, address=0x21)
                rig.pass_ms(100)
            assert second < 4 or [("bus", 0, "degraded")] == rig.inbox.health()
        told = rig.inbox.all[0]
        assert isinstance(told, Health)
        assert not told.missed
        assert tuple(range(1, 19)) == told.seats
        assert "0x21" in told.detail.zh
        assert "0x21" in told.detail.en
        rig.wire.heal()
        assert works(rig, 9)
        rig.inbox.clear()
        rig.pass_ms(60_000, step_ms=100)
        assert [("bus", 0, "ok")] == rig.inbox.health()


def test_a_spark_now_and_then_is_no_illness() -> None:
    with Rig() as rig:
        rig.start()
        rig.wire.fail(errno.EIO, times=2, address=0x20)
        rig.wire.fail(errno.EIO, times=2, address=0x21)
        rig.wire.fail(errno.EIO, times=2, address=0x22)
        for _ in range(5):
            rig.pass_ms(20_000, step_ms=100)
            rig.wire.fail(errno.EIO)
        assert [] == rig.inbox.health()


def test_errors_that_stay_between_much_and_little_tell_nothing_new() -> None:
    """Told once when it becomes bad, not again and again while it wavers."""
    with Rig() as rig:
        rig.start()
        for second in range(150):
            if second < 12 or second % 10 == 0:
                rig.wire.fail(errno.EREMOTEIO)
            rig.pass_ms(1000, step_ms=100)
        assert [("bus", 0, "degraded")] == rig.inbox.health()


def test_a_chip_that_is_unplugged_makes_the_bus_no_worse() -> None:
    with Rig() as rig:
        rig.start()
        rig.wire.unplug(0x21)
        rig.pass_ms(60_000, step_ms=100)
        assert [("chip", 0x21, "absent")] == rig.inbox.health()


def test_a_bus_that_hangs_while_it_makes_errors_still_makes_them() -> None:
    with Rig() as rig:
        rig.start()
        for _ in range(50):
            rig.wire.fail(errno.EREMOTEIO, times=1)
            rig.pass_ms(100)
        rig.wire.lock_up("reset")
        rig.pass_ms(200)
        assert [("bus", 0, "degraded")] * 2 == rig.inbox.health()
        assert [False, True] == missed(rig)


def test_it_has_looked_when_an_input_has_been_read_and_not_before() -> None:
    with Rig() as rig:
        rig.start()
        rig.wire.fail(errno.EREMOTEIO, None)
        rig.pass_ms(500)
        assert 0 == rig.seats.beats()
        rig.wire.heal()
        rig.pass_ms(1500)
        assert rig.seats.beats() > 0


def test_who_is_stuck_in_a_transfer_does_not_come_round() -> None:
    with Rig() as rig:
        rig.start()
        rig.pass_ms(200)
        stuck, goes_on = threading.Event(), threading.Event()

        def for_ever(_: float) -> None:
            stuck.set()
            goes_on.wait(PATIENCE_S)

        rig.wire.sleep = for_ever
        rig.clock.pass_ms(100)
        assert not rig.seats.settle(0)
        assert stuck.wait(PATIENCE_S)
        beats = rig.seats.beats()
        for _ in range(20):
            rig.clock.pass_ms(1000)
            assert not rig.seats.settle(0)
        assert beats == rig.seats.beats()
        rig.wire.sleep = None
        goes_on.set()
        rig.settle()
        assert rig.seats.beats() > beats


@pytest.mark.parametrize("pressed", [True, False], ids=["a press meanwhile", "nobody pressed"])
def test_a_chip_that_is_away_for_a_moment_between_two_scans_is_found_by_no_press(*, pressed: bool) -> None:
    """A game that stands still for it would tell that somebody has pressed."""
    with Rig() as rig:
        rig.start()
        rig.pass_ms(100)
        rig.clock.pass_ms(20)
        fell_ns = rig.clock.now_ns()
        rig.wire.fail(errno.EREMOTEIO, times=3, address=0x20)
        if pressed:
            rig.press(1)
            rig.settle()
            rig.let_go(1)
        rig.wire.heal()
        rig.pass_ms(3000)
        assert [] == rig.inbox.health()
        edges = [edge for edge in rig.inbox.all if isinstance(edge, Edge)]
        assert pressed == bool(edges)
        if pressed:
            assert [(1, True), (1, False)] == rig.inbox.edges(), "it is read again at once by the scan"
            assert fell_ns == edges[0].at_ns, "when INT fell counts, not when it could be read"
            assert edges[1].at_ns - fell_ns <= 100 * NS_PER_MS
        assert works(rig, 1)


@pytest.mark.parametrize("pressed", [True, False], ids=["pressed", "nobody pressed"])
def test_a_chip_that_stays_away_is_absent_at_the_same_instant_whoever_presses(*, pressed: bool) -> None:
    with Rig() as rig:
        rig.start()
        rig.pass_ms(100)
        began_ns = rig.clock.now_ns()
        rig.clock.pass_ms(20)
        rig.settle()
        rig.wire.fail(errno.EREMOTEIO, None, 0x20)
        if pressed:
            rig.press(1)
            rig.settle()
            rig.show(2)
        assert [] == rig.inbox.health()
        rig.pass_ms(300, step_ms=10)
        assert [("chip", 0x20, "absent")] == rig.inbox.health()
        told = next(item for item in rig.inbox.all if isinstance(item, Health))
        assert 100 * NS_PER_MS == told.at_ns - began_ns


def test_a_lamp_that_could_not_be_written_is_written_again_and_costs_no_seat() -> None:
    with Rig() as rig:
        rig.start()
        rig.pass_ms(100)
        rig.wire.fail(errno.EREMOTEIO, times=3, address=0x20)
        rig.show(2)
        assert set() == rig.lit()
        rig.pass_ms(100)
        assert {2} == rig.lit()
        assert [] == rig.inbox.health()

"""The deciding thread as a real thread: waiting, waking and stopping."""

from __future__ import annotations

import os
import signal
import threading
import time
from queue import SimpleQueue

import pytest

from firmware.clock import RealClock
from firmware.fakes import FakeClock
from firmware.loop import Loop
from tests.firmware.loops import PATIENCE_S, Note, Running, S


def test_values_of_many_threads_all_arrive_in_each_threads_order() -> None:
    loop = Loop(RealClock())
    done = threading.Event()
    got: list[str] = []

    def take(note: Note) -> None:
        got.append(note.text)
        if len(got) == 800:
            done.set()

    def feed(name: str) -> None:
        for n in range(200):
            loop.put(Note(f"{name}{n}"))

    loop.on(Note, take)
    with Running(loop):
        feeders = [threading.Thread(target=feed, args=(name,)) for name in "abcd"]
        for feeder in feeders:
            feeder.start()
        assert done.wait(PATIENCE_S)

    for name in "abcd":
        assert [f"{name}{n}" for n in range(200)] == [text for text in got if text.startswith(name)]
    assert 0 == loop.health().dropped


def test_the_real_loop_fires_timers_in_order_and_never_early() -> None:
    clock = RealClock(speed=1000.0)
    loop = Loop(clock)
    began_ns = clock.now_ns()
    fired: list[tuple[int, bool]] = []
    for n in (3, 1, 2):
        at_ns = began_ns + n * 20 * S
        loop.call_at(at_ns, lambda n=n, at_ns=at_ns: fired.append((n, clock.now_ns() >= at_ns)))
    loop.call_at(began_ns + 61 * S, loop.stop)
    loop.run()

    assert [(1, True), (2, True), (3, True)] == fired


def test_a_fast_table_on_a_slow_machine_is_slower_and_never_late() -> None:
    """Each handler takes ten times as long as there is until the next timer."""
    clock = RealClock(speed=1000.0)
    loop = Loop(clock)
    began_ns = clock.now_ns() + S
    fired: list[int] = []

    def slow() -> None:
        until_ns = time.monotonic_ns() + 10 * S // 1000
        while time.monotonic_ns() < until_ns:
            pass
        fired.append(clock.now_ns() - began_ns)

    for n in range(5):
        loop.call_at(began_ns + n * S, slow)
    loop.call_at(began_ns + 5 * S, loop.stop)
    loop.run()

    assert [n * S for n in range(5)] == fired
    assert 0 == loop.health().latest_ns


def test_a_value_wakes_it_long_before_its_next_timer() -> None:
    loop = Loop(RealClock())
    got: SimpleQueue[str] = SimpleQueue()
    loop.call_at(loop.now_ns() + 3600 * S, lambda: got.put("timer"))
    loop.on(Note, lambda note: got.put(note.text))
    with Running(loop):
        loop.put(Note("wake up"))
        assert "wake up" == got.get(timeout=PATIENCE_S)

    assert got.empty()


def test_a_timer_does_not_fire_because_the_loop_was_woken() -> None:
    clock = FakeClock()
    loop = Loop(clock)
    got: SimpleQueue[str] = SimpleQueue()
    loop.call_at(10, lambda: got.put("timer"))
    loop.on(Note, lambda note: got.put(note.text))
    with Running(loop):
        loop.put(Note("early"))
        assert "early" == got.get(timeout=PATIENCE_S)
        clock.move_to(10)
        loop.put(Note("in time"))
        assert ["in time", "timer"] == [got.get(timeout=PATIENCE_S) for _ in range(2)]


def test_it_stops_from_another_thread_while_it_waits_for_nothing() -> None:
    with Running(Loop(RealClock())) as running:
        pass

    assert [] == running.raised


def test_it_stops_from_a_signal_handler() -> None:
    """As SIGTERM does it: the handler runs on the waiting thread itself."""
    loop = Loop(RealClock())
    before = signal.signal(signal.SIGUSR1, lambda *_: loop.stop())
    try:
        loop.call_at(loop.now_ns(), lambda: os.kill(os.getpid(), signal.SIGUSR1))
        loop.run()
    finally:
        signal.signal(signal.SIGUSR1, before)

    assert loop.stopped


def test_stopped_before_it_runs_it_does_not_run() -> None:
    loop = Loop(RealClock())
    loop.on(Note, lambda _: pytest.fail("it was stopped"))
    loop.put(Note("too late"))
    loop.stop()
    loop.run()

    assert 0 == loop.health().handled


def test_timers_are_not_for_other_threads() -> None:
    loop = Loop(RealClock())
    started = threading.Event()
    loop.on(Note, lambda _: started.set())
    with Running(loop):
        loop.put(Note("started"))
        assert started.wait(PATIENCE_S)
        with pytest.raises(RuntimeError, match="deciding thread"):
            loop.call_at(0, lambda: None)


def test_a_fault_ends_run_with_the_exception() -> None:
    loop = Loop(RealClock())
    with Running(loop) as running:
        loop.put(Note("nobody handles it"))
        running.thread.join(PATIENCE_S)

    assert [LookupError] == [type(fault) for fault in running.raised]

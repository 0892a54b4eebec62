"""The deciding thread on a fake clock: order, stepping, handlers, and what happens to faults."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.clock import RealClock
from firmware.loop import Loop
from hardware.ports import Edge, Timer, Timers
from tests.firmware.loops import MS, PATIENCE_S, Note, Running, S, SpecialNote, Table


class TestOrder:
    def test_at_one_instant_the_inbox_goes_first_by_time_and_seat(self) -> None:
        table = Table()
        table.at(5 * MS, "timer")
        for seat, at_ns in ((7, 5), (2, 5), (9, 4), (1, 6)):
            table.loop.put(Edge(seat, True, at_ns * MS))
        table.clock.move_to(5 * MS)
        table.loop.step_until(5 * MS)

        assert ["seat 9", "seat 2", "seat 7", "seat 1", "timer"] == [what for _, what in table.did]

    def test_timers_fire_by_time_and_then_in_the_order_set(self) -> None:
        table = Table()
        for at_ns, what in ((30, "c"), (10, "a"), (20, "b1"), (20, "b2"), (20, "b3")):
            table.at(at_ns, what)
        table.loop.step_until(100)

        assert [(10, "a"), (20, "b1"), (20, "b2"), (20, "b3"), (30, "c")] == table.did

    def test_between_two_timers_of_one_instant_the_inbox_is_looked_at(self) -> None:
        table = Table()
        table.loop.call_at(10, lambda: table.loop.put(Note("put by the first")))
        table.at(10, "second")
        table.loop.step_until(10)

        assert [(10, "put by the first"), (10, "second")] == table.did

    def test_a_timer_set_for_now_or_earlier_fires_now(self) -> None:
        table = Table()
        table.loop.call_at(10, lambda: table.at(3, "earlier"))
        table.loop.step_until(10)

        assert [(10, "earlier")] == table.did

    def test_values_without_a_time_keep_their_order(self) -> None:
        table = Table()
        for text in ("one", "two", "three"):
            table.loop.put(Note(text))
        table.loop.step_until(0)

        assert ["one", "two", "three"] == [what for _, what in table.did]

    @given(
        edges=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 18)), max_size=20),
        timers=st.lists(st.integers(0, 5), max_size=20),
    )
    def test_whatever_is_put_and_set(self, edges: list[tuple[int, int]], timers: list[int]) -> None:
        table = Table()
        for at_ns, seat in edges:
            table.loop.call_at(at_ns, partial(table.loop.put, Edge(seat, True, at_ns)))
        for n, at_ns in enumerate(timers):
            table.at(at_ns, f"timer {n}")
        table.loop.step_until(5)

        fired = [(at_ns, what) for at_ns, what in table.did if what.startswith("timer")]
        assert sorted((at_ns, n) for n, at_ns in enumerate(timers)) == [
            (at_ns, int(what.removeprefix("timer "))) for at_ns, what in fired
        ]
        assert sorted(at_ns for at_ns, _ in edges) == [at_ns for at_ns, what in table.did if what.startswith("seat")]


class TestStepping:
    def test_the_clock_jumps_from_timer_to_timer_and_ends_where_it_should(self) -> None:
        table = Table()
        table.at(3600 * S, "an hour later")
        table.loop.step_until(7200 * S)

        assert [(3600 * S, "an hour later")] == table.did
        assert 7200 * S == table.clock.now_ns()

    def test_a_timer_at_the_last_instant_fires_and_one_after_it_does_not(self) -> None:
        table = Table()
        table.at(10, "last")
        table.at(11, "too late")
        table.loop.step_until(10)

        assert [(10, "last")] == table.did

    def test_a_cancelled_timer_never_fires(self) -> None:
        table = Table()
        timer = table.loop.call_at(10, lambda: table.write("cancelled"))
        table.at(20, "kept")
        timer.cancel()
        table.loop.step_until(100)
        timer.cancel()

        assert [(20, "kept")] == table.did

    def test_a_timer_can_cancel_another_of_the_same_instant(self) -> None:
        table = Table()
        later: list[Timer] = []

        def cancel_the_other() -> None:
            later[0].cancel()

        table.loop.call_at(10, cancel_the_other)
        later.append(table.loop.call_at(10, lambda: table.write("cancelled")))
        table.loop.step_until(100)

        assert [] == table.did

    def test_it_stops_where_something_says_stop(self) -> None:
        table = Table()
        table.loop.call_at(10, table.loop.stop)
        table.at(20, "after the end")
        table.loop.step_until(100)

        assert table.loop.stopped
        assert [] == table.did
        assert 10 == table.clock.now_ns()

    def test_a_real_clock_cannot_be_stepped(self) -> None:
        with pytest.raises(TypeError, match="by itself"):
            Loop(RealClock()).step_until(0)

    def test_a_timer_that_sets_itself_again_without_end_is_found(self) -> None:
        table = Table()

        def again() -> None:
            table.loop.call_at(10, again)

        again()
        with pytest.raises(RuntimeError, match="turns at 10 ns"):
            table.loop.step_until(100)

    def test_it_is_ports_timers(self) -> None:
        table = Table()
        timers: Timers = table.loop
        timers.call_at(4, lambda: table.write("through the port")).cancel()
        table.loop.step_until(10)

        assert 10 == timers.now_ns()
        assert [] == table.did


class TestHandlers:
    def test_a_subclass_goes_to_the_handler_of_its_base(self) -> None:
        table = Table()
        table.loop.put(SpecialNote("special"))
        table.loop.step_until(0)

        assert [(0, "special")] == table.did

    def test_a_handler_of_its_own_comes_first(self) -> None:
        table = Table()
        table.loop.on(SpecialNote, lambda note: table.write(f"own {note.text}"))
        table.loop.put(SpecialNote("special"))
        table.loop.put(Note("plain"))
        table.loop.step_until(0)

        assert ["own special", "plain"] == [what for _, what in table.did]

    def test_a_second_handler_for_a_type_is_refused(self) -> None:
        table = Table()
        with pytest.raises(ValueError, match="Note has a handler already"):
            table.loop.on(Note, lambda _: None)

    def test_a_value_that_nobody_handles_is_a_fault(self) -> None:
        table = Table()
        table.loop.put(3.14)
        with pytest.raises(LookupError, match="float"):
            table.loop.step_until(0)


class TestFaults:
    def test_by_default_they_are_raised_and_nothing_behind_them_is_lost(self) -> None:
        table = Table()
        table.loop.call_at(5, table.break_down)
        table.loop.put(Note("before"))
        table.at(5, "after")
        with pytest.raises(OSError, match="bus"):
            table.loop.step_until(10)
        table.loop.step_until(10)

        assert [(0, "before"), (5, "after")] == table.did

    def test_values_that_came_with_the_culprit_are_not_lost(self) -> None:
        table = Table()
        for value in (3.14, Note("still here")):
            table.loop.put(value)
        with pytest.raises(LookupError):
            table.loop.step_until(0)
        table.loop.step_until(0)

        assert [(0, "still here")] == table.did

    def test_when_somebody_takes_them_the_loop_goes_on(self) -> None:
        faults: list[Exception] = []
        table = Table(on_fault=faults.append)
        table.loop.call_at(5, table.break_down)
        table.at(6, "after")
        table.loop.put(3.14)
        table.loop.step_until(10)

        assert [LookupError, OSError] == [type(fault) for fault in faults]
        assert [(6, "after")] == table.did


class TestHealth:
    def test_a_full_inbox_drops_and_counts_and_never_raises(self) -> None:
        table = Table(capacity=3)
        for n in range(5):
            table.loop.put(Note(str(n)))

        assert (2, 3) == (table.loop.health().dropped, table.loop.health().waiting)
        table.loop.step_until(0)
        assert ["0", "1", "2"] == [what for _, what in table.did]
        assert (2, 0, 3) == (
            table.loop.health().dropped,
            table.loop.health().waiting,
            table.loop.health().handled,
        )

    def test_a_stop_gets_through_a_full_inbox(self) -> None:
        loop = Loop(RealClock(), capacity=0)
        loop.put(Note("dropped"))
        with Running(loop) as running:
            loop.stop()
            running.thread.join(PATIENCE_S)

        assert 1 == loop.health().dropped

    def test_it_names_the_slowest(self) -> None:
        table = Table()

        def reads_a_bus() -> None:
            table.clock.move_to(table.clock.now_ns() + 30 * MS)

        table.loop.call_at(5, reads_a_bus)
        table.at(5 + 10 * MS, "held up")
        table.loop.step_until(S)

        health = table.loop.health()
        assert 30 * MS == health.slowest_ns
        assert health.slowest.endswith("reads_a_bus")
        assert 20 * MS == health.latest_ns

    def test_at_rest_there_is_nothing_to_tell(self) -> None:
        table = Table()
        table.at(5, "quick")
        table.loop.step_until(S)

        assert (0, "", 0, 1) == (
            table.loop.health().slowest_ns,
            table.loop.health().slowest,
            table.loop.health().latest_ns,
            table.loop.health().handled,
        )

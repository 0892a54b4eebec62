"""What every port of seats and every port of staff keys must do, whatever it hangs on.

A test module derives from `SeatContract` or `KeyContract`, names the class `Test…`, and gives a fixture `rig`:
the port that is to be tried, and hands for what hangs on it. Time is the machine's own; nobody sleeps.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import pytest

from hardware.ports import NS_PER_MS, Edge, Health, Key, KeyEdge, KeyPort, Lamp, Pattern, SeatPort

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S: Final = 10.0
"""How long something that must happen is waited for: a busy machine is slow."""

MOMENT_S: Final = 0.3
"""How long something that must not happen is waited for."""

T = TypeVar("T")


class MachineClock:
    """The machine's monotonic clock. Implements `ports.Clock`."""

    def now_ns(self) -> int:
        """Monotonic nanoseconds."""
        return time.monotonic_ns()

    def minute_of_day(self) -> int:
        """Nobody here asks."""
        return 0


class FakeClock:
    """A clock that is set. Implements `ports.Clock`."""

    def __init__(self) -> None:
        self.ns = 1_000_000 * NS_PER_MS

    def now_ns(self) -> int:
        return self.ns

    def minute_of_day(self) -> int:
        return 0


class Inbox:
    """Where ports put; waits for what is to come. `explode`: that many puts raise, as a bug of ours would."""

    def __init__(self) -> None:
        self.explode = 0
        self._got: list[object] = []
        self._changed = threading.Condition()

    def put(self, item: object) -> None:
        with self._changed:
            if self.explode:
                self.explode -= 1
                self._changed.notify_all()
                raise RuntimeError("a handler with a bug")
            self._got.append(item)
            self._changed.notify_all()

    def wait_exploded(self) -> None:
        """The puts that were to raise have done so."""
        with self._changed:
            assert self._changed.wait_for(lambda: not self.explode, PATIENCE_S)

    def all(self, kind: type[T]) -> list[T]:
        """Everything of a kind, in the order in which it came."""
        with self._changed:
            return [item for item in self._got if isinstance(item, kind)]

    def wait(self, kind: type[T], count: int) -> list[T]:
        """At least `count` of a kind."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.all(kind)) >= count, PATIENCE_S), (
                f"{count} {kind.__name__}s were to come: {self._got}"
            )
            return self.all(kind)

    def wait_for(self, happened: Callable[[list[Edge]], bool]) -> None:
        """Until `happened` of the edges so far."""
        with self._changed:
            assert self._changed.wait_for(lambda: happened(self.all(Edge)), PATIENCE_S), f"other edges: {self._got}"

    def stays_at(self, kind: type[T], count: int) -> bool:
        """Whether no more than `count` of a kind come within a moment."""
        with self._changed:
            return not self._changed.wait_for(lambda: len(self.all(kind)) > count, MOMENT_S)

    def clear(self) -> None:
        """Forget what has come."""
        with self._changed:
            self._got.clear()


class SeatRig(Protocol):
    """A port of seats that is not started, and what hangs on it."""

    port: SeatPort
    inbox: Inbox
    seats: tuple[int, ...]

    def press(self, seat: int) -> None:
        """Close the contact of `seat`."""

    def let_go(self, seat: int) -> None:
        """Open the contact of `seat`."""

    def deafen(self, seat: int, *, deaf: bool) -> None:
        """While `deaf`, what the contact of `seat` does is not announced: it can only be read."""

    def lit(self) -> frozenset[int]:
        """The seats whose lamps give light now."""

    def wait_lit(self, happened: Callable[[frozenset[int]], bool]) -> None:
        """Wait until `happened` of the lit seats; AssertionError when that takes longer than `PATIENCE_S`."""


class SeatContract:
    """The rules of `ports.SeatPort`."""

    def test_a_press_and_a_release_come_with_their_own_times(self, rig: SeatRig) -> None:
        assert () == rig.port.start()
        before_ns = time.monotonic_ns()
        rig.press(rig.seats[2])
        down = rig.inbox.wait(Edge, 1)[0]
        between_ns = time.monotonic_ns()
        rig.let_go(rig.seats[2])
        up = rig.inbox.wait(Edge, 2)[1]

        assert [(rig.seats[2], True), (rig.seats[2], False)] == [(edge.seat, edge.down) for edge in (down, up)]
        assert before_ns <= down.at_ns <= between_ns <= up.at_ns <= time.monotonic_ns()

    def test_all_seats_at_once_are_all_heard(self, rig: SeatRig) -> None:
        rig.port.start()
        for seat in rig.seats:
            rig.press(seat)

        edges = rig.inbox.wait(Edge, len(rig.seats))

        assert set(rig.seats) == {edge.seat for edge in edges if edge.down}
        assert [edge.at_ns for edge in edges] == sorted(edge.at_ns for edge in edges)

    def test_a_button_that_is_down_at_the_start_is_told_of_and_is_no_press(self, rig: SeatRig) -> None:
        rig.press(rig.seats[-1])
        rig.press(rig.seats[0])

        assert (rig.seats[0], rig.seats[-1]) == rig.port.start()
        assert rig.inbox.stays_at(Edge, 0)

        rig.let_go(rig.seats[0])

        assert [(rig.seats[0], False)] == [(edge.seat, edge.down) for edge in rig.inbox.wait(Edge, 1)]

    def test_a_release_that_got_lost_comes_out(self, rig: SeatRig) -> None:
        rig.port.start()
        rig.press(rig.seats[1])
        rig.inbox.wait(Edge, 1)
        rig.deafen(rig.seats[1], deaf=True)
        rig.let_go(rig.seats[1])

        assert [True, False] == [edge.down for edge in rig.inbox.wait(Edge, 2)]

    def test_a_press_after_a_lost_release_is_heard(self, rig: SeatRig) -> None:
        """A library that still thinks the button is down would swallow it."""
        rig.port.start()
        rig.press(rig.seats[1])
        rig.inbox.wait(Edge, 1)
        rig.deafen(rig.seats[1], deaf=True)
        rig.let_go(rig.seats[1])
        rig.inbox.wait(Edge, 2)
        rig.deafen(rig.seats[1], deaf=False)
        rig.press(rig.seats[1])

        assert [True, False, True] == [edge.down for edge in rig.inbox.wait(Edge, 3)]

    def test_bouncing_is_handed_on_and_ends_where_the_contact_does(self, rig: SeatRig) -> None:
        rig.port.start()
        for _ in range(3):
            rig.press(rig.seats[0])
            rig.let_go(rig.seats[0])
        rig.press(rig.seats[0])
        rig.press(rig.seats[1])
        rig.inbox.wait(Edge, 2)
        rig.inbox.stays_at(Edge, 100)

        assert {rig.seats[0]: True, rig.seats[1]: True} == {edge.seat: edge.down for edge in rig.inbox.all(Edge)}

    @pytest.mark.logs_errors
    def test_an_exception_in_a_handler_does_not_deafen_the_table(self, rig: SeatRig) -> None:
        rig.port.start()
        rig.inbox.explode = 1
        rig.press(rig.seats[0])
        rig.inbox.wait_exploded()
        rig.press(rig.seats[1])
        rig.press(rig.seats[2])

        rig.inbox.wait_for(lambda edges: {rig.seats[1], rig.seats[2]} <= {edge.seat for edge in edges if edge.down})

    def test_lamps_are_dark_at_the_start_and_show_the_newest_frame(self, rig: SeatRig) -> None:
        rig.port.start()
        assert frozenset() == rig.lit()

        rig.port.show((Lamp(rig.seats[0], Pattern.STEADY, 0), Lamp(rig.seats[3], Pattern.STEADY, 0)))
        rig.wait_lit(lambda lit: lit == {rig.seats[0], rig.seats[3]})
        rig.port.show((Lamp(rig.seats[3], Pattern.STEADY, 0),))
        rig.wait_lit(lambda lit: lit == {rig.seats[3]})
        rig.port.show(())
        rig.wait_lit(lambda lit: not lit)

    def test_a_blinking_lamp_goes_on_and_off_and_no_other_with_it(self, rig: SeatRig) -> None:
        rig.port.start()
        rig.port.show((Lamp(rig.seats[4], Pattern.FAST, time.monotonic_ns()),))
        for _ in range(2):
            rig.wait_lit(lambda lit: lit == {rig.seats[4]})
            rig.wait_lit(lambda lit: not lit)

    def test_a_lamp_lights_while_its_button_is_held(self, rig: SeatRig) -> None:
        rig.port.start()
        rig.press(rig.seats[0])
        rig.port.show((Lamp(rig.seats[0], Pattern.STEADY, 0),))

        rig.wait_lit(lambda lit: lit == {rig.seats[0]})

    def test_it_has_a_heartbeat_also_when_nobody_does_anything(self, rig: SeatRig) -> None:
        rig.port.start()
        beats = rig.port.beats()
        waited = threading.Event()
        deadline_ns = time.monotonic_ns() + int(PATIENCE_S * 1000) * NS_PER_MS
        while rig.port.beats() < beats + 3:
            assert time.monotonic_ns() < deadline_ns, "the port stands still"
            waited.wait(0.02)

    def test_closing_puts_lamps_off_ends_reports_and_threads_and_may_be_done_twice(self, rig: SeatRig) -> None:
        threads = set(threading.enumerate())
        rig.port.start()
        rig.port.show(tuple(Lamp(seat, Pattern.STEADY, 0) for seat in rig.seats))
        rig.wait_lit(lambda lit: lit == set(rig.seats))

        rig.port.close()

        assert frozenset() == rig.lit()
        assert threads == set(threading.enumerate())
        rig.inbox.clear()
        rig.press(rig.seats[0])
        rig.port.show((Lamp(rig.seats[0], Pattern.STEADY, 0),))
        assert rig.inbox.stays_at(Edge, 0)
        assert frozenset() == rig.lit()
        rig.port.close()

    def test_close_while_an_edge_is_in_flight(self, rig: SeatRig) -> None:
        rig.port.start()
        stop = threading.Event()

        def fidget() -> None:
            while not stop.is_set():
                rig.press(rig.seats[0])
                rig.let_go(rig.seats[0])

        finger = threading.Thread(target=fidget)
        finger.start()
        try:
            rig.inbox.wait(Edge, 10)
            rig.port.close()
        finally:
            stop.set()
            finger.join(PATIENCE_S)
        rig.inbox.clear()
        assert rig.inbox.stays_at(Edge, 0)

    def test_nothing_is_reported_to_be_wrong_while_nothing_is(self, rig: SeatRig) -> None:
        rig.port.start()
        rig.press(rig.seats[0])
        rig.let_go(rig.seats[0])
        rig.inbox.wait(Edge, 2)

        assert rig.inbox.stays_at(Health, 0)


class KeyRig(Protocol):
    """A port of staff keys that is not started, and what hangs on it."""

    port: KeyPort
    inbox: Inbox

    def press(self, key: Key) -> None:
        """Close the contact of `key`."""

    def let_go(self, key: Key) -> None:
        """Open the contact of `key`."""


class KeyContract:
    """The rules of `ports.KeyPort`."""

    def test_each_key_is_heard_once_down_and_once_up(self, rig: KeyRig) -> None:
        rig.port.start()
        for number, key in enumerate(Key):
            rig.press(key)
            rig.inbox.wait(KeyEdge, 2 * number + 1)
            rig.let_go(key)
            rig.inbox.wait(KeyEdge, 2 * number + 2)

        heard = [(edge.key, edge.down) for edge in rig.inbox.all(KeyEdge)]
        assert [(key, down) for key in Key for down in (True, False)] == heard

    def test_a_bouncing_key_is_heard_once(self, rig: KeyRig) -> None:
        rig.port.start()
        for _ in range(4):
            rig.press(Key.OK)
            rig.let_go(Key.OK)
        rig.press(Key.OK)

        assert [(Key.OK, True)] == [(edge.key, edge.down) for edge in rig.inbox.wait(KeyEdge, 1)]
        assert rig.inbox.stays_at(KeyEdge, 1)

    def test_a_key_that_is_down_at_the_start_is_no_press(self, rig: KeyRig) -> None:
        rig.press(Key.BACK)
        rig.port.start()
        assert rig.inbox.stays_at(KeyEdge, 0)
        rig.let_go(Key.BACK)
        rig.inbox.stays_at(KeyEdge, 0)
        rig.press(Key.BACK)

        assert (Key.BACK, True) == (rig.inbox.wait(KeyEdge, 1)[-1].key, rig.inbox.all(KeyEdge)[-1].down)

    @pytest.mark.logs_errors
    def test_an_exception_in_a_handler_does_not_deafen_the_keys(self, rig: KeyRig) -> None:
        rig.port.start()
        rig.inbox.explode = 1
        rig.press(Key.UP)
        rig.press(Key.DOWN)
        assert 1 == len(rig.inbox.wait(KeyEdge, 1))
        rig.let_go(Key.UP)
        rig.let_go(Key.DOWN)

        assert {Key.UP, Key.DOWN} == {edge.key for edge in rig.inbox.wait(KeyEdge, 3) if not edge.down}

    def test_closing_ends_reports_and_threads_and_may_be_done_twice(self, rig: KeyRig) -> None:
        threads = set(threading.enumerate())
        rig.port.start()
        rig.press(Key.UP)
        rig.inbox.wait(KeyEdge, 1)

        rig.port.close()

        assert threads == set(threading.enumerate())
        rig.let_go(Key.UP)
        assert rig.inbox.stays_at(KeyEdge, 1)
        rig.port.close()

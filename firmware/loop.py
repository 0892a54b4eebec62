"""The one deciding thread: an inbox, a timer heap, and nothing else.

Any thread puts values into the inbox; only the thread inside `run` (or `step_until`) takes them out, calls the handler
registered for their type and runs timers that are due. At one instant everything in the inbox goes first, ordered by
(at_ns, seat), then one timer, then the inbox again; timers fire by (time, order in which they were set).

`run` waits on the injected clock, scaled if it is. `step_until` is the same loop for a clock that only moves when told
to: it jumps from timer to timer.

What goes wrong is told, never swallowed: an exception of a handler or timer goes to `on_fault`, a value that found the
inbox full is counted in `health`, where also stand the slowest handler and the latest timer.
"""

from __future__ import annotations

import heapq
import threading
from collections import deque
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, runtime_checkable

import msgspec

from hardware.ports import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.ports import Action

MAX_INBOX: Final = 4096
"""Values waiting at most: more than a hundred edges of every seat; a full inbox is a fault somewhere else."""

MAX_TURNS_AN_INSTANT: Final = 100_000
"""Timers and values at one instant of a stepped clock; more is a loop that sets itself again without end."""

MAX_WAIT_S: Final = 3600.0
"""The loop looks at its clock at least this often."""

ValueT = TypeVar("ValueT")


class PacedClock(Clock, Protocol):
    """A clock that knows how long to wait for a time to come."""

    def seconds_until(self, at_ns: int) -> float | None:
        """Seconds of the world until `at_ns`; None when waiting does not help."""

    def wait_at(self, at_ns: int | None) -> None:
        """Do not pass `at_ns`, the time of the next timer, before it was served, if this clock can wait for that."""


@runtime_checkable
class SteppedClock(Protocol):
    """A clock that moves only when told."""

    def move_to(self, at_ns: int) -> None:
        """Let it be `at_ns`."""


class LoopHealth(msgspec.Struct, frozen=True):
    """How the loop is doing. Times on the loop's clock."""

    handled: int
    """Values and timers dealt with."""

    dropped: int
    """Values that found the inbox full."""

    waiting: int
    """Values that have come and are not dealt with yet."""

    slowest_ns: int
    """The longest any handler or timer took."""

    slowest: str
    """Which one that was; empty while nothing took any time."""

    latest_ns: int
    """The longest any timer fired after its time."""


class LoopTimer:
    """A timer in the heap. Cancelled ones stay there until their time comes and are then passed over."""

    __slots__ = ("action", "at_ns")

    def __init__(self, at_ns: int, action: Action) -> None:
        """Fire `action` at `at_ns`."""
        self.at_ns = at_ns
        self.action: Action | None = action

    def cancel(self) -> None:
        """Never fire; harmless when it already has."""
        self.action = None


class _Stop:
    """Put into the inbox to wake the loop when it shall stop."""


def _raise(fault: Exception) -> None:
    raise fault


class Loop:
    """The deciding thread's loop. It *is* `ports.Timers`."""

    def __init__(
        self,
        clock: PacedClock,
        on_fault: Callable[[Exception], None] = _raise,
        capacity: int = MAX_INBOX,
    ) -> None:
        """`on_fault` gets every exception of handlers and timers; when it returns, the loop goes on."""
        self._clock = clock
        self.on_fault = on_fault
        """Who hears of a handler's exception; the judge takes it over once there is one."""
        self._capacity = capacity
        # A SimpleQueue's put is reentrant: `stop` may be called from a signal handler that interrupted `put`.
        self._inbox: SimpleQueue[object] = SimpleQueue()
        self._batch: deque[object] = deque()
        self._handlers: dict[type, Callable[[Any], None]] = {}
        self._timers: list[tuple[int, int, LoopTimer]] = []
        self._order = count()
        self._stopped = False
        self._thread: int | None = None
        self._drop_lock = threading.RLock()
        self._dropped = 0
        self._handled = 0
        self._slowest_ns = 0
        self._slowest = ""
        self._latest_ns = 0

    def put(self, value: object) -> None:
        """Leave `value` for the deciding thread. From any thread; never blocks, never raises.

        Overfull, the value is dropped and counted.
        """
        if self._inbox.qsize() >= self._capacity:
            with self._drop_lock:
                self._dropped += 1
            return
        self._inbox.put(value)

    def on(self, kind: type[ValueT], handler: Callable[[ValueT], None]) -> None:
        """Values of `kind`, and of its subclasses without a handler of their own, go to `handler`. One per type."""
        if kind in self._handlers:
            message = f"{kind.__name__} has a handler already"
            raise ValueError(message)
        self._handlers[kind] = handler

    def now_ns(self) -> int:
        """The clock's time."""
        return self._clock.now_ns()

    def call_at(self, at_ns: int, action: Action) -> LoopTimer:
        """Run `action` at `at_ns`, or at once after what is in the inbox if that has passed. Deciding thread only."""
        if self._thread is not None and self._thread != threading.get_ident():
            message = "timers belong to the deciding thread; put a value into the inbox instead"
            raise RuntimeError(message)
        timer = LoopTimer(at_ns, action)
        heapq.heappush(self._timers, (at_ns, next(self._order), timer))
        return timer

    def stop(self) -> None:
        """End `run` or `step_until` after the value or timer at hand. From any thread or signal handler; for good."""
        self._stopped = True
        self._inbox.put(_Stop())

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def health(self) -> LoopHealth:
        """The counters."""
        return LoopHealth(
            handled=self._handled,
            dropped=self._dropped,
            waiting=self._inbox.qsize() + len(self._batch),
            slowest_ns=self._slowest_ns,
            slowest=self._slowest,
            latest_ns=self._latest_ns,
        )

    def run(self) -> None:
        """Serve until `stop`."""
        self._thread = threading.get_ident()
        try:
            while not self._stopped:
                if not self._turn():
                    self._wait()
        finally:
            self._thread = None

    def step_until(self, at_ns: int) -> None:
        """Serve everything up to and including `at_ns`, jumping the clock from timer to timer; the clock ends there.

        Ends early, with the clock where it is, when something calls `stop`. Needs a clock that can be moved.
        """
        clock = self._clock
        if not isinstance(clock, SteppedClock):
            message = "this clock moves by itself"
            raise TypeError(message)
        turns = 0
        while not self._stopped:
            if self._turn():
                turns += 1
                if turns > MAX_TURNS_AN_INSTANT:
                    message = f"more than {MAX_TURNS_AN_INSTANT} turns at {self.now_ns()} ns"
                    raise RuntimeError(message)
                continue
            turns = 0
            next_ns = self.next_timer_ns()
            if next_ns is not None and next_ns <= at_ns:
                clock.move_to(next_ns)
            elif self.now_ns() < at_ns:
                clock.move_to(at_ns)
            else:
                return

    def _turn(self) -> bool:
        """Serve one value, or when there is none one timer; False when there was neither."""
        if not self._batch:
            self._refill()
        if self._batch:
            self._serve(self._batch.popleft())
            return True
        next_ns = self.next_timer_ns()
        self._clock.wait_at(next_ns)
        now_ns = self.now_ns()
        if next_ns is None or next_ns > now_ns:
            return False
        _, _, timer = heapq.heappop(self._timers)
        if timer.action is not None:
            self._latest_ns = max(self._latest_ns, now_ns - next_ns)
            self._guard(timer.action, timer.action)
        return True

    def _refill(self) -> None:
        """Take what is in the inbox now, in the order in which it is to be served."""
        values = [value for value in self._take() if not isinstance(value, _Stop)]
        now_ns = self.now_ns()
        self._batch.extend(sorted(values, key=lambda value: _moment(value, now_ns)))

    def _take(self) -> list[object]:
        """The inbox's content; at most as much as fits, so that a flood cannot hold up the timers for ever."""
        values: list[object] = []
        while len(values) <= self._capacity:
            try:
                values.append(self._inbox.get_nowait())
            except Empty:
                break
        return values

    def _serve(self, value: object) -> None:
        """Give `value` to its handler."""
        for kind in type(value).__mro__:
            handler = self._handlers.get(kind)
            if handler is not None:
                self._guard(handler, partial(handler, value))
                return
        self.on_fault(LookupError(f"nobody handles {type(value).__name__}"))

    def _guard(self, culprit: object, action: Action) -> None:
        """Do `action`; measure it in the name of `culprit` and hand on what it raises."""
        began_ns = self.now_ns()
        try:
            action()
        except Exception as fault:  # noqa: BLE001 - on_fault decides, and by default raises it again
            self.on_fault(fault)
        finally:
            self._handled += 1
            took_ns = self.now_ns() - began_ns
            if took_ns > self._slowest_ns:
                self._slowest_ns = took_ns
                self._slowest = getattr(culprit, "__qualname__", type(culprit).__qualname__)

    def next_timer_ns(self) -> int | None:
        """When the next timer that was not cancelled fires."""
        while self._timers and self._timers[0][2].action is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def _wait(self) -> None:
        """Until a value comes or the next timer's time has come."""
        next_ns = self.next_timer_ns()
        seconds = None if next_ns is None else self._clock.seconds_until(next_ns)
        try:
            value = self._inbox.get(timeout=MAX_WAIT_S if seconds is None else min(seconds, MAX_WAIT_S))
        except Empty:
            return
        if not isinstance(value, _Stop):
            # Alone in the batch, but what came with it is served before any timer too.
            self._batch.append(value)


def _moment(value: object, now_ns: int) -> tuple[int, int]:
    """When `value` happened and at which seat; now and nowhere when it does not say."""
    at_ns, seat = getattr(value, "at_ns", None), getattr(value, "seat", None)
    return (at_ns if isinstance(at_ns, int) else now_ns, seat if isinstance(seat, int) else 0)

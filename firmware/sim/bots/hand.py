"""One hand on one pad: presses planned in time, told as raw edges when their time has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.ports import NS_PER_MS, Edge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.seats import Seat
    from hardware.ports import Timer, Timers


APART_MS: Final = 60
"""A finger needs this long between letting go and the next press."""

TAP_MS: Final = 110
HOLD_MS: Final = 1_250
REVEAL_MS: Final = 1_500
QUIT_MS: Final = 2_250
"""A hold that is surely a 退水."""
REVEAL_GAP_MS: Final = 220


class Hand:
    """The hand of the player at `seat`; edges go to `put` at their time."""

    def __init__(self, seat: Seat, timers: Timers, put: Callable[[Edge], None]) -> None:
        """A hand at rest."""
        self._seat = seat
        self._timers = timers
        self._put = put
        self._plans: list[_Plan] = []
        self._resting = False

    def rest(self, resting: bool) -> None:
        """Keep off the pad while `resting`: nothing is planned, and what was planned is given up."""
        self._resting = resting
        if resting:
            self.still()

    def now_ns(self) -> int:
        """The time."""
        return self._timers.now_ns()

    def wait(self, ms: int, action: Callable[[], None]) -> Timer:
        """Do something `ms` from now."""
        return self._timers.call_at(self.now_ns() + ms * NS_PER_MS, action)

    def tap(self, in_ms: int, then: Callable[[], object] | None = None, ms: int = TAP_MS) -> bool:
        """Press for `ms`, `in_ms` from now; `then` is done as the key goes down.

        False when the hand has already planned something at that time: nothing is planned then.
        """
        return self._plan([(in_ms, ms)], then)

    def two_taps(self, in_ms: int, apart_ms: int) -> bool:
        """Two taps whose downs lie `apart_ms` apart."""
        return self._plan([(in_ms, TAP_MS), (in_ms + apart_ms, TAP_MS)], None)

    def hold(self, in_ms: int, ms: int = HOLD_MS, then: Callable[[], object] | None = None) -> bool:
        """Hold the key; `then` is done as it goes down."""
        return self._plan([(in_ms, ms)], then)

    def reveal(self, in_ms: int, then: Callable[[], object] | None = None) -> bool:
        """亮牌: two taps, then the key held down."""
        step = TAP_MS + REVEAL_GAP_MS
        return self._plan([(in_ms, TAP_MS), (in_ms + step, TAP_MS), (in_ms + 2 * step, REVEAL_MS)], then)

    def still(self) -> None:
        """Give up all presses that have not begun."""
        for plan in self._plans:
            if plan.begins_ns > self.now_ns():
                plan.timer.cancel()
        self._plans = [plan for plan in self._plans if plan.begins_ns <= self.now_ns()]

    def _plan(self, presses: Iterable[tuple[int, int]], then: Callable[[], object] | None) -> bool:
        """Plan presses (from now in ms, length in ms), all or none; `then` goes with the first."""
        if self._resting:
            return False
        now_ns = self.now_ns()
        self._plans = [plan for plan in self._plans if plan.ends_ns + APART_MS * NS_PER_MS > now_ns]
        spans = [(now_ns + in_ms * NS_PER_MS, now_ns + (in_ms + ms) * NS_PER_MS) for in_ms, ms in presses]
        if any(plan.touches(begins, ends) for plan in self._plans for begins, ends in spans):
            return False
        for number, (begins_ns, ends_ns) in enumerate(spans):
            first = then if number == 0 else None
            timer = self._timers.call_at(begins_ns, _Down(self, ends_ns, first))
            self._plans.append(_Plan(begins_ns, ends_ns, timer))
        return True

    def go_down(self, ends_ns: int, then: Callable[[], object] | None) -> None:
        """The key goes down now and up at `ends_ns`."""
        self._put(Edge(self._seat, down=True, at_ns=self.now_ns()))
        self._timers.call_at(ends_ns, self._go_up)
        if then is not None:
            then()

    def _go_up(self) -> None:
        self._put(Edge(self._seat, down=False, at_ns=self.now_ns()))


class _Plan:
    """A press that is planned or under way."""

    __slots__ = ("begins_ns", "ends_ns", "timer")

    def __init__(self, begins_ns: int, ends_ns: int, timer: Timer) -> None:
        self.begins_ns = begins_ns
        self.ends_ns = ends_ns
        self.timer = timer

    def touches(self, begins_ns: int, ends_ns: int) -> bool:
        """Whether one finger cannot do both."""
        apart_ns = APART_MS * NS_PER_MS
        return begins_ns < self.ends_ns + apart_ns and self.begins_ns < ends_ns + apart_ns


class _Down:
    """The moment at which a planned press begins."""

    __slots__ = ("_ends_ns", "_hand", "_then")

    def __init__(self, hand: Hand, ends_ns: int, then: Callable[[], object] | None) -> None:
        self._hand = hand
        self._ends_ns = ends_ns
        self._then = then

    def __call__(self) -> None:
        self._hand.go_down(self._ends_ns, self._then)

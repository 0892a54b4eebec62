"""The time of a score: offsets in ms from its start, and the one timer that wakes the table."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import NS_PER_MS, Timer, Timers


class Metronome:
    """Counts from `start_ns`; at most one wake-up is set, and a new one takes its place."""

    def __init__(self, timers: Timers, tick: Callable[[], None]) -> None:
        """Call `tick` at every wake-up."""
        self._timers = timers
        self._tick = tick
        self._wake: Timer | None = None
        self.start_ns = 0

    @property
    def now_ns(self) -> int:
        """The clock's time."""
        return self._timers.now_ns()

    @property
    def now_ms(self) -> int:
        """How long the score has been playing; negative before its start."""
        return self.ms(self._timers.now_ns())

    def ms(self, at_ns: int) -> int:
        """The offset of a moment in the score."""
        return (at_ns - self.start_ns) // NS_PER_MS

    def in_score(self, moment_ns: Callable[[int], int | None]) -> Callable[[int], int | None]:
        """`moment_ns`, told as an offset in the score."""

        def moment_ms(of: int) -> int | None:
            at_ns = moment_ns(of)
            return None if at_ns is None else self.ms(at_ns)

        return moment_ms

    def ns(self, ms: int) -> int:
        """The moment of an offset."""
        return self.start_ns + ms * NS_PER_MS

    def after_ns(self, ms: int) -> int:
        """The moment `ms` from now."""
        return self._timers.now_ns() + ms * NS_PER_MS

    def start(self, at_ns: int) -> None:
        """A new score starts at `at_ns`, but not in the past; the table wakes then."""
        self.start_ns = max(at_ns, self._timers.now_ns())
        self.wake_at(self.start_ns)

    def wake_at(self, *at_ns: int | None) -> None:
        """Wake at the earliest of `at_ns` instead of whenever it was due; when there is none, as it was."""
        moments = [moment for moment in at_ns if moment is not None]
        if moments:
            self.stop()
            self._wake = self._timers.call_at(min(moments), self._tick)

    def stop(self) -> None:
        """Do not wake."""
        if self._wake:
            self._wake.cancel()

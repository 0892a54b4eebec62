"""A clock that stands still until it is moved: whole games in no time."""

from __future__ import annotations

from typing import Final

MINUTE_NS: Final = 60_000_000_000
MINUTES_PER_DAY: Final = 24 * 60


class FakeClock:
    """Starts at 0 ns and at `minute` of the day; both move together, and only by `move_to`."""

    def __init__(self, minute: int = 15 * 60 + 25) -> None:
        """Start at 0 ns, the wall clock at `minute`."""
        self._now_ns = 0
        self._minute = minute
        self._minute_set_ns = 0

    def now_ns(self) -> int:
        """Nanoseconds since the clock was made."""
        return self._now_ns

    def seconds_until(self, at_ns: int) -> float | None:
        """0.0 when `at_ns` has come; None before, because waiting does not make it come."""
        return 0.0 if at_ns <= self._now_ns else None

    def wait_at(self, at_ns: int | None) -> None:
        """It stands still anyway."""

    def minute_of_day(self) -> int:
        """The wall clock's minute, hour * 60 + minute."""
        passed = (self._now_ns - self._minute_set_ns) // MINUTE_NS
        return (self._minute + passed) % MINUTES_PER_DAY

    def set_minute(self, minute: int) -> None:
        """Turn the wall clock (an NTP step); monotonic time does not notice."""
        self._minute = minute
        self._minute_set_ns = self._now_ns

    def move_to(self, at_ns: int) -> None:
        """Let it be `at_ns`. Time never runs backwards."""
        if at_ns < self._now_ns:
            message = f"time runs backwards: {at_ns} after {self._now_ns}"
            raise ValueError(message)
        self._now_ns = at_ns

"""The real clock. The only module that asks the machine for the time."""

from __future__ import annotations

import time

NS_PER_S = 1_000_000_000


class RealClock:
    """Monotonic time, running `speed` times as fast as the world (only a simulated table runs at another speed than 1).

    At speed 1 it is the machine's own monotonic clock, so edges stamped by the kernel need no conversion.
    """

    def __init__(self, speed: float = 1.0) -> None:
        """Start counting at the machine's own time. ValueError: the speed is not above zero."""
        if speed <= 0:
            message = f"a clock cannot run at speed {speed}"
            raise ValueError(message)
        self.speed = speed
        self._origin_ns = time.monotonic_ns()

    def now_ns(self) -> int:
        """Monotonic nanoseconds, scaled from the moment the clock was made."""
        real_ns = time.monotonic_ns()
        if self.speed == 1.0:
            return real_ns
        return self._origin_ns + int((real_ns - self._origin_ns) * self.speed)

    def seconds_until(self, at_ns: int) -> float:
        """How many seconds of the world pass until this clock shows `at_ns`; 0.0 when it already does."""
        return max(0, at_ns - self.now_ns()) / self.speed / NS_PER_S

    def minute_of_day(self) -> int:
        """hour * 60 + minute of the local wall clock, whatever the speed."""
        now = time.localtime()
        return now.tm_hour * 60 + now.tm_min

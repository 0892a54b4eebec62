"""The real clock. What time it is; whether that can be believed is asked in `firmware.clocktrust`."""

from __future__ import annotations

import time
from typing import NamedTuple

NS_PER_S = 1_000_000_000


class _Run(NamedTuple):
    """The clock showed `from_ns` when the machine showed `real_ns`, and stands still at `stops_ns`."""

    from_ns: int
    real_ns: int
    stops_ns: int | None


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
        origin_ns = time.monotonic_ns()
        self._run = _Run(origin_ns, origin_ns, None)

    def now_ns(self) -> int:
        """Monotonic nanoseconds, scaled from the moment the clock was made."""
        real_ns = time.monotonic_ns()
        if self.speed == 1.0:
            return real_ns
        run = self._run
        now_ns = run.from_ns + int((real_ns - run.real_ns) * self.speed)
        return now_ns if run.stops_ns is None else min(now_ns, run.stops_ns)

    @staticmethod
    def real_ns() -> int:
        """Monotonic nanoseconds of the world, whatever the speed."""
        return time.monotonic_ns()

    def wait_at(self, at_ns: int | None) -> None:
        """Stand still at `at_ns` (or at once, when that has passed) until told the next such moment; None for never.

        Life waits for nobody, so at speed 1 nothing stands still. A table that runs faster than life does
        not fall behind where the machine cannot follow: it is slower then. Only the thread that waits may call this.
        """
        if self.speed == 1.0:
            return
        run = self._run
        now_ns = self.now_ns()
        stood = now_ns == run.stops_ns
        stops_ns = None if at_ns is None else max(at_ns, now_ns)
        # What the world did while the clock stood is lost to it; else it runs on as it did.
        self._run = _Run(now_ns, time.monotonic_ns(), stops_ns) if stood else run._replace(stops_ns=stops_ns)

    def seconds_until(self, at_ns: int) -> float:
        """How many seconds of the world pass until this clock shows `at_ns`; 0.0 when it already does."""
        return max(0, at_ns - self.now_ns()) / self.speed / NS_PER_S

    def minute_of_day(self) -> int:
        """hour * 60 + minute of the local wall clock, whatever the speed."""
        now = time.localtime()
        return now.tm_hour * 60 + now.tm_min

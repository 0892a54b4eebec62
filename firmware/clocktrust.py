"""Whether the wall clock can be believed, and what time it is when staff have said so.

The clock of a machine without a battery shows, after a power cut, whatever it showed before; a wrong minute turns the
order of speech round. So the minute is taken from the wall clock only while the network or a clock with a battery
stands behind it; else from what staff said, counted on by the monotonic clock: a wall clock that is put right later,
or jumps, changes nothing of that. The system's clock is never set: that would take a right the judge has no use for.

A simulated table believes its computer. Laptops keep the time in a clock of their own, and where there is none
nobody's evening hangs on it; a question before every demonstration would only be clicked away.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from firmware.menu.body import ClockState, Trust
from hardware.ports import Clock

PLAUSIBLE_S: Final = range(1_767_225_600, 4_102_444_800)
"""From 2026 to 2099, in seconds since 1970: a clock that has lost its battery shows 1970 or 2000."""

APART_S: Final = 60
"""A clock with a battery that the wall clock was not set by shows another time."""

MINUTE_NS: Final = 60_000_000_000
SECOND_NS: Final = 1_000_000_000
DAY: Final = 24 * 60

TIMESYNCD: Final = Path("/run/systemd/timesync/synchronized")
"""There once systemd's own client has set the clock."""
RTC: Final = Path("/sys/class/rtc/rtc0/since_epoch")
STATUS: Final = Path("/proc/self/status")
NO_FILTER: Final = "Seccomp:\t0"
"""A service whose system calls are filtered may not even read the kernel's clock discipline; some filters kill."""

_UNSYNC: Final = 0x40
_ERROR: Final = 5
_TIMEX_BYTES: Final = 512
"""More than any version of the kernel's struct has."""
_STATUS_OFFSET: Final = 5 * ctypes.sizeof(ctypes.c_long)
"""Where `status` stands in the struct: behind modes, offset, freq, maxerror and esterror."""


class Signs(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks for a clock that shows `now_s`, in seconds since 1970.

    `synchronised` by the network; `rtc_s`: what a clock with a battery shows, None where there is none.
    """

    now_s: int
    synchronised: bool = False
    rtc_s: int | None = None


def trust_in(signs: Signs) -> Trust:
    """Whether the wall clock can be believed; one that shows no year of ours cannot, whatever speaks for it."""
    if signs.now_s not in PLAUSIBLE_S:
        return Trust.UNKNOWN
    if signs.synchronised:
        return Trust.NTP
    agreed = signs.rtc_s is not None and abs(signs.rtc_s - signs.now_s) <= APART_S
    return Trust.RTC if agreed else Trust.UNKNOWN


class WallClock:
    """The minute of the day for one table."""

    def __init__(
        self,
        clock: Clock,
        signs: Callable[[], Signs] | None = None,
        *,
        elapsed_ns: Callable[[], int] | None = None,
    ) -> None:
        """Believe `clock` as far as `signs` say; without them, always, and staff are never asked.

        `elapsed_ns`: the time of the world since some moment, where that of `clock` runs faster.
        """
        self._clock = clock
        self._signs = signs
        self._elapsed_ns = elapsed_ns or clock.now_ns
        self._set: tuple[int, int] | None = None
        """The minute that staff have said, and when that was."""
        self._trust = Trust.NTP
        self.look()

    def look(self) -> None:
        """Ask once more what speaks for the clock: the network may have come."""
        self._trust = Trust.NTP if self._signs is None else trust_in(self._signs())

    def set(self, minute: int) -> None:
        """It is `minute` of the day now, staff say. ValueError: there is no such minute."""
        if not 0 <= minute < DAY:
            message = f"no minute of a day: {minute}"
            raise ValueError(message)
        self._set = (minute, self._elapsed_ns())

    def minute_of_day(self) -> int:
        """hour * 60 + minute, now."""
        if self._set is None:
            return self._clock.minute_of_day()
        minute, at_ns = self._set
        return (minute + (self._elapsed_ns() - at_ns) // MINUTE_NS) % DAY

    @property
    def state(self) -> ClockState:
        """What the menu shows."""
        trust = self._trust if self._set is None else Trust.SET
        return ClockState(
            minute=self.minute_of_day(),
            trust=trust,
            asks=self._signs is not None and trust is Trust.UNKNOWN,
            up_s=self._elapsed_ns() // SECOND_NS,
        )


def read_signs() -> Signs:
    """What speaks for the clock of this machine. What cannot be read speaks for nothing."""
    synchronised = TIMESYNCD.exists() or _kernel_is_synchronised()
    return Signs(now_s=int(time.time()), synchronised=synchronised, rtc_s=_rtc_s())


def _kernel_is_synchronised() -> bool:
    """Whether the kernel's clock is being held to another one (adjtimex without UNSYNC): whatever client does it."""
    try:
        if NO_FILTER not in STATUS.read_text(encoding="ascii", errors="replace"):
            return False
        libc = ctypes.CDLL(None, use_errno=True)
        timex = ctypes.create_string_buffer(_TIMEX_BYTES)
        state = libc.adjtimex(timex)  # modes 0: only read
    except (OSError, AttributeError):
        return False
    status = ctypes.c_int.from_buffer(timex, _STATUS_OFFSET).value
    return 0 <= state < _ERROR and not status & _UNSYNC


def _rtc_s() -> int | None:
    try:
        return int(RTC.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None

"""Which lamps are lit, and until when: the one scheduler of all patterns, whatever the lamps hang on. Pure.

The newest frame counts, and of it only the time: a thread that is late shows what is due now and leaves out what it
missed, so that no flash ever comes at a wrong time, and all lamps of a pattern change together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.patterns import is_lit, next_change

if TYPE_CHECKING:
    from hardware.ports import LampFrame


class LampClock:
    """The newest frame. `show` may be called from any thread, the rest from the one that writes to the lamps."""

    def __init__(self) -> None:
        """All lamps off."""
        self._frame: LampFrame = ()

    def show(self, frame: LampFrame) -> None:
        """From now on `frame` counts, and nothing of the one before."""
        self._frame = frame

    def lit(self, now_ns: int) -> frozenset[int]:
        """The seats whose lamps are lit at `now_ns`: never one that the frame does not name."""
        return frozenset(lamp.seat for lamp in self._frame if is_lit(lamp, now_ns))

    def next_change(self, now_ns: int) -> int | None:
        """The first instant after `now_ns` at which `lit` may be another; None while it stays as it is."""
        changes = (next_change(lamp, now_ns) for lamp in self._frame)
        return min((at_ns for at_ns in changes if at_ns is not None), default=None)

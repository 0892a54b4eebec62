"""How a display rests when nobody uses it: an OLED that always shows the same picture keeps it for good. Pure."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from hardware.ports import NS_PER_MS


class Light(Enum):
    """How a display is lit."""

    BRIGHT = auto()
    DIM = auto()
    OFF = auto()


DIM_NS: Final = 60_000 * NS_PER_MS
"""So long after the last use it is dimmed."""

OFF_NS: Final = 300_000 * NS_PER_MS
"""So long after the last use it goes dark, unless it is kept lit."""

_SHIFTS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Right and down, in dots. One to the right or down costs least: letters leave their last column and row free."""


def light(idle_ns: int, *, keep_lit: bool) -> Light:
    """How a display is lit that was last used `idle_ns` ago."""
    if idle_ns < DIM_NS:
        return Light.BRIGHT
    return Light.DIM if keep_lit or idle_ns < OFF_NS else Light.OFF


def next_change(idle_ns: int, *, keep_lit: bool) -> int | None:
    """In how many ns `light` changes by itself; None: not any more."""
    steps = (DIM_NS,) if keep_lit else (DIM_NS, OFF_NS)
    return next((step - idle_ns for step in steps if idle_ns < step), None)


def shift(minute: int) -> tuple[int, int]:
    """How far the picture is moved in the so-manieth minute: one dot a minute, round and round."""
    return _SHIFTS[minute % len(_SHIFTS)]

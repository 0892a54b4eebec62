"""When a lamp is lit: every pattern is a function of the time since it began (seat language 2). Pure."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from hardware.ports import NS_PER_MS, Lamp, Pattern


class _Course:
    """On at offset 0, then changing at every offset in `turns_ns`; over again every `period_ns`, or once when None."""

    def __init__(self, *turns_ms: int, period_ms: int | None = None) -> None:
        self.turns_ns = tuple(turn * NS_PER_MS for turn in (0, *turns_ms))
        self.period_ns = None if period_ms is None else period_ms * NS_PER_MS


_COURSES: Final = {
    Pattern.STEADY: _Course(),
    Pattern.FAST: _Course(125, period_ms=250),
    Pattern.SLOW: _Course(500, period_ms=1000),
    Pattern.DOUBLE: _Course(120, 240, 360),
    # Two short beats and a rest; at 1.5 s it can be mistaken for neither of the blinks.
    Pattern.HEARTBEAT: _Course(120, 300, 420, period_ms=1500),
}


def is_lit(lamp: Lamp, now_ns: int) -> bool:
    """Whether `lamp` gives light at `now_ns`. Dark before it began; a change counts from its own instant on."""
    course = _COURSES.get(lamp.pattern)
    if course is None or now_ns < lamp.since_ns:
        return False
    return bisect_right(course.turns_ns, _phase_ns(course, now_ns - lamp.since_ns)) % 2 == 1


def next_change(lamp: Lamp, now_ns: int) -> int | None:
    """The first instant after `now_ns` at which `is_lit` changes; None when it stays as it is."""
    course = _COURSES.get(lamp.pattern)
    if course is None:
        return None
    if now_ns < lamp.since_ns:
        return lamp.since_ns
    passed_ns = now_ns - lamp.since_ns
    phase_ns = _phase_ns(course, passed_ns)
    turns = bisect_right(course.turns_ns, phase_ns)
    if turns < len(course.turns_ns):
        return now_ns - phase_ns + course.turns_ns[turns]
    return None if course.period_ns is None else now_ns - phase_ns + course.period_ns


def _phase_ns(course: _Course, passed_ns: int) -> int:
    """How far into its period the course is."""
    return passed_ns if course.period_ns is None else passed_ns % course.period_ns

"""A finger on one seat's key, for the tests of gestures."""

from __future__ import annotations

from engine.seats import Seat
from firmware.table.gestures import Down, Gesture, Mode, Recogniser, Tap
from hardware.debounce import Level
from hardware.ports import NS_PER_MS as MS

SEAT = Seat(5)
END_NS = 1_000_000 * MS
S = 1000 * MS
NS = 1


def recogniser(mode: Mode) -> Recogniser:
    made = Recogniser(seed=1)
    made.choose(mode, -END_NS)
    return made


def press(made: Recogniser, *times_ns: int) -> list[Gesture]:
    """Down, up, down, up … of `SEAT` at these times; all that is told, without the `Down`s."""
    told = [gesture for n, at_ns in enumerate(times_ns) for gesture in made.level(Level(SEAT, n % 2 == 0, at_ns))]
    return [gesture for gesture in told if not isinstance(gesture, Down)]


def played(mode: Mode, *times_ns: int) -> list[Gesture]:
    """What these presses have become when all is over."""
    made = recogniser(mode)
    return [*press(made, *times_ns), *made.due(END_NS)]


def tap(at_ns: int, *, followed: bool = False) -> Tap:
    return Tap(SEAT, at_ns, followed)

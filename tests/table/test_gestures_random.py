"""Random fingers: what is told online equals what can be read from the whole record afterwards."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Seat
from firmware.table.gestures import (
    LAG_NS,
    Down,
    Gesture,
    Hold,
    LongHold,
    Mode,
    Recogniser,
    Released,
    Reveal,
    Stuck,
    Tap,
    TwoTaps,
)
from hardware.debounce import Level
from hardware.ports import NS_PER_MS as MS

SEAT = Seat(5)
END_NS = 10_000_000 * MS

# Lengths and gaps around every bound, one nanosecond off included, and anything else.
BOUNDS_MS = (5, 15, 100, 500, 600, 800, 1000, 1200, 2000, 10_000)
around = st.builds(lambda ms, off: ms * MS + off, st.sampled_from(BOUNDS_MS), st.integers(-1, 1))
lengths = st.one_of(around, st.integers(15 * MS, 700 * MS), st.just(100 * MS))
gaps = st.one_of(around, st.integers(15 * MS, 700 * MS), st.just(200 * MS))
records = st.lists(st.tuples(gaps, lengths), min_size=1, max_size=14)
changes = st.lists(st.tuples(st.integers(1 * MS, 5000 * MS), st.sampled_from(Mode)), max_size=6)


class Press(NamedTuple):
    down_ns: int
    up_ns: int
    mode: Mode

    @property
    def length_ns(self) -> int:
        return self.up_ns - self.down_ns

    @property
    def is_tap(self) -> bool:
        return self.length_ns < 600 * MS


def presses_of(record: list[tuple[int, int]], modes: list[tuple[int, Mode]]) -> list[Press]:
    """The presses of a record, each with the mode at its down edge."""
    presses, now_ns = [], 0
    for gap_ns, length_ns in record:
        down_ns = now_ns + gap_ns
        now_ns = down_ns + length_ns
        mode = [mode for at_ns, mode in modes if at_ns <= down_ns][-1]
        presses.append(Press(down_ns, now_ns, mode))
    return presses


def timeline(first: Mode, steps: list[tuple[int, Mode]]) -> list[tuple[int, Mode]]:
    modes, at_ns = [(0, first)], 0
    for wait_ns, mode in steps:
        at_ns += wait_ns
        modes.append((at_ns, mode))
    return modes


def read_afterwards(presses: list[Press]) -> list[Gesture]:
    """The definitions of the seat language, applied to a whole record at once."""
    real = [press for press in presses if press.length_ns >= 15 * MS]
    joined = [
        n > 0 and real[n - 1].is_tap and press.down_ns - real[n - 1].up_ns <= 500 * MS for n, press in enumerate(real)
    ]
    told: list[Gesture] = []
    used: set[int] = set()
    for n, press in enumerate(real):
        day = [p.mode for p in real[max(0, n - 2) : n + 1]] == [Mode.DAY] * 3
        if day and joined[n] and joined[n - 1] and press.length_ns >= 1200 * MS:
            told.append(Reveal(SEAT, press.down_ns, real[n - 2].down_ns))
            used |= {n - 2, n - 1}
    claimed: int | None = None
    for n, press in enumerate(real):
        if press.is_tap and press.mode is Mode.CLAIM:
            if claimed is not None and press.down_ns - claimed <= 800 * MS:
                told.append(TwoTaps(SEAT, press.down_ns, claimed))
                claimed = None
            else:
                claimed = press.down_ns
        elif press.is_tap and n not in used:
            followed = press.mode is Mode.DAY and n + 1 < len(real) and joined[n + 1]
            told.append(Tap(SEAT, press.down_ns, followed))
        if not joined[n] and press.mode is not Mode.CLAIM:
            if press.length_ns >= 1000 * MS:
                told.append(Hold(SEAT, press.down_ns))
            if press.length_ns >= 2000 * MS and press.mode is Mode.DAY:
                told.append(LongHold(SEAT, press.down_ns))
        if press.length_ns >= 10_000 * MS:
            told += [Stuck(SEAT, press.down_ns), Released(SEAT, press.up_ns)]
    return told


def read_online(presses: list[Press], modes: list[tuple[int, Mode]], calls: list[int]) -> list[Gesture]:
    """What the recogniser tells, its `due` being called at `calls` besides; levels arrive in time."""
    recogniser = Recogniser(seed=3)
    for at_ns, mode in modes:
        recogniser.choose(mode, at_ns)
    levels = [Level(SEAT, down, at_ns) for press in presses for down, at_ns in ((True, press[0]), (False, press[1]))]
    told: list[Gesture] = []
    waiting = sorted(calls)
    for level in levels:
        while waiting and waiting[0] < level.at_ns + LAG_NS:
            told += recogniser.due(waiting.pop(0))
        told += recogniser.level(level)
    told += recogniser.due(END_NS)
    assert None is recogniser.next_due()
    return [gesture for gesture in told if not isinstance(gesture, Down)]


def sorted_by_repr(gestures: list[Gesture]) -> list[str]:
    return sorted(map(repr, gestures))


@given(record=records, first=st.sampled_from(Mode), steps=changes, calls=st.lists(st.integers(0, 15_000 * MS)))
def test_online_equals_afterwards_whenever_it_is_called(
    record: list[tuple[int, int]], first: Mode, steps: list[tuple[int, Mode]], calls: list[int]
) -> None:
    modes = timeline(first, steps)
    presses = presses_of(record, modes)

    assert sorted_by_repr(read_afterwards(presses)) == sorted_by_repr(read_online(presses, modes, calls))


@given(record=records, calls=st.lists(st.integers(0, 15_000 * MS)))
def test_by_day_online_equals_afterwards(record: list[tuple[int, int]], calls: list[int]) -> None:
    modes = timeline(Mode.DAY, [])
    presses = presses_of(record, modes)

    assert sorted_by_repr(read_afterwards(presses)) == sorted_by_repr(read_online(presses, modes, calls))


@given(record=records, settles=st.lists(st.integers(0, 15_000 * MS), max_size=8))
def test_no_press_is_ever_two_things(record: list[tuple[int, int]], settles: list[int]) -> None:
    """With windows evaluated at any moment: every time is a down edge, and no down is in two gestures."""
    presses = presses_of(record, timeline(Mode.DAY, []))
    downs = [press.down_ns for press in presses if press.length_ns >= 15 * MS]
    recogniser = Recogniser(seed=3)
    recogniser.choose(Mode.DAY, 0)
    told: list[Gesture] = []
    waiting = sorted(settles)
    for press in presses:
        for level in (Level(SEAT, True, press.down_ns), Level(SEAT, False, press.up_ns)):
            while waiting and waiting[0] < level.at_ns:
                told += recogniser.settle(waiting.pop(0))
            told += recogniser.level(level)
    told += recogniser.due(END_NS)

    spent: dict[int, str] = {}
    for gesture in told:
        if isinstance(gesture, Reveal):
            parts = [down for down in downs if gesture.first_ns <= down <= gesture.at_ns]
            assert 3 == len(parts)
            assert gesture.at_ns == parts[-1]
        elif isinstance(gesture, Tap | Hold):
            parts = [gesture.at_ns]
        else:
            continue
        for down in parts:
            assert down in downs
            assert down not in spent, f"{gesture} and {spent[down]} come from the same press"
            spent[down] = repr(gesture)


@given(record=records, first=st.sampled_from(Mode), wait_ns=st.integers(0, 3000 * MS))
def test_next_due_is_when_something_happens_and_never_later(
    record: list[tuple[int, int]], first: Mode, wait_ns: int
) -> None:
    """Calling exactly when asked tells everything as early as calling at every instant would."""
    presses = presses_of(record, timeline(first, []))
    recogniser = Recogniser(seed=3)
    recogniser.choose(first, 0)
    for press in presses[:-1]:
        recogniser.level(Level(SEAT, True, press.down_ns))
        recogniser.level(Level(SEAT, False, press.up_ns))
    recogniser.level(Level(SEAT, True, presses[-1].down_ns))
    due_ns = recogniser.next_due()

    assert due_ns is not None, "a key that is down may get stuck"
    assert () == recogniser.due(due_ns - 1 - wait_ns)
    assert due_ns == recogniser.next_due()

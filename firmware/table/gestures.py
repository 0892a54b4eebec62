"""From accepted levels to gestures (seat language 1). Pure: no clock, no thread; the caller passes the time.

A press is a down level and the up level that follows. All lengths are taken between the edges' own times, so it does
not matter how late a level arrives:

    tap        under 0.6 s; its time is the down edge
    hold       down for 1.0 s, no tap in the 0.5 s before (from that tap's up to this down); the long hold: 2.0 s
    two taps   in a claim: two taps whose downs lie at most 0.8 s apart
    reveal     by day: two taps, then a third down held 1.2 s, each down at most 0.5 s after the up before it

What is recognised depends on the `Mode` in force *at the press's own down edge*, so changing the mode neither loses
nor invents anything; a window then takes or leaves a gesture by its `at_ns`.

    PICK    a tap is told at its up edge; hold
    CLAIM   only two taps, told at the second up edge
    DAY     a tap is told once it can no longer be part of a reveal: 0.5 s after its up edge when no down came, or when
            what came is not a reveal. Hold, long hold, reveal. Exclusive: what went into a reveal is never a tap nor
            a hold.

A press of under 15 ms is a spike: everything goes on as if it had not been. A key down for 10 s is stuck and is
nothing until it is let go. Bounds are inclusive ("within 0.5 s" takes 0.5 s), except that a tap is *under* 0.6 s.

Gestures at the same nanosecond are ordered by a permutation of the seats drawn from a seed that may be public: who
sits at the lower number gains nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum, auto
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

from engine.seats import Seat
from hardware.debounce import PULSE_NS
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.debounce import Level

TAP_NS: Final = 600 * NS_PER_MS
"""A tap is shorter than this."""

APART_NS: Final = 500 * NS_PER_MS
"""A down at most this long after the up of a tap goes with that tap."""

TWO_TAPS_NS: Final = 800 * NS_PER_MS
"""The downs of two taps lie at most this far apart."""

HOLD_NS: Final = 1_000 * NS_PER_MS
REVEAL_NS: Final = 1_200 * NS_PER_MS
LONG_HOLD_NS: Final = 2_000 * NS_PER_MS
STUCK_NS: Final = 10_000 * NS_PER_MS

LAG_NS: Final = 25 * NS_PER_MS
"""So long after an instant every level up to it is known: 15 ms for the debouncer, 10 ms for the way to the loop."""

REVEAL_TAPS: Final = 2
"""Taps before the long third press of a reveal."""

EVER_NS: Final = -(2**63)
"""Before everything."""

MAX_MODES: Final = 16
"""Changes of mode that are remembered; no press that still matters is older."""


class Mode(Enum):
    """What a prompt listens for."""

    PICK = auto()
    CLAIM = auto()
    DAY = auto()


class Down(msgspec.Struct, frozen=True):
    """An accepted down edge. Only for the lamp that says "I feel you": it is nothing until it has become a gesture."""

    seat: Seat
    at_ns: int


class Tap(msgspec.Struct, frozen=True):
    """A tap, at its down edge. `followed`: by day, another press began within 0.5 s of its up (so it is no 过)."""

    seat: Seat
    at_ns: int
    followed: bool = False


class TwoTaps(msgspec.Struct, frozen=True):
    """Two taps of a claim: the downs at `first_ns` and at `at_ns`."""

    seat: Seat
    at_ns: int
    first_ns: int


class Hold(msgspec.Struct, frozen=True):
    """Down at `at_ns` and held for `ms` milliseconds so far."""

    seat: Seat
    at_ns: int
    ms: int = HOLD_NS // NS_PER_MS


class LongHold(msgspec.Struct, frozen=True):
    """Down at `at_ns` and held for 2.0 s (退水); the `Hold` of the same press came before it."""

    seat: Seat
    at_ns: int
    ms: int = LONG_HOLD_NS // NS_PER_MS


class Reveal(msgspec.Struct, frozen=True):
    """亮牌: `at_ns` is the down edge of the third, long press; `first_ns` that of the first tap."""

    seat: Seat
    at_ns: int
    first_ns: int


class Stuck(msgspec.Struct, frozen=True):
    """The key has been down since `at_ns` for 10 s, or since before the start: ignored until `Released`."""

    seat: Seat
    at_ns: int


class Released(msgspec.Struct, frozen=True):
    """A stuck key was let go at `at_ns`."""

    seat: Seat
    at_ns: int


Gesture = Down | Tap | TwoTaps | Hold | LongHold | Reveal | Stuck | Released


def begun_ns(gesture: Gesture) -> int:
    """The down edge of the first press of `gesture`."""
    return gesture.first_ns if isinstance(gesture, TwoTaps | Reveal) else gesture.at_ns


class _Press:
    """A key that is down: since when, in which mode, and what lies before it."""

    def __init__(self, at_ns: int, mode: Mode, *, after_tap: bool) -> None:
        self.at_ns = at_ns
        self.mode = mode
        self.after_tap = after_tap
        self.first_ns: int | None = None
        """The first tap's down edge, when this is the third down of what may become a reveal."""
        self.told_ns = 0
        """Deadlines up to this length of the press have been dealt with."""


class _Pending:
    """A tap by day that may yet turn out to be part of a reveal."""

    def __init__(self, at_ns: int, up_ns: int) -> None:
        self.at_ns = at_ns
        self.up_ns = up_ns


class _Key:
    """One seat's key. Calls `advance` before every level, so deadlines are met in the order of time."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.press: _Press | None = None
        self.pending: list[_Pending] = []
        self.last_up_ns: int | None = None
        self.claim_ns: int | None = None
        self.stuck = False

    def goes_down(self, at_ns: int, mode: Mode) -> list[Gesture]:
        """The key went down at `at_ns`."""
        if self.press is not None or self.stuck:
            return []
        told = self.advance(at_ns - 1)  # a down at the very end of the 0.5 s still goes with the tap
        after_tap = self.last_up_ns is not None and at_ns - self.last_up_ns <= APART_NS
        self.press = _Press(at_ns, mode, after_tap=after_tap)
        if mode is Mode.DAY and len(self.pending) == REVEAL_TAPS:
            self.press.first_ns = self.pending[0].at_ns
        return [*told, Down(self.seat, at_ns)]

    def goes_up(self, at_ns: int) -> list[Gesture]:
        """The key went up at `at_ns`."""
        told = self.advance(at_ns)
        press, self.press = self.press, None
        if self.stuck:
            self.stuck = False
            return [*told, Released(self.seat, at_ns)]
        if press is None:
            return told
        length_ns = at_ns - press.at_ns
        if length_ns < PULSE_NS:
            return told
        if length_ns >= TAP_NS:
            return [*told, *self.flush(followed=True)]
        self.last_up_ns = at_ns
        return [*told, *self._tap(press, at_ns)]

    def _tap(self, press: _Press, up_ns: int) -> list[Gesture]:
        """What a press that turned out to be a tap tells at its up edge."""
        if press.mode is Mode.PICK:
            return [*self.flush(followed=True), Tap(self.seat, press.at_ns)]
        if press.mode is Mode.CLAIM:
            told = self.flush(followed=True)
            first_ns, self.claim_ns = self.claim_ns, press.at_ns
            if first_ns is not None and press.at_ns - first_ns <= TWO_TAPS_NS:
                self.claim_ns = None
                told.append(TwoTaps(self.seat, press.at_ns, first_ns))
            return told
        self.pending.append(_Pending(press.at_ns, up_ns))
        if len(self.pending) <= REVEAL_TAPS:
            return []
        # Three taps: the first can no longer begin a reveal, the last two still can.
        return [Tap(self.seat, self.pending.pop(0).at_ns, followed=True)]

    def flush(self, *, followed: bool) -> list[Gesture]:
        """All pending taps are taps after all; `followed` says it of the last of them."""
        taps, self.pending = self.pending, []
        return [Tap(self.seat, tap.at_ns, followed or tap is not taps[-1]) for tap in taps]

    def settle(self) -> list[Gesture]:
        """Pending taps count now, unless the third down of a possible reveal is still held: then they are dropped."""
        if self.press is not None and self.press.first_ns is not None:
            self.pending = []
            return []
        return self.flush(followed=self.press is not None)

    def deadline_ns(self) -> int | None:
        """The next instant at which time alone decides something."""
        if self.press is None:
            return self.pending[-1].up_ns + APART_NS if self.pending else None
        lengths = [length_ns for length_ns in self._lengths(self.press) if length_ns > self.press.told_ns]
        return self.press.at_ns + lengths[0]

    def _lengths(self, press: _Press) -> list[int]:
        """The lengths at which `press` becomes something, ascending; the last is always `STUCK_NS`."""
        if press.first_ns is not None:
            return [REVEAL_NS, STUCK_NS]
        lengths = [TAP_NS] if self.pending else []
        if not press.after_tap and press.mode is not Mode.CLAIM:
            lengths.append(HOLD_NS)
            if press.mode is Mode.DAY:
                lengths.append(LONG_HOLD_NS)
        return [*lengths, STUCK_NS]

    def advance(self, until_ns: int) -> list[Gesture]:
        """Meet all deadlines up to and including `until_ns`."""
        told: list[Gesture] = []
        while (deadline_ns := self.deadline_ns()) is not None and deadline_ns <= until_ns:
            if self.press is None:
                told.extend(self.flush(followed=False))
            else:
                told.extend(self._lasts(self.press, deadline_ns - self.press.at_ns))
        return told

    def _lasts(self, press: _Press, length_ns: int) -> list[Gesture]:
        """`press` has lasted for one of its lengths."""
        press.told_ns = length_ns
        if length_ns == TAP_NS:
            return self.flush(followed=True)
        if length_ns == HOLD_NS:
            return [Hold(self.seat, press.at_ns)]
        if length_ns == LONG_HOLD_NS:
            return [LongHold(self.seat, press.at_ns)]
        if length_ns == REVEAL_NS and press.first_ns is not None:
            self.pending = []
            return [Reveal(self.seat, press.at_ns, press.first_ns)]
        self.press = None
        self.stuck = True
        return [Stuck(self.seat, press.at_ns)]


class Recogniser:
    """All seats' keys."""

    def __init__(self, seed: int) -> None:
        """Start in `Mode.PICK`. `seed` may be public; it orders what happens at the same nanosecond."""
        self._seed = seed
        self._keys: dict[Seat, _Key] = {}
        self._ranks: dict[int, bytes] = {}
        self._mode_from_ns: list[int] = []
        self._modes: list[Mode] = [Mode.PICK]
        self._since_ns = EVER_NS

    def forget(self, before_ns: int) -> None:
        """Whatever begins before `before_ns` is nothing: the game was interrupted, and everything is asked anew.

        A key that is stuck stays stuck.
        """
        self._since_ns = before_ns

    def choose(self, mode: Mode, at_ns: int) -> None:
        """Presses that begin at `at_ns` or later are read in `mode`.

        `at_ns` may lie ahead; it takes back what was chosen for that time or later.
        """
        while self._mode_from_ns and self._mode_from_ns[-1] >= at_ns:
            self._mode_from_ns.pop()
            self._modes.pop()
        self._mode_from_ns.append(at_ns)
        self._modes.append(mode)
        if len(self._mode_from_ns) > MAX_MODES:
            del self._mode_from_ns[0], self._modes[0]

    def mode_at(self, at_ns: int) -> Mode:
        """The mode in force at `at_ns`."""
        return self._modes[bisect_right(self._mode_from_ns, at_ns)]

    def level(self, level: Level) -> tuple[Gesture, ...]:
        """Take one accepted level."""
        return self.levels((level,))

    def levels(self, levels: Iterable[Level]) -> tuple[Gesture, ...]:
        """Take accepted levels, each seat's in the order of time; what they make certain, in order."""
        told: list[Gesture] = []
        for level in levels:
            key = self._key(level.seat)
            told += key.goes_down(level.at_ns, self.mode_at(level.at_ns)) if level.down else key.goes_up(level.at_ns)
        return self.in_order(told)

    def held_at_start(self, seat: int, now_ns: int) -> tuple[Gesture, ...]:
        """The key of `seat` was found down at the start: stuck, not a vote."""
        self._key(seat).stuck = True
        return (Stuck(Seat(seat), now_ns),)

    def due(self, now_ns: int) -> tuple[Gesture, ...]:
        """What time alone has decided by `now_ns`, knowing that levels arrive up to `LAG_NS` late."""
        told = [gesture for key in self._keys.values() for gesture in key.advance(now_ns - LAG_NS)]
        return self.in_order(told)

    def next_due(self) -> int | None:
        """When to call `due` next; None while nothing is pending."""
        deadlines = [at_ns for key in self._keys.values() if (at_ns := key.deadline_ns()) is not None]
        return min(deadlines) + LAG_NS if deadlines else None

    def settle(self, now_ns: int) -> tuple[Gesture, ...]:
        """Decide at a window's evaluation: pending taps count as taps.

        Where the third down of a possible reveal is still held, they are dropped, whatever becomes of that press.
        """
        due = self.due(now_ns)
        told = [gesture for key in self._keys.values() for gesture in key.settle()]
        return self.in_order((*due, *told))

    def held_since(self, seat: int) -> int | None:
        """Since when the key of `seat` is down in a press that may still become a hold; None otherwise."""
        key = self._keys.get(Seat(seat))
        press = key.press if key else None
        return None if press is None or press.after_tap or press.first_ns is not None else press.at_ns

    def is_down(self, seat: int) -> bool:
        """Whether the key of `seat` is down and not stuck, so that it may still become a gesture."""
        key = self._keys.get(Seat(seat))
        return key is not None and key.press is not None

    def rank(self, seat: int) -> bytes:
        """The place of `seat` among gestures at the same nanosecond: a hash of seed and seat, lowest first."""
        rank = self._ranks.get(seat)
        if rank is None:
            rank = self._ranks[seat] = blake2b(f"{self._seed}/{seat}".encode(), digest_size=16).digest()
        return rank

    def in_order(self, gestures: Iterable[Gesture]) -> tuple[Gesture, ...]:
        """The gestures by the time of their edge, ties by the seed, one seat's own in the order given."""
        counting = [gesture for gesture in gestures if self._counts(gesture)]
        return tuple(sorted(counting, key=lambda gesture: (gesture.at_ns, self.rank(gesture.seat))))

    def _counts(self, gesture: Gesture) -> bool:
        """Whether all of `gesture` lies after what is to be forgotten."""
        if isinstance(gesture, Stuck | Released):
            return True
        return begun_ns(gesture) >= self._since_ns

    def _key(self, seat: int) -> _Key:
        key = self._keys.get(Seat(seat))
        if key is None:
            key = self._keys[Seat(seat)] = _Key(Seat(seat))
        return key

"""What is known of one expander: how it is to be, how it is, and what its inputs were last time. No bus in here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from hardware.mcp23017 import LINES, Look, Mcp23017, Setup
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKOFF_NS: Final = tuple(seconds * 1000 * NS_PER_MS for seconds in (1, 2, 5, 10))
"""How long to wait before what is gone is tried again; the last one for ever."""

_ALL_HIGH: Final = (1 << LINES) - 1


class Change(msgspec.Struct, frozen=True):
    """The input `line` of the chip number `chip` has gone to `level` (True: high) at `at_ns`."""

    chip: int
    line: int
    level: bool
    at_ns: int


class Backoff:
    """When something that is gone is tried again."""

    def __init__(self) -> None:
        """It is there."""
        self.at_ns = 0
        self._tries = 0

    def put_off(self, now_ns: int) -> None:
        """It was not there: try later, and later each time."""
        self.at_ns = now_ns + BACKOFF_NS[min(self._tries, len(BACKOFF_NS) - 1)]
        self._tries += 1

    def clear(self) -> None:
        """It is there."""
        self.at_ns = 0
        self._tries = 0


class ChipState:
    """One chip. What it is to be may be told by any thread under the lock of its owner."""

    def __init__(self, number: int, address: int) -> None:
        """All its lines are outputs, and low."""
        self.number = number
        self.driver = Mcp23017(address)
        self.inputs = 0
        self.pulls = 0
        self.watched = 0
        self.outputs = 0
        """What the outputs are to give."""
        self.applied: Setup | None = None
        """How it was set up; None: not, or it forgot."""
        self.given = 0
        """What its outputs give, as far as is known."""
        self.levels = _ALL_HIGH
        """What the inputs were last time; a line that was never read counts as high, nobody presses it."""
        self.absent = False
        self.shaken = False
        """It has forgotten its setup once, and has not yet been seen to keep it."""
        self.owes = False
        """It did not take what its outputs are to give when it was told last."""
        self.fell_ns: int | None = None
        """When INT fell for something that it has not been able to tell yet."""
        self.retry = Backoff()

    @property
    def address(self) -> int:
        """Where it is on the bus."""
        return self.driver.address

    @property
    def wanted(self) -> Setup:
        """How it is to be set up."""
        return Setup(self.inputs, self.pulls, self.watched)

    @property
    def unwatched(self) -> bool:
        """Whether one of its inputs does not pull INT: it is read in every round."""
        return self.applied is not None and self.applied.inputs != self.applied.watched

    def absorb(self, look: Look, fell_ns: int, now_ns: int) -> Iterator[Change]:
        """The changes that `look` shows: first those that pulled INT at `fell_ns`, then what is different by `now_ns`.

        A tap that was over before anybody looked is both of them.
        """
        captured = (self.levels & ~look.flagged) | (look.captured & look.flagged)
        yield from self._differences(self.levels, captured, fell_ns)
        yield from self._differences(captured, look.levels, max(fell_ns, now_ns))
        self.levels = look.levels

    def _differences(self, before: int, after: int, at_ns: int) -> Iterator[Change]:
        different = (before ^ after) & self.inputs
        while different:
            line = (different & -different).bit_length() - 1
            yield Change(self.number, line, bool(after >> line & 1), at_ns)
            different &= different - 1

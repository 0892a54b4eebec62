"""How many of the expanders' transactions had to be tried again: what nobody notices at the table, until it gets worse.

Counted are those that succeeded after all; a chip that does not answer is told as absent. Errors are judged over the
last thousand transactions or so, once a second. A spark is one second of errors, whatever their number. Pure.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

BAD_PER_1000: Final = 5
"""From so many errors on a bus is ill."""

GOOD_PER_1000: Final = 1
"""With so few it is well again; between the two it stays what it was."""

WINDOW: Final = 1000
"""Errors are judged over at least so many transactions, of which the oldest are forgotten second by second."""

MIN_SECONDS: Final = 10
"""And over at least so many seconds: without INT a thousand transactions are two."""

BAD_SECONDS: Final = 3
"""Errors in fewer seconds than this are a spark."""


class _Second:
    def __init__(self) -> None:
        self.transfers = 0
        self.errors: Counter[int] = Counter()


class ErrorRate:
    """The errors of one bus. One thread only."""

    def __init__(self) -> None:
        """Well, and nothing was counted."""
        self.ill = False
        """Whether the bus makes many errors."""
        self._seconds: deque[_Second] = deque((_Second(),))

    def count(self, address: int, errors: int) -> None:
        """A transaction with the chip at `address` succeeded, after `errors` that did not."""
        second = self._seconds[-1]
        second.transfers += errors + 1
        if errors:
            second.errors[address] += errors

    def second_over(self) -> bool:
        """A second is over: judge; whether `ill` has changed."""
        bad = sum(bool(second.errors) for second in self._seconds) >= BAD_SECONDS
        before, rate = self.ill, self.per_1000
        self.ill = (bad and rate >= BAD_PER_1000) or (self.ill and rate > GOOD_PER_1000)
        self._seconds.append(_Second())
        while len(self._seconds) > MIN_SECONDS and self._transfers - self._seconds[0].transfers >= WINDOW:
            self._seconds.popleft()
        return self.ill != before

    @property
    def per_1000(self) -> int:
        """So many of a thousand transactions have failed lately, rounded down; of fewer they count as of a thousand."""
        errors = sum(second.errors.total() for second in self._seconds)
        return 1000 * errors // max(self._transfers, WINDOW)

    @property
    def worst(self) -> int:
        """The address at which there were most errors lately; 0 when there were none."""
        together = sum((second.errors for second in self._seconds), Counter[int]())
        return max(together, key=together.__getitem__, default=0)

    @property
    def _transfers(self) -> int:
        return sum(second.transfers for second in self._seconds)

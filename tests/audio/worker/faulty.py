"""A worker with a fault planted: `python faulty.py raise|dry`. Tests start it instead of the real one.

raise: the mixer fails at its 20th to 24th block, and the card runs dry before the first five, as one does that was
asleep. dry: the card runs dry before the 20th to 24th block.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from audio.worker import guard, main, mixer

FAULTY = range(20, 25)
DRY = FAULTY if sys.argv[1] == "dry" else range(5)
calls = 0
mix = mixer.Mixer.mix
call = guard.Guard.__call__


def failing(self: mixer.Mixer, frames: int, at_ns: int) -> bytes:
    """Mix, or raise."""
    global calls  # noqa: PLW0603 - a script of one purpose
    calls += 1
    if calls in FAULTY:
        raise ZeroDivisionError("planted")
    return mix(self, frames, at_ns)


def dry(self: guard.Guard, given: object, frames: int, clocks: Mapping[str, float], status: int) -> tuple[bytes, int]:
    """A callback that is told of a card that ran dry."""
    return call(self, given, frames, clocks, status | (guard.UNDERFLOW if self.calls in DRY else 0))


if sys.argv[1] == "raise":
    mixer.Mixer.mix = failing  # type: ignore[method-assign]
guard.Guard.__call__ = dry  # type: ignore[method-assign, assignment]
main.main()

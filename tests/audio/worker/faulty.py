"""A worker with a fault planted: `python faulty.py raise|dry|loader|hang`. Tests start it instead of the real one.

raise: the mixer fails at its 20th to 24th block, and the card runs dry before the first five, as one does that was
asleep. dry: the card runs dry before the 20th to 24th block.
loader: the thread that reads recordings fails at the first sentence. hang: the device is never closed.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping

from audio.worker import guard, loader, main, mixer, output

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


def fatal(self: loader.Loader) -> bool:
    """Whether a sentence is due, or raise."""
    del self
    raise ZeroDivisionError("planted")


def stuck(self: output.Output) -> None:
    """Never return, as with a sound server that hangs."""
    del self
    threading.Event().wait()


if sys.argv[1] == "loader":
    loader.Loader._due = fatal  # type: ignore[method-assign]  # noqa: SLF001 - the fault
if sys.argv[1] == "hang":
    output.Output.close = stuck  # type: ignore[method-assign]
if sys.argv[1] == "raise":
    mixer.Mixer.mix = failing  # type: ignore[method-assign]
guard.Guard.__call__ = dry  # type: ignore[method-assign, assignment]
main.main()

"""How far the music steps back while somebody speaks.

The envelope is a function of the frame and of the stretches of speech, and of nothing that happened before: there is
no gain that could stay down after an error. It begins to fall *before* the first syllable (a score is known ahead),
waits a little after the last, and rises slowly. Only the music is ducked; the mask never is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from audio.wire import RATE

DEPTH_DB: Final = -14.0
ATTACK: Final = RATE * 150 // 1000
HOLD: Final = RATE * 250 // 1000
RELEASE: Final = RATE * 600 // 1000


class Stretch(NamedTuple):
    """Speech from `start` to `end`, in frames; `known` is the frame at which it became known."""

    start: int
    end: int
    known: int

    @property
    def falls(self) -> int:
        """Where the music begins to fall for it: not before it was known."""
        return max(self.start - ATTACK, self.known)

    @property
    def forgotten(self) -> int:
        """From here on it has no effect."""
        return self.end + HOLD + RELEASE


def gain(stretches: Iterable[Stretch], first: int, frames: int) -> npt.NDArray[np.float32]:
    """The factor for the music at each of `frames` frames from `first` on."""
    depth = np.zeros(frames)
    at = np.arange(first, first + frames)
    for stretch in stretches:
        if stretch.falls < first + frames and stretch.forgotten > first:
            fallen = np.clip((np.minimum(at, stretch.end) - stretch.falls) / ATTACK, 0, 1)
            risen = np.clip((at - stretch.end - HOLD) / RELEASE, 0, 1)
            np.maximum(depth, fallen * (1 - risen), out=depth)
    if not depth.any():
        return np.ones(frames, np.float32)
    factor: npt.NDArray[np.float32] = (10 ** (DEPTH_DB / 20 * depth)).astype(np.float32)
    return factor

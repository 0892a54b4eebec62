"""Everything that is made rather than recorded, as the mixer takes it: one channel of float32 at 48 kHz."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from audio.bed import mask_loop, music_loop
from audio.chimes import ChimeKind, chime
from audio.wire import RATE

Sound = npt.NDArray[np.float32]

KEEP_ALIVE: Final = 0.001
"""-60 dBFS: loudspeakers and amplifiers that fall asleep on silence, and then swallow the next word, stay awake."""

_LOWEST_HZ: Final = 40.0
_SECONDS: Final = 4


class Sounds(Protocol):
    """Where the worker gets its sounds. May take its time: it is asked on a thread of its own."""

    def mask(self, seed: int) -> Sound:
        """The noise that covers buttons, as a loop."""

    def bed(self) -> Sound:
        """The music of the night, as a loop."""

    def chime(self, kind: str) -> Sound:
        """A chime. ValueError: there is no such kind."""

    def kinds(self) -> tuple[str, ...]:
        """All kinds of chime."""


class OwnSounds:
    """The sounds that come with the judge."""

    def mask(self, seed: int) -> Sound:
        """See `audio.bed`."""
        return mask_loop(seed)

    def bed(self) -> Sound:
        """See `audio.bed`."""
        return music_loop()

    def chime(self, kind: str) -> Sound:
        """See `audio.chimes`."""
        return chime(ChimeKind(kind))

    def kinds(self) -> tuple[str, ...]:
        """See `audio.chimes`."""
        return tuple(ChimeKind)


def keep_alive() -> Sound:
    """Pink noise at -60 dBFS as a loop of four seconds; always the same, and never a silence."""
    frames = _SECONDS * RATE
    hertz = np.fft.rfftfreq(frames, 1 / RATE)
    phase = np.random.Generator(np.random.PCG64(1)).random(len(hertz)) * 2 * np.pi
    noise = np.fft.irfft(np.exp(1j * phase) / np.sqrt(np.maximum(hertz, _LOWEST_HZ)), frames)
    return np.asarray(noise * (KEEP_ALIVE / np.sqrt(np.mean(np.square(noise)))), np.float32)

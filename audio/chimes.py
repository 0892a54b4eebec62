"""The few tones of the machine: for a phase, for the end of a floor, for the staff.

By night there is one chime, the same for every role. Nothing sounds because somebody pressed. A chime
is also what wakes a loudspeaker that sleeps, so that the first word after it is heard.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np

from audio.loudness import RATE, Samples, gain, lufs

__all__ = ["CHIME_LUFS", "ChimeKind", "chime"]

CHIME_LUFS: Final = -20.0
"""Loudness of every chime: below speech, above the night."""


class ChimeKind(StrEnum):
    """What a chime is for."""

    NIGHT = "night"
    """A phase of the night: three tones down."""
    DAY = "day"
    """A phase of the day: three tones up."""
    FLOOR = "floor"
    """A speech is over: one tone."""
    ALERT = "alert"
    """A fault, or a line that cannot be spoken: the same high tone twice."""


_E5, _C5, _G4, _A5 = 659.26, 523.25, 392.0, 880.0
_TONES: Final[Mapping[ChimeKind, tuple[float, ...]]] = MappingProxyType(
    {
        ChimeKind.NIGHT: (_E5, _C5, _G4),
        ChimeKind.DAY: (_G4, _C5, _E5),
        ChimeKind.FLOOR: (_C5,),
        ChimeKind.ALERT: (_A5, _A5),
    }
)
"""The tones of each, in hertz, in order."""
_STEP: Final = RATE * 160 // 1000
_ATTACK: Final = RATE * 8 // 1000
_DECAY: Final = RATE * 700 // 1000
"""A tone has died away by 60 dB after so many frames."""
_PARTIALS: Final = (1.0, 0.35, 0.12)


@lru_cache(maxsize=len(ChimeKind))
def chime(kind: ChimeKind) -> Samples:
    """The chime, one channel at 48 kHz and at `CHIME_LUFS`. Read only: every caller gets the same array."""
    tones = _TONES[kind]
    sound = np.zeros(_STEP * (len(tones) - 1) + _DECAY, np.float32)
    for number, hertz in enumerate(tones):
        sound[number * _STEP : number * _STEP + _DECAY] += _tone(hertz)
    sound *= np.float32(gain(CHIME_LUFS - lufs(sound)))
    sound.flags.writeable = False
    return sound


def _tone(hertz: float) -> Samples:
    """A bell: a fundamental and two harmonics, in at once, out to nothing."""
    t = np.arange(_DECAY)
    wave = sum(part * np.sin(2 * np.pi * hertz * (n + 1) / RATE * t) for n, part in enumerate(_PARTIALS))
    fade = 10 ** (-3 * t / _DECAY)
    edges = np.minimum(1, t / _ATTACK) * np.minimum(1, (_DECAY - 1 - t) / _ATTACK)
    return np.asarray(wave * fade * edges, np.float32)

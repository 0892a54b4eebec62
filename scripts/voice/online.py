"""The online voice as a renderer of packs, for a machine with internet: one request a clip, a second apart.

It cannot be asked to hurry, so what has to be short is made shorter here. A run that the server cuts off
with "too many requests" goes on another day: the studio keeps what is finished.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from audio.clips import Fragment
from audio.loudness import Samples
from audio.online import ENGINE, Gtts
from audio.say import Language

_RATE: Final = 24_000
_GRAIN: Final = _RATE * 30 // 1000
_REACH: Final = _RATE * 8 // 1000


class OnlineEngine:
    """gTTS for one language, as the studio wants an engine."""

    name = ENGINE
    speed = 1.0

    def __init__(self, language: Language, gtts: Gtts | None = None) -> None:
        """Nothing is asked yet."""
        self.voice = f"gtts_{language}"
        self._language = language
        self._gtts = gtts if gtts is not None else Gtts()
        self._last: tuple[str, Samples] | None = None

    def reads(self, fragment: Fragment) -> str:
        """The words as they are; the mark at the end is the intonation."""
        return fragment.text

    def speak(self, read: str, speed: float) -> Samples:
        """The samples at 24 kHz. A faster one of what was just said needs no request. Raises `NoVoice`."""
        if self._last is None or self._last[0] != read:
            self._last = (read, self._gtts.speak(read, self._language)[::2])
        return faster(self._last[1], speed)


def faster(samples: Samples, factor: float) -> Samples:
    """Speech in 1/`factor` of the time at the same pitch: grains of it, laid where they fit the one before best."""
    if factor <= 1.0:
        return samples
    step = _GRAIN // 2
    window = np.hanning(_GRAIN + 1)[:-1]
    source = np.concatenate((samples, np.zeros(_GRAIN + 2 * _REACH))).astype(np.float64)
    made = np.zeros(int(len(samples) / factor) + 2 * _GRAIN)
    follow = 0
    for at in range(0, int(len(samples) / factor), step):
        first = max(0, round(at * factor) - _REACH)
        near = source[first : first + _GRAIN + 2 * _REACH]
        if len(near) < _GRAIN or follow + _GRAIN > len(source):
            break
        start = first + int(np.argmax(np.correlate(near, source[follow : follow + _GRAIN], "valid")))
        made[at : at + _GRAIN] += source[start : start + _GRAIN] * window
        follow = start + step
    # The window rises over the first half grain: what should be there is the beginning itself.
    made[:step] += source[:step] * (1 - window[:step])
    return made[: int(len(samples) / factor)].astype(np.float32)

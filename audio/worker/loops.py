"""The thread that makes beds, masks and chimes and hands them to the mixer: making one may take a second."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final

import numpy as np

from audio.wire import Bed, Chime, Mask
from audio.worker.mixer import Mixer
from audio.worker.sounds import Sound, Sounds

log = logging.getLogger("faguan.worker")

KEPT: Final = 2
"""Masks kept: of this night and of the one before."""


class Loops:
    """Takes `Mask`, `Bed` and `Chime` in order."""

    def __init__(self, mixer: Mixer, sounds: Sounds) -> None:
        """Hand to `mixer` what `sounds` makes."""
        self._mixer = mixer
        self._sounds = sounds
        self._masks: dict[int, Sound] = {}
        self._chimes: dict[str, Sound] = {}
        self._silences = 0
        self._wanted: SimpleQueue[Callable[[], None]] = SimpleQueue()
        threading.Thread(target=self._work, name="loops", daemon=True).start()

    def give(self, wanted: Mask | Bed | Chime) -> None:
        """Carry `wanted` out as soon as its sound is made."""
        match wanted:
            case Mask():
                self._wanted.put(partial(self._mask, wanted))
            case Bed():
                self._wanted.put(partial(self._bed, wanted))
            case Chime():
                self._wanted.put(partial(self._chime, wanted, self._silences))

    def silence(self) -> None:
        """Ring no chime that was asked for so far."""
        self._silences += 1

    def settle(self) -> None:
        """Return when everything given so far is carried out."""
        done = threading.Event()
        self._wanted.put(done.set)
        done.wait()

    def _work(self) -> None:
        """The thread. A sound that cannot be made is told, and is not heard; no other sound suffers from it."""
        # A chime must not wait for a mask that is being made, so they come first.
        self._try(self._make_chimes)
        while True:
            self._try(self._wanted.get())

    @staticmethod
    def _try(make: Callable[[], object]) -> None:
        try:
            make()
        except Exception:
            log.exception("a sound cannot be made")

    def _make_chimes(self) -> None:
        for kind in self._sounds.kinds():
            self._try(partial(self._made_chime, kind))

    def _made_chime(self, kind: str) -> Sound:
        if kind not in self._chimes:
            self._chimes[kind] = _usable(self._sounds.chime(kind))
        return self._chimes[kind]

    def _mask(self, wanted: Mask) -> None:
        sound: Sound | None = None
        if wanted.on:
            if wanted.seed not in self._masks:
                self._masks[wanted.seed] = _usable(self._sounds.mask(wanted.seed))
                for old in list(self._masks)[:-KEPT]:
                    del self._masks[old]
            sound = self._masks[wanted.seed]
        key, level = (wanted.seed, wanted.db), 10 ** (wanted.db / 20)
        self._mixer.orders.append(lambda mixer, frame: mixer.mask(sound, key, level, wanted.at_ns, frame))

    def _bed(self, wanted: Bed) -> None:
        sound = _usable(self._sounds.bed()) if wanted.on else None
        self._mixer.orders.append(lambda mixer, frame: mixer.music(sound, "bed", wanted.at_ns, frame))

    def _chime(self, wanted: Chime, silences: int) -> None:
        sound = self._made_chime(wanted.kind)
        if silences == self._silences:
            self._mixer.orders.append(lambda mixer, frame: mixer.ring(sound, wanted.at_ns, frame))


def _usable(sound: Sound) -> Sound:
    """`sound`, if the mixer can play it; what it cannot would spoil every block, with all that is said in it.

    Raises:
        ValueError: it is empty, has more than one channel, or holds what is no number.
    """
    if sound.ndim != 1 or not len(sound) or not np.isfinite(sound).all():
        raise ValueError(f"no sound: {sound.shape}")
    return sound

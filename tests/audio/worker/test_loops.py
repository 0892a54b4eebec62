"""Bed, mask and chimes: one that cannot be made is told of, and all others are heard as if it were not there."""

from __future__ import annotations

import logging
import threading
from typing import Final

import numpy as np
import pytest

from audio.chimes import ChimeKind
from audio.wire import NS_PER_S, RATE, Bed, Chime, Mask
from audio.worker.loops import Loops
from audio.worker.mixer import SWELL, Mixer
from audio.worker.sounds import Sound
from tests.audio.sound import PATIENCE_S, Pcm

BLOCK: Final = 2048
LEVELS: Final = {"chime": 0.1, "mask": 0.2, "bed": 0.4}
BAD: Final = {
    "raises": None,
    "nothing": np.zeros(0, np.float32),
    "two channels": np.full((RATE, 2), 0.1, np.float32),
    "no number": np.full(RATE, np.nan, np.float32),
}


class Workshop:
    """Sounds that are a level each, as long as it takes, except for one of them."""

    def __init__(self, spoilt: str, bad: Sound | None) -> None:
        self._spoilt = spoilt
        self._bad = bad

    def _make(self, what: str, level: float) -> Sound:
        if what == self._spoilt:
            if self._bad is None:
                raise ZeroDivisionError("planted")
            return self._bad
        return np.full(10 * RATE, level, np.float32)

    def mask(self, seed: int) -> Sound:
        """A mask."""
        del seed
        return self._make("mask", LEVELS["mask"])

    def bed(self) -> Sound:
        """The music."""
        return self._make("bed", LEVELS["bed"])

    def chime(self, kind: str) -> Sound:
        """A chime."""
        return self._make(kind, LEVELS["chime"])

    def kinds(self) -> tuple[str, ...]:
        """All of them; it may be that they cannot even be listed."""
        if self._spoilt == "kinds":
            raise ZeroDivisionError("planted")
        return tuple(ChimeKind)


def heard(loops: Loops, mixer: Mixer) -> Pcm:
    """What is heard when everything has come in."""
    loops.give(Chime(ChimeKind.NIGHT))
    loops.give(Mask(on=True, seed=1))
    loops.give(Bed(on=True))
    loops.give(Chime(ChimeKind.DAY))
    settling = threading.Thread(target=loops.settle, daemon=True)
    settling.start()
    settling.join(PATIENCE_S)
    assert not settling.is_alive(), "the thread of the loops has ended"
    blocks = [mixer.mix(BLOCK, n * BLOCK * NS_PER_S // RATE) for n in range(3 * RATE // BLOCK)]
    return np.frombuffer(b"".join(blocks), np.int16).reshape(-1, 2)[SWELL:, 0]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("spoilt", ["night", "mask", "bed"])
@pytest.mark.logs_errors
def test_a_sound_that_cannot_be_made_is_told_of_and_takes_no_other_with_it(
    spoilt: str, bad: str, caplog: pytest.LogCaptureFixture
) -> None:
    mixer = Mixer(print, np.zeros(1, np.float32), 0.0)
    sound = heard(Loops(mixer, Workshop(spoilt, BAD[bad])), mixer)
    lost = LEVELS["chime" if spoilt == "night" else spoilt]
    expected = 2 * LEVELS["chime"] + LEVELS["mask"] + LEVELS["bed"] - lost
    assert pytest.approx(expected * 32767, abs=2) == float(sound.max()) == float(sound.min())
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert {"a sound cannot be made"} == {record.getMessage() for record in told}


@pytest.mark.logs_errors
def test_chimes_that_cannot_be_listed_are_made_when_they_are_due() -> None:
    mixer = Mixer(print, np.zeros(1, np.float32), 0.0)
    sound = heard(Loops(mixer, Workshop("kinds", None)), mixer)
    assert pytest.approx((2 * 0.1 + 0.2 + 0.4) * 32767, abs=2) == float(sound.max())

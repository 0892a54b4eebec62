"""Sound files and their bytes: the only place that knows libsndfile.

Read is what the judge's voices come in: Ogg Vorbis (packs, cache), WAV (espeak-ng) and MP3 (the online
voice). Everything comes back as one channel at 48 kHz.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from audio.errors import NotSound
from audio.loudness import RATE, Samples, resampled

MAX_S: Final = 20
"""Seconds of the longest sentence that is kept. No line comes near it: a longer one is a voice gone wrong."""

MIN_RATE: Final = 4_000
MAX_RATE: Final = 192_000
"""Frames a second of anything that is a voice; a header that says otherwise would ask for all the memory there is."""

UNREADABLE: Final = (OSError, soundfile.LibsndfileError)
"""What reading raises. A libsndfile that is spoilt is found out here, when this is loaded."""


def decode(source: Path | bytes) -> Samples:
    """A file, or the bytes of one, as one channel at 48 kHz.

    A file that was cut off gives what is there: whoever cares compares the length.

    Raises:
        NotSound: it is missing, or nothing that can be decoded.
    """
    try:
        data, rate = soundfile.read(
            io.BytesIO(source) if isinstance(source, bytes) else source, dtype="float32", always_2d=True
        )
    except UNREADABLE as error:
        raise NotSound(str(error)) from error
    if not MIN_RATE <= rate <= MAX_RATE:
        raise NotSound(f"{rate} frames a second")
    if not np.isfinite(data).all():
        raise NotSound("it holds what is no number")
    return resampled(np.ascontiguousarray(data.mean(axis=1, dtype=np.float32)), rate)


def encode_ogg(samples: Samples, rate: int = RATE) -> bytes:
    """One channel as Ogg Vorbis of libsndfile's default quality.

    Raises:
        NotSound: it is longer than `MAX_S`.
    """
    if len(samples) > MAX_S * rate:
        raise NotSound(f"{len(samples) / rate:.0f} s of sound, longer than any sentence ({MAX_S} s)")
    return _encoded(samples, rate, "OGG", "VORBIS")


def encode_wav(samples: Samples, rate: int = RATE) -> bytes:
    """One channel as WAV of 16 bits, which is how espeak-ng gives it."""
    return _encoded(samples, rate, "WAV", "PCM_16")


def encode_mp3(samples: Samples, rate: int = RATE) -> bytes:
    """One channel as MP3, which is how the online voice sends it."""
    return _encoded(samples, rate, "MP3", "MPEG_LAYER_III")


def _encoded(samples: Samples, rate: int, container: str, coding: str) -> bytes:
    """The bytes of a sound file."""
    whole = io.BytesIO()
    with soundfile.SoundFile(whole, "w", rate, 1, coding, format=container) as file:
        # The encoder takes what it is given at once on its stack: more than some seconds end the process.
        for start in range(0, len(samples), rate):
            file.write(samples[start : start + rate])
    return whole.getvalue()

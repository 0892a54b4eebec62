"""Sound files and their bytes: the only place that knows libsndfile.

Read is what the judge's voices come in: Ogg Vorbis (packs, cache), WAV (espeak-ng) and MP3 (the online
voice). Everything comes back as one channel at 48 kHz.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import soundfile

from audio.errors import NotSound
from audio.loudness import RATE, Samples, resampled


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
    except (OSError, soundfile.LibsndfileError) as error:
        raise NotSound(str(error)) from error
    return resampled(np.ascontiguousarray(data.mean(axis=1, dtype=np.float32)), rate)


def encode_ogg(samples: Samples, rate: int = RATE) -> bytes:
    """One channel as Ogg Vorbis of libsndfile's default quality."""
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
    soundfile.write(whole, samples, rate, format=container, subtype=coding)
    return whole.getvalue()

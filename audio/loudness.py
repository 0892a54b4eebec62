"""How loud sound is, and making it as loud as everything else the judge plays.

Samples are float32, mono, 48 kHz, 1.0 = full scale. Two measures are used, for two questions:

    LUFS (ITU-R BS.1770, one channel, gated)   how loud a listener finds speech and music
    dB(A), slow as LAeq, fast as LAFmax        whether noise covers a click (the mask)

Both are relative to full scale; what that is in the room depends on the amplifier. The weighting
filters are applied in the frequency domain: exact, and quick enough without a filter library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = [
    "RATE", "Samples", "finish", "gain", "laeq_db", "laf_max_db", "lufs", "resampled", "to_db", "true_peak_db",
]  # fmt: skip

Samples = npt.NDArray[np.float32]
"""One channel of sound at `RATE`."""

_Response = Callable[[npt.NDArray[np.float64]], npt.NDArray[np.complex128]]

RATE: Final = 48_000
"""Frames per second of everything that is mixed."""
SPEECH_LUFS: Final = -16.0
"""Loudness of every sentence, whichever voice says it."""
MAX_PEAK_DB: Final = -1.0
"""Highest true peak of speech, dB below full scale."""

_SILENCE_DB: Final = -42.0
"""What is quieter than this at either end of a clip is cut off (relative to full scale, at `SPEECH_LUFS`)."""
_HEAD: Final = RATE * 20 // 1000
_TAIL: Final = RATE * 40 // 1000
_FADE_IN: Final = RATE * 5 // 1000
_FADE_OUT: Final = RATE * 20 // 1000
_FLOOR_DB: Final = -120.0
"""What silence measures."""
_FAST_S: Final = 0.125
"""Time constant of the fast sound level meter."""


def to_db(ratio: float) -> float:
    """A ratio of amplitudes in dB; silence is -120."""
    return max(_FLOOR_DB, 20 * float(np.log10(max(ratio, 1e-12))))


def gain(db: float) -> float:
    """The factor for so many dB."""
    return float(10 ** (db / 20))


def lufs(samples: Samples) -> float:
    """Integrated loudness in LUFS, gated at -70 and at 10 below the mean of what is left.

    A clip shorter than one block of 0.4 s is repeated until it fills one, as a listener would judge it
    among others. Silence measures -120.
    """
    if len(samples) == 0:
        return _FLOOR_DB
    block, step = RATE * 4 // 10, RATE // 10
    if len(samples) < block:
        samples = np.tile(samples, -(-block // len(samples)))[:block]
    squared = np.square(_filtered(samples, _k_weighting), dtype=np.float64)
    sums = np.concatenate(([0.0], np.cumsum(squared)))
    starts = np.arange(0, len(samples) - block + 1, step)
    power = (sums[starts + block] - sums[starts]) / block
    loud = power[_lkfs(power) > -70.0]
    if len(loud) == 0:
        return _FLOOR_DB
    loud = loud[_lkfs(loud) > float(_lkfs(np.mean(loud))) - 10.0]
    return float(_lkfs(np.mean(loud)))


def laeq_db(samples: Samples) -> float:
    """A-weighted level of the whole, dB below full scale of a square wave."""
    weighted = _filtered(samples, _a_weighting).astype(np.float64)
    return to_db(float(np.sqrt(np.mean(np.square(weighted))))) if len(samples) else _FLOOR_DB


def laf_max_db(samples: Samples) -> float:
    """The highest reading of a fast A-weighted meter, in the unit of `laeq_db`."""
    step = RATE // 1000
    quiet = np.zeros(-len(samples) % step + step, np.float32)
    squared = np.square(_filtered(np.concatenate((samples, quiet)), _a_weighting), dtype=np.float64)
    keep = float(np.exp(-0.001 / _FAST_S))
    reading = highest = 0.0
    for power in squared.reshape(-1, step).mean(axis=1):
        reading = keep * reading + (1 - keep) * float(power)
        highest = max(highest, reading)
    return to_db(float(np.sqrt(highest)))


def true_peak_db(samples: Samples) -> float:
    """The peak between the samples too (four times oversampled), dB below full scale."""
    return to_db(float(np.max(np.abs(_oversampled(samples)), initial=0.0)))


def finish(samples: Samples, target_lufs: float = SPEECH_LUFS) -> Samples:
    """A clip as it is kept: trimmed to 20 ms / 40 ms of silence, levelled, limited and faded.

    What never rises above the silence stays empty. Deterministic.
    """
    loudness = lufs(samples)
    if loudness <= _FLOOR_DB:
        return np.zeros(0, np.float32)
    level = (samples * gain(target_lufs - loudness)).astype(np.float32)
    heard = np.flatnonzero(np.abs(level) > gain(_SILENCE_DB))
    if len(heard) == 0:
        return np.zeros(0, np.float32)
    clip = level[max(0, heard[0] - _HEAD) : heard[-1] + 1 + _TAIL].copy()
    fade_in, fade_out = min(_FADE_IN, len(clip)), min(_FADE_OUT, len(clip))
    clip[:fade_in] *= np.linspace(0, 1, fade_in, endpoint=False, dtype=np.float32)
    clip[-fade_out:] *= np.linspace(1, 0, fade_out, dtype=np.float32)
    # Limiting takes a little of the loudness; three rounds settle it within 0.1.
    for _ in range(3):
        level = (clip * gain(target_lufs - lufs(clip))).astype(np.float32)
        clip = _limited(level)
        if clip is level:
            break
    return clip


def resampled(samples: Samples, rate: int) -> Samples:
    """Sound of `rate` frames a second at `RATE`: band-limited, of the same length in seconds."""
    if rate == RATE or len(samples) == 0:
        return samples
    # Whole periods of both rates, and room at the end so that it does not run into the start.
    shared = int(np.gcd(rate, RATE))
    padded = -(-(len(samples) + rate // 20) // (rate // shared)) * (rate // shared)
    frames = padded // (rate // shared) * (RATE // shared)
    spectrum = np.fft.rfft(samples, padded)[: frames // 2 + 1]
    whole = np.fft.irfft(spectrum, frames) * (frames / padded)
    return whole[: len(samples) * RATE // rate].astype(np.float32)


def _lkfs(power: float | np.floating | npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mean squares of K-weighted samples as loudness."""
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(power, 1e-12)))


def _filtered(samples: Samples, response: _Response) -> Samples:
    """`samples` through a filter that is given by its frequency response (with room for its tail)."""
    frames = _quick_length(len(samples) + RATE // 4)
    spectrum = np.fft.rfft(samples, frames)
    spectrum *= _weights(response, frames)
    return np.fft.irfft(spectrum, frames)[: len(samples)].astype(np.float32)


@lru_cache(maxsize=4)
def _weights(response: _Response, frames: int) -> npt.NDArray[np.complex128]:
    """The factor of each line of a spectrum: a clip is measured several times at the same length."""
    return response(np.fft.rfftfreq(frames, 1 / RATE).astype(np.float64))


def _quick_length(frames: int) -> int:
    """The next length that a Fourier transform is quick with: a few times a power of two."""
    unit = 1 << max(0, (frames - 1).bit_length() - 3)
    return -(-frames // unit) * unit


def _oversampled(samples: Samples) -> npt.NDArray[np.float64]:
    """Four times as many samples through the same curve."""
    frames = _quick_length(len(samples) + RATE // 20)
    return np.fft.irfft(np.fft.rfft(samples, frames), 4 * frames)[: 4 * len(samples)] * 4


def _limited(samples: Samples) -> Samples:
    """`samples` with their true peak at `MAX_PEAK_DB` or lower: a gain that moves within 5 ms either side."""
    ceiling = gain(MAX_PEAK_DB - 0.1)
    peaks = np.abs(_oversampled(samples)).reshape(-1, 4).max(axis=1)
    if float(np.max(peaks, initial=0.0)) <= ceiling:
        return samples
    reach = RATE * 5 // 1000
    wanted = np.pad(np.minimum(1.0, ceiling / np.maximum(peaks, 1e-9)), 2 * reach, constant_values=1.0)
    lowest = np.lib.stride_tricks.sliding_window_view(wanted, 2 * reach + 1).min(axis=1)
    window = np.hanning(2 * reach + 3)[1:-1]
    return np.asarray(samples * np.convolve(lowest, window / window.sum(), "valid"), np.float32)


def _k_weighting(hertz: npt.NDArray[np.float64]) -> npt.NDArray[np.complex128]:
    """BS.1770: a shelf for the head and a high pass, as its two filters at 48 kHz."""
    z = np.exp(-2j * np.pi * hertz / RATE)
    shelf = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z**2) / (
        1 - 1.69065929318241 * z + 0.73248077421585 * z**2
    )
    high_pass = (1 - 2 * z + z**2) / (1 - 1.99004745483398 * z + 0.99007225036621 * z**2)
    return np.asarray(shelf * high_pass)


def _a_weighting(hertz: npt.NDArray[np.float64]) -> npt.NDArray[np.complex128]:
    """IEC 61672: 0 dB at 1 kHz."""
    f = np.square(hertz)
    response = 12194.0**2 * f**2
    response /= (f + 20.6**2) * np.sqrt((f + 107.7**2) * (f + 737.9**2)) * (f + 12194.0**2)
    return np.asarray(response * gain(2.0), np.complex128)

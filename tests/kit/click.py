"""The click of a button, and whether somebody notices it under a noise: the model of the mask's tests.

A click is two damped modes of the cap (3.1 and 5.2 kHz) and a burst from 1.8 to 7.5 kHz, all gone
within a few milliseconds. An ear is a row of bands one ear's bandwidth (ERB) wide that look at 16 ms at
a time; it notices what stands out of a band further than the noise itself does in one frame of a hundred.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from audio.loudness import RATE, Samples, gain, laf_max_db

FRAME: Final = RATE * 16 // 1000
_CLICK_FRAMES: Final = RATE * 15 // 1000


def click(laf_max: float, seed: int = 0) -> Samples:
    """One click whose fast A-weighted maximum is `laf_max` dB."""
    dice = np.random.Generator(np.random.PCG64(seed))
    t = np.arange(_CLICK_FRAMES) / RATE
    fade = np.exp(-t / 0.002)
    spectrum = np.fft.rfft(dice.standard_normal(_CLICK_FRAMES))
    hertz = np.fft.rfftfreq(_CLICK_FRAMES, 1 / RATE)
    spectrum[(hertz < 1800) | (hertz > 7500)] = 0
    sound = (
        np.sin(2 * np.pi * 3100 * t) + 0.7 * np.sin(2 * np.pi * 5200 * t) + np.fft.irfft(spectrum, _CLICK_FRAMES)
    ) * fade
    sound = sound.astype(np.float32)
    around = np.concatenate((np.zeros(RATE // 10), sound, np.zeros(RATE // 2))).astype(np.float32)
    return np.asarray(sound * gain(laf_max - laf_max_db(around)), np.float32)


def noticed(noise: Samples, sound: Samples, places: int = 200) -> float:
    """The share of `places` in the noise at which the ear notices `sound`, 0 to 1."""
    frames = noise[: len(noise) // FRAME * FRAME].reshape(-1, FRAME)
    usual = _bands(frames)
    # Each band has its own mark, so that the noise alone passes one of them in one frame of a hundred.
    marks = np.quantile(usual, 1 - 0.01 / usual.shape[1], axis=0)
    chosen = frames[:: max(1, len(frames) // places)][:places].copy()
    middle = FRAME // 3
    chosen[:, middle : middle + len(sound)] += sound[: FRAME - middle]
    return float(np.mean((_bands(chosen) > marks).any(axis=1)))


def _bands(frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The energy of each frame (row) in each of the ear's bands from 0.4 to 14 kHz (column)."""
    power = np.square(np.abs(np.fft.rfft(frames * np.hanning(FRAME), axis=1)))
    hertz = np.fft.rfftfreq(FRAME, 1 / RATE)
    numbers = 21.4 * np.log10(1 + 0.00437 * hertz)
    edges = np.arange(21.4 * np.log10(1 + 0.00437 * 400), 21.4 * np.log10(1 + 0.00437 * 14_000), 1.0)
    columns = [power[:, (numbers >= low) & (numbers < low + 1)].sum(axis=1) for low in edges]
    return np.stack(columns, axis=1) + 1e-20

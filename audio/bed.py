"""What is heard under a night: noise that covers the clicks of the buttons, and calm music.

Both are loops of one channel at 48 kHz that join without a seam, computed here from nothing but
numbers: the same on every machine, free of anybody's rights, and independent of what is secret.

Levels are relative to full scale, as the files of a voice pack are. The rule that they keep, with the
loudspeaker set so that speech (-16 LUFS) arrives at a seat with 65 dB(A):

    speech                     -16 LUFS    65 dB(A), since in its voices that is -21 dB(A) of full scale
    music, by itself           -30 LUFS    the mixer takes 14 dB off it under speech
    mask                       -39 dB(A)   47 dB(A), never lowered under speech
    click of a quiet button    -51 dB(A)   35 dB(A) on the fast meter, at the neighbour's ear

The mask is at least 10 dB above the click; a louder button needs a louder mask, by as much.
It is pink noise with 10 dB more from 1.5 to 9 kHz, where clicks are, and goes on below and above, where
a click would otherwise stick out. In it drop ticks like those of rain: an ear that listens for clicks
would find one of these in the bare noise, among the drops it is one of many. Where they fall follows
from public facts alone: the game and the number of the night.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from audio.loudness import RATE, Samples, gain

__all__ = ["CLICK_DB", "FADE_FRAMES", "MASK_DB", "MUSIC_LUFS", "mask_loop", "mask_seed", "music_loop"]

CLICK_DB: Final = -51.0
"""Fast A-weighted maximum of the click of a quiet button (silicone dome) at the neighbour's ear."""
MASK_DB: Final = CLICK_DB + 12
"""A-weighted level of the mask: 10 dB above the click, and two for its own ups and downs."""
MUSIC_LUFS: Final = -30.0
"""Loudness of the music where nothing is said."""
FADE_FRAMES: Final = 2 * RATE
"""The mask comes and goes over two seconds."""

MASK_S: Final = 20
MUSIC_S: Final = 36

_NOISE: Final = 0x57A7
"""Seed of the noise itself, which is the same every night; the ticks are not."""
_SHELF_HZ: Final = (1500.0, 9000.0)
_SHELF_DB: Final = 10.0
_LOWEST_HZ: Final = 50.0
_NOISE_GAIN: Final = 366.11
"""Brings the noise to `MASK_DB`; measured once, since the noise is always the same."""

_TICKS_PER_S: Final = (8.0, 15.0)
_TICK_HZ: Final = (2000.0, 7000.0)
_TICK_MS: Final = (5.0, 12.0)
_TICK_DB: Final = (-10.0, 0.0)
_A_WEIGHTING: Final = ((2000, 3150, 4000, 5000, 6300, 7000), (1.2, 1.2, 1.0, 0.5, -0.1, -0.5))
"""Hertz and dB of the standard where ticks are."""
_FAST_S: Final = 0.125
"""Time constant of the meter that `CLICK_DB` is read on."""


def mask_seed(game: str, night: int) -> int:
    """The seed of a night's ticks, from what everybody at the table may know."""
    return int.from_bytes(hashlib.sha256(f"{game}/{night}".encode()).digest()[:8])


def mask_loop(seed: int) -> Samples:
    """The mask of one night as a loop of `MASK_S` seconds at `MASK_DB`; equal for equal seeds."""
    dice = np.random.Generator(np.random.PCG64(seed))
    noise = _noise()
    loop = np.roll(noise, int(dice.random() * len(noise)))
    for second in range(MASK_S):
        rate = _between(dice, _TICKS_PER_S)
        at = -np.log1p(-dice.random()) / rate
        while at < 1:
            _add(loop, round((second + at) * RATE), _tick(dice))
            at -= np.log1p(-dice.random()) / rate
    return loop


@lru_cache(maxsize=1)
def music_loop() -> Samples:
    """The music as a loop of `MUSIC_S` seconds at `MUSIC_LUFS`. Read only: every caller gets the same array.

    Six open chords that swell into one another, and above them a plucked string now and then, in the
    five notes of 宫调 on D. Played at a sixth of the rate, since nothing in it is above 4 kHz.
    """
    low = np.zeros(MUSIC_S * _LOW_RATE)
    swells = {key: _swell(key) for chord in _CHORDS for key in chord}
    for number, chord in enumerate(_CHORDS):
        for key in chord:
            _add(low, number * _CHORD_FRAMES, swells[key])
    for at, key in _PLUCKS:
        _add(low, round(at * _LOW_RATE), _pluck(key))
    # The loop is a period of itself, so putting zeros above its spectrum is exact and leaves no seam.
    loop = np.fft.irfft(np.fft.rfft(low * _MUSIC_GAIN), MUSIC_S * RATE).astype(np.float32)
    loop.flags.writeable = False
    return loop


@lru_cache(maxsize=1)
def _noise() -> Samples:
    """The noise without its ticks, by its spectrum: every line as strong as it should be, at a phase by chance."""
    frames = MASK_S * RATE
    hertz = np.arange(frames // 2 + 1) / MASK_S
    phase = np.random.Generator(np.random.PCG64(_NOISE)).random(len(hertz)) * 2 * np.pi
    strength = _NOISE_GAIN * _colour() / np.sqrt(np.maximum(hertz, _LOWEST_HZ))
    noise = np.fft.irfft(strength * np.exp(1j * phase), frames).astype(np.float32)
    noise.flags.writeable = False
    return noise


def _colour() -> npt.NDArray[np.float64]:
    """How much stronger than pink each line of the noise's spectrum is, as a factor."""
    # A sixth of an octave to either side of each edge: a shelf that is steeper rings.
    slope = 2 ** (1 / 6)
    shelf = np.geomspace(1.0, gain(_SHELF_DB), 33)
    up, down = (np.geomspace(edge / slope, edge * slope, 33) for edge in _SHELF_HZ)
    points = np.concatenate(([0.0, _LOWEST_HZ], up, down))
    factors = np.concatenate(([0.0, 1.0], shelf, shelf[::-1]))
    return np.asarray(np.interp(np.arange(MASK_S * RATE // 2 + 1) / MASK_S, points, factors))


def _between(dice: np.random.Generator, bounds: tuple[float, float]) -> float:
    """A number by chance within bounds."""
    low, high = bounds
    return low + (high - low) * dice.random()


def _tick(dice: np.random.Generator) -> Samples:
    """A drop: a tone of a few milliseconds that dies away, 0 to 10 dB below the click on the same meter."""
    frames = round(_between(dice, _TICK_MS) * RATE / 1000)
    hertz, db = _between(dice, _TICK_HZ), _between(dice, _TICK_DB)
    t = np.arange(frames)
    # Down by 40 dB at its end, and in within a quarter of a millisecond.
    tick = np.sin(2 * np.pi * hertz / RATE * t) * 10 ** (-2 * t / frames) * np.minimum(1, t / 12)
    energy = float(np.sum(np.square(tick))) / RATE
    level_db = 10 * np.log10(energy / _FAST_S) + np.interp(hertz, *_A_WEIGHTING)
    return np.asarray(tick * gain(CLICK_DB + db - level_db), np.float32)


def _add(loop: npt.NDArray[np.floating], at: int, sound: npt.NDArray[np.floating]) -> None:
    """Add `sound` to the loop from frame `at` on; what runs over its end goes on at its start."""
    start = at % len(loop)
    first = sound[: len(loop) - start]
    loop[start : start + len(first)] += first
    loop[: len(sound) - len(first)] += sound[len(first) :]


_MUSIC_GAIN: Final = 0.155
"""Brings the music to `MUSIC_LUFS`; measured once, since the piece is always the same."""
_LOW_RATE: Final = RATE // 6
_CHORD_FRAMES: Final = MUSIC_S * _LOW_RATE // 6
_SWELL_FRAMES: Final = 3 * _CHORD_FRAMES // 2
_PLUCK_FRAMES: Final = 4 * _LOW_RATE

_CHORDS: Final = (
    (50, 57, 62, 64),  # D3 A3 D4 E4
    (47, 54, 57, 62),  # B2 F3 A3 D4, the F sharp
    (43, 50, 57, 59),  # G2 D3 A3 B3
    (45, 52, 57, 62),  # A2 E3 A3 D4
    (47, 52, 57, 64),  # B2 E3 A3 E4
    (45, 52, 57, 59),  # A2 E3 A3 B3
)
"""The notes of each chord as numbers of keys; 69 is the A of 440 Hz."""
_PLUCKS: Final = (
    *((1.0, 69), (3.0, 71), (5.0, 74), (8.0, 78), (10.5, 76), (14.0, 74), (16.0, 71)),
    *((20.0, 69), (22.0, 71), (25.0, 64), (28.0, 66), (30.0, 69), (33.5, 66)),
)
"""When, in seconds, and which key."""


def _hertz(key: int) -> float:
    """The pitch of a key."""
    return float(440 * 2 ** ((key - 69) / 12))


def _swell(key: int) -> npt.NDArray[np.float64]:
    """A voice of a chord: comes and goes within the chords around it, and beats slowly against itself."""
    t = np.arange(_SWELL_FRAMES)
    turn = np.exp(2j * np.pi * _hertz(key) / _LOW_RATE * t)
    shadow = turn * np.exp(2j * np.pi * 0.4 / _LOW_RATE * t)
    wave = turn.imag + 0.7 * shadow.imag + 0.25 * (turn * turn).imag + 0.1 * (turn * turn * turn).imag
    return np.asarray(wave * np.sin(np.pi * t / _SWELL_FRAMES) ** 2)


def _pluck(key: int) -> npt.NDArray[np.float64]:
    """A string: softly in, and each harmonic dies sooner than the one below."""
    t = np.arange(_PLUCK_FRAMES)
    seconds = t / _LOW_RATE
    turn = np.exp(2j * np.pi * _hertz(key) / _LOW_RATE * t)
    fade = np.exp(-1.6 * seconds)
    wave = turn.imag * fade + 0.3 * (turn * turn).imag * fade**2 + 0.12 * (turn * turn * turn).imag * fade**3
    edges = np.minimum(1, seconds / 0.012) * np.minimum(1, (_PLUCK_FRAMES - t) / (_LOW_RATE / 10))
    return np.asarray(0.6 * wave * edges)

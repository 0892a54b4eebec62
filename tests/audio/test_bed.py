"""The bed of a night: what the mask covers, how loud everything is, and that a loop has no seam."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from audio.bed import CLICK_DB, MASK_DB, MASK_S, MUSIC_LUFS, MUSIC_S, mask_loop, mask_seed, music_loop
from audio.loudness import RATE, SPEECH_LUFS, Samples, gain, laeq_db, laf_max_db, lufs, true_peak_db
from tests.kit.click import click, noticed

SEED = mask_seed("a game", 1)


@cache
def mask() -> Samples:
    """One night's mask."""
    return mask_loop(SEED)


def ticks_of(seed: int) -> Samples:
    """The ticks of a night alone: what it has beyond the noise that all nights share.

    The noise begins elsewhere in each, so eight others are turned to fit; most of nine have no tick at once.
    """
    one = mask_loop(seed)
    turned = [one]
    for n in range(1, 9):
        other = mask_loop(seed + n)
        alike = np.fft.irfft(np.fft.rfft(one) * np.conj(np.fft.rfft(other)))
        turned.append(np.roll(other, int(np.argmax(alike))))
    return np.asarray(one - np.median(turned, axis=0), np.float32)


def by_octave(samples: Samples) -> dict[int, float]:
    """Power per hertz in dB, by the lower edge of bands a third of an octave wide."""
    power = np.square(np.abs(np.fft.rfft(samples)))
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    edges = [round(100 * 2 ** (n / 3)) for n in range(24)]
    return {low: 10 * float(np.log10(power[(hertz >= low) & (hertz < high)].mean())) for low, high in pairwise(edges)}


def coloured(slope: float) -> Samples:
    """Noise of another colour (power falls as frequency to the `slope`) at the mask's level."""
    hertz = np.maximum(np.fft.rfftfreq(len(mask()), 1 / RATE), 50)
    phase = np.random.Generator(np.random.PCG64(2)).random(len(hertz)) * 2 * np.pi
    noise = np.fft.irfft(hertz ** (-slope / 2) * np.exp(1j * phase)).astype(np.float32)
    return np.asarray(noise * gain(laeq_db(mask()) - laeq_db(noise)), np.float32)


def test_the_mask_is_ten_decibels_above_the_click_whenever_a_window_may_be_open() -> None:
    """Any half second of it, across the seam too, against the click on a fast meter."""
    loudest = max(laf_max_db(np.concatenate((click(CLICK_DB, n), np.zeros(RATE, np.float32)))) for n in range(5))
    assert CLICK_DB == pytest.approx(loudest, abs=0.1)
    endless = np.concatenate((mask(), mask()[: RATE // 2]))
    levels = [laeq_db(endless[at : at + RATE // 2]) for at in range(0, len(mask()), RATE // 4)]
    assert min(levels) >= loudest + 10
    assert max(levels) - min(levels) < 1.5
    assert MASK_DB == pytest.approx(laeq_db(mask()), abs=0.5)


def test_a_click_drowns_in_the_mask_and_sticks_out_of_every_other_noise_of_its_level() -> None:
    clicks = [click(CLICK_DB, n) for n in range(6)]
    found = {
        name: float(np.mean([noticed(noise, sound) for sound in clicks]))
        for name, noise in {"mask": mask(), "white": coloured(0), "pink": coloured(1), "brown": coloured(2)}.items()
    }
    assert found["mask"] < 0.6
    assert min(found[name] for name in ("white", "pink", "brown")) > 0.9


def test_the_mask_is_pink_with_a_shelf_and_has_no_band_without_noise() -> None:
    pink = {low: db + 10 * float(np.log10(low)) for low, db in by_octave(mask()).items()}
    below = [db for low, db in pink.items() if low < 1000]
    shelf = [db for low, db in pink.items() if 1800 <= low <= 6500]
    above = [db for low, db in pink.items() if low >= 10_100]
    assert max(below) - min(below) < 1.5
    assert 10 == pytest.approx(float(np.mean(shelf)) - float(np.mean(below)), abs=1)
    assert len(above) == 3
    assert min(above) > min(below) - 1.5


def test_the_ticks_are_rain_by_number_time_pitch_and_level() -> None:
    ticks = ticks_of(SEED)
    loud = np.flatnonzero(np.abs(ticks) > gain(CLICK_DB - 12))
    starts = loud[np.flatnonzero(np.diff(loud, prepend=-RATE) > RATE * 6 // 1000)]
    assert 8 <= len(starts) / MASK_S <= 15
    gaps = np.diff(starts) / RATE
    # Of events by chance the gaps are spread as wide as their mean is above the shortest that is told
    # apart; those of a steady drip are not spread at all.
    assert 0.8 < float(np.std(gaps) / (np.mean(gaps) - np.min(gaps))) < 1.25
    levels, pitches, lengths = [], [], []
    for at, before, after in zip(starts[1:], gaps[:-1], gaps[1:], strict=False):
        if min(before, after) > 0.02:
            tick = ticks[at - RATE // 500 : at + RATE * 14 // 1000]
            levels.append(laf_max_db(np.concatenate((tick, np.zeros(RATE // 4, np.float32)))))
            pitches.append(int(np.argmax(np.abs(np.fft.rfft(tick, RATE)))))
            lengths.append(np.ptp(np.flatnonzero(np.abs(tick) > np.max(np.abs(tick)) / 100)) / RATE * 1000)
    assert len(levels) > 80
    # One in ten may be two drops at once, or none.
    for found, low, high in ((levels, CLICK_DB - 10.5, CLICK_DB + 0.5), (pitches, 1950, 7050), (lengths, 4, 12.5)):
        bounds = np.quantile(found, [0.1, 0.25, 0.75, 0.9])
        assert low <= bounds[0] <= bounds[1] < low + (high - low) / 2 < bounds[2] <= bounds[3] <= high


def test_equal_nights_are_equal_to_the_sample_and_others_are_not() -> None:
    assert np.array_equal(mask(), mask_loop(SEED))
    assert not np.array_equal(mask(), mask_loop(mask_seed("a game", 2)))
    assert 4 == len({mask_seed(game, night) for game in ("a game", "another") for night in (1, 2)})


@pytest.mark.parametrize(("loop", "seconds"), [(mask, MASK_S), (music_loop, MUSIC_S)])
def test_a_loop_has_no_seam(loop: Callable[[], Samples], seconds: int) -> None:
    """The step from its last sample to its first is no bigger than steps within it, nor is the bend."""
    one = loop()
    joined = np.concatenate((one[-RATE:], one[:RATE])).astype(np.float64)
    for order in (1, 2, 3):
        steps = np.abs(np.diff(joined, order))
        assert float(steps[RATE - order : RATE].max()) <= float(np.quantile(steps, 0.9999))
    assert (seconds * RATE,) == one.shape
    assert one.dtype == np.float32


def test_the_music_is_far_below_speech_and_nowhere_loud() -> None:
    assert MUSIC_LUFS == pytest.approx(lufs(music_loop()), abs=0.1)
    under_speech = lufs((music_loop() * gain(-14)).astype(np.float32))
    assert SPEECH_LUFS - under_speech >= 15
    # No moment of three seconds is silent or stands out.
    moments = [lufs(music_loop()[at : at + 3 * RATE]) for at in range(0, len(music_loop()) - 3 * RATE, RATE)]
    assert max(moments) - min(moments) < 8


def test_bed_and_mask_together_leave_speech_its_room() -> None:
    assert true_peak_db(mask()) < -20
    assert true_peak_db(music_loop()) < -12
    assert bool(np.isfinite(mask()).all() and np.isfinite(music_loop()).all())
    assert abs(float(mask().mean())) < 1e-5


def test_nobody_can_change_the_music_of_the_others() -> None:
    with pytest.raises(ValueError, match="read-only"):
        music_loop()[0] = 1.0

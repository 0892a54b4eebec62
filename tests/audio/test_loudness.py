"""Loudness against what the standards say, and a clip as it is kept."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
import soundfile

from audio.errors import NotSound
from audio.loudness import RATE, Samples, finish, gain, laeq_db, laf_max_db, lufs, resampled, to_db, true_peak_db
from audio.soundfiles import decode, encode_mp3, encode_ogg


def tone(hertz: float, seconds: float, level: float = 1.0, rate: int = RATE, phase: float = 0.0) -> Samples:
    """A sine."""
    angle = 2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate + phase
    return (level * np.sin(angle)).astype(np.float32)


def speech(seconds: float) -> Samples:
    """Noise in syllables, with silence before and after and one hard knock in it."""
    rng = np.random.Generator(np.random.PCG64(1))
    frames = round(seconds * RATE)
    syllables = np.sin(2 * np.pi * 4 * np.arange(frames) / RATE) ** 2 * rng.standard_normal(frames) * 0.02
    syllables[frames // 3] = 1.0
    quiet = np.zeros(RATE // 2)
    return np.concatenate((quiet, syllables, quiet)).astype(np.float32)


def test_a_full_tone_of_997_hz_is_3_below_full_scale_on_every_meter() -> None:
    full = tone(997, 3)
    assert [-3.0] * 3 == pytest.approx([lufs(full), laeq_db(full), laf_max_db(full)], abs=0.05)


def test_loudness_follows_the_level_and_ignores_silence_around_it() -> None:
    quiet = tone(997, 3, gain(-20))
    with_gap = np.concatenate((quiet, np.zeros(5 * RATE, np.float32)))
    # Only the three blocks that straddle the end are diluted, and they are above the gate.
    assert [-23.0, -23.0] == pytest.approx([lufs(quiet), lufs(with_gap)], abs=0.3)
    assert [-120.0] * 3 == [lufs(np.zeros(RATE, np.float32)), lufs(quiet[:0]), laeq_db(quiet[:0])]


def test_a_clip_shorter_than_a_block_measures_as_a_long_one() -> None:
    assert lufs(tone(1000, 3)) == pytest.approx(lufs(tone(1000, 0.1)), abs=0.05)


@pytest.mark.parametrize(("hertz", "weight"), [(100, -19.1), (1000, 0.0), (3000, 1.2), (10_000, -2.5)])
def test_the_a_weighting_is_that_of_the_standard(hertz: float, weight: float) -> None:
    assert weight - 3.0 == pytest.approx(laeq_db(tone(hertz, 2)), abs=0.2)


def test_the_fast_meter_reads_a_tick_by_its_energy() -> None:
    """5 ms of tone on a meter of 125 ms: 10 log (5/125) below the tone."""
    tick = np.concatenate((np.zeros(RATE, np.float32), tone(1000, 0.005), np.zeros(RATE, np.float32)))
    assert -3.0 + 10 * np.log10(5 / 125) == pytest.approx(laf_max_db(tick), abs=0.5)


def test_the_true_peak_finds_what_lies_between_the_samples() -> None:
    between = tone(12_000, 0.5, phase=np.pi / 4)
    assert -3.0 == pytest.approx(to_db(float(np.max(np.abs(between)))), abs=0.05)
    assert 0.0 == pytest.approx(true_peak_db(between), abs=0.2)


@pytest.mark.parametrize("level_db", [-20, 0, 20])
def test_a_finished_clip_has_the_level_of_all_the_others(level_db: float) -> None:
    clip = finish((speech(2) * gain(level_db)).astype(np.float32))
    assert -16.0 == pytest.approx(lufs(clip), abs=0.5)
    assert true_peak_db(clip) <= -1.0
    # Of half a second of silence on either side 20 and 40 ms are left, and both ends are at zero.
    assert RATE * 2.06 >= len(clip) >= RATE * 1.9
    assert [0.0, 0.0] == [clip[0], clip[-1]]


def test_silence_is_finished_to_nothing() -> None:
    assert 0 == len(finish(np.zeros(RATE, np.float32)))


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000, 44_100])
def test_another_rate_gives_the_same_tone(rate: int) -> None:
    found = resampled(tone(440, 0.5, rate=rate), rate)
    middle = slice(RATE // 20, -RATE // 20)
    assert RATE // 2 == len(found)
    assert float(np.max(np.abs(found - tone(440, 0.5))[middle])) < 1e-3


@pytest.mark.parametrize("encode", [encode_ogg, encode_mp3])
def test_a_file_gives_back_its_sound(encode: Callable[[Samples, int], bytes]) -> None:
    sound = tone(440, 1, 0.5, rate=24_000)
    found = decode(encode(sound, 24_000))
    assert RATE == pytest.approx(len(found), rel=0.1)
    assert lufs(tone(440, 1, 0.5)) == pytest.approx(lufs(found[: RATE * 9 // 10]), abs=0.5)


def test_the_longest_sentence_is_encoded_on_a_small_stack() -> None:
    """The encoder would end the process with a whole sentence on its stack, hence one of its own."""
    script = (
        "import threading, numpy as np; from audio.loudness import RATE; from audio.soundfiles import *\n"
        "threading.stack_size(256 << 10)\n"
        "work = lambda: print(len(decode(encode_ogg(np.zeros(20 * RATE, np.float32)))) / RATE)\n"
        "thread = threading.Thread(target=work); thread.start(); thread.join()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (0, "20.0\n") == (done.returncode, done.stdout)


def test_what_is_longer_than_any_sentence_is_not_encoded() -> None:
    with pytest.raises(NotSound, match="21 s of sound, longer than any sentence"):
        encode_ogg(np.zeros(21 * RATE, np.float32))


@pytest.mark.parametrize("rubbish", [b"", b"<html>sign in</html>", bytes(4096)])
def test_what_is_no_sound_is_told(rubbish: bytes) -> None:
    with pytest.raises(NotSound):
        decode(rubbish)


@pytest.mark.parametrize(("rate", "sample"), [(1, 0.1), (2**31 - 1, 0.1), (48_000, np.nan), (48_000, np.inf)])
def test_a_file_that_says_what_cannot_be_is_no_sound(rate: int, sample: float) -> None:
    """A spoilt header must not ask for more memory than there is, nor spoilt samples for a bang."""
    file = io.BytesIO()
    soundfile.write(file, np.full(4800, sample, np.float32), rate, "FLOAT", format="WAV")
    with pytest.raises(NotSound):
        decode(file.getvalue())

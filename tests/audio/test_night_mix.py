"""A night as it leaves the mixer: what covers the buttons does so whatever is said, played and turned down."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import pytest

from audio.bed import CLICK_DB, mask_loop, mask_seed, music_loop
from audio.loudness import SPEECH_LUFS, Samples, finish, laeq_db, laf_max_db, lufs
from audio.wire import NS_PER_S, RATE
from audio.worker.mixer import SWELL, Mixer
from audio.worker.sounds import keep_alive
from audio.worker.speech import Score, Sentence
from tests.kit.click import click

BLOCK: Final = 2048
SPOKEN: Final = 4 * RATE
"""Where the sentence begins."""
LENGTH: Final = 3 * RATE


def babble() -> Samples:
    """Something with the spectrum and the rhythm of speech, at its level and as long as a sentence."""
    dice = np.random.Generator(np.random.PCG64(4))
    hertz = np.fft.rfftfreq(LENGTH, 1 / RATE)
    spectrum = np.fft.rfft(dice.standard_normal(LENGTH)) / (1 + (hertz / 500) ** 2) * (hertz > 100)
    rhythm = np.sin(np.pi * 4 * np.arange(LENGTH) / RATE) ** 2
    return finish((np.fft.irfft(spectrum, LENGTH) * rhythm).astype(np.float32))


def night(*, mask: bool = False, music: bool = False, words: Samples | None = None, volume_db: float = 0.0) -> Samples:
    """Ten seconds of it as the card gets them; `words` are said from `SPOKEN` on."""
    mixer = Mixer(lambda _: None, keep_alive(), volume_db)
    if mask:
        mixer.orders.append(lambda m, f: m.mask(mask_loop(mask_seed("game", 1)), 1, 1.0, None, f))
    if music:
        mixer.orders.append(lambda m, f: m.music(music_loop(), "bed", None, f))
    if words is not None:
        whole = np.rint(words * 32767).astype(np.int16)
        sentence = Sentence(1, Score(SPOKEN * NS_PER_S // RATE), 0, whole, RATE)
        mixer.orders.append(partial(_say, sentence))
    blocks = [mixer.mix(BLOCK, n * BLOCK * NS_PER_S // RATE) for n in range(10 * RATE // BLOCK)]
    left = np.frombuffer(b"".join(blocks), np.int16).reshape(-1, 2)[:, 0]
    return np.asarray(left / 32768, np.float32)


def _say(sentence: Sentence, mixer: Mixer, frame: int) -> None:
    mixer.say(sentence, frame)


@pytest.mark.parametrize("volume_db", [0.0, -30.0])
def test_the_mask_is_ten_decibels_over_the_click_in_every_moment_of_a_night(volume_db: float) -> None:
    """From when it has come in, half second by half second, under speech and music as without them."""
    words = babble()
    loudest = laf_max_db(np.concatenate((click(CLICK_DB), np.zeros(RATE, np.float32))))
    whole = night(mask=True, music=True, words=words, volume_db=volume_db)
    rest = night(music=True, words=words, volume_db=volume_db)
    covering = (whole - rest)[SWELL:]
    levels = [laeq_db(covering[at : at + RATE // 2]) for at in range(0, len(covering) - RATE // 2, RATE // 4)]
    assert min(levels) >= loudest + 10
    assert max(levels) - min(levels) < 1.5


def test_speech_is_fifteen_decibels_over_the_music_and_over_the_mask_as_well() -> None:
    words = babble()
    spoken = slice(SPOKEN, SPOKEN + len(words))
    speech = night(words=words)[spoken]
    # Nothing is said, but for as long as it would be: the music steps back as it does for words.
    music = night(music=True, words=np.zeros_like(words))[spoken]
    mask = night(mask=True)[spoken]
    assert SPEECH_LUFS == pytest.approx(lufs(speech), abs=0.5)
    assert lufs(speech) - lufs(music) >= 15
    assert laeq_db(speech) - laeq_db(mask) >= 15

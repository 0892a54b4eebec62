"""A loudspeaker may sleep between the games, and no word is lost to its waking up."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.chimes import ChimeKind, chime
from audio.wire import NS_PER_S, RATE, Advance, Bed, Chime, Command, Cue, Drive, Mask, Part, Play, Rest, Setup
from audio.worker import mixer
from audio.worker.main import Worker
from audio.worker.mixer import FADE, SWELL
from audio.worker.sounds import OwnSounds, keep_alive
from tests.audio.sound import Pcm, clip, tone

NOISE: Final = keep_alive()
LONG: Final = 10 * RATE
IDLE: Final = 60 * RATE
"""Here ten minutes are one."""


@pytest.fixture(autouse=True)
def _ten_minutes_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 600 * RATE == mixer.IDLE
    monkeypatch.setattr(mixer, "IDLE", IDLE)


class Desk:
    """A worker without a device, whose frames are taken by hand; frame 0 is heard at time 0."""

    def __init__(self) -> None:
        self.worker = Worker(Setup(drive=Drive.STEPS), io.BytesIO(), io.BytesIO(), OwnSounds())
        self.mixer = self.worker.mixer

    def give(self, *commands: Command) -> None:
        """Commands, carried out from the next frame on."""
        for command in (*commands, Advance(0)):
            self.worker.carry_out(command)

    def take(self, frames: int) -> Pcm:
        """The next `frames` frames, in long blocks."""
        sizes = [size for size in (*[LONG] * (frames // LONG), frames % LONG) if size]
        blocks = [self.mixer.mix(size, self.mixer.frame * NS_PER_S // RATE) for size in sizes]
        return np.frombuffer(b"".join(blocks), np.int16).reshape(-1, 2)[:, 0]


def awake(sound: Pcm) -> bool:
    """Whether the noise is in it."""
    return bool(np.count_nonzero(sound) > len(sound) // 2)


def expected(first: int, frames: int) -> Pcm:
    """The noise alone."""
    return np.asarray(np.rint(np.resize(np.roll(NOISE, -first), frames) * np.float32(32767)), np.int16)


def test_ten_minutes_after_the_last_sound_of_a_closed_table_there_is_silence() -> None:
    desk = Desk()
    desk.give(Rest(on=True))
    assert np.array_equal(expected(0, IDLE), desk.take(IDLE))
    ending = desk.take(LONG)
    assert not ending[LONG - FADE :].any()
    assert not desk.take(LONG).any()
    desk.give(Rest(on=False))
    first = desk.mixer.frame
    sound = desk.take(LONG)
    assert np.array_equal(expected(first, LONG)[FADE:], sound[FADE:]), "a game was opened: back within 50 ms"


def test_at_an_open_table_the_noise_never_stops() -> None:
    """However long staff pause: the next word comes without a warning."""
    desk = Desk()
    desk.take(3 * IDLE)
    assert awake(desk.take(LONG))


@pytest.mark.parametrize("what", ["chime", "mask", "bed", "sentence"])
def test_the_ten_minutes_count_from_the_last_sound_whatever_it_was(what: str, tmp_path: Path) -> None:
    desk = Desk()
    desk.give(Rest(on=True))
    desk.take(IDLE - LONG)
    line = clip(tmp_path / "line.wav", tone(RATE, 300))
    sounds: dict[str, tuple[Command, ...]] = {
        "chime": (Chime(ChimeKind.FLOOR),),
        "mask": (Mask(on=True, seed=1), Mask(on=False)),
        "bed": (Bed(on=True), Bed(on=False)),
        "sentence": (Play((Cue(id=1, at=0, parts=(line,)),), (IDLE - LONG) * NS_PER_S // RATE),),
    }
    desk.give(*sounds[what])
    assert awake(desk.take(IDLE)[-RATE:]), "the ten minutes that began with the table were over long ago"
    desk.take(3 * LONG)
    assert not desk.take(LONG).any()


def test_what_lasts_keeps_a_closed_table_awake() -> None:
    """Staff listen to the noise of the night."""
    desk = Desk()
    desk.give(Rest(on=True), Mask(on=True, seed=1))
    desk.take(IDLE + LONG)
    assert not desk.mixer.asleep


def test_the_first_word_to_a_loudspeaker_that_sleeps_comes_after_a_second_of_sound_with_a_chime(tmp_path: Path) -> None:
    desk = Desk()
    desk.give(Rest(on=True))
    desk.take(IDLE + LONG)
    first = desk.mixer.frame
    lines = [clip(tmp_path / f"{n}.wav", tone(RATE, 300)) for n in range(2)]
    score = tuple(Cue(id=n, at=n * 2 * RATE, parts=(Part(line.path, 0, RATE),)) for n, line in enumerate(lines))
    desk.give(Rest(on=False), Play(score, (first + RATE // 10) * NS_PER_S // RATE))
    sound = desk.take(6 * RATE) / 32767
    rung = chime(ChimeKind.DAY)
    spoken = tone(RATE, 300) / 32767
    at = round(1.25 * RATE)
    plain = np.resize(np.roll(NOISE, -first), len(sound)).astype(float)
    plain[: len(rung)] += rung
    plain[at : at + RATE] += spoken
    plain[at + 2 * RATE : at + 3 * RATE] += spoken
    assert np.max(np.abs(plain - sound)[FADE:]) < 1e-3


def test_a_word_to_a_loudspeaker_that_is_awake_comes_at_its_time(tmp_path: Path) -> None:
    desk = Desk()
    desk.give(Rest(on=True))
    desk.take(IDLE - LONG)
    first = desk.mixer.frame
    line = clip(tmp_path / "line.wav", tone(RATE, 300))
    desk.give(Play((Cue(id=1, at=0, parts=(line,)),), (first + SWELL) * NS_PER_S // RATE))
    sound = desk.take(3 * LONG)
    loud = np.flatnonzero(np.abs(sound.astype(int)) > 2000)
    assert pytest.approx(SWELL, abs=20) == loud[0]

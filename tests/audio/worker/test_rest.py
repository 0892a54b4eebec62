"""A loudspeaker may sleep between the games, and no word is lost to its waking up."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.chimes import ChimeKind, chime
from audio.wire import (
    NS_PER_S,
    RATE,
    Advance,
    Bed,
    Chime,
    Command,
    Cue,
    Drive,
    Mask,
    Play,
    Rest,
    Setup,
    Started,
    report_of,
)
from audio.worker import mixer
from audio.worker.main import Worker
from audio.worker.mixer import FADE, SWELL
from audio.worker.sounds import OwnSounds, keep_alive
from tests.audio.sound import Pcm, clip, tone

BLOCK: Final = 2048
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
        self._told = io.BytesIO()
        self.worker = Worker(Setup(drive=Drive.STEPS), io.BytesIO(), self._told, OwnSounds())
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

    def starts(self, first: int) -> list[float]:
        """When sentences began, in seconds after the frame `first`."""
        self.worker._flush(0)  # noqa: SLF001 - what its main loop does while it plays
        reports = [report_of(text) for text in self._told.getvalue().splitlines()]
        return [round((told.frame - first) / RATE, 2) for told in reports if isinstance(told, Started)]


def awake(sound: Pcm) -> bool:
    """Whether the noise is in it."""
    return bool(np.count_nonzero(sound) > len(sound) // 2)


def awake_with_more(sound: Pcm) -> bool:
    """Whether there is more in it than the noise."""
    return bool(np.max(np.abs(sound.astype(int))) > 0.05 * 32767)


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


def asleep() -> Desk:
    """A table that has been closed for long."""
    desk = Desk()
    desk.give(Rest(on=True))
    desk.take(IDLE + LONG)
    assert desk.mixer.asleep
    return desk


def score(folder: Path, desk: Desk) -> Play:
    """Three sentences of a second each, two seconds apart, the first a tenth of a second from now."""
    lines = [clip(folder / f"{n}.wav", tone(RATE, 300)) for n in range(3)]
    said = tuple(Cue(id=n, at=n * 2 * RATE, parts=(line,)) for n, line in enumerate(lines))
    return Play(said, (desk.mixer.frame + RATE // 10) * NS_PER_S // RATE)


def test_the_first_word_to_a_loudspeaker_that_sleeps_comes_after_a_second_of_sound_with_a_chime(tmp_path: Path) -> None:
    """And what follows is soon where it belongs: the silences between the sentences take the wait in."""
    desk = asleep()
    first = desk.mixer.frame
    desk.give(Rest(on=False), score(tmp_path, desk))
    sound = np.concatenate([desk.take(BLOCK) for _ in range(6 * RATE // BLOCK)]) / 32767
    assert [1.25, 2.31, 4.1] == desk.starts(first)
    rung, spoken = chime(ChimeKind.DAY), tone(RATE, 300) / 32767
    plain = np.resize(np.roll(NOISE, -first), len(sound)).astype(float)
    plain[: len(rung)] += rung
    for at in (1.25, 1.25 + 1 + 0.06, 4.1):
        plain[round(at * RATE) : round(at * RATE) + RATE] += spoken
    assert np.max(np.abs(plain - sound)[FADE:]) < 1e-3


def test_keys_that_woke_it_shorten_the_wait_for_the_first_word(tmp_path: Path) -> None:
    for before_s, expected_s, rings in ((0.5, 0.75, True), (3, 0.1, False)):
        desk = asleep()
        desk.give(Rest(on=True))
        desk.take(round(before_s * RATE))
        first = desk.mixer.frame
        desk.give(Rest(on=False), score(tmp_path, desk))
        sound = desk.take(RATE // 12)
        assert rings is awake_with_more(sound)
        desk.take(LONG)
        assert expected_s == desk.starts(first)[0]


def test_a_second_score_is_on_time_and_rings_no_second_chime(tmp_path: Path) -> None:
    desk = asleep()
    desk.give(score(tmp_path, desk))
    desk.take(LONG)
    first = desk.mixer.frame
    desk.give(score(tmp_path, desk))
    assert not awake_with_more(desk.take(RATE // 12))
    desk.take(LONG)
    assert [0.1, 2.1, 4.1] == desk.starts(first)[-3:]


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

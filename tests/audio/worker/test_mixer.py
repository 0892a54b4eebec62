"""The mixer alone, frame by frame: it needs neither a device nor a process."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio.wire import NS_PER_S, RATE, Done, Failed, Report, Started, Why
from audio.worker.ducking import ATTACK, HOLD, RELEASE
from audio.worker.mixer import FADE, SWELL, Mixer
from audio.worker.sounds import Sound, keep_alive
from audio.worker.speech import SHORTEST_GAP, Score, Sentence
from tests.audio.sound import Pcm, tone

BLOCK: Final = 2048
NOISE: Final = keep_alive()
SILENCE: Final = np.zeros(1, np.float32)
PATIENCE: Final = RATE * 400 // 1000


class Desk:
    """A mixer on a card that asks for block after block; frame 0 is heard at time 0, what follows `late_ns` later."""

    def __init__(self, keep: Sound = SILENCE, volume_db: float = 0.0) -> None:
        self.reports: list[Report] = []
        self.mixer = Mixer(self.reports.append, keep, volume_db)
        self.late_ns = 0

    def say(self, score: Score, *sentences: tuple[int, int, Pcm], patience: int = PATIENCE) -> None:
        """Sentences as (id, at, samples)."""
        for cue_id, at, samples in sentences:
            self.mixer.orders.append(partial(_say, Sentence(cue_id, score, at, samples, patience)))

    def blocks(self, count: int) -> Pcm:
        """The next `count` blocks, one channel of them."""
        mixed = [self.mixer.mix(BLOCK, self.late_ns + self.mixer.frame * NS_PER_S // RATE) for _ in range(count)]
        stereo = np.frombuffer(b"".join(mixed), np.int16).reshape(-1, 2)
        assert np.array_equal(stereo[:, 0], stereo[:, 1])
        return np.ascontiguousarray(stereo[:, 0])


def _say(sentence: Sentence, mixer: Mixer, frame: int) -> None:
    mixer.say(sentence, frame)


def ns(frame: int) -> int:
    return frame * NS_PER_S // RATE + 1


def level_db(factor: float) -> float:
    return 20 * float(np.log10(factor))


def test_sentences_that_touch_have_no_seam_and_their_reports_name_the_frames() -> None:
    desk = Desk()
    whole = tone(30_000, 440)
    desk.say(Score(ns(5000)), (1, 0, whole[:7777]), (2, 7777, whole[7777:7778]), (3, 7778, whole[7778:]))
    expected = np.zeros(20 * BLOCK, np.int16)
    expected[5000:35_000] = whole
    assert np.array_equal(expected, desk.blocks(20))
    frames = [(type(r), r.id, r.frame) for r in desk.reports if isinstance(r, Started | Done)]
    assert [
        (Started, 1, 5000), (Done, 1, 12_777), (Started, 2, 12_777), (Done, 2, 12_778),
        (Started, 3, 12_778), (Done, 3, 35_000),
    ] == frames  # fmt: skip
    assert [r.frame * NS_PER_S // RATE for r in desk.reports if isinstance(r, Started)] == pytest.approx(
        [r.at_ns for r in desk.reports if isinstance(r, Started)], abs=2
    )


def test_a_score_that_the_device_delays_is_put_right_in_a_silence_and_joins_stay_joined() -> None:
    """The card stands still for 30 ms in the first: the second touches it and stays late, the third does not."""
    desk = Desk()
    part = tone(BLOCK * 20, 300)
    score = Score(ns(0))
    desk.say(score, (1, 0, part), (2, len(part), part), (3, 3 * len(part), part))
    desk.blocks(5)
    desk.late_ns = 30_000_000
    desk.blocks(75)
    starts = [r.frame for r in desk.reports if isinstance(r, Started)]
    assert [0, len(part)] == starts[:2]
    assert pytest.approx(3 * len(part) - RATE * 30 // 1000, abs=RATE // 1000) == starts[2]


def test_a_late_sentence_delays_the_next_and_leaves_a_gap_between_them() -> None:
    desk = Desk()
    part = tone(9600, 300)
    desk.blocks(4)
    late = 4 * BLOCK
    desk.say(Score(ns(0)), (1, 0, part), (2, len(part) + 4800, part), (3, 3 * 9600 + 20_000, part))
    desk.blocks(40)
    starts = [r.frame for r in desk.reports if isinstance(r, Started)]
    assert [late, late + len(part) + SHORTEST_GAP, 3 * 9600 + 20_000] == starts


def test_what_has_come_too_late_is_not_said_and_what_is_in_time_is() -> None:
    desk = Desk()
    part = tone(4800, 300)
    desk.blocks(20)
    desk.say(Score(ns(0)), (1, 0, part), (2, 20 * BLOCK - PATIENCE, part), (3, 20 * BLOCK + 8000, part))
    desk.blocks(10)
    assert [Failed(1, Why.LATE)] == [r for r in desk.reports if isinstance(r, Failed)]
    assert [2, 3] == [r.id for r in desk.reports if isinstance(r, Done)]


def test_one_score_never_speaks_over_another() -> None:
    desk = Desk()
    part = tone(20_000, 300)
    desk.say(Score(ns(1000)), (1, 0, part))
    desk.say(Score(ns(9000)), (2, 0, part))
    sound = desk.blocks(25)
    assert [1000, 21_000] == [r.frame for r in desk.reports if isinstance(r, Started)]
    assert np.array_equal(part, sound[21_000:41_000])


def test_silence_fades_within_fifty_milliseconds_and_everything_asked_for_fails() -> None:
    desk = Desk()
    part = np.full(40_000, 9000, np.int16)
    desk.say(Score(ns(0)), (1, 0, part), (2, 40_000, part), (3, 90_000, part))
    desk.blocks(3)
    desk.mixer.orders.append(Mixer.hush)
    faded = desk.blocks(3).astype(int)
    assert np.all(np.diff(faded[:FADE]) <= 0)
    assert abs(faded[0] - 9000) <= 8
    assert not faded[FADE:].any()
    assert [Failed(n, Why.STOPPED) for n in (1, 2, 3)] == [r for r in desk.reports if isinstance(r, Failed)]
    desk.say(Score(ns(desk.mixer.frame)), (4, 0, part))
    assert np.all(desk.blocks(2) == 9000)


def test_the_music_steps_back_before_the_first_syllable_and_comes_back_slowly() -> None:
    """The whole envelope, frame by frame, within 0.1 dB; the mask does not move."""
    desk = Desk()
    desk.mixer.orders.append(lambda m, f: m.music(np.full(RATE, 0.1, np.float32), "bed", None, f))
    desk.mixer.orders.append(lambda m, f: m.mask(np.full(RATE, 0.2, np.float32), 1, 1.0, None, f))
    desk.blocks(50)
    start, frames = 3 * RATE, 60_000
    desk.say(Score(ns(start)), (1, 0, np.zeros(frames, np.int16)))
    sound = desk.blocks(150).astype(float)
    first = 50 * BLOCK
    music = sound / 32767 - 0.2
    at = np.arange(first, first + len(sound))
    end = start + frames
    steps = [first, start - ATTACK, start, end + HOLD, end + HOLD + RELEASE, at[-1]]
    expected_db = np.interp(at, steps, [0, 0, -14, -14, 0, 0])
    assert np.max(np.abs(20 * np.log10(music / 0.1) - expected_db)) < 0.1


def test_the_music_is_back_after_speech_was_stopped_or_never_came() -> None:
    desk = Desk()
    desk.mixer.orders.append(lambda m, f: m.music(np.full(RATE, 0.1, np.float32), "bed", None, f))
    desk.blocks(50)
    desk.say(Score(ns(55 * BLOCK)), (1, 0, np.zeros(RATE * 60, np.int16)))
    desk.blocks(4)
    before = desk.blocks(1)[-1]
    assert before < 0.1 * 32767
    desk.mixer.orders.append(Mixer.hush)
    after = desk.blocks(25).astype(float)
    assert np.max(np.abs(np.diff(after))) < 3  # no jump
    assert pytest.approx(0.1 * 32767, abs=1) == after[-1]


def test_beds_come_and_go_within_two_seconds_and_begin_where_they_were_told_to() -> None:
    desk = Desk()
    ramp = np.linspace(-0.2, 0.2, 5 * RATE, dtype=np.float32)
    at = 3000
    desk.blocks(1)
    desk.mixer.orders.append(lambda m, f: m.mask(ramp, 1, 0.5, ns(at), f))
    desk.blocks(1)
    for order in (lambda m, f: m.mask(ramp, 1, 0.5, None, f), lambda m, f: m.mask(None, 0, 1.0, ns(4 * RATE), f)):
        desk.mixer.orders.append(order)
    sound = np.concatenate([np.zeros(2 * BLOCK, np.int16), desk.blocks(150)])
    k = np.arange(len(sound))
    fade = np.clip((k - at) / SWELL, 0, 1) * (1 - np.clip((k - 4 * RATE) / SWELL, 0, 1))
    expected = ramp[(k - at) % len(ramp)] * 0.5 * fade
    assert np.max(np.abs(expected * 32767 - sound)[2 * BLOCK :]) < 1.01


def test_the_volume_moves_speech_and_not_the_mask_and_is_held_between_floor_and_cap() -> None:
    desk = Desk(volume_db=40)
    part = np.full(RATE * 10, 8000, np.int16)
    desk.mixer.orders.append(lambda m, f: m.mask(np.full(RATE, 0.1, np.float32), 1, 1.0, ns(-SWELL), f))
    desk.say(Score(ns(0)), (1, 0, part))
    desk.blocks(60)
    mask = 0.1 * 32767
    assert abs(desk.blocks(1)[0] - (8000 + mask)) < 2  # +40 dB: the cap
    desk.mixer.orders.append(lambda m, f: m.volume(-6.0, f))
    moved = desk.blocks(4).astype(float)
    assert np.all(np.diff(moved) <= 0)
    assert pytest.approx(-6, abs=0.01) == level_db((moved[FADE] - mask) / 8000)
    desk.mixer.orders.append(lambda m, f: m.volume(-200.0, f))
    assert pytest.approx(-30, abs=0.1) == level_db((desk.blocks(4)[-1] - mask) / 8000)


def test_idle_is_never_a_digital_silence_and_sixty_decibels_down_at_any_volume() -> None:
    desk = Desk(NOISE, volume_db=-30)
    sound = desk.blocks(len(NOISE) // BLOCK + 4).astype(float)
    assert pytest.approx(-60, abs=0.2) == level_db(float(np.sqrt(np.mean(np.square(sound / 32767)))))
    silent = np.convolve(sound == 0, np.ones(48), "valid")
    assert silent.max() < 48, "a millisecond of zeros"
    assert abs(sound[len(NOISE) - 1] - sound[len(NOISE)]) < 100, "the loop has a seam"


@settings(max_examples=25)
@given(
    levels=st.lists(st.floats(0, 4), min_size=4, max_size=4),
    chimes=st.integers(0, 6),
    hush=st.booleans(),
    frames=st.sampled_from([1, 17, 256, 2048, 4096]),
)
def test_nothing_clips_wraps_or_comes_short(levels: list[float], chimes: int, hush: bool, frames: int) -> None:
    desk = Desk(NOISE)
    loud = [np.sign(np.sin(np.arange(RATE) * 0.02)).astype(np.float32) * np.float32(level) for level in levels]
    desk.mixer.orders.append(lambda m, f: m.music(loud[0], "bed", ns(-SWELL), f))
    desk.mixer.orders.append(lambda m, f: m.mask(loud[1], 1, 1.0, ns(-SWELL), f))
    for _ in range(chimes):
        desk.mixer.orders.append(lambda m, f: m.ring(loud[2], None, f))
    desk.say(Score(ns(0)), (1, 0, tone(5000, 500, 1.0)))
    if hush:
        desk.mixer.orders.append(Mixer.hush)
    for _ in range(3):
        block = desk.mixer.mix(frames, desk.mixer.frame * NS_PER_S // RATE)
        assert 4 * frames == len(block)
        samples = np.frombuffer(block, np.int16).astype(int)
        assert np.abs(samples).max() < 32767

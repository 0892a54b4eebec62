"""The whole worker with the real PyAudio, playing into a file: what is heard, sample for sample."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.bed import mask_loop, mask_seed, music_loop
from audio.chimes import ChimeKind, chime
from audio.wire import (
    NS_PER_S,
    RATE,
    Bed,
    Chime,
    Cue,
    Done,
    Failed,
    Mask,
    Opened,
    Part,
    Play,
    Report,
    Silence,
    Started,
    Volume,
    Why,
)  # fmt: skip
from audio.worker.sounds import keep_alive
from tests.audio.sound import Pcm, SteppedWorker, clip, cues, tone

BLOCK: Final = 2048


def ns(frame: int) -> int:
    return -(-frame * NS_PER_S // RATE)


def with_noise(speech: Pcm) -> Pcm:
    """Speech at full volume over the noise that keeps loudspeakers awake, computed as the mixer says it is."""
    noise = np.resize(keep_alive(), len(speech))
    mixed = speech * np.float32(1 / 32767) + noise
    return np.asarray(np.rint(mixed * np.float32(32767)), np.int16)


def ends(reports: list[Report]) -> list[Report]:
    return [report for report in reports if isinstance(report, Done | Failed)]


def test_a_score_is_played_sample_for_sample(tmp_path: Path) -> None:
    """Three sentences, the first two touching, one of two recordings; on the frames that were asked for."""
    one, two, three = (clip(tmp_path / f"{n}.wav", tone(frames, hertz)) for n, frames, hertz in
                       ((1, 30_001, 300), (2, 12_345, 500), (3, 9999, 700)))  # fmt: skip
    last = Part(two.path, 10_000, two.frames)
    score = (
        Cue(id=1, at=0, parts=(one,)),
        Cue(id=2, at=one.frames, parts=(two,)),
        Cue(id=3, at=60_000, parts=(three, last)),
    )
    start = 5003
    total = 50 * BLOCK
    with SteppedWorker(tmp_path) as worker:
        worker.give(Play(score, ns(start)))
        reports, sound = worker.end(total)
    expected = np.zeros(total, np.int16)
    expected[start : start + 30_001] = tone(30_001, 300)
    expected[start + 30_001 : start + 30_001 + 12_345] = tone(12_345, 500)
    expected[start + 60_000 : start + 69_999] = tone(9999, 700)
    expected[start + 70_000 : start + 70_000 + 12_345] = tone(12_345, 500)
    assert np.array_equal(with_noise(expected), sound)
    begun = [r for r in reports if isinstance(r, Started)]
    frames = [start, start + one.frames, start + 60_000]
    assert frames == [r.frame for r in begun]
    assert [frame * NS_PER_S // RATE for frame in frames] == pytest.approx([r.at_ns for r in begun], abs=2)
    assert [1, 2, 3] == [r.id for r in ends(reports) if isinstance(r, Done)]
    assert "" == next(r.card for r in reports if isinstance(r, Opened))


def test_a_broken_recording_costs_its_own_sentence(tmp_path: Path) -> None:
    """Missing, empty, garbage, cut off: each between two sentences that are whole."""
    whole = [clip(tmp_path / f"{n}.wav", tone(4800, 300)) for n in range(9)]
    Path(whole[1].path).unlink()
    Path(whole[3].path).write_bytes(b"")
    Path(whole[5].path).write_bytes(b"OggS" + bytes(range(256)) * 40)
    clip(Path(whole[7].path), tone(4000, 300))
    with SteppedWorker(tmp_path) as worker:
        worker.give(Play(cues(whole), ns(BLOCK)))
        reports, sound = worker.end(25 * BLOCK)
    assert {2: Why.BROKEN, 4: Why.BROKEN, 6: Why.BROKEN, 8: Why.BROKEN} == {
        r.id: r.why for r in reports if isinstance(r, Failed)
    }
    assert [1, 3, 5, 7, 9] == [r.id for r in reports if isinstance(r, Done)]
    expected = np.zeros(25 * BLOCK, np.int16)
    for n in range(0, 9, 2):
        expected[BLOCK + n * 4800 : BLOCK + (n + 1) * 4800] = tone(4800, 300)
    assert np.array_equal(with_noise(expected), sound)


def test_an_order_that_is_nonsense_and_a_chime_that_does_not_exist_change_nothing(tmp_path: Path) -> None:
    part = clip(tmp_path / "1.wav", tone(4800, 300))
    with SteppedWorker(tmp_path) as worker:
        worker.give(Chime("gong"), Play(cues([part]), ns(BLOCK)))
        worker.write(b'{"type":"dance"}\n\xff\xfe\n[]\n\n')
        worker.give(Chime(ChimeKind.NIGHT, ns(20 * BLOCK)))
        _, sound = worker.end(50 * BLOCK)
    rung = np.asarray(chime(ChimeKind.NIGHT))
    tail = keep_alive()[20 * BLOCK : 20 * BLOCK + len(rung)] + rung
    assert np.array_equal(
        np.rint(tail * np.float32(32767)).astype(np.int16)[: 30 * BLOCK], sound[20 * BLOCK : 20 * BLOCK + len(rung)]
    )
    assert np.array_equal(with_noise(np.pad(tone(4800, 300), (BLOCK, BLOCK))), sound[: 4800 + 2 * BLOCK])


def night(tmp_path: Path, folder: str, *, seed: int, words: Pcm) -> Pcm:
    """A night of a few seconds: chime, music, mask, a sentence, all of it off again."""
    below = tmp_path / folder
    below.mkdir()
    part = clip(below / "line.wav", words)
    with SteppedWorker(below, volume_db=-6.0) as worker:
        worker.give(
            Mask(on=True, seed=seed, at_ns=0), Bed(on=True, at_ns=0), Chime(ChimeKind.NIGHT, 0),
            Play((Cue(id=1, at=0, parts=(part,)),), ns(3 * RATE)),
            Mask(on=False, at_ns=ns(5 * RATE)), Bed(on=False, at_ns=ns(5 * RATE)),
        )  # fmt: skip
        reports, sound = worker.end(8 * RATE // BLOCK * BLOCK)
    assert [Done] == [type(r) for r in ends(reports)]
    return sound


def test_equal_public_facts_make_the_same_night_sample_for_sample(tmp_path: Path) -> None:
    """And the mask is as loud as it is made whatever the volume is and whoever speaks; the music steps back."""
    seed = mask_seed("game-7", 2)
    words = np.zeros(40_000, np.int16)
    sound = night(tmp_path, "a", seed=seed, words=words)
    assert np.array_equal(sound, night(tmp_path, "b", seed=seed, words=words))
    # Behind the fades and under the sentence: the music 14 dB down and the volume at -6.
    at = np.arange(3 * RATE + 20_000, 3 * RATE + 30_000)
    expected = mask_loop(seed)[at] + music_loop()[at] * 10 ** (-20 / 20) + keep_alive()[at]
    assert np.max(np.abs(expected - sound[at] / 32767)) < 1.5 / 32767
    other = mask_loop(mask_seed("game-7", 3))[at] + music_loop()[at] * 10 ** (-20 / 20) + keep_alive()[at]
    assert np.max(np.abs(other - sound[at] / 32767)) > 50 / 32767


def test_silence_drops_the_score_and_what_comes_after_it_is_said(tmp_path: Path) -> None:
    part = clip(tmp_path / "1.wav", tone(96_000, 300))
    with SteppedWorker(tmp_path) as worker:
        worker.give(
            Play(cues([part, part]), ns(BLOCK)), Silence(), Volume(0.0),
            Play(cues([part], first_id=3), ns(2 * BLOCK)),
        )  # fmt: skip
        reports, sound = worker.end(60 * BLOCK)
    assert {(1, Why.STOPPED), (2, Why.STOPPED)} == {(r.id, r.why) for r in reports if isinstance(r, Failed)}
    assert [3] == [r.id for r in reports if isinstance(r, Done)]
    assert np.array_equal(with_noise(np.pad(tone(96_000, 300), (2 * BLOCK, 0))), sound[: 96_000 + 2 * BLOCK])

"""Reading ahead: not so late that a word is missed, and not so early that an evening is held in memory."""

from __future__ import annotations

from pathlib import Path

from audio.wire import NS_PER_S, RATE, Cue, Failed, Part, Play, Report, Why
from audio.worker.loader import AHEAD_NS, Loader
from audio.worker.mixer import Mixer
from audio.worker.sounds import keep_alive
from tests.audio.sound import clip, tone

EVERY_S = 10


class Clock:
    """A time that stands where it was put."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        """Now."""
        return self.ns


def test_a_long_score_is_read_half_a_minute_ahead_and_no_further(tmp_path: Path) -> None:
    clock = Clock()
    reports: list[Report] = []
    mixer = Mixer(reports.append, keep_alive(), 0.0)
    loader = Loader(mixer, reports.append, clock)
    part = clip(tmp_path / "line.wav", tone(4800, 300))
    score = tuple(Cue(id=n, at=n * EVERY_S * RATE, parts=(part,)) for n in range(60))
    loader.play(Play(score, 0))
    ahead = AHEAD_NS // NS_PER_S // EVERY_S
    for now_s in (0, 100):
        clock.ns = now_s * NS_PER_S
        loader.settle()
        assert now_s // EVERY_S + ahead == len(mixer.orders)
    loader.silence()
    read = 100 // EVERY_S + ahead
    assert [Failed(n, Why.STOPPED) for n in range(read, 60)] == reports
    for block in range(4):
        mixer.mix(2048, block * 2048 * NS_PER_S // RATE)
    assert [Failed(n, Why.STOPPED) for n in range(read)] == reports[60 - read :]


def test_a_sentence_of_impossible_numbers_fails_and_no_other_with_it(tmp_path: Path) -> None:
    """Whatever a manifest counts on: less than nothing, more than fits into memory, a place before the sentence."""
    reports: list[Report] = []
    mixer = Mixer(reports.append, keep_alive(), 0.0)
    loader = Loader(mixer, reports.append, Clock())
    part = clip(tmp_path / "line.wav", tone(4800, 300))
    bad = [Part(part.path, 0, -5), Part(part.path, 0, 10**15), Part(part.path, 10**30, 4800), Part(part.path, -1, 4800)]
    score = tuple(Cue(id=n, at=0, parts=(each,)) for n, each in enumerate([*bad, part]))
    loader.play(Play(score, 0))
    loader.settle()
    assert [(n, Why.BROKEN) for n in range(4)] == [(end.id, end.why) for end in reports if isinstance(end, Failed)]
    assert (True, 1) == (loader.alive, len(mixer.orders))

"""Reading ahead: not so late that a word is missed, and not so early that an evening is held in memory."""

from __future__ import annotations

from pathlib import Path

from audio.wire import NS_PER_S, RATE, Cue, Failed, Play, Report, Why
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

"""Which frame is heard when."""

from __future__ import annotations

import numpy as np

from audio.wire import NS_PER_S, RATE
from audio.worker.timeline import BELIEVED, SETTLING, Timeline

BLOCK = 2048


def told(timeline: Timeline, blocks: range, late_ns: int = 0, jitter_ns: int = 0) -> None:
    rng = np.random.default_rng(1)
    for block in blocks:
        off_ns = int(rng.uniform(-jitter_ns, jitter_ns)) if jitter_ns else 0
        timeline.note(block * BLOCK, block * BLOCK * NS_PER_S // RATE + late_ns + off_ns)


def test_it_goes_both_ways() -> None:
    timeline = Timeline()
    told(timeline, range(3), late_ns=123_456_789)
    for frame in (-5, 0, 1, 48_000, 10**9):
        assert frame == timeline.frame_at(timeline.ns_at(frame))
    assert 123_456_789 + NS_PER_S == timeline.ns_at(RATE)


def test_inaccurate_tellings_are_averaged() -> None:
    timeline = Timeline()
    told(timeline, range(400), jitter_ns=10_000_000)
    assert abs(timeline.ns_at(0)) < 4_000_000


def test_the_beginning_of_a_stream_is_believed_only_when_it_has_settled() -> None:
    """A server that was asleep takes three blocks at once and then none for a second and a half."""
    timeline = Timeline()
    told(timeline, range(3))
    told(timeline, range(3, SETTLING), late_ns=1_460_000_000)
    assert 1_460_000_000 == timeline.ns_at(0)


def test_a_device_that_stood_still_is_believed_after_a_moment_and_one_wrong_telling_is_not() -> None:
    timeline = Timeline()
    told(timeline, range(20))
    told(timeline, range(20, 21), late_ns=500_000_000)
    told(timeline, range(21, 22))
    assert 0 == timeline.ns_at(0)
    told(timeline, range(22, 22 + BELIEVED), late_ns=500_000_000)
    assert 500_000_000 == timeline.ns_at(0)


def test_another_device_begins_anew() -> None:
    timeline = Timeline()
    told(timeline, range(20))
    timeline.forget()
    assert not timeline.known
    told(timeline, range(20, 21), late_ns=7_000_000_000)
    assert 7_000_000_000 == timeline.ns_at(0)

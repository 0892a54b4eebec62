"""The one scheduler of lamps: what is lit is a function of the newest frame and the time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.lampclock import LampClock
from hardware.patterns import is_lit
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Lamp, Pattern

FRAMES = st.dictionaries(
    st.integers(1, 18), st.tuples(st.sampled_from([*Pattern]), st.integers(0, 3000)), max_size=18
).map(lambda lamps: tuple(Lamp(seat, pattern, since * MS) for seat, (pattern, since) in sorted(lamps.items())))


def clock_of(*lamps: Lamp) -> LampClock:
    clock = LampClock()
    clock.show(lamps)
    return clock


def test_all_lamps_are_off_to_begin_with() -> None:
    assert frozenset() == LampClock().lit(0)
    assert None is LampClock().next_change(0)


def test_a_steady_lamp_never_changes() -> None:
    clock = clock_of(Lamp(3, Pattern.STEADY, 0))
    assert frozenset({3}) == clock.lit(5 * MS)
    assert None is clock.next_change(5 * MS)


def test_the_newest_frame_counts_and_nothing_of_the_one_before() -> None:
    clock = clock_of(Lamp(1, Pattern.STEADY, 0), Lamp(2, Pattern.FAST, 0))
    clock.show((Lamp(2, Pattern.STEADY, 0),))
    assert frozenset({2}) == clock.lit(200 * MS)
    clock.show(())
    assert frozenset() == clock.lit(200 * MS)
    assert None is clock.next_change(200 * MS)


def test_the_next_change_is_that_of_the_lamp_that_changes_first() -> None:
    clock = clock_of(Lamp(1, Pattern.SLOW, 0), Lamp(2, Pattern.FAST, 40 * MS), Lamp(3, Pattern.STEADY, 0))
    assert 165 * MS == clock.next_change(50 * MS)
    assert 500 * MS == clock.next_change(415 * MS)


def test_whoever_comes_late_sees_what_is_due_now() -> None:
    clock = clock_of(Lamp(5, Pattern.DOUBLE, 0))
    assert frozenset({5}) == clock.lit(0)
    assert frozenset() == clock.lit(130 * MS)
    assert frozenset({5}) == clock.lit(250 * MS)
    assert frozenset() == clock.lit(10_000 * MS)
    assert None is clock.next_change(10_000 * MS)


@given(FRAMES, st.integers(0, 6000))
def test_no_lamp_is_lit_that_the_frame_does_not_light(frame: tuple[Lamp, ...], now_ms: int) -> None:
    lit = clock_of(*frame).lit(now_ms * MS)
    assert lit == {lamp.seat for lamp in frame if is_lit(lamp, now_ms * MS)}
    assert lit <= {lamp.seat for lamp in frame if lamp.pattern is not Pattern.OFF and lamp.since_ns <= now_ms * MS}


@given(FRAMES, st.integers(0, 4000))
def test_nothing_changes_before_the_next_change(frame: tuple[Lamp, ...], now_ms: int) -> None:
    clock = clock_of(*frame)
    next_ns = clock.next_change(now_ms * MS)
    until_ns = (now_ms + 2000) * MS if next_ns is None else next_ns
    assert until_ns > now_ms * MS
    for at_ns in range(now_ms * MS, until_ns, 20 * MS):
        assert clock.lit(at_ns) == clock.lit(now_ms * MS)
    if next_ns is not None:
        assert clock.lit(next_ns) != clock.lit(next_ns - 1)


def test_a_thread_that_wakes_at_each_change_sees_every_flash() -> None:
    clock = clock_of(Lamp(1, Pattern.HEARTBEAT, 0))
    now_ns: int | None = 0
    seen = []
    for _ in range(8):
        assert now_ns is not None
        seen.append((now_ns // MS, bool(clock.lit(now_ns))))
        now_ns = clock.next_change(now_ns)

    assert [
        (0, True),
        (120, False),
        (300, True),
        (420, False),
        (1500, True),
        (1620, False),
        (1800, True),
        (1920, False),
    ] == seen

"""A line that makes noise is cut off; a finger never is."""

from __future__ import annotations

import pytest

from hardware.fakes import bounces
from hardware.noise import LOOK_NS, MAX_EDGES, MAX_QUIET_NS, QUIET_NS, UP_NS, NoiseGate
from hardware.ports import NS_PER_MS as MS


def chatter(gate: NoiseGate, begin_ns: int, edges: int, *, step_ns: int = MS) -> list[bool]:
    """Alternating edges, down first; which of them passed."""
    return [gate.passes(begin_ns + n * step_ns, down=n % 2 == 0) for n in range(edges)]


def test_the_fastest_finger_on_the_worst_contact_is_no_noise() -> None:
    gate = NoiseGate()
    for tap in range(100):
        for edge, begin_ms in ((True, 160 * tap), (False, 160 * tap + 80)):
            flips = (0, *bounces(seed=tap, pairs=3))
            for n, offset_ns in enumerate(flips):
                assert gate.passes(begin_ms * MS + offset_ns, down=edge != bool(n % 2))
    assert not gate.noisy


def test_chatter_of_1_khz_is_cut_off_at_a_release() -> None:
    gate = NoiseGate()
    passed = chatter(gate, 0, 2000)

    assert gate.noisy
    assert MAX_EDGES <= sum(passed) <= MAX_EDGES + 2
    assert passed == sorted(passed, reverse=True)
    assert 0 == sum(passed) % 2, "the last one that counted was a release"


def test_a_line_that_ends_down_still_counts() -> None:
    gate = NoiseGate()
    chatter(gate, 0, MAX_EDGES)
    assert gate.passes(MAX_EDGES * MS, down=True)
    assert not gate.noisy


def test_it_counts_again_after_a_second_of_quiet() -> None:
    gate = NoiseGate()
    chatter(gate, 0, 400)
    last_ns = 399 * MS
    assert not gate.calms_down(last_ns + QUIET_NS - 1)
    assert gate.calms_down(last_ns + QUIET_NS)
    assert not gate.noisy
    assert not gate.calms_down(last_ns + 2 * QUIET_NS)
    assert gate.passes(last_ns + 2 * QUIET_NS, down=True)


def test_noise_that_does_not_count_still_disturbs_the_quiet() -> None:
    gate = NoiseGate()
    chatter(gate, 0, 400)
    assert not any(chatter(gate, 1100 * MS, 60, step_ns=10 * MS))
    assert not gate.calms_down(1600 * MS + QUIET_NS)
    assert gate.calms_down(1690 * MS + QUIET_NS)


def test_who_holds_a_button_while_its_line_becomes_quiet_does_not_tap() -> None:
    gate = NoiseGate()
    chatter(gate, 0, 400)
    assert not gate.passes(1000 * MS, down=True)
    assert not gate.calms_down(5000 * MS), "nobody heard it go down"
    assert not gate.passes(5100 * MS, down=False)
    assert not gate.calms_down(5100 * MS + UP_NS - 1)
    assert gate.calms_down(5100 * MS + UP_NS)


def two_taps(gate: NoiseGate, begin_ms: int) -> int:
    """With three bounces at either end of each; the ms at which they are over."""
    for tap_ms in (begin_ms, begin_ms + 300):
        for down, edge_ms in ((True, tap_ms), (False, tap_ms + 150)):
            for flip in range(7):
                gate.passes((edge_ms + 2 * flip) * MS, down=down != bool(flip % 2))
    return begin_ms + 500


@pytest.mark.parametrize("wait_ms", [2000, 3000, 6000, 7500])
def test_taps_that_bounce_and_come_in_pairs_keep_no_button_dead(wait_ms: int) -> None:
    """After many a burst of noise, so that eight seconds of quiet are asked for."""
    gate = NoiseGate()
    now_ms = 1000
    for _ in range(6):
        chatter(gate, now_ms * MS, 400)
        now_ms += 400
        while not gate.calms_down(now_ms * MS):
            now_ms += 500
    chatter(gate, now_ms * MS, 400)
    began_ms = now_ms = now_ms + 400
    while gate.noisy and now_ms - began_ms <= 10_000:
        next_ms = two_taps(gate, now_ms) + wait_ms
        while now_ms < next_ms and not gate.calms_down(now_ms * MS):
            now_ms += 100
    assert now_ms - began_ms <= 10_000


@pytest.mark.parametrize("hertz", [50, 60, 100, 120, 500])
def test_steady_noise_at_the_pace_of_the_reading_is_never_quiet(hertz: int) -> None:
    gate = NoiseGate()
    chatter(gate, 0, 400)
    down = False
    for now_ns in range(400 * MS, 20_000 * MS, LOOK_NS):
        low = now_ns * hertz * 2 // (1000 * MS) % 2 == 0
        if low != down:
            down = low
            gate.passes(now_ns, down=down)
        assert not gate.calms_down(now_ns)


def test_whoever_presses_a_button_that_is_cut_off_does_not_keep_it_so() -> None:
    """Also after many a burst of noise: who presses every few seconds is heard before ten of them are over."""
    gate = NoiseGate()
    now_ns = 1000 * MS
    for _ in range(6):
        chatter(gate, now_ns, 400)
        now_ns += 400 * MS
        while not gate.calms_down(now_ns):
            now_ns += 500 * MS
    chatter(gate, now_ns, 400)
    began_ns = now_ns = now_ns + 400 * MS
    while gate.noisy:
        now_ns += 3_000 * MS
        gate.calms_down(now_ns)
        for n in range(2):
            gate.passes(now_ns + 100 * n * MS, down=n == 0)
    assert now_ns - began_ns <= 10_000 * MS


def test_noise_that_comes_back_needs_twice_the_quiet_each_time_up_to_a_limit() -> None:
    gate = NoiseGate()
    now_ns, needed = 1000 * MS, []
    for _ in range(8):
        chatter(gate, now_ns, 400)
        last_ns = now_ns + 399 * MS
        now_ns = last_ns
        while not gate.calms_down(now_ns):
            now_ns += 500 * MS
        needed.append((now_ns - last_ns) // QUIET_NS)
    assert [1, 2, 4, 8, 8, 8, 8, 8] == needed
    assert MAX_QUIET_NS == 8 * QUIET_NS

    chatter(gate, now_ns + 100_000 * MS, 400)
    assert gate.calms_down(now_ns + 100_399 * MS + QUIET_NS), "a minute of good behaviour is enough"

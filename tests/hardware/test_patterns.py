"""Lamp patterns as a person sees them (seat language 2): dark and light over time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.patterns import is_lit, next_change
from hardware.ports import Lamp, Pattern

MS = 1_000_000
SINCE_NS = 7 * MS


def lamp(pattern: Pattern) -> Lamp:
    return Lamp(4, pattern, SINCE_NS)


def seen(pattern: Pattern, step_ms: int, steps: int) -> str:
    """`#` for light and `.` for dark, looked at in the middle of every step."""
    middles = [SINCE_NS + (n * step_ms + step_ms // 2) * MS for n in range(steps)]
    return "".join("#" if is_lit(lamp(pattern), at_ns) else "." for at_ns in middles)


@pytest.mark.parametrize(
    ("pattern", "step_ms", "expected"),
    [
        (Pattern.OFF, 100, ".........."),
        (Pattern.STEADY, 100, "##########"),
        (Pattern.FAST, 125, "#.#.#.#.#."),
        (Pattern.SLOW, 250, "##..##..##"),
        (Pattern.DOUBLE, 120, "#.#......."),
        (Pattern.HEARTBEAT, 60, "##...##..................##...##"),
    ],
)
def test_a_pattern_looks_like_this(pattern: Pattern, step_ms: int, expected: str) -> None:
    assert expected == seen(pattern, step_ms, len(expected))


def test_fast_is_4_hz_and_slow_is_1_hz() -> None:
    def flashes(pattern: Pattern) -> int:
        looks = seen(pattern, 5, 2000 // 5)
        return f".{looks}".count(".#")

    assert 4 * 2 == flashes(Pattern.FAST)
    assert 1 * 2 == flashes(Pattern.SLOW)


@pytest.mark.parametrize("pattern", list(Pattern))
def test_before_it_begins_it_is_dark(pattern: Pattern) -> None:
    assert not is_lit(lamp(pattern), SINCE_NS - 1)


@pytest.mark.parametrize("pattern", [pattern for pattern in Pattern if pattern is not Pattern.OFF])
def test_it_begins_with_light(pattern: Pattern) -> None:
    assert is_lit(lamp(pattern), SINCE_NS)
    assert SINCE_NS == next_change(lamp(pattern), SINCE_NS - 1)


def test_what_never_changes_says_so() -> None:
    assert None is next_change(lamp(Pattern.OFF), SINCE_NS - 1)
    assert None is next_change(lamp(Pattern.OFF), SINCE_NS)
    assert None is next_change(lamp(Pattern.STEADY), SINCE_NS)
    assert None is next_change(lamp(Pattern.DOUBLE), SINCE_NS + 360 * MS)


@given(
    pattern=st.sampled_from(Pattern),
    since_ns=st.integers(-(10**12), 10**12),
    passed_ns=st.integers(-(10**9), 10**10),
    where=st.floats(0, 1, exclude_max=True),
)
def test_nothing_changes_before_the_next_change(pattern: Pattern, since_ns: int, passed_ns: int, where: float) -> None:
    looked_at, now_ns = Lamp(4, pattern, since_ns), since_ns + passed_ns
    change_ns = next_change(looked_at, now_ns)
    between_ns = now_ns + int(where * (10**11 if change_ns is None else change_ns - now_ns))

    assert is_lit(looked_at, now_ns) == is_lit(looked_at, between_ns)
    if change_ns is not None:
        assert change_ns > now_ns
        assert is_lit(looked_at, now_ns) != is_lit(looked_at, change_ns)

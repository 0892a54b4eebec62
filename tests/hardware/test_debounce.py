"""Bouncing contacts against the vectors of the hardware decisions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import Seat
from firmware.table.gestures import Down, Gesture, Mode, Recogniser, Released, Stuck, Tap
from hardware.debounce import DEAF_NS, DOWN_STAYS_NS, PULSE_NS, Debouncer, Level
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Edge

if TYPE_CHECKING:
    from collections.abc import Iterable

THREE = Seat(3)

END_NS = 100_000 * MS
"""Long after everything in these tests."""


def edges(seat: int, *times_ms: float) -> list[Edge]:
    """Alternating edges of one seat, down first."""
    return [Edge(seat, n % 2 == 0, int(at_ms * MS)) for n, at_ms in enumerate(times_ms)]


def levels(given_edges: Iterable[Edge], debouncer: Debouncer | None = None) -> list[Level]:
    """All levels, the debouncer being called whenever it asked for it."""
    debouncer = debouncer or Debouncer()
    told: list[Level] = []
    for edge in given_edges:
        while (due_ns := debouncer.next_due()) is not None and due_ns < edge.at_ns:
            told += debouncer.due(due_ns)
        told += debouncer.edge(edge)
    while (due_ns := debouncer.next_due()) is not None:
        told += debouncer.due(due_ns)
    return told


def gestures(given_edges: Iterable[Edge], recogniser: Recogniser | None = None) -> list[Gesture]:
    """What becomes of the edges in the end; without the `Down`s, which are only for lamps."""
    recogniser = recogniser or Recogniser(seed=1)
    told = [gesture for level in levels(given_edges) for gesture in recogniser.level(level)]
    told += recogniser.due(END_NS)
    return [gesture for gesture in told if not isinstance(gesture, Down)]


def test_seven_edges_in_5_ms_and_then_80_ms_down_are_one_press() -> None:
    bouncing = edges(3, 0, 0.7, 1.5, 2.2, 3.1, 4.0, 5.0, 85.0)

    assert [Level(3, True, 5 * MS), Level(3, False, 85 * MS)] == levels(bouncing)
    assert [Tap(THREE, 5 * MS)] == gestures(bouncing)


def test_a_release_that_bounces_is_one_release() -> None:
    bouncing = edges(3, 0, 80, 80.6, 81.4, 82.0, 83.0)

    assert [Level(3, True, 0), Level(3, False, 83 * MS)] == levels(bouncing)


def test_a_tap_of_20_ms_is_one_tap() -> None:
    assert [Level(3, True, 0), Level(3, False, 20 * MS)] == levels(edges(3, 0, 20))
    assert [Tap(THREE, 0)] == gestures(edges(3, 0, 20))


def test_a_spike_of_3_ms_is_nothing_at_all() -> None:
    assert [] == levels(edges(3, 0, 3))


@pytest.mark.parametrize(("length_ms", "taps"), [(5, 0), (10, 0), (14.999999, 0), (15, 1), (16, 1)])
def test_a_pulse_counts_from_15_ms_on(length_ms: float, taps: int) -> None:
    assert taps == len(gestures(edges(3, 0, length_ms)))


@pytest.mark.parametrize(("length_ms", "presses"), [(3, 1), (10, 1), (14.999999, 1), (15, 2), (40, 2)])
def test_a_contact_that_opens_for_under_15_ms_has_not_let_go(length_ms: float, presses: int) -> None:
    wobbly = edges(3, 0, 500, 500 + length_ms, 900)

    assert presses == sum(level.down for level in levels(wobbly))


@pytest.mark.parametrize("phase_ms", [0.0, 0.25, 0.5])
def test_chatter_of_1_khz_for_a_second_is_at_most_one_event(phase_ms: float) -> None:
    chatter = edges(3, *(phase_ms + n * 0.5 for n in range(2000)))

    assert 1 >= len(levels(chatter))
    assert [] == gestures(chatter)


def test_chatter_after_a_press_is_at_most_one_event() -> None:
    """The level is read again after 30 ms, but what is read there must have stayed, too."""
    chatter = edges(3, 0, *(50 + n * 0.5 for n in range(2001)))

    assert [True, False] == [level.down for level in levels(chatter)]


def test_eighteen_simultaneous_presses_are_eighteen_events_in_time_order() -> None:
    seats = list(range(1, 19))
    Random(4).shuffle(seats)
    pressed = {seat: (40 * MS) + n for n, seat in enumerate(seats)}
    everything = sorted(
        [Edge(seat, True, at_ns) for seat, at_ns in pressed.items()]
        + [Edge(seat, False, at_ns + 100 * MS) for seat, at_ns in pressed.items()],
        key=lambda edge: edge.at_ns,
    )

    assert [Tap(Seat(seat), at_ns) for seat, at_ns in pressed.items()] == gestures(everything)


def test_presses_at_the_same_nanosecond_all_count() -> None:
    debouncer = Debouncer()
    for seat in (7, 3, 12):
        assert () == debouncer.edge(Edge(seat, True, 40 * MS))

    assert () == debouncer.due(45 * MS - 1)
    assert tuple(Level(seat, True, 40 * MS) for seat in (3, 7, 12)) == debouncer.due(45 * MS)


def test_a_lost_release_takes_the_level_that_is_read_again() -> None:
    """The release at 120 ms never arrives; the adapter reads the pin four times a second and reports it."""
    reread = [Edge(3, True, 0), Edge(3, False, 250 * MS), Edge(3, False, 500 * MS)]

    assert [Level(3, True, 0), Level(3, False, 250 * MS)] == levels(reread)


def test_reading_the_same_level_again_changes_nothing() -> None:
    reread = [Edge(3, True, 0), Edge(3, True, 3 * MS), Edge(3, True, 250 * MS), Edge(3, False, 400 * MS)]

    assert [Level(3, True, 0), Level(3, False, 400 * MS)] == levels(reread)


def test_a_release_that_is_lost_is_never_invented() -> None:
    debouncer = Debouncer()

    assert [Level(3, True, 0)] == levels([Edge(3, True, 0)], debouncer)
    assert None is debouncer.next_due()
    assert () == debouncer.due(END_NS)


def test_a_press_held_through_the_start_is_stuck_and_not_a_vote() -> None:
    debouncer, recogniser = Debouncer(held=[3]), Recogniser(seed=1)
    found = recogniser.held_at_start(3, now_ns=7 * MS)
    told = levels([Edge(3, True, 100 * MS), Edge(3, False, 2000 * MS), Edge(3, True, 3000 * MS)], debouncer)

    assert (Stuck(THREE, 7 * MS),) == found
    assert [Level(3, False, 2000 * MS), Level(3, True, 3000 * MS)] == told
    assert (Released(THREE, 2000 * MS),) == recogniser.level(told[0])
    assert (Down(THREE, 3000 * MS),) == recogniser.level(told[1])


def test_a_key_jammed_in_a_game_is_stuck_after_10_s_and_works_again_when_it_is_free() -> None:
    recogniser = Recogniser(seed=1)
    recogniser.choose(Mode.CLAIM, 0)
    told = gestures(edges(3, 100, 13_000, 14_000, 14_100, 14_300, 14_400), recogniser)

    assert [Stuck(THREE, 100 * MS), Released(THREE, 13_000 * MS)] == told[:2]
    assert 1 == len(told[2:])


def test_the_other_edge_is_read_again_30_ms_after_an_acceptance() -> None:
    debouncer = Debouncer()
    debouncer.edge(Edge(3, True, 0))
    debouncer.due(DOWN_STAYS_NS)
    debouncer.edge(Edge(3, False, 16 * MS))

    assert DOWN_STAYS_NS + DEAF_NS == debouncer.next_due()
    assert () == debouncer.due(DOWN_STAYS_NS + DEAF_NS - 1)
    assert (Level(3, False, 16 * MS),) == debouncer.due(DOWN_STAYS_NS + DEAF_NS)


def test_an_edge_for_a_level_that_is_known_already_asks_for_nothing() -> None:
    debouncer = Debouncer()
    debouncer.edge(Edge(3, False, 10 * MS))

    assert None is debouncer.next_due()


@given(gaps=st.lists(st.integers(1, 60 * MS), min_size=1, max_size=60), start=st.integers(-(10**9), 10**9))
def test_whatever_the_contact_does(gaps: list[int], start: int) -> None:
    """Levels alternate, each is an edge that was there, and calling late changes nothing."""
    at_ns, raw = start, []
    for n, gap in enumerate(gaps):
        at_ns += gap
        raw.append(Edge(3, n % 2 == 0, at_ns))
    told = levels(raw)

    late = Debouncer()
    told_late = [level for edge in raw for level in late.edge(edge)]
    while (due_ns := late.next_due()) is not None:
        told_late += late.due(due_ns + 10**9)

    assert told_late == told
    assert [n % 2 == 0 for n in range(len(told))] == [level.down for level in told]
    assert {(level.down, level.at_ns) for level in told} <= {(edge.down, edge.at_ns) for edge in raw}
    assert sorted(level.at_ns for level in told) == [level.at_ns for level in told]
    ups = [(up.at_ns, down.at_ns) for up, down in zip(told[1::2], told[2::2], strict=False)]
    assert all(down_ns - up_ns >= PULSE_NS for up_ns, down_ns in ups), "nobody lets go for under 15 ms"

"""Staff keys that bounce."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keydebounce import STAYS_NS, KeyDebounce
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Key, KeyEdge

END_NS = 100_000 * MS


def heard(*times_ms: float, debounce: KeyDebounce | None = None, punctual: bool = True) -> list[KeyEdge]:
    """What becomes of edges of OK, down first; `punctual`: it is also asked whenever it wanted to be."""
    debounce = debounce or KeyDebounce()
    told: list[KeyEdge] = []
    for number, at_ms in enumerate(times_ms):
        at_ns = int(at_ms * MS)
        while punctual and (due_ns := debounce.next_due()) is not None and due_ns < at_ns:
            told += debounce.due(due_ns)
        told += debounce.edge(Key.OK, at_ns, down=number % 2 == 0)
    told += debounce.due(END_NS)
    assert debounce.next_due() is None
    return told


def test_seven_edges_in_5_ms_and_then_80_ms_down_are_one_press() -> None:
    assert [KeyEdge(Key.OK, True, 5 * MS), KeyEdge(Key.OK, False, 85 * MS)] == heard(0, 0.7, 1.5, 2.2, 3.1, 4, 5, 85)


def test_a_tap_of_20_ms_is_heard() -> None:
    assert [KeyEdge(Key.OK, True, 0), KeyEdge(Key.OK, False, 20 * MS)] == heard(0, 20)


@pytest.mark.parametrize("length_ms", [0.1, 3, 10, 14.9])
def test_a_spike_is_nothing(length_ms: float) -> None:
    assert [] == heard(0, length_ms)


def test_a_contact_that_opens_for_a_moment_does_not_let_go() -> None:
    assert [True, False] == [edge.down for edge in heard(0, 100, 103, 300)]


def test_two_presses_are_two() -> None:
    assert [0, 60, 160, 220] == [edge.at_ns // MS for edge in heard(0, 60, 160, 220)]


def test_a_key_that_was_down_at_the_start_is_first_heard_when_it_goes_down_again() -> None:
    held = KeyDebounce([Key.OK])
    held.edge(Key.OK, 100 * MS, down=False)
    assert () == held.due(200 * MS)
    held.edge(Key.OK, 300 * MS, down=True)

    assert (KeyEdge(Key.OK, True, 300 * MS),) == held.due(400 * MS)


def test_keys_are_told_in_the_order_in_which_they_went_down() -> None:
    debounce = KeyDebounce()
    debounce.edge(Key.UP, 2 * MS, down=True)
    debounce.edge(Key.BACK, 1 * MS, down=True)

    assert [Key.BACK, Key.UP] == [edge.key for edge in debounce.due(END_NS)]


def test_nothing_is_told_before_it_is_certain() -> None:
    debounce = KeyDebounce()
    debounce.edge(Key.UP, 0, down=True)

    assert STAYS_NS == debounce.next_due()
    assert () == debounce.due(STAYS_NS - 1)
    assert (KeyEdge(Key.UP, True, 0),) == debounce.due(STAYS_NS)


@given(st.lists(st.integers(1, 60), max_size=30))
def test_edges_alternate_and_a_late_question_changes_nothing(gaps_ms: list[int]) -> None:
    times_ms = [sum(gaps_ms[: number + 1]) for number in range(len(gaps_ms))]
    told = heard(*times_ms)

    assert [number % 2 == 0 for number in range(len(told))] == [edge.down for edge in told]
    assert told == heard(*times_ms, punctual=False)


def test_keys_that_can_be_read_no_more_are_let_go_of() -> None:
    """A press that was not certain yet never was; a key that was down at the start has nothing to be let go of."""
    debounce = KeyDebounce((Key.BACK,))
    debounce.edge(Key.OK, 100 * MS, down=True)
    debounce.due(200 * MS)
    debounce.edge(Key.UP, 295 * MS, down=True)

    assert (KeyEdge(Key.OK, down=False, at_ns=300 * MS, lost=True),) == debounce.lose(300 * MS)
    assert () == debounce.due(1000 * MS)

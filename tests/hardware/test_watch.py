"""A button that chatters is told of once, whatever fingers do; and which buttons are worth a look."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.fakes import bounces
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Condition, Device, Edge, Health
from hardware.watch import QUIET_NS, STORM_EDGES, Watch


def chatter(seat: int, from_ms: int, edges: int, every_us: int = 1000) -> list[Edge]:
    """Alternating edges, down first."""
    return [Edge(seat, n % 2 == 0, from_ms * MS + n * every_us * 1000) for n in range(edges)]


def told(watch: Watch, edges: list[Edge]) -> list[Health]:
    return [health for edge in edges if (health := watch.edge(edge)) is not None]


def test_a_second_of_chatter_is_told_once_and_names_the_seat() -> None:
    (health,) = told(Watch(), chatter(7, 100, 1000))
    assert (Device.PAD, Condition.DEGRADED, 7, (7,)) == (health.device, health.condition, health.number, health.seats)
    assert health.detail.zh
    assert health.detail.en


def test_it_is_well_again_after_ten_quiet_seconds_and_not_before() -> None:
    watch = Watch()
    edges = chatter(7, 0, 400)
    told(watch, edges)
    last_ns = edges[-1].at_ns
    assert last_ns + QUIET_NS == watch.next_due()
    assert () == watch.due(last_ns + QUIET_NS - 1)
    (well,) = watch.due(last_ns + QUIET_NS)
    assert (Condition.OK, 7) == (well.condition, well.number)
    assert watch.next_due() is None
    assert 1 == len(told(watch, chatter(7, 60_000, 400))), "a new storm is told again"


def test_a_storm_at_one_seat_says_nothing_of_another() -> None:
    watch = Watch()
    both = sorted(chatter(2, 0, STORM_EDGES) + chatter(3, 0, STORM_EDGES - 1), key=lambda edge: edge.at_ns)
    assert [2] == [health.number for health in told(watch, both)]


@given(st.integers(1, 18), st.integers(0, 1 << 20), st.integers(0, 4))
def test_a_nervous_finger_on_the_worst_contact_is_no_storm(seat: int, seed: int, pairs: int) -> None:
    """Nine presses a second for ten seconds, each edge bouncing up to eight times."""
    edges = []
    for press in range(90):
        for down, at_ms in ((True, press * 111), (False, press * 111 + 55)):
            flips = bounces(seed + press, pairs) if pairs else ()
            edges += [Edge(seat, down == (n % 2 == 0), at_ms * MS + offset) for n, offset in enumerate((0, *flips))]
    assert [] == told(Watch(), edges)


def test_a_button_down_since_the_start_is_known_until_it_is_let_go() -> None:
    watch = Watch(held=(4, 2))
    watch.edge(Edge(2, down=True, at_ns=1))
    assert [2, 4] == list(watch.held), "it is read again a few times a second"
    watch.edge(Edge(4, down=False, at_ns=2))
    assert [2] == list(watch.held)
    assert (2, 4) == watch.never_pressed((2, 4)), "that was no press"


def test_who_has_never_pressed_is_a_hint() -> None:
    watch = Watch()
    watch.edge(Edge(3, down=True, at_ns=5))
    assert (1, 2) == watch.never_pressed((3, 2, 1))

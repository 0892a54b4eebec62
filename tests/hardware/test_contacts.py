"""What the library of pins does to others and not to us: lost edges, a dead thread, times of another clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.noise import LOOK_NS as NOISY_LOOK_NS
from hardware.noise import MAX_EDGES, QUIET_NS
from hardware.pins.contacts import DEAF_AFTER, DEAF_LOOK_NS, DOUBT_NS, LOOK_NS, Contacts
from hardware.ports import NS_PER_MS as MS
from tests.hardware.contract import FakeClock, MachineClock
from tests.hardware.mock_pins import Pins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Three:
    """Three contacts on mock pins, looked at when a test says so."""

    def __init__(self) -> None:
        self.pins = Pins()
        self.clock = FakeClock()
        self.told: list[tuple[int, bool, int]] = []
        self.noise: list[tuple[int, bool]] = []
        self.contacts = Contacts(
            {1: 4, 2: 5, 3: 6},
            lambda *told: self.told.append(told),
            self.clock,
            lambda *noise: self.noise.append(noise),
        )
        assert {} == self.contacts.open(self.pins)

    def look(self, at_ms: int) -> int:
        """Look `at_ms` after the beginning; in how many ms to look again."""
        self.clock.ns = (1_000_000 + at_ms) * MS
        return (self.contacts.look(self.clock.ns) - self.clock.ns) // MS

    def pass_ms(self, long_ms: int, each_ms: Callable[[int], None] = lambda _: None) -> None:
        """Time passes as for a port; in each ms something happens first."""
        due_ns = calm_ns = self.clock.ns
        for ms in range(long_ms):
            each_ms(ms)
            if self.contacts.loud or self.clock.ns >= calm_ns:
                next_ns = self.contacts.calm(self.clock.ns)
                calm_ns = due_ns if next_ns is None else next_ns
            if self.clock.ns >= due_ns:
                due_ns = self.contacts.look(self.clock.ns)
            self.clock.ns += MS

    def chatter(self, ms: int) -> None:
        """The line of the first contact changes."""
        self.pins.at(4).drive_low() if ms % 2 == 0 else self.pins.at(4).drive_high()


@pytest.fixture
def three() -> Iterator[Three]:
    made = Three()
    yield made
    made.contacts.close()


def test_a_lost_release_is_told_within_300_ms(three: Three) -> None:
    three.pins.at(5).drive_low()
    three.pins.at(5).deaf = True
    three.pins.at(5).drive_high()
    # The look just before it.
    next_ms = three.look(0)
    assert LOOK_NS // MS >= next_ms
    at_ms = next_ms
    while len(three.told) < 2:
        at_ms += three.look(at_ms)
        assert at_ms <= 300

    assert [(2, True), (2, False)] == [told[:2] for told in three.told]


def test_a_level_that_an_edge_explains_in_time_is_not_told_twice(three: Three) -> None:
    """The look comes between the change and the library's word of it."""
    pin = three.pins.at(5)
    pin.deaf = True
    pin.drive_low()
    assert DOUBT_NS // MS == three.look(0)
    pin.deaf = False
    pin.drive_high()
    pin.drive_low()
    three.look(30)
    three.look(60)

    assert [(2, False), (2, True)] == [told[:2] for told in three.told]


def test_a_deaf_library_is_replaced_by_reading_the_pins_often_and_comes_back(three: Three) -> None:
    for pin in (4, 5, 6):
        three.pins.at(pin).deaf = True
    at_ms = 0
    for _ in range(DEAF_AFTER):
        three.pins.at(4).drive_low() if three.pins.at(4).state else three.pins.at(4).drive_high()
        three.look(at_ms)
        three.look(at_ms + 20)
        at_ms += 200
    assert three.contacts.deaf
    assert DEAF_LOOK_NS // MS == three.look(at_ms)
    three.told.clear()
    three.pins.at(6).drive_low()
    three.look(at_ms + 5)
    assert [(3, True)] == [told[:2] for told in three.told]

    three.pins.at(5).deaf = False
    three.pins.at(5).drive_low()
    assert not three.contacts.deaf


def test_a_time_of_another_clock_is_not_believed(three: Three) -> None:
    """Old kernels stamp edges by the wall clock; here the mock's time has nothing to do with ours."""
    three.pins.at(4).drive_low()

    assert [(1, True, three.clock.ns)] == three.told


def test_the_librarys_time_counts_where_it_is_of_our_clock(three: Three) -> None:
    three.clock.ns = MachineClock().now_ns() + 200 * MS
    three.pins.at(4).drive_low()

    assert three.told[0][2] < three.clock.ns


def test_what_a_bug_of_ours_did_not_take_is_told_again() -> None:
    pins, clock = Pins(), FakeClock()
    told: list[tuple[int, bool]] = []

    def tell(seat: int, down: bool, _at_ns: int) -> None:
        if not told:
            told.append((0, False))
            raise ValueError("a bug")
        told.append((seat, down))

    contacts = Contacts({1: 4}, tell, clock, lambda *_: None)
    contacts.open(pins)
    pins.at(4).drive_low()
    assert 1 == contacts.raised
    contacts.look(clock.ns)
    clock.ns += DOUBT_NS
    contacts.look(clock.ns)

    assert [(0, False), (1, True)] == told
    contacts.close()


def test_a_press_after_a_lost_release_is_told_at_once(three: Three) -> None:
    """gpiozero's own events would swallow it: for them the button never came up."""
    pin = three.pins.at(5)
    pin.drive_low()
    pin.deaf = True
    pin.drive_high()
    three.look(0)
    three.look(20)
    pin.deaf = False
    pin.drive_low()

    assert [True, False, True] == [down for _, down, _ in three.told]


def test_an_edge_that_comes_while_its_pin_is_read_is_no_reason_for_doubt(three: Three) -> None:
    three.pins.at(5).after_read = three.pins.at(5).drive_low

    assert LOOK_NS // MS == three.look(0)
    assert [(2, True)] == [told[:2] for told in three.told]


def test_100_percent_cpu_on_a_storm_of_edges(three: Three) -> None:
    """It is the calls that cost: nobody may be called for edges that do not count."""
    three.pass_ms(10_000, three.chatter)

    pin = three.pins.at(4)
    assert MAX_EDGES <= pin.calls <= MAX_EDGES + 2
    assert pin.reads <= 10_000 * MS // NOISY_LOOK_NS + 10_000 * MS // LOOK_NS + 10
    assert [(1, True)] == three.noise
    assert (1, False) == three.told[-1][:2]
    assert not three.contacts.deaf
    three.pins.at(5).drive_low()
    assert (2, True) == three.told[-1][:2]


def test_a_line_that_was_noisy_is_listened_to_again_when_it_is_quiet(three: Three) -> None:
    three.pass_ms(1001, three.chatter)
    three.pins.at(4).drive_high()
    three.pass_ms(QUIET_NS // MS + 20)
    assert [(1, True), (1, False)] == three.noise
    assert not three.contacts.held()

    three.told.clear()
    three.pins.at(4).drive_low()
    assert [(1, True)] == [told[:2] for told in three.told]


def test_a_line_that_is_down_when_it_is_quiet_is_cut_off_until_it_is_let_go(three: Three) -> None:
    three.pass_ms(1000, three.chatter)
    three.told.clear()
    three.pass_ms(QUIET_NS // MS // 2)
    three.pins.at(4).drive_low()
    three.pass_ms(3 * QUIET_NS // MS)
    assert [(1, True)] == three.noise
    three.pins.at(4).drive_high()
    three.pass_ms(100)

    assert [(1, True), (1, False)] == three.noise
    assert [] == three.told, "of a press whose beginning was not heard the end tells nothing"
    three.pins.at(4).drive_low()
    assert [(1, True)] == [told[:2] for told in three.told]


def test_the_hum_of_the_mains_does_not_look_like_quiet(three: Three) -> None:
    three.pass_ms(1001, three.chatter)
    three.pass_ms(5000, lambda ms: three.chatter(ms // 10))

    assert [(1, True)] == three.noise


def test_a_noisy_line_that_the_library_will_not_leave_alone_at_once_is_tried_again(three: Three) -> None:
    """As it is with "GPIO busy", while an edge is on its way."""
    three.pins.at(4).refusals = 3
    three.pass_ms(2000, three.chatter)

    assert three.pins.at(4).calls <= MAX_EDGES + 4 * NOISY_LOOK_NS // MS
    assert [(1, True)] == three.noise

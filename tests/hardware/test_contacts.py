"""What the library of pins does to others and not to us: lost edges, a dead thread, times of another clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.pins.contacts import DEAF_AFTER, DEAF_LOOK_NS, DOUBT_NS, LOOK_NS, Contacts
from hardware.ports import NS_PER_MS as MS
from tests.hardware.contract import FakeClock, MachineClock
from tests.hardware.mock_pins import Pins

if TYPE_CHECKING:
    from collections.abc import Iterator


class Three:
    """Three contacts on mock pins, looked at when a test says so."""

    def __init__(self) -> None:
        self.pins = Pins()
        self.clock = FakeClock()
        self.told: list[tuple[int, bool, int]] = []
        self.contacts = Contacts({1: 4, 2: 5, 3: 6}, lambda *told: self.told.append(told), self.clock)
        assert {} == self.contacts.open(self.pins)

    def look(self, at_ms: int) -> int:
        """Look `at_ms` after the beginning; in how many ms to look again."""
        self.clock.ns = (1_000_000 + at_ms) * MS
        return (self.contacts.look(self.clock.ns) - self.clock.ns) // MS


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

    contacts = Contacts({1: 4}, tell, clock)
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

"""Seats and staff keys on the pins of the Pi, on gpiozero's mock factory."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from gpiozero import LED, DigitalInputDevice

from hardware.pins.contacts import DEAF_AFTER, DEAF_LOOK_NS, DOUBT_NS, LOOK_NS, Contacts
from hardware.pins.direct import DirectSeats
from hardware.pins.keys import PinKeys
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Condition, Device, Edge, Health, Key, KeyEdge, Lamp, Pattern
from hardware.wiring import StaffKeys, load_wiring
from hardware.words import NoHardware
from tests.hardware.contract import FakeClock, Inbox, KeyContract, MachineClock, SeatContract
from tests.hardware.mock_pins import Pins, free, ground

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIRING: Final = load_wiring("D9")


class DirectRig:
    """Nine seats on mock pins. Implements `contract.SeatRig`."""

    def __init__(self) -> None:
        self.pins = Pins()
        self.inbox = Inbox()
        self.seats = WIRING.numbers
        self.port = DirectSeats(WIRING, self.inbox.put, MachineClock(), factory=self.pins)
        self._buttons = {pins.seat: self.pins.at(pins.button) for pins in WIRING.seats}
        self._lamps = {pins.seat: self.pins.at(pins.lamp) for pins in WIRING.seats}

    def press(self, seat: int) -> None:
        ground(self._buttons[seat])

    def let_go(self, seat: int) -> None:
        free(self._buttons[seat])

    def deafen(self, seat: int, *, deaf: bool) -> None:
        self._buttons[seat].deaf = deaf

    def break_pin(self, seat: int, *, broken: bool) -> None:
        self._buttons[seat].broken = broken

    def lit(self) -> frozenset[int]:
        return frozenset(seat for seat, lamp in self._lamps.items() if lamp.function == "output" and lamp.state)

    def wait_lit(self, happened: Callable[[frozenset[int]], bool]) -> None:
        self.pins.wait(lambda: happened(self.lit()))


@pytest.fixture
def rig() -> Iterator[DirectRig]:
    threads = set(threading.enumerate())
    made = DirectRig()
    yield made
    made.port.close()
    made.pins.reset()
    assert threads == set(threading.enumerate())


class TestDirectSeats(SeatContract):
    pass


class KeysRig:
    """Four keys on mock pins. Implements `contract.KeyRig`."""

    def __init__(self) -> None:
        self.pins = Pins()
        self.inbox = Inbox()
        keys = StaffKeys(up=18, down=19, ok=20, back=21)
        self.port = PinKeys(keys, self.inbox.put, MachineClock(), factory=self.pins)

    def _pin(self, key: Key) -> Any:
        return self.pins.at({Key.UP: 18, Key.DOWN: 19, Key.OK: 20, Key.BACK: 21}[key])

    def press(self, key: Key) -> None:
        ground(self._pin(key))

    def let_go(self, key: Key) -> None:
        free(self._pin(key))

    def deafen(self, key: Key, *, deaf: bool) -> None:
        self._pin(key).deaf = deaf


class TestPinKeys(KeyContract):
    @pytest.fixture
    def rig(self) -> Iterator[KeysRig]:
        made = KeysRig()
        yield made
        made.port.close()
        made.pins.reset()

    def test_a_lost_release_of_a_key_comes_out(self, rig: KeysRig) -> None:
        rig.port.start()
        rig.press(Key.OK)
        rig.inbox.wait(KeyEdge, 1)
        rig.deafen(Key.OK, deaf=True)
        rig.let_go(Key.OK)

        assert [True, False] == [edge.down for edge in rig.inbox.wait(KeyEdge, 2)]

    def test_a_key_whose_pin_is_taken_leaves_the_others(self, rig: KeysRig) -> None:
        with LED(19, pin_factory=rig.pins):
            rig.port.start()
            health = rig.inbox.wait(Health, 1)[0]
            rig.press(Key.UP)
            rig.inbox.wait(KeyEdge, 1)

        assert (Device.KEYS, Condition.DEGRADED) == (health.device, health.condition)
        assert "GPIO19（35 脚）" in health.detail.zh
        assert "key down: GPIO19 (pin 35)" in health.detail.en

    def test_keys_whose_pins_are_all_taken_are_refused(self, rig: KeysRig) -> None:
        leds = [LED(pin, pin_factory=rig.pins) for pin in (18, 19, 20, 21)]
        with pytest.raises(NoHardware, match="GPIO18"):
            rig.port.start()
        for led in leds:
            led.close()


# What the library does to others, and not to us.


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


def test_a_press_during_construction_is_not_lost(rig: DirectRig) -> None:
    """The finger goes down between reading a pin and listening to it: the next look finds it."""
    button = rig.pins.at(WIRING.seats[0].button)
    real_listen = DigitalInputDevice.__init__
    pressed: list[int] = []

    def slow(self: Any, *args: Any, **kwargs: Any) -> None:
        real_listen(self, *args, **kwargs)
        if self.pin is rig.pins.at(WIRING.seats[-1].button) and not pressed:
            pressed.append(1)
            button.drive_low()

    DigitalInputDevice.__init__ = slow
    try:
        assert () == rig.port.start()
    finally:
        DigitalInputDevice.__init__ = real_listen

    assert [(1, True)] == [(edge.seat, edge.down) for edge in rig.inbox.wait(Edge, 1)]


def test_a_taken_pin_costs_its_seat_and_no_other(rig: DirectRig) -> None:
    with LED(WIRING.seats[2].button, pin_factory=rig.pins):
        rig.port.start()
        health = rig.inbox.wait(Health, 1)[0]
        rig.press(1)
        rig.inbox.wait(Edge, 1)

    assert (Device.PAD, Condition.ABSENT, 3, (3,)) == (health.device, health.condition, health.number, health.seats)
    assert "GPIO6（31 脚）" in health.detail.zh
    assert "GPIO6 (pin 31) is in use" in health.detail.en


def test_a_lamp_that_cannot_be_had_leaves_its_button(rig: DirectRig) -> None:
    with LED(WIRING.seats[2].lamp, pin_factory=rig.pins):
        rig.port.start()
        health = rig.inbox.wait(Health, 1)[0]
        rig.press(3)
        rig.inbox.wait(Edge, 1)
        rig.port.show((Lamp(3, Pattern.STEADY, 0), Lamp(4, Pattern.STEADY, 0)))
        rig.wait_lit(lambda lit: lit == {4})

    assert (Device.PAD, Condition.DEGRADED, 3) == (health.device, health.condition, health.number)


def test_a_table_of_which_nothing_can_be_read_is_refused(rig: DirectRig) -> None:
    taken = [LED(pins.button, pin_factory=rig.pins) for pins in WIRING.seats]
    with pytest.raises(NoHardware, match="GPIO4"):
        rig.port.start()
    for led in taken:
        led.close()


def test_a_pin_that_cannot_be_read_any_more_is_told_of_and_comes_back(rig: DirectRig) -> None:
    rig.port.start()
    rig.break_pin(5, broken=True)
    assert (5, Condition.ABSENT) == (rig.inbox.wait(Health, 1)[0].number, rig.inbox.all(Health)[0].condition)
    rig.break_pin(5, broken=False)
    assert (5, Condition.OK) == (rig.inbox.wait(Health, 2)[1].number, rig.inbox.all(Health)[1].condition)


def test_a_pin_that_cannot_be_freed_does_not_keep_the_others(rig: DirectRig) -> None:
    rig.port.start()
    rig.break_pin(2, broken=True)
    rig.inbox.wait(Health, 1)

    rig.port.close()

    rig.break_pin(2, broken=False)
    with LED(WIRING.seats[8].button, pin_factory=rig.pins):
        pass


def test_two_hundred_starts_and_stops_leave_threads_and_descriptors_as_they_were() -> None:
    pins, inbox, clock = Pins(), Inbox(), MachineClock()
    keys = WIRING.keys
    assert keys is not None

    def cycle() -> None:
        seats = DirectSeats(WIRING, inbox.put, clock, factory=pins)
        staff = PinKeys(keys, inbox.put, clock, factory=pins)
        seats.start()
        staff.start()
        seats.show((Lamp(1, Pattern.FAST, 0),))
        staff.close()
        seats.close()

    cycle()
    threads, descriptors = threading.active_count(), _descriptors()
    for _ in range(200):
        cycle()

    assert (threads, descriptors) == (threading.active_count(), _descriptors())
    pins.reset()


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_table_wired_to_nothing_is_refused() -> None:
    seats = DirectSeats(msgspec.structs.replace(WIRING, seats=()), Inbox().put, MachineClock(), factory=Pins())
    with pytest.raises(NoHardware):
        seats.start()


def test_an_edge_that_comes_after_its_handler_was_taken_off_ends_nothing(rig: DirectRig) -> None:
    """The library has it in hand already; an exception there would end the one thread that hears all buttons."""
    rig.port.start()
    pin = rig.pins.at(WIRING.seats[0].button)
    pin.late = True
    rig.press(1)
    rig.port.close()

    pin.catch_up()

    assert [] == rig.inbox.all(Edge)


def test_a_line_that_makes_noise_is_cut_off_and_the_others_are_heard(rig: DirectRig) -> None:
    rig.port.start()
    for _ in range(2000):
        rig.press(7)
        rig.let_go(7)
    rig.press(8)
    health = rig.inbox.wait(Health, 1)[0]

    edges = rig.inbox.all(Edge)
    assert (Device.PAD, Condition.DEGRADED, 7) == (health.device, health.condition, health.number)
    assert 8 == edges[-1].seat
    assert 300 > len(edges)
    assert not [edge for edge in edges if edge.seat == 7][-1].down

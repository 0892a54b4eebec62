"""Seats on the pins of the Pi, on gpiozero's mock factory."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from gpiozero import LED, DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.pins.direct import DirectSeats
from hardware.pins.keys import PinKeys
from hardware.ports import Condition, Device, Edge, Health, Lamp, Pattern
from hardware.wiring import load_wiring
from hardware.words import NoHardware
from tests.hardware.contract import Inbox, MachineClock, SeatContract
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
        return frozenset(seat for seat, lamp in self._lamps.items() if lamp.state)

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

    assert (Device.PINS, Condition.DEGRADED, 0) == (health.device, health.condition, health.number)
    assert "3号" in health.detail.zh


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
    before = rig.pins.at(WIRING.seats[6].button).calls
    for _ in range(500):
        rig.press(7)
        rig.let_go(7)
    assert before == rig.pins.at(WIRING.seats[6].button).calls, "nobody listens to it any more"
    assert not [edge for edge in edges if edge.seat == 7][-1].down


@pytest.mark.parametrize("factory_closes_too", [False, True])
def test_no_lamp_glows_after_exit_because_its_pin_floats(rig: DirectRig, *, factory_closes_too: bool) -> None:
    """A pin that is given back is an input; pulled nowhere it floats at a volt or two, and its lamp glows faintly."""
    rig.port.start()
    rig.port.show(tuple(Lamp(seat, Pattern.STEADY, 0) for seat in rig.seats))
    rig.wait_lit(lambda lit: len(lit) == len(rig.seats))

    lamps = [rig.pins.at(wired.lamp) for wired in WIRING.seats]

    rig.port.close()
    if factory_closes_too:
        rig.pins.close()

    assert {("input", "down")} == {(pin.function, pin.pull) for pin in lamps}


class Watched(Pins):
    """Notes which pins were still in use when it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.in_use: list[str] | None = None

    def close(self) -> None:
        self.in_use = [pin.info.name for pin in self.pins.values() if pin.when_changed or pin.function == "output"]
        super().close()


def test_the_factory_is_closed_last_and_only_by_whoever_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed first, it would leave devices that fail for ever."""
    own, given = Watched(), Watched()
    monkeypatch.setattr("hardware.pins.direct.open_factory", lambda _library: own)
    for factory in (None, given):
        seats = DirectSeats(WIRING, Inbox().put, MachineClock(), factory=factory)
        seats.start()
        seats.close()
        seats.close()

    assert ([], None) == (own.in_use, given.in_use)


def test_a_dead_library_thread_is_noticed_before_a_press_is_lost() -> None:
    """One exception has ended it: the process lives, pins can be read, and no edge ever comes."""

    class Thread:
        def __init__(self) -> None:
            self.alive = True

        def is_alive(self) -> bool:
            return self.alive

    class Library:
        _notify_thread = Thread()

    pins = Pins()
    pins.library = Library
    inbox = Inbox()
    seats = DirectSeats(WIRING, inbox.put, MachineClock(), factory=pins)
    seats.start()
    Library._notify_thread.alive = False  # noqa: SLF001 - it is ours
    health = inbox.wait(Health, 1)[0]
    pin = pins.at(WIRING.seats[0].button)
    pin.deaf = True
    ground(pin)
    inbox.wait(Edge, 1)
    free(pin)
    inbox.wait(Edge, 2)
    seats.close()

    assert (Device.PINS, Condition.DEGRADED, WIRING.numbers) == (health.device, health.condition, health.seats)


class Stubborn(MockPin):  # type: ignore[misc]
    """A pin that refuses to be closed once, as the kernel does while an edge is on its way."""

    refused = False

    def close(self) -> None:
        if not self.refused:
            self.refused = True
            raise OSError(16, "GPIO busy")
        super().close()


def test_pins_that_are_busy_when_they_are_closed_are_all_given_back() -> None:
    pins = MockFactory(pin_class=Stubborn)
    seats = DirectSeats(WIRING, Inbox().put, MachineClock(), factory=pins)
    seats.start()

    seats.close()

    for wired in WIRING.seats:
        with LED(wired.button, pin_factory=pins) as lamp:
            lamp.on()

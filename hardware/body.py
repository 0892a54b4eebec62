"""A real table's body: from a wiring to seats, staff keys and display that work together, started and closed in order.

Every bus is opened once and shared. What seats cannot do without raises; everything else that is missing is a report of
health, because a table without its display or its staff keys still has a game to be played to its end.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Protocol

from hardware.i2c import Bus, open_wire
from hardware.ports import Condition, Device, DisplayPort, Health, KeyPort, SeatPort
from hardware.wiring import Oled, Profile
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hardware.i2c import Wire
    from hardware.ports import Clock
    from hardware.wiring import Wiring

log = logging.getLogger("faguan")

NO_KEYS = Words("没有接工作人员按键", "no staff keys are wired")


class MutePort(Protocol):
    """The pin that switches the amplifier off."""

    def start(self) -> None:
        """Take the pin, and keep the amplifier off. NoHardware: it cannot be had."""

    def sound(self, *, on: bool) -> None:
        """Let the amplifier be heard, or not. Never raises."""

    def close(self) -> None:
        """Switch it off and free the pin. Harmless when called again."""


class Body:
    """All of a table's hardware."""

    def __init__(
        self,
        seats: SeatPort,
        keys: KeyPort,
        display: DisplayPort,
        *,
        put: Callable[[object], None],
        clock: Clock,
        mute: MutePort | None = None,
        last: tuple[tuple[str, Callable[[], object]], ...] = (),
    ) -> None:
        """Nothing has begun. `last` is done at the very end: what frees buses and pins."""
        self.seats = seats
        self.keys = keys
        self.display = display
        self._put = put
        self._clock = clock
        self._mute = mute
        self._last = last

    def start(self) -> tuple[int, ...]:
        """Lamps off and seats, then staff keys, then the display; the seats whose buttons were found down.

        Raises:
            NoHardware: there are no seats to be read at all; what had begun is closed again.
        """
        try:
            held = self.seats.start()
        except NoHardware:
            self.close()
            raise
        if self._mute is not None:
            self._begin(self._mute.start, Device.PINS, Condition.DEGRADED)
        self._begin(self.keys.start, Device.KEYS, Condition.ABSENT)
        self.display.start()
        return held

    def _begin(self, start: Callable[[], None], device: Device, otherwise: Condition) -> None:
        """What a table can be without; that it is, is a report."""
        try:
            start()
        except NoHardware as error:
            self._put(Health(device, otherwise, self._clock.now_ns(), detail=error.words))

    def sound(self, *, on: bool) -> None:
        """Switch the amplifier on or off, where there is a pin for it."""
        if self._mute is not None:
            self._mute.sound(on=on)

    def darken(self) -> None:
        """All lamps off, as soon as the seats can; whatever else there is goes on."""
        self.seats.show(())

    def closing(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """The steps of `close`, in order and by name, for whoever wants to know which of them hangs."""
        mute = () if self._mute is None else (("mute", self._mute.close),)
        ports = (("seats", self.seats.close), ("keys", self.keys.close), ("display", self.display.close))
        return (*mute, *ports, *self._last)

    def close(self) -> None:
        """Amplifier and lamps off, seats, keys, a blank display, and the buses last. Harmless when called again."""
        for name, step in self.closing():
            try:
                step()
            except Exception as error:  # noqa: BLE001 - the others are to be closed all the same
                log.error("closing %s failed: %s", name, type(error).__name__)  # noqa: TRY400 - no traceback in the log


class NoKeys:
    """A `KeyPort` where none are wired, or whose bus is not there."""

    def __init__(self, why: Words = NO_KEYS) -> None:
        """`why` there are none."""
        self._why = why

    def start(self) -> None:
        """There is nothing to start."""
        raise NoHardware(self._why)

    def close(self) -> None:
        """There is nothing to close."""


class NoDisplay:
    """A `DisplayPort` where there is none, or whose bus is not there; that is reported once."""

    oled = Oled()
    """What is shown where nobody looks."""
    asleep = False

    def __init__(self, put: Callable[[object], None], clock: Clock, why: Words | None = None) -> None:
        """`why` there is none though one is wired."""
        self._put = put
        self._clock = clock
        self._why = why

    def start(self) -> None:
        """Say so."""
        if self._why is not None:
            self._put(Health(Device.OLED, Condition.ABSENT, self._clock.now_ns(), detail=self._why))

    def show(self, image: Image.Image) -> None:
        """Nobody sees it."""

    def touch(self) -> None:
        """Nothing lights up."""

    def keep_lit(self, *, on: bool) -> None:
        """Nothing is lit."""

    def use(self, oled: Oled) -> None:
        """There is none."""

    def close(self) -> None:
        """There is nothing to close."""


def open_body(
    wiring: Wiring,
    put: Callable[[object], None],
    clock: Clock,
    *,
    wire_of: Callable[[int], Wire] = open_wire,
    factory: Any = None,
) -> Body:
    """The body of a table wired as `wiring` says; nothing has begun. Edges, keys and health go to `put`.

    `wire_of`: opens the bus with a number. `factory`: another pin factory of gpiozero than the one for this machine.

    Raises:
        NoHardware: what carries the seats cannot be opened.
    """
    return _Joiner(wiring, put, clock, wire_of, factory).body()


def leave_behind(
    wiring: Wiring, image: Image.Image, clock: Clock, *, wire_of: Callable[[int], Wire] = open_wire
) -> None:
    """Put `image` on the display of a table that does not start, if it has one. It stays there. Never raises."""
    oled = wiring.oled
    if oled is None:
        return
    try:
        wire = wire_of(oled.bus)
    except NoHardware:
        return
    from hardware.painter import Painter, Wish

    try:
        now_ns = clock.now_ns()
        Painter(Bus(wire), lambda _: None).step(Wish(oled, image.tobytes(), now_ns), now_ns)
    finally:
        wire.close()


class _Joiner:
    """Opens what a wiring names: each bus once, and the pins of the Pi once."""

    def __init__(
        self,
        wiring: Wiring,
        put: Callable[[object], None],
        clock: Clock,
        wire_of: Callable[[int], Wire],
        factory: Any,
    ) -> None:
        self._wiring = wiring
        self._put = put
        self._clock = clock
        self._wire_of = wire_of
        self._factory = factory
        self._no_pins: NoHardware | None = None
        self._buses: dict[int, Bus] = {}
        self._last: list[tuple[str, Callable[[], object]]] = []

    def body(self) -> Body:
        """Everything, or nothing that is left open."""
        try:
            seats, mute, keys, display = self._seats(), self._mute(), self._keys(), self._display()
        except NoHardware:
            for _, free in self._last:
                free()
            raise
        return Body(seats, keys, display, put=self._put, clock=self._clock, mute=mute, last=tuple(self._last))

    def _bus(self, number: int) -> Bus:
        if number not in self._buses:
            wire = self._wire_of(number)
            self._last.append((f"bus {number}", wire.close))
            self._buses[number] = Bus(wire)
        return self._buses[number]

    def _pins(self) -> Any:
        """The factory for the pins of the Pi. NoHardware: they cannot be had, which is found out once."""
        if self._no_pins is not None:
            raise self._no_pins
        if self._factory is None:
            from hardware.pins.factory import open_factory

            try:
                self._factory = open_factory(self._wiring.library)
            except NoHardware as error:
                self._no_pins = error
                raise
            self._last.append(("pins", self._factory.close))
        return self._factory

    def _seats(self) -> SeatPort:
        if self._wiring.profile is not Profile.EXPANDER or self._wiring.expander is None:
            from hardware.pins.direct import DirectSeats

            return DirectSeats(self._wiring, self._put, self._clock, factory=self._pins())
        from hardware.seatbus import ExpanderSeats

        bus = self._bus(self._wiring.expander.bus)
        try:
            pins = self._pins()
        except NoHardware as error:
            # Without INT and RESET the expanders are read all the time: slower, and still a table.
            self._put(Health(Device.PINS, Condition.DEGRADED, self._clock.now_ns(), detail=error.words))
            pins = None
        return ExpanderSeats(self._wiring, bus, self._put, self._clock, factory=pins)

    def _keys(self) -> KeyPort:
        try:
            if self._wiring.key_pad is not None:
                from hardware.keypad import KeyPadKeys

                return KeyPadKeys(self._wiring.key_pad, self._bus(self._wiring.key_pad.bus), self._put, self._clock)
            if self._wiring.keys is not None:
                from hardware.pins.keys import PinKeys

                return PinKeys(self._wiring.keys, self._put, self._clock, factory=self._pins())
        except NoHardware as error:
            return NoKeys(error.words)
        return NoKeys()

    def _display(self) -> DisplayPort:
        oled = self._wiring.oled
        if oled is None:
            return NoDisplay(self._put, self._clock)
        try:
            bus = self._bus(oled.bus)
        except NoHardware as error:
            return NoDisplay(self._put, self._clock, error.words)
        from hardware.panel import Panel

        return Panel(oled, bus, self._put, self._clock)

    def _mute(self) -> MutePort | None:
        if self._wiring.mute is None:
            return None
        try:
            pins = self._pins()
        except NoHardware:
            # Already told: where there are no pins there is more amiss than this one.
            return None
        from hardware.pins.mute import MutePin

        return MutePin(self._wiring.mute, pins)

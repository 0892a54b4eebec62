"""What hangs on the ports of a table in the guest: buttons, lamps and keys on the kernel's pins and on /dev/i2c-1."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from hardware.fake_i2c import FakeIntLine, FakeMcp23017, FakeWire
from hardware.i2c import Bus, open_wire
from hardware.pins.direct import DirectSeats
from hardware.pins.factory import open_factory
from hardware.pins.keys import PinKeys
from hardware.ports import Key
from hardware.seatbus import ExpanderSeats
from hardware.wiring import load_wiring
from tests.device.hands import TICK_S, until
from tests.device.inbox import Inbox
from tests.device.served import Served
from tests.hardware.contract import MachineClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.device.hands import Pins

DIRECT: Final = load_wiring("D12")
NINE: Final = load_wiring("D9")
EXPANDER: Final = load_wiring("expander")
SEATS_OF_CHIP: Final = 6
FIRST_LAMP: Final = 8
"""The line of an expander on which its first lamp is."""


class Buttons:
    """Seats whose lamps are looked at: what both kinds of tables have in common."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.clock = MachineClock()

    def lit(self) -> frozenset[int]:
        """The seats whose lamps give light."""
        raise NotImplementedError

    def wait_lit(self, happened: Callable[[frozenset[int]], bool]) -> None:
        """Wait until `happened` of the lit seats."""
        until(lambda: happened(self.lit()), "the lamps")


class DirectRig(Buttons):
    """Twelve seats on the pins of the Pi. Implements `contract.SeatRig`."""

    def __init__(self, pins: Pins) -> None:
        """A table that is not started."""
        super().__init__()
        self.pins = pins
        self.seats = DIRECT.numbers
        self.button = {seat.seat: seat.button for seat in DIRECT.seats}
        self.lamp = {seat.seat: seat.lamp for seat in DIRECT.seats}
        # Buttons are open and the wires pulled up before a program comes: what it then asks for changes nothing.
        pins.let_go(*self.button.values())
        self.port = self.another()

    def another(self) -> DirectSeats:
        """A port as the program makes it: with a factory of its own."""
        return DirectSeats(DIRECT, self.inbox.put, self.clock)

    def press(self, *seats: int) -> None:
        """Close the contacts of `seats`."""
        self.pins.press(*(self.button[seat] for seat in seats))
        threading.Event().wait(TICK_S)

    def let_go(self, *seats: int) -> None:
        """Open them."""
        self.pins.let_go(*(self.button[seat] for seat in seats))
        threading.Event().wait(TICK_S)

    def deafen(self, seat: int, *, deaf: bool) -> None:
        """Not here: this kernel never loses an edge."""
        raise NotImplementedError

    def lit(self) -> frozenset[int]:
        """The seats whose pins are high."""
        return frozenset(seat for seat, pin in self.lamp.items() if self.pins.high(pin))

    def close(self) -> None:
        """End of the table."""
        self.port.close()


class Pinboard:
    """The buttons and lamps of nine seats on the pins of the Pi, seen from outside, and a bus with a display."""

    def __init__(self, pins: Pins) -> None:
        """Nobody has asked for a pin. Something leaks into the lamps' wires: a pin that nobody drives lights one."""
        self.wire = FakeWire()
        self.wire.sleep = threading.Event().wait
        self._pins = pins
        self._seats = {seat.seat: seat for seat in NINE.seats}
        assert NINE.keys is not None
        pins.let_go(*(seat.button for seat in NINE.seats), *(getattr(NINE.keys, key.value) for key in Key))
        pins.let_go(*(seat.lamp for seat in NINE.seats))

    def press(self, *seats: int) -> None:
        """Close the contacts of `seats`."""
        self._pins.press(*(self._seats[seat].button for seat in seats))
        threading.Event().wait(TICK_S)

    def let_go(self, *seats: int) -> None:
        """Open them."""
        self._pins.let_go(*(self._seats[seat].button for seat in seats))
        threading.Event().wait(TICK_S)

    def lit(self) -> frozenset[int]:
        """The seats whose lamps give light."""
        return frozenset(seat for seat, wired in self._seats.items() if self._pins.high(wired.lamp))


class KeysRig:
    """The four keys of an expander table on pins. Implements `contract.KeyRig`."""

    def __init__(self, pins: Pins) -> None:
        """Keys of which nothing is reported yet."""
        assert EXPANDER.keys is not None
        self.inbox = Inbox()
        self.port = PinKeys(EXPANDER.keys, self.inbox.put, MachineClock())
        self._pins = pins
        keys = EXPANDER.keys
        self._pin = {Key.UP: keys.up, Key.DOWN: keys.down, Key.OK: keys.ok, Key.BACK: keys.back}
        pins.let_go(*self._pin.values())

    def press(self, key: Key) -> None:
        """Close the contact of `key`."""
        self._pins.press(self._pin[key])
        threading.Event().wait(TICK_S)

    def let_go(self, key: Key) -> None:
        """Open it."""
        self._pins.let_go(self._pin[key])
        threading.Event().wait(TICK_S)


class Board:
    """The boards of an expander table of twelve seats, seen from outside: real chips' registers on /dev/i2c-1.

    A transfer takes as long as at 400 kHz. The INT of both chips pulls a pin of the Pi down.
    """

    def __init__(self, pins: Pins) -> None:
        """Both boards are plugged in, and nobody has spoken to them."""
        assert EXPANDER.expander is not None
        self.addresses = tuple(chip.address for chip in EXPANDER.expander.chips)
        self.wire = FakeWire()
        self.wire.sleep = threading.Event().wait
        self.chips = {address: FakeMcp23017() for address in self.addresses}
        self.deaf: set[int] = set()
        """The addresses of chips whose INT wire is broken."""
        self._pins = pins
        self._interrupt = EXPANDER.expander.interrupt
        self._pull(low=False)
        line = FakeIntLine(lambda low: self._pull(low=low))
        for address, chip in self.chips.items():
            self.wire.plug(address, chip)
            line.join(chip)

    def press(self, *seats: int) -> None:
        """Close the contacts of `seats`."""
        for seat in seats:
            self.chip(seat).press((seat - 1) % SEATS_OF_CHIP)

    def let_go(self, *seats: int) -> None:
        """Open them."""
        for seat in seats:
            self.chip(seat).let_go((seat - 1) % SEATS_OF_CHIP)

    def lit(self) -> frozenset[int]:
        """The seats whose lamps give light."""
        return frozenset(
            seat for seat in EXPANDER.numbers if self.chip(seat).gives(FIRST_LAMP + (seat - 1) % SEATS_OF_CHIP)
        )

    def address(self, seat: int) -> int:
        """Where the chip of `seat` is on the bus."""
        return self.addresses[(seat - 1) // SEATS_OF_CHIP]

    def chip(self, seat: int) -> FakeMcp23017:
        """The chip of `seat`."""
        return self.chips[self.address(seat)]

    def _pull(self, *, low: bool) -> None:
        assert self._interrupt is not None
        if not self.deaf:
            self._pins.pull(self._interrupt, high=not low)


class ExpanderRig(Buttons):
    """Twelve seats on two expanders. Implements `contract.SeatRig`."""

    def __init__(self, pins: Pins) -> None:
        """A table that is not started; its bus is there."""
        super().__init__()
        self.board = Board(pins)
        self.seats = EXPANDER.numbers
        self._open = ExitStack()
        self._open.enter_context(Served(self.board.wire))
        wire = open_wire(1)
        self._open.callback(wire.close)
        factory: Any = open_factory()
        self._open.callback(factory.close)
        self.port = ExpanderSeats(EXPANDER, Bus(wire), self.inbox.put, self.clock, factory=factory)
        self._open.callback(self.port.close)

    def press(self, *seats: int) -> None:
        """Close the contacts of `seats`."""
        self.board.press(*seats)
        threading.Event().wait(TICK_S)

    def let_go(self, *seats: int) -> None:
        """Open them."""
        self.board.let_go(*seats)
        threading.Event().wait(TICK_S)

    def deafen(self, seat: int, *, deaf: bool) -> None:
        """The INT wire of the chip of `seat` breaks, or is mended."""
        (self.board.deaf.add if deaf else self.board.deaf.discard)(self.board.address(seat))

    def lit(self) -> frozenset[int]:
        """The seats whose lamps give light."""
        return self.board.lit()

    def close(self) -> None:
        """End of the table, then of its bus."""
        self._open.close()

"""One I2C bus, shared: seats first, then everything else. smbus2 is known only here.

A seat's read or write waits for at most one piece of somebody else's (32 bytes of a picture), never for a whole
picture: whoever sends much sends it in pieces and lets go of the bus between them.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator


class Wire(Protocol):
    """The bare bus. Everything raises OSError as the kernel does (121 no answer, 110 timeout, 5 input/output error)."""

    def write(self, address: int, data: bytes) -> None:
        """One write transaction of up to 33 bytes: register or control byte first."""

    def read(self, address: int, register: int, count: int) -> bytes:
        """Write `register`, then read `count` bytes, in one transaction."""

    def receive(self, address: int, count: int) -> bytes:
        """Read `count` bytes without naming a register (PCF8574)."""

    def close(self) -> None:
        """Free the bus."""


class Traffic(msgspec.Struct, frozen=True):
    """How many transactions there were, and how many of them failed."""

    transfers: int
    errors: int


class Bus:
    """A wire and whose turn it is. From any thread."""

    def __init__(self, wire: Wire) -> None:
        """Nobody uses it yet."""
        self.wire = wire
        self._free = threading.Condition()
        self._busy = False
        self._seats_waiting = 0
        self._transfers = 0
        self._errors = 0

    @contextmanager
    def turn(self, *, seats: bool = False) -> Iterator[Wire]:
        """The bus for a few transactions. Those of the seats (`seats`) go before all others that wait."""
        with self._free:
            self._seats_waiting += seats
            self._free.wait_for(lambda: not self._busy and (seats or not self._seats_waiting))
            self._seats_waiting -= seats
            self._busy = True
        try:
            yield self.wire
        except OSError:
            self._errors += 1
            raise
        finally:
            self._transfers += 1
            with self._free:
                self._busy = False
                self._free.notify_all()

    @property
    def traffic(self) -> Traffic:
        """The counters."""
        return Traffic(self._transfers, self._errors)


class _SystemWire:
    """The bus `/dev/i2c-N` by smbus2."""

    def __init__(self, number: int) -> None:
        import smbus2

        self._smbus2 = smbus2
        self._bus = smbus2.SMBus(number)

    def write(self, address: int, data: bytes) -> None:
        """One write transaction."""
        self._bus.i2c_rdwr(self._smbus2.i2c_msg.write(address, data))

    def read(self, address: int, register: int, count: int) -> bytes:
        """Write the register, then read."""
        asked = self._smbus2.i2c_msg.write(address, bytes((register,)))
        got = self._smbus2.i2c_msg.read(address, count)
        self._bus.i2c_rdwr(asked, got)
        return bytes(got)

    def receive(self, address: int, count: int) -> bytes:
        """Read without a register."""
        got = self._smbus2.i2c_msg.read(address, count)
        self._bus.i2c_rdwr(got)
        return bytes(got)

    def close(self) -> None:
        """Free the bus."""
        self._bus.close()


def open_wire(number: int) -> Wire:
    """The bus `/dev/i2c-<number>`. OSError: there is none, or its rights are missing."""
    return _SystemWire(number)

"""One I2C bus, shared: seats first, then everything else. smbus2 is known only here.

A seat's read or write waits for at most one piece of somebody else's (32 bytes of a picture), never for a whole
picture: whoever sends much sends it in pieces and lets go of the bus between them. And a storm of seats keeps nobody
else away for ever: after `MAX_PASSED` turns of the seats whoever else waits has one.
"""

from __future__ import annotations

import errno
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

HANGS: Final = frozenset({errno.ETIMEDOUT, errno.ENODEV, errno.EBADF, errno.ESHUTDOWN})
"""Errors of the bus itself, not of a chip."""

MAX_PASSED: Final = 16
"""So many turns of the seats go before one of somebody else who waits: about 10 ms at 400 kHz."""


class Wire(Protocol):
    """The bare bus. Everything raises OSError as the kernel does (121 no answer, 110 timeout, 5 input/output error)."""

    def write(self, address: int, data: bytes) -> None:
        """One write transaction of up to 33 bytes: register or control byte first."""

    def read(self, address: int, register: int, count: int) -> bytes:
        """Write `register`, then read `count` bytes, in one transaction."""

    def receive(self, address: int, count: int) -> bytes:
        """Read `count` bytes without naming a register (PCF8574)."""

    def reopen(self) -> None:
        """Close the bus and open it again: the kernel sets the controller up anew. OSError: it is gone."""

    def close(self) -> None:
        """Free the bus."""


class Traffic(msgspec.Struct, frozen=True):
    """How many transactions there were, how many of them failed, and the errno of the last that did (0: none did)."""

    transfers: int
    errors: int
    last_errno: int = 0


class _Counted:
    """A wire that counts. Only whoever has the turn uses it, so nothing is counted twice at once."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.transfers = 0
        self.errors = 0
        self.hangs = 0
        self.last_errno = 0

    def write(self, address: int, data: bytes) -> None:
        self.transfers += 1
        try:
            self.wire.write(address, data)
        except OSError as error:
            self._failed(error)
            raise

    def read(self, address: int, register: int, count: int) -> bytes:
        self.transfers += 1
        try:
            return self.wire.read(address, register, count)
        except OSError as error:
            self._failed(error)
            raise

    def receive(self, address: int, count: int) -> bytes:
        self.transfers += 1
        try:
            return self.wire.receive(address, count)
        except OSError as error:
            self._failed(error)
            raise

    def _failed(self, error: OSError) -> None:
        self.errors += 1
        self.hangs += error.errno in HANGS
        self.last_errno = error.errno or errno.EIO

    def reopen(self) -> None:
        self.wire.reopen()

    def close(self) -> None:
        self.wire.close()


class Bus:
    """A wire and whose turn it is. From any thread."""

    def __init__(self, wire: Wire) -> None:
        """Nobody uses it yet."""
        self.wire = wire
        self._counted = _Counted(wire)
        self._free = threading.Condition()
        self._busy = False
        self._seats_waiting = 0
        self._others_waiting = 0
        self._passed = 0

    @contextmanager
    def turn(self, *, seats: bool = False) -> Iterator[Wire]:
        """The bus for a few transactions. Those of the seats (`seats`) go before all others that wait."""
        with self._free:
            if seats:
                self._begin_seats()
            else:
                self._begin_other()
            self._busy = True
        try:
            yield self._counted
        finally:
            with self._free:
                self._busy = False
                self._free.notify_all()

    def _begin_seats(self) -> None:
        self._seats_waiting += 1
        self._free.wait_for(lambda: not self._busy and not (self._others_waiting and self._passed >= MAX_PASSED))
        self._seats_waiting -= 1
        self._passed = self._passed + 1 if self._others_waiting else 0

    def _begin_other(self) -> None:
        self._others_waiting += 1
        self._free.wait_for(lambda: not self._busy and (not self._seats_waiting or self._passed >= MAX_PASSED))
        self._others_waiting -= 1
        self._passed = 0

    def reopen(self) -> None:
        """Close the bus and open it again, as one does when it hangs. OSError: that did not work."""
        with self.turn(seats=True) as wire:
            wire.reopen()

    @property
    def waiting(self) -> int:
        """How many threads wait for a turn."""
        return self._seats_waiting + self._others_waiting

    @property
    def hangs(self) -> int:
        """How often the bus itself has failed, whoever had the turn: mostly it was blocked for a second."""
        return self._counted.hangs

    @property
    def traffic(self) -> Traffic:
        """The counters."""
        return Traffic(self._counted.transfers, self._counted.errors, self._counted.last_errno)


class _SystemWire:
    """The bus `/dev/i2c-N` by smbus2."""

    def __init__(self, number: int) -> None:
        import smbus2

        self._smbus2 = smbus2
        self._number = number
        self._bus: Any = smbus2.SMBus(number)

    def write(self, address: int, data: bytes) -> None:
        """One write transaction."""
        self._transfer(self._smbus2.i2c_msg.write(address, data))

    def read(self, address: int, register: int, count: int) -> bytes:
        """Write the register, then read."""
        asked = self._smbus2.i2c_msg.write(address, bytes((register,)))
        got = self._smbus2.i2c_msg.read(address, count)
        self._transfer(asked, got)
        return bytes(got)

    def receive(self, address: int, count: int) -> bytes:
        """Read without a register."""
        got = self._smbus2.i2c_msg.read(address, count)
        self._transfer(got)
        return bytes(got)

    def reopen(self) -> None:
        """Close it and open it again."""
        self.close()
        self._bus = self._smbus2.SMBus(self._number)

    def close(self) -> None:
        """Free the bus."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    def _transfer(self, *messages: object) -> None:
        if self._bus is None:
            raise OSError(errno.ENODEV, "the bus is not open")
        self._bus.i2c_rdwr(*messages)


def open_wire(number: int) -> Wire:
    """The bus `/dev/i2c-<number>`.

    Raises:
        NoHardware: there is none, or its rights are missing; the words say what to do.
    """
    try:
        return _SystemWire(number)
    except OSError as error:
        raise NoHardware(_why_not(number, error)) from error


def _why_not(number: int, error: OSError) -> Words:
    """What a person can do about a bus that cannot be opened."""
    device = f"/dev/i2c-{number}"
    match error:
        case FileNotFoundError():
            return Words(
                f"没有 I2C 总线 {device}：运行 sudo raspi-config，在 Interface Options 里打开 I2C，然后重启",
                f"no I2C bus {device}: run sudo raspi-config, turn I2C on under Interface Options, and reboot",
            )
        case PermissionError():
            return Words(
                f"没有权限使用 {device}：把运行法官的用户加进 i2c 组（sudo usermod -aG i2c $USER），然后重新登录",
                f"no right to use {device}: put the judge's user into the group i2c (sudo usermod -aG i2c $USER), "
                "then log in again",
            )
        case _:
            return Words(
                f"打不开 {device}（错误 {error.errno}）：检查接线，再试一次",
                f"{device} cannot be opened (error {error.errno}): look at the wires and try again",
            )

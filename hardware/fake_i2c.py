"""An I2C bus without wires: chips are plugged in, and it fails as a real one does. Shipped for tests and the doctor.

A chip is anything with `FakeChip`'s three methods. The wire checks what a kernel cannot: that nobody begins a
transaction while another is on its way. Times are those of the bits on the wire, slept only where a test asks for it.
"""

from __future__ import annotations

import errno
import os
import threading
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from hardware.fake_chips import FakeIntLine, FakeMcp23008, FakeMcp23017, FakePcf8574, PoweredChip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ("FakeChip", "FakeIntLine", "FakeMcp23008", "FakeMcp23017", "FakePcf8574", "FakeWire", "Transfer")

MAX_LOG: Final = 50_000
"""Transactions that are remembered; the oldest are forgotten first."""

TIMEOUT_S: Final = 1.0
"""How long a bus that hangs blocks each transaction."""


class FakeChip(Protocol):
    """What a chip does on the wire. It may raise OSError itself; it is called by one thread at a time."""

    def write(self, data: bytes) -> None:
        """One write transaction: register or control byte first."""

    def read(self, register: int, count: int) -> bytes:
        """`count` bytes from `register` on."""

    def receive(self, count: int) -> bytes:
        """`count` bytes without a register being named."""


class Transfer(msgspec.Struct, frozen=True):
    """A transaction: bytes sent to `address`, how many were asked back, and how long it took in bits."""

    address: int
    sent: bytes
    asked: int
    bits: int
    error: int = 0
    """The errno it ended with; 0: none."""


class _Fault:
    """An error that is to come `left` times (None: until it is healed), at one address or at all."""

    def __init__(self, number: int, left: int | None, address: int | None) -> None:
        self.number = number
        self.left = left
        self.address = address

    def strikes(self, address: int) -> bool:
        """Whether it hits this transaction; counts it."""
        if self.address not in (None, address) or self.left == 0:
            return False
        if self.left is not None:
            self.left -= 1
        return True


class FakeWire:
    """The bus. Implements `hardware.i2c.Wire`; chips may be plugged, pulled and broken from any thread."""

    def __init__(self, hz: int = 400_000) -> None:
        """Nothing is plugged in; it runs at `hz`."""
        self.hz = hz
        self.sleep: Callable[[float], object] | None = None
        """Called with the seconds that each transaction lasts; None: they take no time."""
        self.log: deque[Transfer] = deque(maxlen=MAX_LOG)
        """Every transaction, also those that failed."""
        self.chips: dict[int, FakeChip] = {}
        self.closed = False
        self.reopened = 0
        self.resets = 0
        self._faults: list[_Fault] = []
        self._hangs = False
        self._open = True
        self._there = True
        self._cure = ""
        self._at_work = threading.Lock()

    @property
    def hangs(self) -> bool:
        """Whether all transactions time out."""
        return self._hangs

    def plug(self, address: int, chip: FakeChip) -> None:
        """Put `chip` on the bus at `address`, freshly powered."""
        assert 0x03 <= address <= 0x77, f"no 7-bit address of a chip: {address:#x}"
        if isinstance(chip, PoweredChip):
            chip.power(on=True)
        self.chips[address] = chip

    def unplug(self, address: int) -> FakeChip:
        """Pull the chip at `address` out: it loses power and answers no more."""
        chip = self.chips.pop(address)
        if isinstance(chip, PoweredChip):
            chip.power(on=False)
        return chip

    def fail(self, number: int, times: int | None = 1, address: int | None = None) -> None:
        """The next `times` transactions (None: all until `heal`) end in errno `number`, at `address` or anywhere."""
        self._faults.append(_Fault(number, times, address))

    def lock_up(self, cure: str = "") -> None:
        """A chip holds SDA: all transactions time out until `heal`, or until its `cure`, "reset" or "reopen"."""
        self._hangs = True
        self._cure = cure

    def vanish(self) -> None:
        """The device of the bus is gone until `heal`; who has tried to open it meanwhile has to do so again."""
        self._there = False

    def heal(self) -> None:
        """Everything works again."""
        self._faults.clear()
        self._hangs = False
        self._there = True

    def reset(self) -> None:
        """The common RESET line of all chips was pulled."""
        self.resets += 1
        if self._cure == "reset":
            self._hangs = False
        for chip in tuple(self.chips.values()):
            if isinstance(chip, PoweredChip):
                chip.reset()

    def reopen(self) -> None:
        """The bus was closed and opened again."""
        self.reopened += 1
        self._open = self._there
        if not self._open:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        if self._cure == "reopen":
            self._hangs = False

    def write(self, address: int, data: bytes) -> None:
        """One write transaction: start, address, data, stop."""
        with self._transfer(address, data, 0, 2 + 9 * (1 + len(data))) as chip:
            chip.write(data)

    def read(self, address: int, register: int, count: int) -> bytes:
        """Address and register, a second start, then the address again and what the chip sends."""
        with self._transfer(address, bytes((register,)), count, 3 + 9 * (3 + count)) as chip:
            return chip.read(register, count)

    def receive(self, address: int, count: int) -> bytes:
        """Address, then what the chip sends."""
        with self._transfer(address, b"", count, 2 + 9 * (1 + count)) as chip:
            return chip.receive(count)

    def close(self) -> None:
        """Free the bus."""
        self.closed = True

    @contextmanager
    def _transfer(self, address: int, sent: bytes, asked: int, bits: int) -> Iterator[FakeChip]:
        assert self._at_work.acquire(blocking=False), "two transactions at once: somebody did not wait for its turn"
        try:
            number = self._error(address)
            self.log.append(Transfer(address, sent, asked, bits, number))
            self._last(TIMEOUT_S if number == errno.ETIMEDOUT else bits / self.hz)
            if number:
                raise OSError(number, os.strerror(number))
            yield self.chips[address]
        finally:
            self._at_work.release()

    def _error(self, address: int) -> int:
        if self.closed:
            return errno.EBADF
        if not self._open:
            return errno.ENODEV
        if self._hangs:
            return errno.ETIMEDOUT
        for fault in tuple(self._faults):
            if fault.strikes(address):
                return fault.number
        return 0 if address in self.chips else errno.EREMOTEIO

    def _last(self, seconds: float) -> None:
        if self.sleep is not None:
            self.sleep(seconds)

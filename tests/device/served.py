"""A fake I2C bus as /dev/i2c-N of the guest's kernel: whoever opens it, in this process or another, reaches its chips.

A character device in user space (CUSE): the kernel hands each call on a /dev/i2c-N over /dev/cuse to this process, in
the messages of FUSE. Of the calls of i2c-dev those are understood that smbus2 makes. A call gives addresses in the
caller's memory, so it comes up to three times: each time the kernel is told what else to copy in and out.
"""

from __future__ import annotations

import errno
import os
import struct
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from tests.device.hands import PATIENCE_S, until

if TYPE_CHECKING:
    from types import TracebackType

    from hardware.fake_i2c import FakeWire

_CUSE: Final = "/dev/cuse"
_HEADER: Final = struct.Struct("=IIQQIIII")
_ANSWER: Final = struct.Struct("=IiQ")
_MOST: Final = 1 << 16
"""Bytes of one message's contents."""

OPEN, RELEASE, INTERRUPT, IOCTL, INIT = 14, 18, 36, 39, 4096
"""Operations of FUSE and CUSE."""

RETRIES, TIMEOUT, SLAVE, FUNCS, SLAVE_FORCE, RDWR, PEC, SMBUS = (
    0x0701, 0x0702, 0x0703, 0x0705, 0x0706, 0x0707, 0x0708, 0x0720,
)  # fmt: skip
"""Requests of i2c-dev."""

_CAN: Final = 0x0EFF0009
"""Plain transfers, and all of SMBus by means of them."""
_READ: Final = 1
_QUICK, _BYTE, _BYTE_DATA, _WORD_DATA, _BLOCK = 0, 1, 2, 3, 8
_BLOCK_ROOM: Final = 34
"""Length byte, 32 bytes, one to spare."""


class Area(NamedTuple):
    """A piece of the caller's memory."""

    at: int
    size: int


class _Wanted(Exception):
    """The call is to come again with these areas copied in and out."""

    def __init__(self, taken: list[Area], given: list[Area]) -> None:
        super().__init__()
        self.taken = taken
        self.given = given


class _Message(NamedTuple):
    """A part of a plain transfer: bytes to send (empty where it reads), or how many to read."""

    address: int
    reads: bool
    memory: Area


class _Call:
    """One ioctl as it arrived: its argument, what has been copied in, and whether there is room to copy out."""

    def __init__(self, body: bytes) -> None:
        self.file, _, self.request, self.argument, taken, self.room = struct.unpack_from("=QIIQII", body)
        self.data = body[32 : 32 + taken]


def _transfer(wire: FakeWire, call: _Call) -> tuple[int, bytes]:
    head = Area(call.argument, 16)
    if len(call.data) < head.size:
        raise _Wanted([head], [])
    table_at, count = struct.unpack_from("=QI", call.data)
    table = Area(table_at, 16 * count)
    if len(call.data) < head.size + table.size:
        raise _Wanted([head, table], [])
    messages = [_message(call.data, head.size + 16 * index) for index in range(count)]
    sent = [message.memory for message in messages if not message.reads]
    got = [message.memory for message in messages if message.reads]
    if len(call.data) < head.size + table.size + sum(area.size for area in sent) or call.room < sum(
        area.size for area in got
    ):
        raise _Wanted([head, table, *sent], got)
    return count, _on_the_wire(wire, messages, call.data[head.size + table.size :])


def _message(data: bytes, at: int) -> _Message:
    address, flags, size, memory = struct.unpack_from("=HHH2xQ", data, at)
    return _Message(address, bool(flags & _READ), Area(memory, size))


def _on_the_wire(wire: FakeWire, messages: list[_Message], data: bytes) -> bytes:
    """Do the transfers that chips of a table know: a write, a read, or a register and a read from it."""
    match messages:
        case [_Message(address, False, memory)]:
            wire.write(address, data[: memory.size])
            return b""
        case [_Message(address, True, memory)]:
            return wire.receive(address, memory.size)
        case [_Message(address, False, Area(size=1)), _Message(again, True, memory)] if address == again:
            return wire.read(address, data[0], memory.size)
        case _:
            raise OSError(errno.EOPNOTSUPP, "no chip of a table is spoken to like this")


def _smbus(wire: FakeWire, address: int, call: _Call) -> tuple[int, bytes]:
    head = Area(call.argument, 16)
    if len(call.data) < head.size:
        raise _Wanted([head], [])
    reads, command, kind, memory = struct.unpack_from("=BB2xIQ", call.data)
    block = Area(memory, _BLOCK_ROOM)
    if memory and (len(call.data) < head.size + block.size or (reads and call.room < block.size)):
        raise _Wanted([head, block], [block])
    data = bytearray(call.data[head.size :].ljust(_BLOCK_ROOM, b"\0"))
    match kind, bool(reads):
        case k, _ if k == _QUICK:
            if address not in wire.chips:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        case k, True if k == _BYTE:
            data[:1] = wire.receive(address, 1)
        case k, False if k == _BYTE:
            wire.write(address, bytes((command,)))
        case k, True if k in (_BYTE_DATA, _WORD_DATA):
            size = k - 1
            data[:size] = wire.read(address, command, size)
        case k, False if k in (_BYTE_DATA, _WORD_DATA):
            wire.write(address, bytes((command, *data[: k - 1])))
        case k, True if k == _BLOCK:
            data[1 : 1 + data[0]] = wire.read(address, command, data[0])
        case k, False if k == _BLOCK:
            wire.write(address, bytes((command, *data[1 : 1 + data[0]])))
        case _:
            raise OSError(errno.EOPNOTSUPP, "no chip of a table is spoken to like this")
    return 0, bytes(data) if memory else b""


class Served:
    """`wire` as /dev/i2c-`number`, from `with` to the end of it. Its chips are changed at `wire`, as everywhere."""

    def __init__(self, wire: FakeWire, number: int = 1) -> None:
        """Nothing is served yet."""
        self.wire = wire
        self.name = f"i2c-{number}"
        self.mistakes: list[BaseException] = []
        """What the chips could not stand: AssertionError of theirs, and errors of this file."""
        self._device = Path("/dev", self.name)
        self._slaves: dict[int, int] = {}
        self._opened = 0
        self._thread = threading.Thread(target=self._serve, name=self.name, daemon=True)

    def __enter__(self) -> Self:
        self._cuse = os.open(_CUSE, os.O_RDWR | os.O_CLOEXEC)
        self._thread.start()
        until(self._answers, f"{self._device}")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Open files of it would keep the kernel waiting for us; so they break off.
        Path("/sys/class/cuse", self.name, "abort").write_bytes(b"1")
        self._thread.join(PATIENCE_S)
        os.close(self._cuse)
        until(lambda: not self._device.exists(), f"the end of {self._device}")
        if error is None and self.mistakes:
            raise self.mistakes[0]

    def _answers(self) -> bool:
        try:
            os.close(os.open(self._device, os.O_RDWR))
        except OSError:
            return False
        return True

    def _serve(self) -> None:
        while True:
            try:
                message = os.read(self._cuse, 2 * _MOST)
            except OSError:
                return
            _, operation, number, *_ = _HEADER.unpack_from(message)
            if operation == INTERRUPT:
                continue
            try:
                body = self._answer(operation, message[_HEADER.size :])
                self._say(number, body)
            except OSError as error:
                self._say(number, b"", error.errno or errno.EIO)
            except Exception as error:  # noqa: BLE001 - told at the end of `with`; the caller must not hang
                self.mistakes.append(error)
                self._say(number, b"", errno.EIO)

    def _say(self, number: int, body: bytes, error: int = 0) -> None:
        try:
            os.write(self._cuse, _ANSWER.pack(_ANSWER.size + len(body), -error, number) + body)
        except OSError as gone:
            # ENOENT: whoever asked was interrupted and is gone; ENODEV: the device is.
            if gone.errno not in (errno.ENOENT, errno.ENODEV):
                raise

    def _answer(self, operation: int, body: bytes) -> bytes:
        match operation:
            case o if o == INIT:
                major, minor = struct.unpack_from("=II", body)
                any_address = 1
                return struct.pack("=II4xIII", major, minor, any_address, _MOST, _MOST) + bytes(48) + self._info()
            case o if o == OPEN:
                self._opened += 1
                return struct.pack("=QII", self._opened, 0, 0)
            case o if o == RELEASE:
                self._slaves.pop(struct.unpack_from("=Q", body)[0], None)
                return b""
            case o if o == IOCTL:
                return self._ioctl(_Call(body))
            case _:
                raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    def _info(self) -> bytes:
        return f"DEVNAME={self.name}\0".encode("ascii")

    def _ioctl(self, call: _Call) -> bytes:
        try:
            result, given = self._do(call)
        except _Wanted as wanted:
            areas = [struct.pack("=QQ", *area) for area in (*wanted.taken, *wanted.given)]
            again = 4
            return struct.pack("=iIII", 0, again, len(wanted.taken), len(wanted.given)) + b"".join(areas)
        return struct.pack("=iIII", result, 0, 0, 0) + given

    def _do(self, call: _Call) -> tuple[int, bytes]:
        match call.request:
            case r if r in (SLAVE, SLAVE_FORCE):
                self._slaves[call.file] = call.argument
                return 0, b""
            case r if r == FUNCS:
                if not call.room:
                    raise _Wanted([], [Area(call.argument, 8)])
                return 0, struct.pack("=Q", _CAN)
            case r if r == RDWR:
                return _transfer(self.wire, call)
            case r if r == SMBUS:
                return _smbus(self.wire, self._slaves.get(call.file, 0), call)
            case r if r in (RETRIES, TIMEOUT, PEC):
                return 0, b""
            case _:
                raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

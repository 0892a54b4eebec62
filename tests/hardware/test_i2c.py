"""Whose turn it is on the bus, what it counts, and what a person is told when it cannot be opened."""

from __future__ import annotations

import errno
import os
import threading
from typing import TYPE_CHECKING, Any

import pytest
import smbus2

from hardware.fake_i2c import FakeMcp23017, FakePcf8574, FakeWire
from hardware.i2c import MAX_PASSED, Bus, Traffic, open_wire
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S = 20.0


class Queue:
    """Threads that want the bus, one after the other, while somebody has it."""

    def __init__(self) -> None:
        self.bus = Bus(FakeWire())
        self.order: list[str] = []
        self._threads: list[threading.Thread] = []

    def wants(self, name: str, *, seats: bool, then: Callable[[], None] = lambda: None) -> None:
        """A thread waits for its turn; when this returns it does."""

        def take() -> None:
            with self.bus.turn(seats=seats):
                self.order.append(name)
                then()

        before = self.bus.waiting
        thread = threading.Thread(target=take)
        self._threads.append(thread)
        thread.start()
        pause = threading.Event()
        while self.bus.waiting == before:
            pause.wait(0.001)

    def all_done(self) -> list[str]:
        for thread in self._threads:
            thread.join(PATIENCE_S)
        return self.order


def test_seats_go_before_all_others_that_wait() -> None:
    queue = Queue()
    with queue.bus.turn():
        queue.wants("display", seats=False)
        queue.wants("keys", seats=False)
        queue.wants("seats", seats=True)

    assert "seats" == queue.all_done()[0]
    assert {"seats", "display", "keys"} == set(queue.order)


def test_a_storm_of_seats_keeps_the_display_away_for_a_while_and_not_for_ever() -> None:
    queue = Queue()
    turns = [0]

    def again() -> None:
        turns[0] += 1
        if turns[0] < 5 * MAX_PASSED:
            queue.wants("seats", seats=True, then=again)

    with queue.bus.turn():
        queue.wants("display", seats=False)
        queue.wants("seats", seats=True, then=again)
    order = queue.all_done()

    assert MAX_PASSED == order.index("display")
    assert 5 * MAX_PASSED == order.count("seats")


def test_a_turn_that_fails_lets_go_of_the_bus() -> None:
    bus = Bus(FakeWire())
    with pytest.raises(OSError, match="Remote I/O"), bus.turn() as wire:
        wire.write(0x20, b"\x00")
    with bus.turn(seats=True) as wire, pytest.raises(OSError, match="Remote I/O"):
        wire.receive(0x20, 1)

    assert Traffic(transfers=2, errors=2, last_errno=errno.EREMOTEIO) == bus.traffic


def test_traffic_counts_transactions_and_keeps_the_last_errno() -> None:
    wire = FakeWire()
    wire.plug(0x20, FakeMcp23017())
    bus = Bus(wire)
    assert Traffic(0, 0) == bus.traffic
    with bus.turn() as turn:
        turn.write(0x20, b"\x14\x00")
        assert b"\xff\xff" == turn.read(0x20, 0x00, 2)
        wire.fail(errno.EIO)
        with pytest.raises(OSError, match="Input/output") as raised:
            turn.read(0x20, 0x00, 2)
    assert errno.EIO == raised.value.errno
    assert Traffic(transfers=3, errors=1, last_errno=errno.EIO) == bus.traffic


def test_a_bus_is_opened_anew_in_its_own_turn() -> None:
    wire = FakeWire()
    wire.lock_up("reopen")
    bus = Bus(wire)
    with bus.turn() as turn, pytest.raises(OSError, match="timed out"):
        turn.write(0x20, b"\x00")
    bus.reopen()
    wire.plug(0x20, FakeMcp23017())
    with bus.turn() as turn:
        turn.write(0x20, b"\x14\x00")


def test_the_fake_wire_notices_who_does_not_wait_for_a_turn() -> None:
    wire = FakeWire()
    wire.plug(0x20, FakeMcp23017())
    wire.sleep = lambda _: wire.write(0x20, b"\x14\x00")
    with pytest.raises(AssertionError, match="at once"):
        wire.write(0x20, b"\x14\x00")


def test_transactions_last_as_long_as_their_bits() -> None:
    """48 bit times to read a register of 16 bits, 38 to write one."""
    wire = FakeWire(hz=100_000)
    wire.plug(0x20, FakeMcp23017())
    slept: list[float] = []
    wire.sleep = slept.append
    wire.read(0x20, 0x12, 2)
    wire.write(0x20, b"\x14\x00\x00")

    assert [0.00048, 0.00038] == slept


def test_a_chip_without_registers_is_read_as_it_is() -> None:
    chip = FakePcf8574()
    wire = FakeWire()
    wire.plug(0x27, chip)
    wire.write(0x27, b"\xff")
    chip.press(2)
    assert b"\xfb" == wire.receive(0x27, 1)
    chip.let_go(2)
    assert b"\xff" == wire.receive(0x27, 1)


@pytest.mark.parametrize(
    ("number", "zh", "en"),
    [
        (errno.ENOENT, "raspi-config", "turn I2C on"),
        (errno.EACCES, "i2c 组", "group i2c"),
        (errno.ENXIO, "错误 6", "error 6"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, number: int, zh: str, en: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "/dev/i2c-7")

    monkeypatch.setattr(smbus2.SMBus, "open", refuse)
    with pytest.raises(NoHardware) as raised:
        open_wire(7)

    assert zh in raised.value.words.zh
    assert en in raised.value.words.en
    assert all("/dev/i2c-7" in words for words in (raised.value.words.zh, raised.value.words.en))


class Kernel:
    """`SMBus` as the kernel behind it behaves: files that are opened and closed, and messages that are answered."""

    opened = 0

    def __init__(self, number: int) -> None:
        self.number = number
        self.messages: list[tuple[int, int, bytes]] = []
        Kernel.opened += 1

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self.messages.append((message.addr, message.flags, bytes(message)))
            if message.flags:
                for place in range(message.len):
                    message.buf[place] = bytes((0x5A + place,))

    def close(self) -> None:
        Kernel.opened -= 1


def test_the_real_wire_sends_what_smbus2_wants_and_is_never_half_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smbus2, "SMBus", Kernel)
    Kernel.opened = 0
    wire = open_wire(1)
    wire.write(0x20, b"\x14\x00\x01")
    assert b"\x5a\x5b" == wire.read(0x20, 0x12, 2)
    assert b"\x5a" == wire.receive(0x27, 1)
    wire.reopen()
    assert 1 == Kernel.opened
    wire.close()
    wire.close()
    assert 0 == Kernel.opened
    with pytest.raises(OSError, match="not open"):
        wire.write(0x20, b"\x00")
    wire.reopen()
    assert 1 == Kernel.opened

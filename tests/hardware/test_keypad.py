"""Staff keys on a chip of their own: the rules of their port, and what happens when the chip does not answer."""

from __future__ import annotations

import errno
import threading
from typing import TYPE_CHECKING

import pytest

from hardware.fake_i2c import FakeMcp23008, FakePcf8574, FakeWire
from hardware.i2c import Bus
from hardware.keypad import READ_NS, KeyPadKeys
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Condition, Device, Health, Key, KeyEdge
from hardware.wiring import KeyChip, KeyPad
from tests.hardware.contract import FakeClock, Inbox, KeyContract, MachineClock

if TYPE_CHECKING:
    from collections.abc import Iterator


class PadRig:
    """Four keys on a chip. Implements `contract.KeyRig`."""

    def __init__(self, kind: KeyChip) -> None:
        self.pad = KeyPad(chip=kind, up=4, down=0, ok=7, back=2)
        self.chip: FakePcf8574 | FakeMcp23008 = (
            FakePcf8574() if kind is KeyChip.PCF8574 else FakeMcp23008(pulled_up=False)
        )
        self.wire = FakeWire()
        self.wire.plug(self.pad.address, self.chip)
        self.inbox = Inbox()
        self.port = KeyPadKeys(self.pad, Bus(self.wire), self.inbox.put, MachineClock())

    def press(self, key: Key) -> None:
        self.chip.press(getattr(self.pad, key.value))

    def let_go(self, key: Key) -> None:
        self.chip.let_go(getattr(self.pad, key.value))


class TestKeyPad(KeyContract):
    @pytest.fixture(params=list(KeyChip))
    def rig(self, request: pytest.FixtureRequest) -> Iterator[PadRig]:
        threads = set(threading.enumerate())
        made = PadRig(request.param)
        yield made
        made.port.close()
        assert threads == set(threading.enumerate())


# A key pad that fails, read when a test says so.


class Looked:
    """A key pad on a clock that is set."""

    def __init__(self, kind: KeyChip) -> None:
        self.rig = PadRig(kind)
        self.clock = FakeClock()
        self.port = KeyPadKeys(self.rig.pad, Bus(self.rig.wire), self.rig.inbox.put, self.clock)
        self.heard = self.rig.inbox

    def look(self, after_ms: int = 20) -> int:
        """Time passes, and it is read; in how many ms to read it again."""
        self.clock.ns += after_ms * MS
        return (self.port.look(self.clock.ns) - self.clock.ns) // MS

    def lose(self) -> None:
        """It is read until nobody believes any more that it is there."""
        while self.look() == READ_NS // MS:
            pass

    def edges(self) -> list[tuple[Key, bool]]:
        """What was told of keys."""
        return [(edge.key, edge.down) for edge in self.heard.all(KeyEdge)]


@pytest.fixture(params=list(KeyChip))
def looked(request: pytest.FixtureRequest) -> Looked:
    return Looked(request.param)


def test_a_pad_that_does_not_answer_is_told_of_once_and_asked_less_and_less_often(looked: Looked) -> None:
    looked.rig.wire.unplug(looked.rig.pad.address)

    assert [20, 20, 1000, 2000, 5000, 10_000, 10_000] == [looked.look() for _ in range(7)]
    (health,) = looked.heard.all(Health)
    assert (Device.KEYS, Condition.ABSENT) == (health.device, health.condition)
    assert "0x27" in health.detail.zh
    assert "0x27" in health.detail.en


def test_a_pad_that_is_plugged_in_again_works_again(looked: Looked) -> None:
    looked.look()
    chip = looked.rig.wire.unplug(looked.rig.pad.address)
    looked.lose()
    looked.rig.wire.plug(looked.rig.pad.address, chip)
    assert READ_NS // MS == looked.look(1000)
    assert [Condition.ABSENT, Condition.OK] == [health.condition for health in looked.heard.all(Health)]

    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    assert [(Key.OK, True)] == [(edge.key, edge.down) for edge in looked.heard.all(KeyEdge)]


def test_a_key_that_is_down_when_the_pad_goes_is_let_go_at_once(looked: Looked) -> None:
    """What is shown only while OK is held must not stay on the display until the pad is asked for again."""
    looked.look()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    pulled_ns = looked.clock.ns
    looked.rig.wire.unplug(looked.rig.pad.address)
    looked.lose()

    assert [(Key.OK, True), (Key.OK, False)] == looked.edges()
    assert looked.heard.all(KeyEdge)[-1].lost, "no finger has let it go"
    assert looked.heard.all(KeyEdge)[-1].at_ns - pulled_ns <= 100 * MS


def test_a_key_that_is_still_down_when_the_pad_is_back_presses_nothing_anew(looked: Looked) -> None:
    looked.look()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    chip = looked.rig.wire.unplug(looked.rig.pad.address)
    looked.lose()
    looked.rig.wire.plug(looked.rig.pad.address, chip)
    for _ in range(5):
        looked.look()
    looked.rig.let_go(Key.OK)
    for _ in range(5):
        looked.look()

    assert [(Key.OK, True), (Key.OK, False)] == looked.edges()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    assert (Key.OK, True) == looked.edges()[-1]


def test_a_bus_that_hangs_holds_no_key_down(looked: Looked) -> None:
    """It takes a second until the kernel gives up."""
    looked.look()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    looked.rig.wire.fail(errno.ETIMEDOUT)
    looked.look(1000)

    assert [(Key.OK, True), (Key.OK, False)] == looked.edges()


def test_one_error_on_the_bus_is_no_second_without_keys(looked: Looked) -> None:
    looked.look()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    for _ in range(2):
        looked.rig.wire.fail(errno.EREMOTEIO)
        assert READ_NS // MS == looked.look()
    looked.rig.press(Key.UP)
    looked.look()
    looked.look()

    assert [(Key.OK, True), (Key.UP, True)] == looked.edges(), "a key that is held stays held"
    assert [] == looked.heard.all(Health)


def test_errors_that_come_again_and_again_are_told_of_and_are_over_after_a_minute(looked: Looked) -> None:
    for _ in range(3):
        looked.look()
        looked.rig.wire.fail(errno.EREMOTEIO)
        looked.look()
    looked.look()
    looked.look()
    (health,) = looked.heard.all(Health)
    assert (Device.KEYS, Condition.DEGRADED) == (health.device, health.condition)
    assert "0x27 常出错" in health.detail.zh
    assert "0x27 makes errors" in health.detail.en

    looked.look(60_000)
    assert [Condition.DEGRADED, Condition.OK] == [health.condition for health in looked.heard.all(Health)]


def test_one_error_on_the_bus_presses_no_key(looked: Looked) -> None:
    looked.look()
    looked.rig.wire.fail(errno.EREMOTEIO)
    looked.look()
    looked.look(1000)
    looked.look()

    assert [] == looked.heard.all(KeyEdge)


def test_a_brown_out_of_the_pad_presses_no_key() -> None:
    """It answers as ever, but its inputs float: they read as pressed until it is set up again."""
    looked = Looked(KeyChip.MCP23008)
    looked.look()
    assert isinstance(looked.rig.chip, FakeMcp23008)
    looked.rig.chip.reset()
    for _ in range(3):
        looked.look()

    assert looked.rig.chip.peek(FakeMcp23008.GPPU)
    assert [] == looked.edges()
    looked.rig.press(Key.UP)
    looked.look()
    looked.look()
    assert [(Key.UP, True)] == looked.edges()


def test_a_key_that_is_held_through_a_brown_out_is_not_let_go_by_a_finger() -> None:
    """With OK held in 代答 one of the keys that seem to be pressed would enter what the cursor is passing."""
    looked = Looked(KeyChip.MCP23008)
    looked.look()
    looked.rig.press(Key.OK)
    looked.look()
    looked.look()
    assert isinstance(looked.rig.chip, FakeMcp23008)
    looked.rig.chip.reset()
    for _ in range(5):
        looked.look()
    looked.rig.let_go(Key.OK)
    for _ in range(3):
        looked.look()

    assert [(Key.OK, True, False), (Key.OK, False, True)] == [
        (edge.key, edge.down, edge.lost) for edge in looked.heard.all(KeyEdge)
    ]


def test_unused_lines_of_an_mcp23008_do_not_float() -> None:
    looked = Looked(KeyChip.MCP23008)
    looked.look()
    assert isinstance(looked.rig.chip, FakeMcp23008)

    assert 0b10010101 == looked.rig.chip.peek(FakeMcp23008.IODIR) == looked.rig.chip.peek(FakeMcp23008.GPPU)

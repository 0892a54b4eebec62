"""Staff keys on the pins of the Pi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from gpiozero import LED

from hardware.pins.keys import PinKeys
from hardware.ports import Condition, Device, Health, Key, KeyEdge
from hardware.wiring import StaffKeys
from hardware.words import NoHardware
from tests.hardware.contract import Inbox, KeyContract, MachineClock
from tests.hardware.mock_pins import Pins, free, ground

if TYPE_CHECKING:
    from collections.abc import Iterator


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

    def test_a_key_whose_line_makes_noise_is_told_of_and_not_listened_to(self, rig: KeysRig) -> None:
        rig.port.start()
        for _ in range(300):
            rig.press(Key.DOWN)
            rig.let_go(Key.DOWN)
        (health,) = rig.inbox.wait(Health, 1)
        before = rig.pins.at(19).calls
        rig.inbox.clear()
        for _ in range(300):
            rig.press(Key.DOWN)
            rig.let_go(Key.DOWN)
        rig.press(Key.UP)
        rig.inbox.wait(KeyEdge, 1)

        assert (Key.UP, True) == [(edge.key, edge.down) for edge in rig.inbox.all(KeyEdge)][-1]
        assert (Device.KEYS, Condition.DEGRADED) == (health.device, health.condition)
        assert "按键 down：线在乱跳" in health.detail.zh
        assert "key down: its line makes noise" in health.detail.en
        assert before == rig.pins.at(19).calls

    def test_a_key_that_is_held_when_its_line_begins_to_make_noise_is_not_let_go_by_a_finger(
        self, rig: KeysRig
    ) -> None:
        rig.port.start()
        rig.press(Key.OK)
        rig.inbox.wait(KeyEdge, 1)
        for _ in range(300):
            rig.let_go(Key.OK)
            rig.press(Key.OK)
        assert [(True, False), (False, True)] == [(edge.down, edge.lost) for edge in rig.inbox.wait(KeyEdge, 2)]

    def test_a_key_that_is_down_when_its_line_is_quiet_again_presses_nothing(self, rig: KeysRig) -> None:
        rig.port.start()
        for _ in range(300):
            rig.press(Key.OK)
            rig.let_go(Key.OK)
        rig.press(Key.OK)
        rig.inbox.wait(Health, 1)
        rig.let_go(Key.OK)
        assert [Condition.DEGRADED, Condition.OK] == [health.condition for health in rig.inbox.wait(Health, 2)]
        rig.inbox.clear()
        assert rig.inbox.stays_at(KeyEdge, 0)
        rig.press(Key.OK)
        assert [(Key.OK, True)] == [(edge.key, edge.down) for edge in rig.inbox.wait(KeyEdge, 1)]

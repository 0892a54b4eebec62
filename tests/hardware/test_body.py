"""A table's parts as one body: what must be there, what may be missing, in which order everything begins and ends."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from firmware.fakes import FakeClock
from hardware.body import NoKeys, open_body
from hardware.fake_i2c import FakeWire
from hardware.ports import Condition, Device, Edge, Health, Lamp, Pattern
from hardware.wiring import Oled, load_wiring
from hardware.words import NoHardware, Words
from tests.kit.realtable import Bench


class Steps:
    """What was done at a bench, in order."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.came: list[object] = []

    def health(self) -> list[tuple[Device, Condition]]:
        return [(one.device, one.condition) for one in self.came if isinstance(one, Health)]

    def body(self, **changes: Any) -> Any:
        return open_body(
            self.bench.wiring,
            self.came.append,
            FakeClock(),
            wire_of=changes.get("wire_of", self.bench.wire_of),
            factory=self.bench.factory,
        )


def addresses(bench: Bench) -> list[int]:
    return [transfer.address for transfer in bench.wires[1].log]


def test_seats_come_first_and_the_display_last() -> None:
    bench = Bench()
    body = Steps(bench).body()
    assert () == body.start()
    asked = addresses(bench)
    assert 0x20 == asked[0]
    body.close()
    body.close()
    assert bench.dark
    assert bench.wires[1].closed


def test_one_bus_is_opened_once_for_seats_and_display() -> None:
    bench = Bench()
    opened: list[int] = []

    def wire_of(number: int) -> FakeWire:
        opened.append(number)
        return bench.wire_of(number)

    body = Steps(bench).body(wire_of=wire_of)
    body.start()
    body.close()
    assert [1] == opened


def test_all_lamps_are_dark_before_a_button_is_heard() -> None:
    bench = Bench()
    chip, line = bench.place(2)
    chip.write(bytes((0x15, 1 << line)))
    chip.write(bytes((0x01, 0x3F ^ 1 << line)))
    assert bench.lit(2)
    body = Steps(bench).body()
    body.start()
    assert bench.dark
    body.close()


def test_buttons_that_are_down_are_told_of() -> None:
    bench = Bench()
    bench.press(7)
    bench.press(2)
    steps = Steps(bench)
    body = steps.body()
    assert (2, 7) == body.start()
    body.close()
    assert not [one for one in steps.came if isinstance(one, Edge) and one.down]


def test_no_seats_is_no_table_and_nothing_is_left_open() -> None:
    bench = Bench()
    for address in tuple(bench.chips):
        bench.wires[1].unplug(address)
    before = threading.active_count()
    with pytest.raises(NoHardware, match="0x20"):
        Steps(bench).body().start()
    assert before == threading.active_count()
    assert bench.wires[1].closed


def test_a_bus_that_is_not_there_is_told_as_it_is() -> None:
    def wire_of(number: int) -> FakeWire:
        raise NoHardware(Words(f"没有 {number}", f"no bus {number}"))

    with pytest.raises(NoHardware, match="no bus 1"):
        Steps(Bench()).body(wire_of=wire_of)


def test_a_display_on_a_bus_that_is_not_there_stops_nobody() -> None:
    bench = Bench()

    def wire_of(number: int) -> FakeWire:
        if number == 3:
            raise NoHardware(Words("没有 3", "no bus 3"))
        return bench.wire_of(number)

    bench.wiring = msgspec.structs.replace(bench.wiring, oled=Oled(bus=3))
    steps = Steps(bench)
    body = steps.body(wire_of=wire_of)
    body.start()
    body.display.touch()
    body.display.keep_lit(on=True)
    body.close()
    assert (Device.OLED, Condition.ABSENT) in steps.health()


def test_staff_keys_that_cannot_be_had_are_a_report() -> None:
    bench = Bench()
    keys = bench.wiring.keys
    assert keys is not None
    for number in (keys.up, keys.down, keys.ok, keys.back):
        pin = bench.factory.pin(f"GPIO{number}")
        bench.factory.reserve_pins(pin, pin.info.name)
    steps = Steps(bench)
    body = steps.body()
    body.start()
    body.close()
    assert (Device.KEYS, Condition.ABSENT) in steps.health()


def test_a_table_without_staff_keys_says_so() -> None:
    with pytest.raises(NoHardware, match="no staff keys"):
        NoKeys().start()


def test_the_amplifier_is_off_until_it_is_switched_on_and_off_at_the_end() -> None:
    bench = Bench()
    body = Steps(bench).body()
    pin = bench.factory.pin(f"GPIO{bench.wiring.mute}")
    body.start()
    assert ("output", 0) == (pin.function, pin.state)
    body.sound(on=True)
    assert 1 == pin.state
    seen: list[int] = []
    closing = body.closing()
    assert "mute" == closing[0][0]
    closing[0][1]()
    seen.append(pin.state)
    body.close()
    body.sound(on=True)
    assert [0] == seen


def test_a_mute_pin_that_is_taken_leaves_the_amplifier_to_itself() -> None:
    bench = Bench()
    pin = bench.factory.pin(f"GPIO{bench.wiring.mute}")
    bench.factory.reserve_pins(pin, pin.info.name)
    steps = Steps(bench)
    body = steps.body()
    body.start()
    body.sound(on=True)
    body.close()
    assert (Device.PINS, Condition.DEGRADED) in steps.health()


def test_a_direct_table_opens_on_the_pins_of_the_pi() -> None:
    bench = Bench("D9")
    steps = Steps(bench)
    body = steps.body()
    body.start()
    first = bench.wiring.seats[0]
    lamp = bench.factory.pin(f"GPIO{first.lamp}")
    bench.factory.pin(f"GPIO{first.button}").drive_low()
    assert [first.seat] == [one.seat for one in steps.came if isinstance(one, Edge) and one.down]
    body.seats.show((Lamp(first.seat, Pattern.STEADY, 0),))
    body.close()
    assert ("input", 0) == (lamp.function, lamp.state) or 0 == lamp.state


def test_our_own_pins_are_freed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    class Ours(MockFactory):  # type: ignore[misc]
        def close(self) -> None:
            closed.append(True)
            super().close()

    monkeypatch.setattr("hardware.pins.factory.open_factory", lambda _library: Ours())
    bench = Bench("D9")
    body = open_body(bench.wiring, lambda _: None, FakeClock(), wire_of=bench.wire_of)
    body.start()
    body.close()
    assert [True] == closed


def test_expanders_do_without_the_pins_of_the_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """INT, RESET, staff keys and mute are gone; the seats are read all the time instead."""

    def refuse(_library: object) -> None:
        raise NoHardware(Words("没有针脚", "no pins"))

    monkeypatch.setattr("hardware.pins.factory.open_factory", refuse)
    bench = Bench()
    steps = Steps(bench)
    body = open_body(bench.wiring, steps.came.append, FakeClock(), wire_of=bench.wire_of)
    body.start()
    body.close()
    assert {(Device.PINS, Condition.DEGRADED), (Device.KEYS, Condition.ABSENT)} <= set(steps.health())
    with pytest.raises(NoHardware, match="no pins"):
        open_body(load_wiring("D9"), lambda _: None, FakeClock(), wire_of=bench.wire_of)

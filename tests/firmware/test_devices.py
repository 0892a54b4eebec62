"""What staff are told of the devices of a real table, from its wiring."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from firmware.devices import devices_of, drivers_of
from firmware.house import machine_of
from firmware.menu.page import SoundState
from hardware.ports import Device
from hardware.wiring import Driver, Oled, load_wiring


def test_every_expander_is_named_by_its_seats() -> None:
    wiring = load_wiring("expander")
    assert wiring.expander is not None
    chips = [one for one in devices_of(wiring) if one.device is Device.CHIP]
    assert [chip.address for chip in wiring.expander.chips] == [one.number for one in chips]
    assert "扩展1-6" in [one.name.zh[:5] for one in chips]
    assert {Device.CHIP, Device.KEYS, Device.OLED} == {one.device for one in devices_of(wiring)}


@pytest.mark.parametrize("profile", ["D9", "D10", "D12"])
def test_a_direct_table_has_its_pins(profile: str) -> None:
    assert [Device.PINS, Device.KEYS, Device.OLED] == [one.device for one in devices_of(load_wiring(profile))]


def test_the_driver_of_the_wiring_is_the_first_of_all_that_there_are() -> None:
    wiring = msgspec.structs.replace(load_wiring("expander"), oled=Oled(driver=Driver.SH1106))
    drivers = drivers_of(wiring)
    assert (Driver.SH1106, set(Driver), len(Driver)) == (drivers[0], set(drivers), len(drivers))


def test_a_table_without_a_display_has_none_to_drive() -> None:
    wiring = msgspec.structs.replace(load_wiring("expander"), oled=None)
    assert () == drivers_of(wiring)
    assert Device.OLED not in {one.device for one in devices_of(wiring)}


def test_a_real_table_has_no_pages_and_tells_what_it_runs_on(tmp_path: Path) -> None:
    wiring = load_wiring("expander")
    machine = machine_of(tmp_path, "", SoundState(), wiring)
    assert (True, "", wiring.name) == (machine.real, machine.address, machine.system.wiring)
    assert wiring.numbers == tuple(map(int, machine.wired))
    assert machine.system.rules > 0
    assert machine.system.kernel


def test_a_simulated_table_has_no_devices(tmp_path: Path) -> None:
    machine = machine_of(tmp_path, "127.0.0.1:8017", SoundState())
    assert (False, (), (), ()) == (machine.real, machine.devices, machine.drivers, machine.wired)

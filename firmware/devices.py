"""The devices of a real table as staff know them, from its wiring."""

from __future__ import annotations

from engine.text import Text
from firmware.faults import ranges
from firmware.menu.body import WiredDevice
from hardware.ports import Device
from hardware.wiring import Driver, Profile, Wiring


def devices_of(wiring: Wiring) -> tuple[WiredDevice, ...]:
    """Everything that reports of itself: the expanders or the pins, the staff keys, the display."""
    devices: list[WiredDevice] = []
    if wiring.profile is Profile.EXPANDER and wiring.expander is not None:
        for chip in wiring.expander.chips:
            seats = ranges(tuple(sorted(chip.seats)))
            devices.append(WiredDevice(Text(f"扩展{seats}", f"Chip {seats}"), Device.CHIP, chip.address))
    else:
        devices.append(WiredDevice(Text("引脚", "Pins"), Device.PINS))
    if wiring.keys is not None or wiring.key_pad is not None:
        devices.append(WiredDevice(Text("按键", "Keys"), Device.KEYS))
    if wiring.oled is not None:
        devices.append(WiredDevice(Text("小屏", "OLED"), Device.OLED))
    return tuple(devices)


def drivers_of(wiring: Wiring) -> tuple[str, ...]:
    """What the display may be driven with, as it is wired first; none where there is none."""
    if wiring.oled is None:
        return ()
    first = wiring.oled.driver
    return (first, *(driver for driver in Driver if driver is not first))

"""What the menu is told of the machine under the judge: devices, clock, system. Shown, never decided here."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.text import Text
from hardware.ports import Device


class Trust(StrEnum):
    """Why the wall clock can be believed, or that it cannot."""

    NTP = "ntp"
    """It follows the network's time."""
    RTC = "rtc"
    """A clock with a battery of its own set it."""
    SET = "set"
    """Staff have said what time it is, since the machine was switched on."""
    UNKNOWN = "unknown"


class ClockState(msgspec.Struct, frozen=True, kw_only=True):
    """What the judge takes the time for: `minute` of the day, and why. `up_s`: how long the machine has been on."""

    minute: int = 0
    trust: Trust = Trust.NTP
    asks: bool = False
    """Whether staff are to say what time it is before the next game."""

    up_s: int = 0


class WiredDevice(msgspec.Struct, frozen=True):
    """A device of the table, and what staff call it; how it is, the fault book says. `number` as in its reports."""

    name: Text
    device: Device
    number: int = 0


class System(msgspec.Struct, frozen=True, kw_only=True):
    """What the program runs on: Python, kernel, the model of the machine; "" where that is unknown."""

    rules: int = 0
    """The number of the rules, as it stands in the journal."""

    python: str = ""
    kernel: str = ""
    model: str = ""
    wiring: str = ""
    """The name of the wiring; "" for a simulated table."""

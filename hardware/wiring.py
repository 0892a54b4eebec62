"""How a table is wired: which pin is whose button and lamp, where the display, the expanders and the staff keys are.

A profile is a TOML file of `hardware/profiles`; a table's own file names the profile it starts from and only what
differs. Pins are BCM numbers, bus addresses 7-bit, seats the numbers on the seats.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec

from hardware.words import Words


class Profile(StrEnum):
    """How the seats are wired."""

    EXPANDER = "expander"
    """MCP23017, six seats a chip: buttons on GPA0-5, lamps on GPB0-5."""
    DIRECT = "direct"
    """Every button and lamp on a pin of the Pi."""
    SIMULATED = "simulated"
    """No hardware: a table in the browser."""


class Driver(StrEnum):
    """Which controller the display has, by luma's name; they cannot be told apart by reading.

    All of luma's that show 128x64 in one colour and speak I2C, the most frequent first.
    """

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"
    SSD1309 = "ssd1309"
    SSD1315 = "ssd1315"
    SSD1305 = "ssd1305"
    SH1107 = "sh1107"
    """Stands upright, 64x128; the picture is turned."""
    CH1115 = "ch1115"


class Output(StrEnum):
    """What the loudspeaker hangs on; it may need pins of its own."""

    I2S = "i2s"
    USB = "usb"
    HDMI = "hdmi"
    JACK = "jack"


class PinLibrary(StrEnum):
    """Which library drives the pins of the Pi. What is named is used or refused: there is no second choice."""

    LGPIO = "lgpio"
    RPI_GPIO = "RPi.GPIO"
    """Only for a Pi 4 or older with a kernel before 6.6."""


class Interface(StrEnum):
    """What of the Pi besides the table may want pins of its own."""

    SPI = "spi"
    SERIAL = "serial"
    ONE_WIRE = "one-wire"


class KeyChip(StrEnum):
    """The chip of a key pad."""

    PCF8574 = "pcf8574"
    MCP23008 = "mcp23008"


class SeatPins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat of a direct table: the pins of its button (to ground when pressed) and of its lamp (lit when high)."""

    seat: int
    button: int
    lamp: int


class Chip(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One expander and the seats that it serves, in the order of its pins: button n on GPAn, lamp n on GPBn.

    Six seats a chip, and a spare pad in the seventh place.
    """

    address: int
    seats: tuple[int, ...]


class Expander(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All expanders: their bus, and the pins of the Pi on their common INT and RESET lines (None: not wired)."""

    bus: int = 1
    chips: tuple[Chip, ...] = ()
    interrupt: int | None = 17
    reset: int | None = 27


class Oled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The staff's display."""

    driver: Driver = Driver.SSD1306
    bus: int = 1
    address: int = 0x3C
    upside_down: bool = False


def driven(oled: Oled, driver: str) -> Oled:
    """The display `oled` with the controller that staff chose; "" as the wiring says. ValueError: there is no such."""
    return msgspec.structs.replace(oled, driver=Driver(driver)) if driver else oled


class OwnBus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An I2C bus besides the first, made by software: its number, and the pins of its two lines."""

    number: int
    sda: int
    scl: int


class StaffKeys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The staff keys on pins of the Pi, to ground when pressed."""

    up: int
    down: int
    ok: int
    back: int


class KeyPad(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The staff keys on a small chip of their own: which of its inputs is which key, to ground when pressed."""

    chip: KeyChip
    bus: int = 1
    address: int = 0x27
    up: int = 0
    down: int = 1
    ok: int = 2
    back: int = 3


class Wiring(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole table. Which of `expander` and `seats` counts, `profile` says; `keys` or `key_pad` has the staff keys."""

    profile: Profile
    name: str
    """What the file is called: for messages."""
    expander: Expander | None = None
    seats: tuple[SeatPins, ...] = ()
    keys: StaffKeys | None = None
    key_pad: KeyPad | None = None
    oled: Oled | None = Oled()
    output: Output = Output.I2S
    mute: int | None = None
    """The pin that switches the amplifier off, if there is one."""
    spare_pads: int = 0
    """Hand-held pads that belong to no seat of the table: they have the seat numbers after the last one."""
    library: PinLibrary = PinLibrary.LGPIO
    kept: tuple[Interface, ...] = ()
    """What else on this Pi stays switched on and keeps its pins."""
    own_buses: tuple[OwnBus, ...] = ()
    """All buses besides the first on which something is, ascending."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """All seats that are wired, ascending; spare pads are the last of them."""
        if self.profile is Profile.EXPANDER and self.expander is not None:
            return tuple(sorted(seat for chip in self.expander.chips for seat in chip.seats))
        return tuple(sorted(pins.seat for pins in self.seats))

    @property
    def spares(self) -> tuple[int, ...]:
        """The numbers of the spare pads, ascending."""
        return self.numbers[len(self.numbers) - self.spare_pads :]


def load_wiring(source: Path | str) -> Wiring:
    """The wiring of a shipped profile ("expander", "D10") or of a table's own TOML file.

    Raises:
        BadWiring: it cannot be used; the first fault is the message, all others are its `others`.
    """
    from hardware.wiring_file import read_wiring

    return read_wiring(source)


def warnings(wiring: Wiring) -> tuple[Words, ...]:
    """What works and is still not as it should be: a lamp that glows while the Pi starts."""
    from hardware.wiring_rules import remarks

    return remarks(wiring)

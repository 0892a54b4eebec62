"""Which wire goes where: what guides draw, what messages name, and which pins of the Pi are taken by whom. Pure."""

from __future__ import annotations

from typing import Final

import msgspec

from hardware.header import HEADER, SCL, SDA
from hardware.wiring import Profile, StaffKeys, Wiring
from hardware.words import Words

KEY_NAMES: Final = ("up", "down", "ok", "back")
"""The staff keys, in the order in which they stand."""


class Terminal(msgspec.Struct, frozen=True):
    """One end of a wire: a pin of the Pi (`chip` is None, `header` its number there) or of the chip at `chip`."""

    name: str
    """GPIO17, GPA0, GPB5, P3."""
    chip: int | None = None
    header: int | None = None

    def __str__(self) -> str:
        """For messages and logs: "GPIO17 (pin 11)", "0x20 GPA0"."""
        if self.chip is not None:
            return f"0x{self.chip:02X} {self.name}"
        return self.name if self.header is None else f"{self.name} (pin {self.header})"


class SeatWires(msgspec.Struct, frozen=True):
    """Where the button and the lamp of `seat` are connected."""

    seat: int
    button: Terminal
    lamp: Terminal


class Use(msgspec.Struct, frozen=True):
    """A pin of the Pi and what is on it. `seat` is 0 for what belongs to none."""

    bcm: int
    what: Words
    seat: int = 0
    lamp: bool = False


def pi_pin(bcm: int) -> Terminal:
    """A pin of the Pi."""
    return Terminal(f"GPIO{bcm}", header=HEADER.get(bcm))


def pin_words(bcm: int) -> Words:
    """A pin of the Pi as people find it: by both its numbers."""
    place = HEADER.get(bcm)
    if place is None:
        return Words(f"GPIO{bcm}", f"GPIO{bcm}")
    return Words(f"GPIO{bcm}（{place} 脚）", f"GPIO{bcm} (pin {place})")


def seat_wires(wiring: Wiring) -> tuple[SeatWires, ...]:
    """All seats of `wiring`, ascending; none on a simulated table."""
    if wiring.profile is Profile.EXPANDER and wiring.expander is not None:
        found = [
            SeatWires(seat, Terminal(f"GPA{place}", chip.address), Terminal(f"GPB{place}", chip.address))
            for chip in wiring.expander.chips
            for place, seat in enumerate(chip.seats)
        ]
    else:
        found = [SeatWires(pins.seat, pi_pin(pins.button), pi_pin(pins.lamp)) for pins in wiring.seats]
    return tuple(sorted(found, key=lambda wires: wires.seat))


def key_wires(wiring: Wiring) -> tuple[tuple[str, Terminal], ...]:
    """The staff keys ("up", "down", "ok", "back") and where each is connected."""
    if wiring.keys is not None:
        return tuple((name, pi_pin(getattr(wiring.keys, name))) for name in KEY_NAMES)
    pad = wiring.key_pad
    if pad is None:
        return ()
    letter = "P" if pad.chip == "pcf8574" else "GP"
    return tuple((name, Terminal(f"{letter}{getattr(pad, name)}", pad.address)) for name in KEY_NAMES)


def uses(wiring: Wiring) -> tuple[Use, ...]:
    """Every pin of the Pi that the table itself takes, and for what."""
    found = []
    for pins in wiring.seats:
        found.append(Use(pins.button, Words(f"座位 {pins.seat} 的按钮", f"the button of seat {pins.seat}"), pins.seat))
        lamp = Words(f"座位 {pins.seat} 的灯", f"the lamp of seat {pins.seat}")
        found.append(Use(pins.lamp, lamp, pins.seat, lamp=True))
    found += _key_uses(wiring.keys)
    if wiring.expander is not None:
        if wiring.expander.interrupt is not None:
            found.append(Use(wiring.expander.interrupt, Words("芯片的 INT 线", "the INT line of the chips")))
        if wiring.expander.reset is not None:
            found.append(Use(wiring.expander.reset, Words("芯片的 RESET 线", "the RESET line of the chips")))
    for bus in wiring.own_buses:
        number = bus.number
        found.append(Use(bus.sda, Words(f"总线 {number} 的 SDA 线", f"SDA of bus {number}")))
        found.append(Use(bus.scl, Words(f"总线 {number} 的 SCL 线", f"SCL of bus {number}")))
    if wiring.mute is not None:
        found.append(Use(wiring.mute, Words("功放静音线", "the mute line of the amplifier")))
    return tuple(found)


def buses(wiring: Wiring) -> set[int]:
    """The I2C buses on which something is."""
    parts = (wiring.oled, wiring.key_pad, wiring.expander)
    return {part.bus for part in parts if part is not None}


def bus_pins(wiring: Wiring, number: int) -> tuple[int, int] | None:
    """The pins of SDA and SCL of a bus; None where the wiring does not say."""
    if number == 1:
        return SDA, SCL
    return next(((bus.sda, bus.scl) for bus in wiring.own_buses if bus.number == number), None)


def _key_uses(keys: StaffKeys | None) -> list[Use]:
    if keys is None:
        return []
    return [Use(getattr(keys, name), Words(f"按键 {name}", f"the key {name}")) for name in KEY_NAMES]

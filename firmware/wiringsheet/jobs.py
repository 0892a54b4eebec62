"""What every pin of the Pi's header is for at a table: what is drawn, printed, and tested to be complete. Pure."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

import msgspec

from firmware.faults import ranges
from hardware.connections import KEY_NAMES, buses
from hardware.header import HEADER
from hardware.wiring import Output, Profile, Wiring
from hardware.wiring_rules import PINS_OF
from hardware.words import Words


class Kind(StrEnum):
    """What sort of thing hangs on a pin; the value is its colour."""

    BUTTON = "#1f5fbf"
    LAMP = "#b45309"
    KEY = "#1b7a3d"
    BUS = "#7a2fa0"
    CHIPS = "#0f766e"
    SOUND = "#9d174d"
    KEPT = "#57534e"
    POWER = "#c01c1c"
    GROUND = "#111111"
    NEVER = "#8b8f99"
    FREE = "#c3c7cf"


class Job(msgspec.Struct, frozen=True):
    """What a pin is for."""

    kind: Kind
    words: Words


KIND_WORDS: Final = MappingProxyType(
    {
        Kind.BUTTON: Words("按钮", "button"),
        Kind.LAMP: Words("灯", "lamp"),
        Kind.KEY: Words("按键", "staff key"),
        Kind.BUS: Words("I2C", "I2C"),
        Kind.CHIPS: Words("INT · RESET", "INT · RESET"),
        Kind.SOUND: Words("声音", "sound"),
        Kind.POWER: Words("电源", "power"),
        Kind.GROUND: Words("地", "ground"),
        Kind.FREE: Words("空", "free"),
    }
)
"""What the colours mean."""

KEY_WORDS: Final = MappingProxyType(
    {
        "up": Words("▲ 上键", "up key"),
        "down": Words("▼ 下键", "down key"),
        "ok": Words("OK 键", "OK key"),
        "back": Words("↩ 返回键", "back key"),
    }
)

POWER_PINS: Final = MappingProxyType({1: "3V3", 17: "3V3", 2: "5V", 4: "5V"})
GROUND_PINS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
_POWER_FOR: Final = MappingProxyType(
    {"3V3": Words("屏、芯片、上拉", "display, chips, pull-ups"), "5V": Words("供电、功放", "supply, amplifier")}
)
_I2S: Final = MappingProxyType(
    {
        18: Words("功放 BCLK", "amplifier"),
        19: Words("功放 LRC", "amplifier"),
        20: Words("I2S 占着，不接线", "I2S, leave open"),
        21: Words("功放 DIN", "amplifier"),
    }
)
"""An amplifier has no use for the pin of sound in, and nothing else may have it (`hardware.header.I2S_PINS`)."""
_ON_BUS_ONE: Final = MappingProxyType({2: Words("I2C 数据 SDA", "data"), 3: Words("I2C 时钟 SCL", "clock")})
FREE: Final = Job(Kind.FREE, Words("空", "free"))


def jobs(wiring: Wiring) -> dict[int, Job]:
    """The jobs of the BCM pins that are taken."""
    found: dict[int, Job] = {}
    for interface in wiring.kept:
        pins, name = PINS_OF[interface]
        found |= {bcm: Job(Kind.KEPT, Words(f"保留给{name.zh}", f"kept for {name.en}")) for bcm in pins}
    if 1 in buses(wiring):
        found |= {bcm: Job(Kind.BUS, words) for bcm, words in _ON_BUS_ONE.items()}
    for bus in wiring.own_buses:
        found[bus.sda] = Job(Kind.BUS, Words(f"总线 {bus.number} 数据 SDA", "data"))
        found[bus.scl] = Job(Kind.BUS, Words(f"总线 {bus.number} 时钟 SCL", "clock"))
    if wiring.output is Output.I2S and wiring.profile is not Profile.SIMULATED:
        found |= {bcm: Job(Kind.SOUND, words) for bcm, words in _I2S.items()}
    for pins_of_seat in wiring.seats:
        name = seat_words(wiring, pins_of_seat.seat)
        found[pins_of_seat.button] = Job(Kind.BUTTON, Words(f"{name.zh}按钮", f"{name.en} button"))
        found[pins_of_seat.lamp] = Job(Kind.LAMP, Words(f"{name.zh}灯", f"{name.en} lamp"))
    if wiring.keys is not None:
        found |= {getattr(wiring.keys, name): Job(Kind.KEY, KEY_WORDS[name]) for name in KEY_NAMES}
    if wiring.expander is not None:
        if wiring.expander.interrupt is not None:
            found[wiring.expander.interrupt] = Job(Kind.CHIPS, Words("INT 芯片中断", "from all chips"))
        if wiring.expander.reset is not None:
            found[wiring.expander.reset] = Job(Kind.CHIPS, Words("RESET 芯片复位", "to all chips"))
    if wiring.mute is not None:
        found[wiring.mute] = Job(Kind.SOUND, Words("功放静音 SD", "amplifier mute"))
    return found


def header_jobs(wiring: Wiring) -> dict[int, tuple[str, Job]]:
    """Name and job of all forty pins, by their number on the header."""
    taken = jobs(wiring)
    found = {place: (f"GPIO{bcm}", taken.get(bcm, FREE)) for bcm, place in HEADER.items()}
    found |= {place: ("GND", Job(Kind.GROUND, Words("地", "ground"))) for place in GROUND_PINS}
    found |= {place: (name, Job(Kind.POWER, _POWER_FOR[name])) for place, name in POWER_PINS.items()}
    never = Job(Kind.NEVER, Words("不要接", "leave alone"))
    found |= {HEADER[0]: ("GPIO0", never), HEADER[1]: ("GPIO1", never)}
    return dict(sorted(found.items()))


def served(wiring: Wiring, seats: tuple[int, ...]) -> Words:
    """The seats of a chip, its spare pads named as such."""
    own = ranges(tuple(seat for seat in seats if seat not in wiring.spares))
    spare = ranges(tuple(seat for seat in seats if seat in wiring.spares))
    zh = [f"{own} 号"] if own else []
    en = [f"seats {own}"] if own else []
    if spare:
        zh.append(f"备用 {spare} 号")
        en.append(f"spare {spare}")
    return Words("、".join(zh), ", ".join(en))


def seat_words(wiring: Wiring, seat: int) -> Words:
    """A seat in a picture, or a spare pad."""
    if seat in wiring.spares:
        return Words(f"备用 {seat} 号", f"spare {seat}")
    return Words(f"{seat} 号", f"seat {seat}")

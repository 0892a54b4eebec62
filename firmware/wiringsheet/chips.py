"""The pictures of the chips: an expander with its six seats, and the key pad of tables whose pins are all taken."""

from __future__ import annotations

from typing import Final

from firmware.wiringsheet.canvas import LINE, SMALL, Canvas
from firmware.wiringsheet.jobs import KEY_WORDS, Kind, seat_words, served
from firmware.wiringsheet.package import MCP23008_LEGS, MCP23017_LEGS, PCF8574_LEGS, ROW, Leg, draw_package, straps
from hardware.connections import KEY_NAMES, bus_pins, pin_words
from hardware.wiring import Chip, Expander, KeyChip, KeyPad, Wiring

WIDTH: Final = 860
TOP: Final = 112

VDD: Final = Leg("3V3（1 或 17 脚 / pin 1 or 17）", Kind.POWER.value)
VSS: Final = Leg("GND 地", Kind.GROUND.value)


def chip_picture(wiring: Wiring, chip: Chip) -> str:
    """One expander: which leg is whose button and lamp, and where all others go."""
    notes = _chip_notes(wiring, chip)
    canvas = Canvas(WIDTH, TOP + 14 * ROW + 36 + 19 * len(notes), f"The expander board at 0x{chip.address:02X}")
    seats = served(wiring, chip.seats)
    canvas.heading(
        f"扩展板 0x{chip.address:02X}：{seats.zh}",
        f"The expander board at 0x{chip.address:02X}: {seats.en}; an MCP23017 from above, notch up",
    )
    draw_package(canvas, (WIDTH / 2, TOP), "MCP23017", list(MCP23017_LEGS), chip_legs(wiring, chip))
    _note_box(canvas, TOP + 14 * ROW + 8, notes)
    return canvas.svg()


def chip_legs(wiring: Wiring, chip: Chip) -> dict[str, Leg]:
    """Where the legs of an expander go."""
    expander = wiring.expander or Expander()
    found = {"VDD": VDD, "VSS": VSS, **straps(chip.address), **_bus_legs(wiring, expander.bus)}
    for place, seat in enumerate(chip.seats):
        name = seat_words(wiring, seat)
        found[f"GPA{place}"] = Leg(f"{name.zh}按钮 {name.en} button", Kind.BUTTON.value)
        found[f"GPB{place}"] = Leg(f"{name.zh}灯 {name.en} lamp", Kind.LAMP.value)
    for leg in ("GPA6", "GPB6"):
        found.setdefault(leg, Leg("空着，可接备用按钮 / free for a spare pad"))
    found["INTB"] = Leg("不接 / open: INTA tells for both")
    found["INTA"] = Leg("不接 / open")
    found["RESET"] = Leg("接 3V3 / to 3V3", Kind.POWER.value)
    if expander.interrupt is not None:
        found["INTA"] = Leg(pin_words(expander.interrupt).en, Kind.CHIPS.value)
    if expander.reset is not None:
        found["RESET"] = Leg(pin_words(expander.reset).en, Kind.CHIPS.value)
    for leg in ("GPA7", "GPB7"):
        found[leg] = Leg("永远不接 / never connect")
    return found


def _chip_notes(wiring: Wiring, chip: Chip) -> list[str]:
    expander = wiring.expander or Expander()
    found = [
        "每个按钮、每盏灯都先过滤波再到插座，见座位图 / each button and lamp by way of its filter: see the seat",
        "VDD 和 VSS 之间紧挨芯片放 100 nF / 100 nF between VDD and VSS, close to the chip",
        "VDD 只接 3V3；接 5V 会烧坏树莓派 / VDD is 3V3 only: 5 V would ruin the Pi",
    ]
    if expander.interrupt is not None:
        found.append(
            "所有板的 INTA 并在一起，整条线只要一个 10 kΩ 到 3V3 / the INTA of all boards on one wire, one 10 kΩ to 3V3"
        )
    if expander.reset is not None:
        found.append(
            "所有板的 RESET 并在一起，一个 10 kΩ 到 3V3 / the RESET of all boards on one wire, one 10 kΩ to 3V3"
        )
    others = [other for other in expander.chips if other is not chip]
    if others:
        found.append("其他板只有地址跳线不同 / the other boards differ in their straps alone:")
        found += [
            f"0x{other.address:02X}：A2 A1 A0 = {strap_bits(other.address)}，{words.zh} / {words.en}"
            for other, words in ((other, served(wiring, other.seats)) for other in others)
        ]
    return found


def strap_bits(address: int) -> str:
    """A2, A1 and A0 of an address: 0 is GND, 1 is 3V3."""
    return " ".join(str(address >> bit & 1) for bit in (2, 1, 0))


def pad_picture(wiring: Wiring, pad: KeyPad) -> str:
    """The staff's four keys on a chip of their own."""
    legs = list(PCF8574_LEGS if pad.chip is KeyChip.PCF8574 else MCP23008_LEGS)
    rows = len(legs) // 2
    notes = [
        "每个键一端接芯片，另一端接 GND；按下是低 / each key between its leg and GND: low when pressed",
        "每个键 10 kΩ 到 3V3：芯片自己的上拉很弱 / 10 kΩ from each key to 3V3: the chip's own pull-ups are weak",
        "VDD 和 VSS 之间紧挨芯片放 100 nF / 100 nF between VDD and VSS, close to the chip",
    ]
    if pad.chip is KeyChip.PCF8574:
        notes.append("PCF8574 是 0x20-0x27，PCF8574A 是 0x38-0x3F / PCF8574: 0x20-0x27, PCF8574A: 0x38-0x3F")
    canvas = Canvas(WIDTH, TOP + rows * ROW + 36 + 19 * len(notes), f"The key pad on {pad.chip.upper()}")
    canvas.heading(
        f"按键板：{pad.chip.upper()}，地址 0x{pad.address:02X}",
        f"The key pad: {pad.chip.upper()} at 0x{pad.address:02X}, from above, notch up",
    )
    draw_package(canvas, (WIDTH / 2, TOP), pad.chip.upper(), legs, pad_legs(wiring, pad))
    _note_box(canvas, TOP + rows * ROW + 8, notes)
    return canvas.svg()


def pad_legs(wiring: Wiring, pad: KeyPad) -> dict[str, Leg]:
    """Where the legs of the key pad's chip go."""
    letter = "P" if pad.chip is KeyChip.PCF8574 else "GP"
    found = {"VDD": VDD, "VSS": VSS, **straps(pad.address), **_bus_legs(wiring, pad.bus)}
    if pad.chip is KeyChip.MCP23008:
        found["RESET"] = Leg("接 3V3 / to 3V3", Kind.POWER.value)
    for name in KEY_NAMES:
        words = KEY_WORDS[name]
        found[f"{letter}{getattr(pad, name)}"] = Leg(f"{words.zh} {words.en}", Kind.KEY.value)
    return found


def _bus_legs(wiring: Wiring, bus: int) -> dict[str, Leg]:
    pins = zip(("SDA", "SCL"), bus_pins(wiring, bus) or (), strict=True)
    return {name: Leg(pin_words(bcm).en, Kind.BUS.value) for name, bcm in pins}


def _note_box(canvas: Canvas, y: float, notes: list[str]) -> None:
    canvas.box(24, y, WIDTH - 48, 14 + 19 * len(notes), fill="#f4f1e8", edge=LINE)
    for index, note in enumerate(notes):
        canvas.words(38, y + 20 + 19 * index, note, size=SMALL)

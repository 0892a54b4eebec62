"""All pictures of a wiring, by the names of their files."""

from __future__ import annotations

from msgspec.structs import replace

from firmware.wiringsheet.bus import bus_picture
from firmware.wiringsheet.chips import chip_picture, pad_picture
from firmware.wiringsheet.header import header_picture
from firmware.wiringsheet.pad import seat_picture
from firmware.wiringsheet.shell import shell_picture
from hardware.connections import seat_wires
from hardware.wiring import KeyChip, Profile, Wiring, load_wiring
from hardware.wiring_rules import EXPANDERS

IN_THE_GUIDE = {
    "expander": ("header", "chip-20", "chip-21", "seat", "bus"),
    "D9": ("header",),
    "D10": ("header",),
    "D12": ("header", "bus", "keys"),
}
"""Which pictures of which shipped profiles the guide shows; the others would only repeat them."""

PICTURES = ("header", "bus", *(f"chip-{address:02x}" for address in EXPANDERS), "keys", "seat")
"""Every picture that there can be of a wiring."""


def pictures(wiring: Wiring) -> dict[str, str]:
    """Every picture of `wiring` as SVG, by name without ending; a simulated table has nothing to be wired."""
    if wiring.profile is Profile.SIMULATED:
        return {}
    found = {"header": header_picture(wiring), "bus": bus_picture(wiring)}
    if wiring.expander is not None:
        found |= {f"chip-{chip.address:02x}": chip_picture(wiring, chip) for chip in wiring.expander.chips}
    if wiring.key_pad is not None:
        found["keys"] = pad_picture(wiring, wiring.key_pad)
    found["seat"] = seat_picture(seat_wires(wiring)[0])
    return found


def guide_pictures() -> dict[str, str]:
    """The pictures of docs/build.md, by the names of their files."""
    found = {
        f"wiring-{name}-{picture}.svg": pictures(load_wiring(name))[picture]
        for name, shown in IN_THE_GUIDE.items()
        for picture in shown
    }
    wiring = load_wiring("D12")
    pad = wiring.key_pad
    assert pad is not None, "the pins of D12 are all taken"
    other = KeyChip.MCP23008 if pad.chip is KeyChip.PCF8574 else KeyChip.PCF8574
    found[f"wiring-D12-keys-{other}.svg"] = pad_picture(wiring, replace(pad, chip=other))
    return found | {"wiring-pad.svg": shell_picture()}

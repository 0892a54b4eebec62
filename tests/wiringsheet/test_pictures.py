"""The wiring diagrams: they are what the profiles say, complete, and can be read.

The pictures of docs/img are written anew by
    FAGUAN_REGENERATE=1 .venv/bin/python -m pytest tests/wiringsheet
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import msgspec
import pytest

from firmware.wiringsheet.package import MCP23008_LEGS, MCP23017_LEGS, PCF8574_LEGS
from firmware.wiringsheet.sheet import guide_pictures, pictures
from hardware.connections import buses, key_wires, seat_wires, uses
from hardware.header import HEADER
from hardware.wiring import KeyChip, Output, Wiring, load_wiring
from hardware.wiring_rules import faults
from tests.arch.source import ROOT

IMG: Final = ROOT / "docs" / "img"
WIRED: Final = ("expander", "direct", "D9", "D10", "D12")

OWN: Final = {
    "eighteen": 'seats = 18\noutput = "usb"\nmute = false\n',
    "spare pads": "seats = 12\nspare_pads = 2\n",
    "fewer": "seats = 8\nspare_pads = 1\n[expander]\nboards = [0x24, 0x27]\ninterrupt = false\nreset = false\n",
    "display on a bus of its own": "seats = 6\n[oled]\nbus = 3\naddress = 0x3D\n",
    "key pad": 'seats = 18\n[key_pad]\nchip = "mcp23008"\naddress = 0x25\nup = 4\ndown = 5\nok = 6\nback = 7\n',
    "kept": 'profile = "direct"\nseats = 6\nkept = ["serial"]\n',
    "other pins": 'profile = "D9"\n[seat.3]\nbutton = 26\nlamp = 20\n[key_pad]\nchip = "pcf8574"\nbus = 4\n'
    "[bus.4]\nsda = 6\nscl = 22\n",
}
"""Tables that somebody might wire."""


class Word(msgspec.Struct, frozen=True):
    """A line of words in a picture: where it begins and ends, its base line, its size."""

    text: str
    left: float
    right: float
    y: float
    size: float


def words_of(svg: str) -> list[Word]:
    """All words of a picture, none narrower than a browser would draw it."""
    found = []
    for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):  # noqa: S314 - our own picture
        text, size = element.text or "", float(element.attrib["font-size"])
        width = sum(size if ord(letter) > 0x2190 else 0.58 * size for letter in text)
        x = float(element.attrib["x"])
        left = {"start": x, "middle": x - width / 2, "end": x - width}[element.attrib["text-anchor"]]
        found.append(Word(text, left, left + width, float(element.attrib["y"]), size))
    return found


def beside(svg: str, label: str) -> str:
    """Everything that stands on one line with the words `label`."""
    words = words_of(svg)
    places = [word.y for word in words if word.text == label]
    assert places, f"{label} is not in the picture"
    return " ".join(word.text for word in words if min(abs(word.y - y) for y in places) < 2)


def table(name: str, folder: Path) -> Wiring:
    """A shipped profile, or one of the tables above."""
    if name in WIRED:
        return load_wiring(name)
    file = folder / "table.toml"
    file.write_text(OWN[name], encoding="utf-8")
    return load_wiring(file)


EVERY: Final = pytest.mark.parametrize("name", [*WIRED, *OWN])


def test_the_pictures_of_the_guide_are_those_of_the_profiles() -> None:
    wanted = guide_pictures()
    if os.environ.get("FAGUAN_REGENERATE"):
        for name, svg in wanted.items():
            (IMG / name).write_text(svg, encoding="utf-8")
    there = {path.name: path.read_text(encoding="utf-8") for path in IMG.glob("wiring-*.svg")}
    assert sorted(wanted) == sorted(there)
    assert [] == [name for name in wanted if wanted[name] != there[name]], "FAGUAN_REGENERATE=1 writes them anew"


@EVERY
def test_every_pin_of_the_pi_stands_at_its_place_in_the_header(name: str, tmp_path: Path) -> None:
    wiring = table(name, tmp_path)
    svg = pictures(wiring)["header"]
    labels = [word.text for word in words_of(svg)]
    assert [str(place) for place in range(1, 41)] == sorted((t for t in labels if re.fullmatch(r"\d+", t)), key=int)
    for use in uses(wiring):
        line = beside(svg, str(HEADER[use.bcm]))
        (job,) = re.findall(rf"\bGPIO{use.bcm} · ([^·]+?)(?= GPIO| GND| 5V| 3V3| \d+(?= |$)|$)", line)
        assert "free" not in job
        if use.seat:
            assert f"{use.seat} 号{'灯' if use.lamp else '按钮'}" in job
    taken = {use.bcm for use in uses(wiring)}
    if 3 in buses(wiring):
        taken |= {23, 24}
        assert "GPIO23 · 总线 3 数据 SDA data" in beside(svg, "16")
        assert "GPIO24 · 总线 3 时钟 SCL clock" in beside(svg, "18")
    for bcm, place in HEADER.items():
        if bcm not in taken and bcm > 3 and wiring.output is not Output.I2S and not wiring.kept:
            assert f"GPIO{bcm} · 空 free" in beside(svg, str(place))


@EVERY
def test_a_pin_is_drawn_as_free_where_something_more_may_be_wired_and_only_there(name: str, tmp_path: Path) -> None:
    wiring = table(name, tmp_path)
    svg = pictures(wiring)["header"]
    drawn = {bcm for bcm, place in HEADER.items() if f"GPIO{bcm} · 空 free" in beside(svg, str(place))}
    others = {use.bcm for use in uses(msgspec.structs.replace(wiring, mute=None))}
    allowed = {bcm for bcm in HEADER if bcm not in others and not faults(msgspec.structs.replace(wiring, mute=bcm))}
    assert drawn == allowed - {wiring.mute}


@EVERY
def test_every_seat_stands_at_its_leg_of_its_chip(name: str, tmp_path: Path) -> None:
    wiring = table(name, tmp_path)
    drawn = pictures(wiring)
    for wires in seat_wires(wiring):
        if wires.button.chip is not None:
            svg = drawn[f"chip-{wires.button.chip:02x}"]
            assert f"{wires.seat} 号按钮" in beside(svg, wires.button.name)
            assert f"{wires.seat} 号灯" in beside(svg, wires.lamp.name)
    for chip in wiring.expander.chips if wiring.expander else ():
        svg = drawn[f"chip-{chip.address:02x}"]
        for bit in range(3):
            assert f"接 {'3V3' if chip.address >> bit & 1 else 'GND'}" in beside(svg, f"A{bit}")
        for leg in ("GPA7", "GPB7"):
            assert "never connect" in beside(svg, leg)


@EVERY
def test_every_key_stands_at_its_leg_of_the_key_pad(name: str, tmp_path: Path) -> None:
    wiring = table(name, tmp_path)
    drawn = pictures(wiring)
    assert ("keys" in drawn) is (wiring.key_pad is not None)
    if wiring.key_pad is None:
        return
    for key, terminal in key_wires(wiring):
        words = {"up": "▲", "down": "▼", "ok": "OK", "back": "↩"}[key]
        assert words in beside(drawn["keys"], terminal.name)


@EVERY
def test_everything_on_the_bus_stands_there_with_its_address(name: str, tmp_path: Path) -> None:
    wiring = table(name, tmp_path)
    labels = [word.text for word in words_of(pictures(wiring)["bus"])]
    addresses = [f"0x{chip.address:02X}" for chip in (wiring.expander.chips if wiring.expander else ())]
    addresses += [f"0x{part.address:02X}" for part in (wiring.oled, wiring.key_pad) if part is not None]
    assert {"0x68", *addresses} == {text for text in labels if re.fullmatch("0x..", text)}
    for part in (wiring.oled, wiring.key_pad, wiring.expander):
        if part is not None and part.bus != 1:
            assert f"SDA {part.bus}" in labels
            assert part.bus != 3 or {"GPIO23 (pin 16)", "GPIO24 (pin 18)"} <= set(labels)


@pytest.mark.parametrize("name", ["guide", *WIRED, *OWN])
def test_no_words_are_cut_off_or_lie_on_each_other(name: str, tmp_path: Path) -> None:
    drawn = guide_pictures() if name == "guide" else pictures(table(name, tmp_path))
    for picture, svg in drawn.items():
        width, height = (float(side) for side in ET.fromstring(svg).attrib["viewBox"].split()[2:])  # noqa: S314
        words = words_of(svg)
        assert [] == [w.text for w in words if w.left < 0 or w.right > width or w.y > height or w.y < w.size], picture
        overlapping = [
            (one.text, other.text)
            for index, one in enumerate(words)
            for other in words[index + 1 :]
            if min(one.right, other.right) > max(one.left, other.left)
            and abs(one.y - other.y) < 0.75 * min(one.size, other.size)
        ]
        assert [] == overlapping, picture


def test_a_spare_pad_is_no_seat_of_its_chip(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("seats = 13\nspare_pads = 1\n", encoding="utf-8")
    drawn = pictures(load_wiring(file))
    assert "扩展板 0x22：13 号、备用 14 号" in [word.text for word in words_of(drawn["chip-22"])]
    assert {"13 号、备用 14 号", "seats 13, spare 14"} <= {word.text for word in words_of(drawn["bus"])}


def test_the_table_in_the_browser_has_no_pictures() -> None:
    assert {} == pictures(load_wiring("simulated"))


@pytest.mark.parametrize(
    ("legs", "known"),
    [
        (MCP23017_LEGS, {"GPB0": 1, "VDD": 9, "VSS": 10, "SCL": 12, "SDA": 13, "A0": 15, "INTA": 20, "GPA0": 21}),
        (MCP23008_LEGS, {"SCL": 1, "SDA": 2, "A2": 3, "A0": 5, "RESET": 6, "VSS": 9, "GP0": 10, "VDD": 18}),
        (PCF8574_LEGS, {"A0": 1, "P0": 4, "VSS": 8, "P4": 9, "INT": 13, "SCL": 14, "SDA": 15, "VDD": 16}),
    ],
    ids=[*("mcp23017", KeyChip.MCP23008, KeyChip.PCF8574)],
)  # fmt: skip
def test_legs_are_where_the_data_sheets_have_them(legs: tuple[str, ...], known: dict[str, int]) -> None:
    assert known == {name: legs.index(name) + 1 for name in known}

"""What the doctor lets people see and hear, when, and what it finds in the way of the pins."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from firmware.doctor.boot import Interfaces, read_interfaces
from firmware.settings import SETTINGS
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSh1106
from hardware.glass import Glass
from hardware.i2c import Bus
from hardware.pattern import pattern
from hardware.rest import Light
from hardware.wiring import Driver, Oled
from tests.doctor.ward import Ward


def test_display_lamps_and_loudspeaker_are_seen_and_heard(ward: Ward) -> None:
    page = ward.look()
    assert pattern(Driver.SSD1306).tobytes() in ward.pictures
    assert set(ward.bench.wiring.numbers) == ward.were_lit
    assert 1 == ward.tones
    assert "the pattern for SSD1306 was shown" in page.line("OLED")
    assert "three tones were played" in page.line("Loudspeaker")
    assert not ward.bench.oled.lit, "and then the display is dark again"
    assert ward.bench.dark


def test_quiet_nothing_is_seen_or_heard_and_everything_is_looked_at(ward: Ward) -> None:
    page = ward.look(quiet=True)
    assert 0 == page.code
    assert ([], set(), 0) == (ward.pictures, ward.were_lit, ward.tones)
    for word in ("I2C 1", "OLED", "Buttons", "Loudspeaker"):
        assert "✓" in page.line(word)


def test_a_table_in_the_browser_makes_no_sound(ward: Ward) -> None:
    ward.look("simulated")
    assert 0 == ward.tones


def test_counting_errors_leaves_the_picture_where_it_is(ward: Ward) -> None:
    """Every other transfer is as long as a piece of a picture, and those to the display are written."""
    bench = ward.bench
    glass = Glass(Oled(), Bus(bench.wires[1]))
    glass.begin(glass.pages(pattern(Driver.SH1106)), Light.BRIGHT, lit=False)
    bench.wires[1].log.clear()
    ward.look(quiet=True)
    written = [bytes(t.sent) for t in bench.wires[1].log if t.address == 0x3C and t.sent]
    assert 100 < len(written)
    assert {33} == {len(sent) for sent in written}
    assert pattern(Driver.SH1106).tobytes() == bench.picture.tobytes()


def test_the_pattern_is_for_the_controller_that_staff_have_chosen(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('{"driver": "sh1106"}')
    ward.bench.oled = FakeSh1106()  # type: ignore[assignment]
    ward.bench.wires[1].plug(0x3C, ward.bench.oled)
    assert "SH1106" in ward.look().line("OLED")
    assert pattern(Driver.SH1106).tobytes() in ward.pictures
    (tmp_path / SETTINGS).write_text("{damaged")
    assert "SSD1306" in ward.look().line("OLED")
    assert "{damaged" == (tmp_path / SETTINGS).read_text(), "the doctor changes nothing"


class NoPictures(FakeWire):
    """A display on it answers, and takes no data."""

    def write(self, address: int, data: bytes) -> None:
        if address == 0x3C and data[0] == 0x40:
            raise OSError(errno.EIO, "input/output error")
        super().write(address, data)


def test_a_display_that_answers_and_takes_no_picture(ward: Ward) -> None:
    wire = NoPictures()
    wire.chips = ward.bench.wires[1].chips

    def opened(_: int) -> FakeWire:
        wire.closed = False
        return wire

    ward.stage(wire_of=opened)
    page = ward.look()
    assert (14, {14}) == (page.code, page.wrong), page.text
    assert "no picture arrives" in page.line("OLED")


def test_the_amplifier_is_let_on_for_the_tones_alone(ward: Ward) -> None:
    heard = []

    def listen(*, tone: bool) -> None:
        heard.append((tone, ward.bench.factory.pin("GPIO16").state))

    ward.stage(listen=listen)
    ward.look()
    assert [(True, True)] == heard
    assert not ward.bench.factory.pin("GPIO16").state


# ------------------------------------------------------------ what the Pi itself does at these pins


@pytest.mark.parametrize(
    ("on", "pins", "todo"),
    [
        (Interfaces(spi="spidev0.0"), "GPIO7 GPIO8 GPIO9 GPIO10 GPIO11", "dtparam=spi=off"),
        (Interfaces(console="ttyS0", serial="serial0"), "GPIO14 GPIO15", "take console=serial0,115200 out"),
        (Interfaces(serial="serial0"), "GPIO14 GPIO15", "enable_uart=0"),
        (Interfaces(one_wire="w1_bus_master1"), "GPIO4", "take dtoverlay=w1-gpio out"),
    ],
)
def test_an_interface_that_has_pins_of_the_table(on: Interfaces, pins: str, todo: str, ward: Ward) -> None:
    ward.stage(interfaces=lambda: on)
    page = ward.look("D10")
    assert 12 == page.code
    line = page.line("启动配置")
    assert pins in line
    assert todo in line
    assert 12 not in ward.look("expander").wrong, "its pins are others"


def test_a_direct_table_without_any_is_well(ward: Ward) -> None:
    assert "✓" in ward.look("D10").line("Boot configuration")
    assert "Boot configuration" not in ward.look("expander").text


def _machine(root: Path, *, said: str = "", files: tuple[str, ...] = (), serial: str = "") -> Interfaces:
    for name in ("proc/cmdline", *files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "proc/cmdline").write_text(said)
    if serial:
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev" / serial).touch()
        (root / "dev/serial0").symlink_to(serial)
    return read_interfaces(root)


def test_what_a_machine_says_of_its_interfaces(tmp_path: Path) -> None:
    assert Interfaces() == read_interfaces(tmp_path)
    found = _machine(
        tmp_path,
        said="coherent_pool=1M console=tty1 console=ttyS0,115200 root=/dev/mmcblk0p2\n",
        files=("dev/spidev0.0", "dev/spidev0.1", "sys/bus/w1/devices/w1_bus_master1"),
        serial="ttyS0",
    )
    assert Interfaces(spi="spidev0.0", console="ttyS0", serial="serial0", one_wire="w1_bus_master1") == found


def test_the_serial_plug_of_a_pi_5_is_not_on_the_header(tmp_path: Path) -> None:
    assert Interfaces() == _machine(tmp_path, said="console=ttyAMA10,115200 console=tty1\n", serial="ttyAMA10")


def test_spi_on_other_pins_is_nobodys_concern(tmp_path: Path) -> None:
    assert Interfaces() == _machine(tmp_path, files=("dev/spidev1.0",))

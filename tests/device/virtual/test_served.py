"""The bus of the guest itself: real smbus2, and luma on it, reach the fake chips as they would real ones."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest
import smbus2
from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled.device import ssd1306

from hardware.fake_i2c import FakeMcp23017, FakePcf8574, FakeWire
from hardware.fake_oled import FakeSsd1306
from hardware.i2c import open_wire
from tests.device.served import Served

IODIRB = 0x01
OLATA = 0x14


@pytest.fixture
def wire() -> Iterator[FakeWire]:
    made = FakeWire()
    made.plug(0x20, FakeMcp23017())
    made.plug(0x27, FakePcf8574())
    made.plug(0x3C, FakeSsd1306())
    with Served(made):
        yield made


def test_every_kind_of_transfer_arrives(wire: FakeWire) -> None:
    with smbus2.SMBus(1) as bus:
        bus.write_byte_data(0x20, OLATA, 0xA5)
        assert 0xA5 == bus.read_byte_data(0x20, OLATA)
        bus.write_word_data(0x20, OLATA, 0x1234)
        assert 0x1234 == bus.read_word_data(0x20, OLATA)
        bus.write_i2c_block_data(0x20, OLATA, [7, 8])
        assert [7, 8] == bus.read_i2c_block_data(0x20, OLATA, 2)
        bus.write_byte(0x27, 0xF0)
        assert 0xF0 == bus.read_byte(0x27)
        asked, got = smbus2.i2c_msg.write(0x20, [OLATA]), smbus2.i2c_msg.read(0x20, 2)
        bus.i2c_rdwr(asked, got)
        assert bytes((7, 8)) == bytes(got)
    assert {0x20, 0x27} == {transfer.address for transfer in wire.log}


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_errors_arrive_with_their_number(number: int, wire: FakeWire) -> None:
    wire.fail(number)
    system = open_wire(1)
    with pytest.raises(OSError) as failed:  # noqa: PT011 - the number is what is looked at
        system.read(0x20, OLATA, 1)
    assert number == failed.value.errno
    assert b"\0" == system.read(0x20, OLATA, 1)
    system.close()


def test_a_chip_that_is_not_there_does_not_answer(wire: FakeWire) -> None:
    wire.unplug(0x20)
    system = open_wire(1)
    with pytest.raises(OSError) as failed:  # noqa: PT011 - same
        system.write(0x20, bytes((IODIRB, 0)))
    assert errno.EREMOTEIO == failed.value.errno
    system.close()


# luma still reads pictures in a way that Pillow will give up.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
def test_luma_as_it_is_shows_its_picture(wire: FakeWire) -> None:
    device = ssd1306(i2c(port=1, address=0x3C))
    with canvas(device) as draw:
        draw.rectangle((10, 20, 50, 40), outline=1)
    oled = wire.chips[0x3C]
    assert isinstance(oled, FakeSsd1306)
    assert oled.lit
    assert (10, 20, 51, 41) == oled.image().getbbox()
    device.cleanup()

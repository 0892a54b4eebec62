"""The staff's display over smbus2 on /dev/i2c-1: what the panel is told is what a person sees on the glass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from hardware.dots import shifted
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeOled, FakeSh1106, FakeSsd1306
from hardware.i2c import Bus, open_wire
from hardware.panel import Panel
from hardware.ports import Condition, Device
from hardware.rest import shift
from hardware.wiring import Driver, Oled
from tests.device.hands import until
from tests.device.inbox import Inbox
from tests.device.served import Served
from tests.hardware.contract import MachineClock

ADDRESS: Final = 0x3C
GLASSES: Final = {Driver.SSD1306: FakeSsd1306, Driver.SH1106: FakeSh1106}


def picture(left: int) -> Image.Image:
    """A box that begins at `left`, with something in every page."""
    made = Image.new("1", (128, 64))
    drawn = ImageDraw.Draw(made)
    drawn.rectangle((left, 3, left + 20, 60), outline=1)
    drawn.line((0, 0, 127, 63), fill=1)
    return made


def shows(oled: FakeOled, wanted: Image.Image) -> bool:
    """Whether a person sees `wanted`, wherever the panel has moved it to."""
    seen = oled.image().tobytes()
    return any(shifted(wanted, *shift(minute)).tobytes() == seen for minute in range(4))


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def wire() -> Iterator[FakeWire]:
    made = FakeWire()
    with Served(made):
        yield made


@pytest.fixture(params=list(GLASSES))
def oled(request: pytest.FixtureRequest, wire: FakeWire) -> FakeOled:
    made = GLASSES[request.param]()
    wire.plug(ADDRESS, made)
    return made


@pytest.fixture
def panel(oled: FakeOled, inbox: Inbox) -> Iterator[Panel]:
    driver = next(driver for driver, kind in GLASSES.items() if type(oled) is kind)
    wire = open_wire(1)
    made = Panel(replace(Oled(), driver=driver), Bus(wire), inbox.put, MachineClock())
    made.start()
    yield made
    made.close()
    assert not oled.lit or oled.image().getbbox() is None, "it is left blank"
    wire.close()


def test_the_glass_shows_the_picture_and_then_the_next(panel: Panel, oled: FakeOled) -> None:
    for left in (5, 60, 100):
        panel.show(picture(left))
        until(lambda left=left: shows(oled, picture(left)), "the picture")  # type: ignore[misc]
    assert oled.lit


def test_a_display_that_is_pulled_out_and_put_in_shows_what_is_wanted_now(
    panel: Panel, oled: FakeOled, wire: FakeWire, inbox: Inbox
) -> None:
    panel.show(picture(5))
    until(lambda: shows(oled, picture(5)), "the picture")
    wire.unplug(ADDRESS)
    panel.show(picture(60))
    gone = inbox.health(lambda report: report.condition is Condition.ABSENT)
    assert Device.OLED is gone.device
    wire.plug(ADDRESS, oled)
    until(lambda: shows(oled, picture(60)), "the picture, by itself")
    inbox.health(lambda report: report.device is Device.OLED and report.condition is Condition.OK)


def test_a_display_that_is_not_there_stops_nobody(wire: FakeWire, inbox: Inbox) -> None:
    system = open_wire(1)
    panel = Panel(Oled(), Bus(system), inbox.put, MachineClock())
    panel.start()
    panel.show(picture(5))
    inbox.health(lambda report: report.device is Device.OLED and report.condition is Condition.ABSENT)
    late = FakeSsd1306()
    wire.plug(ADDRESS, late)
    until(lambda: shows(late, picture(5)), "the picture as soon as it is there")
    panel.close()
    system.close()

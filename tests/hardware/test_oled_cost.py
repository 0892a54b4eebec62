"""What a picture costs on the bus, against luma as it is; and that our bytes are luma's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import smbus2
from luma.core.interface.serial import i2c
from luma.oled import device as luma
from PIL import Image

from hardware.dots import pack, turned
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSsd1306
from hardware.oled_cost import Cost, SmbusOnWire, cost_of_luma, cost_of_ours
from hardware.wiring import Driver
from tests.kit.glass import ADDRESS, MODELS, menu

MOVES = tuple(menu(cursor) for cursor in (0, 1, 2, 3, 2, 1))
COMMON = (Driver.SSD1306, Driver.SH1106)

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")


class Heard:
    """A serial interface that keeps the data it is given."""

    def __init__(self) -> None:
        self.data_bytes = bytearray()

    def command(self, *said: int) -> None:
        """Of no interest."""

    def data(self, data: Sequence[int]) -> None:
        self.data_bytes += bytes(data)

    def cleanup(self) -> None:
        """There is nothing to free."""


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize("driver", Driver)
def test_a_frame_is_packed_into_exactly_lumas_bytes(driver: Driver, rotate: int) -> None:
    serial = Heard()
    if driver is Driver.SH1107:
        device = luma.sh1107(serial, width=64, height=128, rotate=rotate + 1)
    else:
        device = getattr(luma, driver.value)(serial, width=128, height=64, rotate=rotate)
    device.persist = True
    serial.data_bytes.clear()
    device.display(menu(4))
    assert b"".join(pack(turned(menu(4), device.rotate))) == serial.data_bytes


@pytest.mark.parametrize("driver", COMMON)
def test_a_move_of_the_cursor_takes_less_than_half_of_the_bus_and_less_of_the_processor(driver: Driver) -> None:
    ours = cost_of_ours(driver, MOVES)
    for stock in (cost_of_luma(driver, MOVES, blocks=True), cost_of_luma(driver, MOVES, blocks=False)):
        assert ours.right
        assert stock.right
        assert 2 * ours.bytes < stock.bytes
        assert 2 * ours.bits < stock.bits
        assert ours.cpu_ns < stock.cpu_ns


def test_lumas_frames_cost_what_was_measured_elsewhere() -> None:
    """1034 bytes and 9310 bits an SSD1306 frame, 1080 and 9752 an SH1106 frame: the model counts as the wire does."""
    frame = MOVES[:2]
    ssd1306, sh1106 = (cost_of_luma(driver, frame, blocks=False) for driver in COMMON)
    assert (2, 1034, 9310) == (ssd1306.transfers, ssd1306.bytes, ssd1306.bits)
    assert (16, 1080, 9752) == (sh1106.transfers, sh1106.bytes, sh1106.bits)


@pytest.mark.parametrize("driver", COMMON)
def test_nobody_waits_for_more_than_a_piece(driver: Driver) -> None:
    """34 bytes: address, control byte and 32 of a picture."""
    assert 2 + 34 * 9 == cost_of_ours(driver, MOVES).longest
    assert cost_of_luma(Driver.SSD1306, MOVES, blocks=False).longest > 9000


def test_lumas_own_bus_is_what_it_is_compared_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """luma, opening its bus by smbus2 itself, sends what the comparison takes it to send."""
    wire, chip = FakeWire(), FakeSsd1306()
    wire.plug(ADDRESS, chip)
    monkeypatch.setattr(smbus2, "SMBus", lambda _: SmbusOnWire(wire))
    device = luma.ssd1306(i2c(port=1, address=ADDRESS))
    device.persist = True
    device.display(MOVES[0])
    wire.log.clear()
    for image in MOVES[1:]:
        device.display(image)
        assert image.tobytes() == chip.image().tobytes()
    assert _counts(cost_of_luma(Driver.SSD1306, MOVES, blocks=False)) == (
        len(wire.log),
        sum(1 + len(transfer.sent) for transfer in wire.log),
        sum(transfer.bits for transfer in wire.log),
    )


def _counts(cost: Cost) -> tuple[int, int, int]:
    return cost.transfers, cost.bytes, cost.bits


def test_the_bus_is_taken_for_as_long_as_the_bits_last() -> None:
    cost = cost_of_luma(Driver.SSD1306, MOVES[:2], blocks=False)
    assert 93.1 == pytest.approx(cost.bus_ms(100_000))
    assert 23.275 == pytest.approx(cost.bus_ms(400_000))


@pytest.mark.parametrize("driver", Driver)
def test_the_models_show_what_luma_itself_sends(driver: Driver) -> None:
    """The modelled displays are not made to fit our commands: stock luma is seen right on them, too."""
    wire, chip = FakeWire(), MODELS[driver]()
    wire.plug(ADDRESS, chip)
    serial = i2c(bus=SmbusOnWire(wire), address=ADDRESS)
    if driver is Driver.SH1107:
        device = luma.sh1107(serial, width=64, height=128, rotate=1)
    else:
        device = getattr(luma, driver.value)(serial, width=128, height=64)
    device.persist = True
    for image in (menu(2), Image.new("1", (128, 64), 255), menu(6)):
        device.display(image)
        assert image.tobytes() == chip.image().tobytes()

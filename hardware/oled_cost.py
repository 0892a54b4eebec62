"""What pictures cost on the bus: ours against luma as it is, on the same modelled display. For tests and the benchmark.

luma goes one of two ways. Given a bus it sends blocks of 32 bytes; with a bus of its own it sends a whole frame in one
go, and whoever else needs the bus waits for all of it.
"""

from __future__ import annotations

import time
import warnings
from typing import TYPE_CHECKING, Any

import msgspec

from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSh1106, FakeSsd1306
from hardware.glass import Glass
from hardware.i2c import Bus
from hardware.rest import Light
from hardware.wiring import Driver, Oled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

_MODELS = {Driver.SSD1306: FakeSsd1306, Driver.SH1106: FakeSh1106}


class Cost(msgspec.Struct, frozen=True):
    """The cost of some pictures, one after the other on a display that shows the first already."""

    transfers: int
    bytes: int
    """On the wire, addresses and control bytes among them."""
    bits: int
    longest: int
    """Bits of the longest transfer: so long a seat may wait."""
    cpu_ns: int
    """The processor's time on this thread, without the bus."""
    right: bool
    """Whether a person saw each of the pictures as it is meant."""

    def bus_ms(self, hz: int) -> float:
        """Milliseconds that the bus is taken at `hz`."""
        return 1000 * self.bits / hz


class SmbusOnWire:
    """As much of `smbus2.SMBus` as luma uses, on a wire of ours."""

    def __init__(self, wire: FakeWire) -> None:
        """Everything goes to `wire`."""
        self._wire = wire

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """A block of at most 32 bytes."""
        assert len(data) <= 32, "the kernel takes 32 bytes in a block"
        self._wire.write(address, bytes((register, *data)))

    def i2c_rdwr(self, message: Any) -> None:
        """A message of any length."""
        self._wire.write(message.addr, bytes(message))

    def close(self) -> None:
        """There is nothing to free."""


class _WholeFrames:
    """luma's serial interface as it is on a bus of its own, without the bus."""

    def __init__(self, wire: FakeWire, address: int) -> None:
        self._wire = wire
        self._address = address

    def command(self, *said: int) -> None:
        self._wire.write(self._address, bytes((0x00, *said)))

    def data(self, data: Sequence[int]) -> None:
        self._wire.write(self._address, bytes((0x40, *data)))

    def cleanup(self) -> None:
        """There is nothing to free."""


class _Nowhere(FakeWire):
    """A bus that takes everything and costs nothing: to tell the driver's time from the model's."""

    def write(self, address: int, data: bytes) -> None:
        """It is gone."""


def cost_of_ours(driver: Driver, pictures: Sequence[Image.Image]) -> Cost:
    """What `Glass` sends for `pictures`."""
    oled = Oled(driver=driver)

    def on(wire: FakeWire) -> Callable[[Image.Image], None]:
        glass = Glass(oled, Bus(wire))
        glass.begin(glass.pages(pictures[0]), Light.BRIGHT, lit=False)
        return lambda image: glass.draw(glass.pages(image))

    return _measure(oled, on, pictures)


def cost_of_luma(driver: Driver, pictures: Sequence[Image.Image], *, blocks: bool) -> Cost:
    """What luma as it is sends for `pictures`, in blocks or in one go."""
    from luma.core.interface.serial import i2c
    from luma.oled import device as luma

    oled = Oled(driver=driver)

    def on(wire: FakeWire) -> Callable[[Image.Image], None]:
        serial = i2c(bus=SmbusOnWire(wire), address=oled.address) if blocks else _WholeFrames(wire, oled.address)
        device = getattr(luma, driver.value)(serial)
        device.persist = True
        device.display(pictures[0])
        show: Callable[[Image.Image], None] = device.display
        return show

    with warnings.catch_warnings():
        # luma reads dots in a way that Pillow drops.
        warnings.simplefilter("ignore", DeprecationWarning)
        return _measure(oled, on, pictures)


def _measure(
    oled: Oled, on: Callable[[FakeWire], Callable[[Image.Image], None]], pictures: Sequence[Image.Image]
) -> Cost:
    """Count on a modelled display what `on` sends there, and time it where nothing is modelled."""
    wire, chip = FakeWire(), _MODELS[oled.driver]()
    wire.plug(oled.address, chip)
    show = on(wire)
    wire.log.clear()
    right = True
    for image in pictures[1:]:
        show(image)
        right = right and chip.image().tobytes() == image.tobytes()
    log = tuple(wire.log)
    show = on(_Nowhere())
    began_ns = time.thread_time_ns()
    for image in pictures[1:]:
        show(image)
    return Cost(
        transfers=len(log),
        bytes=sum(1 + len(transfer.sent) for transfer in log),
        bits=sum(transfer.bits for transfer in log),
        longest=max(transfer.bits for transfer in log),
        cpu_ns=time.thread_time_ns() - began_ns,
        right=right,
    )

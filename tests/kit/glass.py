"""A display on a modelled bus, and what a person sees on it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

from PIL import Image

from firmware.fakes import FakeClock
from hardware.dots import shifted
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeOled, FakeSh1106, FakeSh1107, FakeSsd1305, FakeSsd1306
from hardware.i2c import Bus
from hardware.oled import draw
from hardware.painter import Painter, Wish
from hardware.ports import Condition, Health
from hardware.rest import shift
from hardware.screen import Row, Screen, window
from hardware.wiring import Driver, Oled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

S: Final = 1_000_000_000
MS: Final = 1_000_000

MODELS: Final[Mapping[Driver, type[FakeOled]]] = {
    Driver.SSD1306: FakeSsd1306,
    Driver.SH1106: FakeSh1106,
    Driver.SSD1309: FakeSsd1306,
    Driver.SSD1315: FakeSsd1306,
    Driver.SSD1305: FakeSsd1305,
    Driver.SH1107: FakeSh1107,
    Driver.CH1115: FakeSh1106,
}

ADDRESS: Final = 0x3C

PATIENCE_S: Final = 20.0
"""How long a test waits for another thread on a busy machine."""


def menu(cursor: int) -> Image.Image:
    """A page of the staff's menu with the cursor at row `cursor`."""
    rows = tuple(
        Row(text) for text in ("开始", "再来一局", "板子", "座位", "座位检查", "试一次", "规则", "节奏", "声音")
    )
    return draw(Screen("法官", window(rows, cursor), corner="12"))


def upside_down(image: Image.Image) -> Image.Image:
    """`image` as it is seen by who sits opposite."""
    return image.transpose(Image.Transpose.ROTATE_180)


class Stand:
    """A painter, stepped by hand, on a bus with one display; the clock stands still until it is moved."""

    def __init__(self, driver: Driver = Driver.SSD1306, chip: FakeOled | None = None) -> None:
        """The display is plugged in, the painter has not looked yet."""
        self.wire = FakeWire()
        self.chip = MODELS[driver]() if chip is None else chip
        self.wire.plug(ADDRESS, self.chip)
        self.clock = FakeClock()
        self.told: list[Health] = []
        self.painter = Painter(Bus(self.wire), self._tell)
        self.wish = Wish(Oled(driver=driver), menu(0).tobytes(), 0)
        self.next_ns = 0

    def _tell(self, health: object) -> None:
        assert isinstance(health, Health)
        self.told.append(health)

    @property
    def conditions(self) -> list[Condition]:
        """What was told of the display's health, in order."""
        return [health.condition for health in self.told]

    @property
    def seen(self) -> bytes:
        """The dots that a person sees."""
        return self.chip.image().tobytes()

    def shows(self, image: Image.Image) -> bool:
        """Whether `image` is seen, wherever it has been moved to."""
        return self.seen in {shifted(image, *shift(minute)).tobytes() for minute in range(4)}

    def step(self) -> None:
        """One step, now."""
        self.next_ns = self.painter.step(self.wish, self.clock.now_ns())

    def run_until(self, at_ns: int) -> None:
        """Step now and whenever the painter wants to, until `at_ns`; ends there with a step."""
        self.step()
        while self.next_ns < at_ns:
            self.clock.move_to(max(self.next_ns, self.clock.now_ns()))
            before_ns = self.next_ns
            self.step()
            assert self.next_ns > before_ns, "a painter that wants to step again at once burns the processor"
        self.clock.move_to(at_ns)
        self.step()

    def want(self, image: Image.Image) -> None:
        """Another picture is wanted, now."""
        self.wish = Wish(self.wish.oled, image.tobytes(), self.clock.now_ns(), self.wish.keep_lit)

    def sent(self) -> tuple[int, int, int]:
        """Transfers, bytes and bits since the last time it was asked."""
        log = list(self.wire.log)
        self.wire.log.clear()
        return len(log), sum(1 + len(transfer.sent) for transfer in log), sum(transfer.bits for transfer in log)


class _Watched(FakeOled):
    """A display that a test looks at while another thread writes to it."""

    def __init__(self) -> None:
        """Nothing has been written."""
        self._written = threading.Condition()
        super().__init__()

    def write(self, data: bytes) -> None:
        """As a display does; then whoever waits has a look."""
        super().write(data)
        with self._written:
            self._written.notify_all()

    def wait_for(self, what: Callable[[FakeOled], bool]) -> None:
        """Return as soon as `what` is so."""
        with self._written:
            assert self._written.wait_for(lambda: what(self), PATIENCE_S), "that was never seen"

    def wait_for_image(self, image: Image.Image) -> None:
        """Return as soon as `image` is seen."""
        dots = image.tobytes()
        self.wait_for(lambda chip: chip.image().tobytes() == dots)


class Watched(_Watched, FakeSsd1306):
    """An SSD1306 that is looked at."""


class WatchedSh1106(_Watched, FakeSh1106):
    """An SH1106 that is looked at."""


class Inbox:
    """What was put of a display's health, and a way to wait for it."""

    def __init__(self) -> None:
        """Nothing was put."""
        self.conditions: list[Condition] = []
        self._arrived = threading.Condition()

    def put(self, item: object) -> None:
        """As the loop's."""
        assert isinstance(item, Health)
        with self._arrived:
            self.conditions.append(item.condition)
            self._arrived.notify_all()

    def wait_for(self, *conditions: Condition) -> None:
        """Return as soon as these have been told, in this order."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: list(conditions) == self.conditions, PATIENCE_S), self.conditions


class RealClock:
    """The clock of a real table. The wall clock is of no interest to a display."""

    def now_ns(self) -> int:
        """Monotonic nanoseconds."""
        return time.monotonic_ns()

    def minute_of_day(self) -> int:
        """Noon."""
        return 12 * 60

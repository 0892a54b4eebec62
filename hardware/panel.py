"""The staff's display on a real table. `hardware.painter` does the work, on a thread of its own.

What counts as use, by which it is lit and kept from resting: a staff key (`touch`), and every picture that is not the
one before. It is dimmed after a minute without, and dark after five; never while a game is open (`keep_lit`).
A key that finds it `asleep` should only wake it.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hardware.painter import Painter, Wish
from hardware.ports import NS_PER_MS
from hardware.rest import Light
from hardware.screen import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hardware.i2c import Bus
    from hardware.ports import Clock
    from hardware.wiring import Oled

CLOSING_S: Final = 2.0
"""How long `close` waits for a display that is blanked, or for a bus that hangs."""

_NS_PER_S: Final = 1000 * NS_PER_MS
_DARK: Final = bytes(WIDTH * HEIGHT // 8)


class Panel:
    """`hardware.ports.DisplayPort` on a display that luma knows. From any thread; nothing here waits for the bus."""

    def __init__(self, oled: Oled, bus: Bus, put: Callable[[object], None], clock: Clock) -> None:
        """A display wired as `oled` says, on `bus`; its health goes to `put`."""
        self._clock = clock
        self._painter = Painter(bus, put)
        self._changed = threading.Condition()
        self._wish = Wish(oled, _DARK, clock.now_ns())
        self._news = False
        self._closing = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look for the display. Harmless when called again."""
        with self._changed:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="display", daemon=True)
                self._thread.start()

    def show(self, image: Image.Image) -> None:
        """Show `image` (mode "1", 128x64) from now on. Another mode or size is the caller's bug."""
        assert image.mode == "1", f"the display has one bit per pixel, the image is {image.mode}"
        assert image.size == (WIDTH, HEIGHT), f"the display is 128x64, the image {image.size}"
        dots = image.tobytes()
        if dots != self._wish.dots:
            self._want(dots=dots, used_ns=self._clock.now_ns())

    def touch(self) -> None:
        """Staff pressed a key: light up."""
        self._want(used_ns=self._clock.now_ns())

    def keep_lit(self, *, on: bool) -> None:
        """Whether it stays lit, if dimmed, when nothing is done: a game is open."""
        if on != self._wish.keep_lit:
            self._want(keep_lit=on)

    def use(self, oled: Oled) -> None:
        """From now on the display is one wired so (on the same bus); it is looked for at once."""
        self._want(oled=oled, used_ns=self._clock.now_ns())

    @property
    def oled(self) -> Oled:
        """How the display is wired."""
        return self._wish.oled

    @property
    def asleep(self) -> bool:
        """Whether it has gone dark because nobody used it. One that is not there is never asleep."""
        return self._painter.live and self._wish.light(self._clock.now_ns()) is Light.OFF

    def close(self) -> None:
        """Leave the panel blank and end the thread; give up on a bus that hangs after two seconds."""
        with self._changed:
            self._closing = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(CLOSING_S)

    def _want(self, **changes: object) -> None:
        with self._changed:
            self._wish = replace(self._wish, **changes)
            self._news = True
            self._changed.notify()

    def _run(self) -> None:
        try:
            while (wish := self._take()) is not None:
                wake_ns = self._painter.step(wish, self._clock.now_ns())
                self._wait(wake_ns)
            self._painter.finish()
        except Exception:
            logging.getLogger(__name__).exception("the display's thread ends")

    def _take(self) -> Wish | None:
        """What is wanted now; None: to end."""
        with self._changed:
            self._news = False
            return None if self._closing else self._wish

    def _wait(self, until_ns: int) -> None:
        with self._changed:
            wait_s = max(0, until_ns - self._clock.now_ns()) / _NS_PER_S
            self._changed.wait_for(lambda: self._news or self._closing, wait_s)

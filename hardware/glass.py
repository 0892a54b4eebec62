"""One display on its bus: sets it up, and sends the dots that differ. For one thread; raises what the bus raises.

Everything goes out in pieces of at most 32 bytes, and the bus is free between them: a seat never waits for a picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.controller import controller_of
from hardware.dots import Pages, pack, spans, turned
from hardware.rest import Light

if TYPE_CHECKING:
    from PIL import Image

    from hardware.i2c import Bus
    from hardware.wiring import Oled

PIECE: Final = 32
"""Bytes of a picture that are sent in one go."""

_COMMAND: Final = b"\x00"
_DATA: Final = b"\x40"


class Glass:
    """A display that is wired as `oled` says. OSError: it does not answer."""

    def __init__(self, oled: Oled, bus: Bus) -> None:
        """Nothing is sent yet."""
        self.oled = oled
        self._bus = bus
        self._controller = controller_of(oled.driver)
        self._quarters = self._controller.quarters + (2 if oled.upside_down else 0)
        self._shown: Pages | None = None
        """What is on the glass for certain."""

    def pages(self, image: Image.Image) -> Pages:
        """`image` as this display keeps it."""
        return pack(turned(image, self._quarters))

    def begin(self, pages: Pages, light: Light, *, lit: bool) -> None:
        """Set everything up as after a loss of power, and show `pages`. `lit`: it may well have kept all of it."""
        self._shown = None
        for command in self._controller.setup_lit if lit else self._controller.setup:
            self._command(command)
        if light is not Light.BRIGHT:
            self._command(self._controller.dim)
        self.draw(pages)
        self._command(self._controller.off if light is Light.OFF else self._controller.on)

    def draw(self, pages: Pages) -> None:
        """Send what differs from what is shown."""
        wanted = spans(self._shown, pages)
        # Whatever fails on the way, it is not known how much of it arrived.
        self._shown = None
        for span in wanted:
            self._command(self._controller.place(span.page, span.column))
            for begin in range(0, len(span.data), PIECE):
                self._send(_DATA + span.data[begin : begin + PIECE])
        self._shown = pages

    def shows(self, pages: Pages) -> bool:
        """Whether `pages` is on the glass."""
        return self._shown == pages

    def light(self, light: Light) -> None:
        """Be lit so, without a picture being sent."""
        match light:
            case Light.BRIGHT:
                self._command(self._controller.bright)
            case Light.DIM:
                self._command(self._controller.dim)
            case Light.OFF:
                self._command(self._controller.off)

    def blank(self) -> None:
        """Put it off, and leave nothing in it that would be seen when it is put on."""
        self.light(Light.OFF)
        self._shown = None
        self.draw((bytes(self._controller.columns),) * self._controller.pages)

    def _command(self, command: bytes) -> None:
        self._send(_COMMAND + command)

    def _send(self, piece: bytes) -> None:
        with self._bus.turn() as wire:
            wire.write(self.oled.address, piece)

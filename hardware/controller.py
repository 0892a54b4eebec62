"""What each display controller is told: luma's own words, written down once. luma is known only here.

luma's drivers know how a controller is set up, lit, dimmed and put off. They are asked once each, on an interface
that writes down what they say. So a lost display is set up again without a new luma device (which the program would
keep until it ends, since luma hangs a hook on it), and what that hook says in the end is written down and no more.

Frames are ours: luma's way to read dots is one that Pillow drops.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from hardware.screen import HEIGHT, WIDTH
from hardware.wiring import Driver

DIM: Final = 0x10
"""Contrast of a display at which nobody looks, of 255."""

_OFFSETS: Final = {Driver.SH1106: 2, Driver.CH1115: 2}
"""Controllers of 132 columns show the middle 128."""

_PAGE_MODE: Final = (0x20, 0x02)
_SET_PAGE_MODE: Final = frozenset({Driver.SSD1305, Driver.SSD1306, Driver.SSD1309, Driver.SSD1315, Driver.SH1106})
"""Controllers that count columns on through all pages unless told otherwise, and those that are taken for one.

In page mode a frame can be read even when the driver is the wrong one of the two common ones: it is two dots off. So
staff can find the page where the right one is chosen.
"""


class Controller(msgspec.Struct, frozen=True):
    """A controller and its commands, each without the control byte."""

    columns: int
    """Columns of a page that are seen."""
    pages: int
    offset: int
    """The first column that is seen."""
    quarters: int
    """How far an upright image is turned, clockwise, to lie as the glass does."""
    setup: tuple[bytes, ...]
    """Puts the display off and sets everything that a loss of power forgets."""
    bright: bytes
    dim: bytes
    on: bytes
    off: bytes

    @property
    def setup_lit(self) -> tuple[bytes, ...]:
        """The same for a display that may be lit: it does not flicker."""
        return (self.setup[0].removeprefix(self.off), *self.setup[1:])

    def place(self, page: int, column: int) -> bytes:
        """The next data goes to `column` of `page`."""
        at = self.offset + column
        return bytes((0xB0 | page, at & 0x0F, 0x10 | at >> 4))


class _Notes:
    """A serial interface for luma that writes down what is said on it."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *said: int) -> None:
        self.commands.append(bytes(said))

    def cleanup(self) -> None:
        """There is nothing to free."""

    def take(self) -> tuple[bytes, ...]:
        """What was said since the last time."""
        said, self.commands = tuple(self.commands), []
        return said


@cache
def controller_of(driver: Driver) -> Controller:
    """The controller that luma calls `driver`."""
    from luma.oled import device as luma

    notes = _Notes()
    setup: list[bytes] = []

    def clear(_: object) -> None:
        """Where luma would send an empty frame: all before belongs to the setting up."""
        setup.extend(notes.take())

    # An SH1107 stands upright: 64 wide, 128 high.
    size = (HEIGHT, WIDTH) if driver is Driver.SH1107 else (WIDTH, HEIGHT)
    base = getattr(luma, driver.value)
    device: Any = type(driver.value, (base,), {"clear": clear})(notes, width=size[0], height=size[1])
    notes.take()
    device.contrast(DIM)
    (dim,) = notes.take()
    said = b"".join(setup)
    device.contrast(said[said.rindex(dim[:1]) + 1])
    (bright,) = notes.take()
    device.show()
    (on,) = notes.take()
    device.hide()
    (off,) = notes.take()
    if driver in _SET_PAGE_MODE:
        setup.append(bytes(_PAGE_MODE))
    return Controller(
        columns=size[0],
        pages=size[1] // 8,
        offset=_OFFSETS.get(driver, 0),
        quarters=1 if driver is Driver.SH1107 else 0,
        setup=tuple(setup),
        bright=bright,
        dim=dim,
        on=on,
        off=off,
    )

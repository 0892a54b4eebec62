"""Display controllers that understand their commands, and what a person sees on them. Shipped for tests and benchmarks.

They are plugged into a `hardware.fake_i2c.FakeWire`. A controller that is spoken to as if it were another shows what
the real one shows: a picture two dots off, and noise along the edge where nothing was ever written.
"""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING, Final

from PIL import Image

from hardware.dots import PAGE, turned
from hardware.fake_chips import PoweredChip

if TYPE_CHECKING:
    from collections.abc import Mapping

_BRIGHT: Final = 0x7F
"""Contrast after power-on."""

_ARGUMENTS: Final[Mapping[int, int]] = {
    0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xDC: 1,
}  # fmt: skip
"""Bytes that follow a command, where all controllers agree."""


class FakeOled(PoweredChip):
    """A controller of 132 columns that knows page addressing only: SH1106 and CH1115."""

    columns = 132
    offset = 2
    """The first column that is wired to the glass."""
    width = 128
    pages = 8
    arguments = _ARGUMENTS

    def __init__(self, noise: int = 1) -> None:
        """Without power. `noise` seeds what is in its memory when it gets that."""
        super().__init__()
        self.contrast = _BRIGHT
        self.on = False
        self._random = Random(noise)  # noqa: S311 - no secret
        self._lock = threading.RLock()
        self._forget()

    @property
    def lit(self) -> bool:
        """Whether anything can be seen."""
        return self.powered and self.on

    def power(self, *, on: bool) -> None:
        """It was plugged in, or pulled out."""
        self.powered = on
        self._forget()

    def reset(self) -> None:
        """The expanders' RESET line does not reach the display."""

    def brown_out(self) -> None:
        """Its power failed for a moment: it is dark, its memory is noise, and it answers as before."""
        self._forget()

    def write(self, data: bytes) -> None:
        """Commands or data, as the control byte says."""
        with self._lock:
            match data[0]:
                case 0x00:
                    for byte in data[1:]:
                        self._command(byte)
                case 0x40:
                    for byte in data[1:]:
                        self._store(byte)
                case control:
                    raise AssertionError(f"no control byte that anybody sends: {control:#04x}")

    def read(self, register: int, count: int) -> bytes:
        """The status; a register cannot be named."""
        del register
        return self.receive(count)

    def receive(self, count: int) -> bytes:
        """The status, again and again: bit 6 is set while the display is off."""
        return bytes((0x00 if self.on else 0x40,)) * count

    def image(self) -> Image.Image:
        """What a person sees who holds the display as it is meant to be held."""
        with self._lock:
            size = (self.width, self.pages * PAGE)
            if not self.lit:
                return self._upright(Image.new("1", size, 0))
            raw = bytearray(self.width * self.pages)
            for page, memory in enumerate(self._memory):
                seen = memory[self.offset : self.offset + self.width]
                raw[self.pages - 1 - page :: self.pages] = seen
            seen_image = turned(Image.frombytes("1", size[::-1], bytes(raw)), 3)
            if self._all_on:
                seen_image = Image.new("1", size, 255)
            if self._inverted:
                seen_image = seen_image.point(lambda dot: 0 if dot else 255)
            return self._upright(self._scanned(seen_image))

    def _scanned(self, image: Image.Image) -> Image.Image:
        """Start line and the two directions; modules are mounted so that both must be reversed."""
        if self._start_line:
            top = image.crop((0, 0, image.width, self._start_line))
            moved = Image.new("1", image.size, 0)
            moved.paste(image, (0, -self._start_line))
            moved.paste(top, (0, image.height - self._start_line))
            image = moved
        if not self._columns_reversed:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._rows_reversed:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image

    def _upright(self, image: Image.Image) -> Image.Image:
        return image

    def _forget(self) -> None:
        with self._lock:
            self._memory = [bytearray(self._random.randbytes(self.columns)) for _ in range(self.pages)]
            self._page = self._column = self._start_line = 0
            self._columns_reversed = self._rows_reversed = self._inverted = self._all_on = self.on = False
            self.contrast = _BRIGHT
            self._pending: list[int] = []

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        if len(self._pending) > self.arguments.get(self._pending[0], 0):
            command, *given = self._pending
            self._pending = []
            self._obey(command, given)

    def _obey(self, command: int, given: list[int]) -> None:
        """Do `command`; one that is not known does nothing."""
        match command:
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case 0x81:
                self.contrast = given[0]
            case 0xA0 | 0xA1:
                self._columns_reversed = command == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case _ if 0xB0 <= command <= 0xBF:
                self._page = (command & 0x0F) % self.pages
            case 0xC0 | 0xC8:
                self._rows_reversed = command == 0xC8

    def _store(self, byte: int) -> None:
        """The column counts on to the last one and no further."""
        if self._column < self.columns:
            self._memory[self._page][self._column] = byte
            self._column += 1


class FakeSh1106(FakeOled):
    """SH1106 (and CH1115): the picture begins in column 2."""


class FakeSsd1306(FakeOled):
    """SSD1306 (and SSD1309, SSD1315): 128 columns; counts on through a window, or within a page."""

    columns = 128
    offset = 0
    arguments = {**_ARGUMENTS, 0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}  # noqa: RUF012 - never changed
    needs_pump = True
    """Whether it stays dark until its charge pump is on; others have their voltage from outside."""

    @property
    def lit(self) -> bool:
        """Whether anything can be seen."""
        return super().lit and (self._pump or not self.needs_pump)

    def _forget(self) -> None:
        with self._lock:
            super()._forget()
            self._pump = False
            self._by_page = True
            self._first_column, self._last_column = 0, self.columns - 1
            self._first_page, self._last_page = 0, self.pages - 1

    def _obey(self, command: int, given: list[int]) -> None:
        match command:
            case 0x20:
                assert given[0] & 0x03 != 1, "vertical addressing is used by nobody"
                self._by_page = given[0] & 0x03 == 2
            case 0x21:
                self._first_column, self._last_column = (column & 0x7F for column in given)
                self._column = self._first_column
            case 0x22:
                self._first_page, self._last_page = (page & 0x07 for page in given)
                self._page = self._first_page
            case 0x8D:
                self._pump = bool(given[0] & 0x04)
            case _:
                super()._obey(command, given)

    def _store(self, byte: int) -> None:
        self._memory[self._page][self._column % self.columns] = byte
        if self._by_page:
            self._column = (self._column + 1) % self.columns
        elif self._column < self._last_column:
            self._column += 1
        else:
            self._column = self._first_column
            self._page = self._first_page if self._page == self._last_page else (self._page + 1) % self.pages


class FakeSsd1305(FakeSsd1306):
    """SSD1305: has its voltage from outside."""

    needs_pump = False


class FakeSh1107(FakeOled):
    """SH1107 of 64x128 dots, lying on its side: its glass is mounted the other way round."""

    columns = 128
    offset = 0
    width = 64
    pages = 16

    def _scanned(self, image: Image.Image) -> Image.Image:
        return image

    def _upright(self, image: Image.Image) -> Image.Image:
        return turned(image, 3)

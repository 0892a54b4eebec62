"""The OLED: draws screens to images, and shows images on a luma device that somebody else made.

The font is ours (`hardware/fonts`), never one of the system: a missing font file is the classic way
for a display to stay dark. Drawing is exact to the dot and the same everywhere, so tests compare
images. All errors of the device are kept, not raised: a lost display never stops a game.
"""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Protocol

from PIL import Image, ImageChops, ImageDraw

from hardware.screen import (
    COLUMNS,
    HEIGHT,
    MARK,
    ROW,
    VISIBLE,
    WIDTH,
    Big,
    Card,
    Grid,
    Row,
    Rows,
    Screen,
    Scroll,
    clip,
    row_room,
    width,
)

ON = 255
OFF = 0
_CELL = 21
"""Width of a grid cell in px: six of them in a row."""


@cache
def glyphs() -> dict[str, bytes]:
    """The bitmap of every character of the font: 16 rows of one byte (8 px wide) or two (16 px)."""
    packed = (files("hardware") / "fonts" / "unifont16.hex.gz").read_bytes()
    lines = gzip.decompress(packed).decode("ascii").splitlines()
    return {chr(int(code, 16)): bytes.fromhex(bitmap) for code, bitmap in (line.split(":") for line in lines)}


@cache
def _glyph(character: str) -> Image.Image:
    """The picture of `character`; one that the font does not have is a box, so that it is seen."""
    bitmap = glyphs().get(character)
    size = (width(character), ROW)
    if bitmap is None:
        box = Image.new("1", size, OFF)
        ImageDraw.Draw(box).rectangle((1, 1, size[0] - 2, ROW - 2), outline=ON)
        return box
    return Image.frombytes("1", size, bitmap)


@lru_cache(maxsize=512)
def _text(text: str) -> Image.Image:
    """`text` as a picture 16 px high, dots on a dark ground; not to be drawn on."""
    picture = Image.new("1", (max(1, width(text)), ROW), OFF)
    x = 0
    for character in text:
        picture.paste(_glyph(character), (x, 0))
        x += width(character)
    return picture


def lettering(text: str) -> Image.Image:
    """`text` in the display's font, 16 px high, dots on a dark ground; may be drawn on."""
    return _text(text).copy()


def _row(row: Row, room: int) -> Image.Image:
    """One row of `room` px: text left, value right; a text too long ends in an ellipsis."""
    picture = Image.new("1", (room, ROW), OFF)
    picture.paste(_text(clip(row.text, row_room(row, room))), (0, 0))
    if row.value:
        picture.paste(_text(row.value), (room - width(row.value), 0))
    return picture


def _inverted(picture: Image.Image) -> Image.Image:
    return ImageChops.invert(picture)


def draw(screen: Screen) -> Image.Image:
    """The image of `screen`: mode "1", 128x64."""
    if isinstance(screen.body, Card):
        from hardware.pattern import pattern  # it letters with what is here

        return pattern(screen.body.driver)
    image = Image.new("1", (WIDTH, HEIGHT), OFF)
    image.paste(_inverted(_row(Row(screen.title, screen.corner), WIDTH)), (0, 0))
    match screen.body:
        case Rows():
            _draw_rows(image, screen.body)
        case Big():
            _draw_big(image, screen.body)
        case Grid():
            _draw_grid(image, screen.body)
    return image


def _draw_rows(image: Image.Image, body: Rows) -> None:
    room = WIDTH - (MARK if body.scroll else 0)
    for index, row in enumerate(body.rows[:VISIBLE]):
        picture = _row(row, room)
        if index == body.cursor:
            picture = _inverted(picture)
            # A dark line above keeps the cursor apart from the title bar; dark letters lose nothing by it.
            ImageDraw.Draw(picture).line((0, 0, room, 0), fill=OFF)
        image.paste(picture, (0, ROW * (1 + index)))
    if body.scroll:
        _draw_mark(image, body.scroll)


def _draw_mark(image: Image.Image, scroll: Scroll) -> None:
    """A thin line at the right edge with a thick part where the visible rows are."""
    pen = ImageDraw.Draw(image)
    top, height = ROW + 1, HEIGHT - ROW - 2
    begin = top + height * scroll.first // scroll.total
    end = top + height * min(scroll.first + VISIBLE, scroll.total) // scroll.total
    pen.line((WIDTH - 2, top, WIDTH - 2, HEIGHT - 2), fill=ON)
    pen.rectangle((WIDTH - 3, begin, WIDTH - 1, end - 1), fill=ON)


def _draw_big(image: Image.Image, body: Big) -> None:
    def doubled(text: str) -> Image.Image:
        picture = _text(text)
        return picture.resize((2 * picture.width, 2 * picture.height), Image.Resampling.NEAREST)

    # Without a footer the large words stand in the middle of the free space.
    top = ROW if body.footer else ROW + ROW // 2
    left = doubled(body.text)
    image.paste(left, (0 if body.right else (WIDTH - left.width) // 2, top))
    if body.right:
        right = doubled(body.right)
        image.paste(right, (WIDTH - right.width, top))
    if body.footer:
        image.paste(_row(Row(body.footer), WIDTH), (0, ROW * VISIBLE))


def _draw_grid(image: Image.Image, body: Grid) -> None:
    pen = ImageDraw.Draw(image)
    for index, cell in enumerate(body.cells[: COLUMNS * VISIBLE]):
        left, top = 1 + _CELL * (index % COLUMNS), ROW * (1 + index // COLUMNS)
        number = _text(cell.text).crop((0, 3, width(cell.text), 15))
        box = Image.new("1", (_CELL - 4, ROW - 4), OFF)
        box.paste(number, ((box.width - number.width + 1) // 2, 0))
        image.paste(_inverted(box) if cell.on else box, (left + 2, top + 2))
        if index == body.cursor:
            pen.rectangle((left, top, left + _CELL - 1, top + ROW - 1), outline=ON)


def png(image: Image.Image, scale: int = 1) -> bytes:
    """`image` as a PNG file, each dot `scale` px wide and high."""
    out = BytesIO()
    enlarged = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    enlarged.save(out, "PNG", optimize=False)
    return out.getvalue()


class Device(Protocol):
    """The part of a luma device that is used: `ssd1306`, `sh1106` and `dummy` all have it."""

    def display(self, image: Image.Image) -> None:
        """Show `image`, which has the mode and size of the device; may raise `luma.core.error.Error` or OSError."""


class LumaDisplay:
    """`hardware.ports.Display` on a luma device of mode "1" and 128x64.

    `show` may be called from one thread only, since luma is not thread-safe. An image equal to the
    one that is shown costs nothing. `error` is the last failure, None when the last image arrived;
    after a failure the next `show` sends its image again, whatever it is.
    """

    def __init__(self, device: Device) -> None:
        """Show on `device`."""
        self._device = device
        self._shown: bytes | None = None
        self.error: Exception | None = None
        self.failures = 0

    def show(self, image: Image.Image) -> None:
        """Show `image` from now on; a device that fails is reported in `error`."""
        dots = image.tobytes()
        if dots == self._shown:
            return
        try:
            self._device.display(image)
        except Exception as error:  # noqa: BLE001 -- luma passes raw errors of the bus on; none may stop a game
            self._shown, self.error, self.failures = None, error, self.failures + 1
        else:
            self._shown, self.error = dots, None

"""The dots of a display as its controller keeps them: pages of eight rows, a byte a column, the top dot lowest. Pure.

A frame is never sent whole when a part of it is on the glass already: `spans` says which bytes differ.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from PIL import Image

from hardware.screen import HEIGHT, WIDTH

PAGE: Final = 8
"""Rows of dots in a page."""

_GAP: Final = 12
"""Equal columns between two that differ that are sent along: to name a new place costs as much on the wire."""

_DIFFERENT: Final = re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % _GAP)

Pages = tuple[bytes, ...]
"""A frame, from the first page to the last."""

_TURNS: Final = (
    None,
    Image.Transpose.ROTATE_270,
    Image.Transpose.ROTATE_180,
    Image.Transpose.ROTATE_90,
)


class Span(msgspec.Struct, frozen=True):
    """Bytes `data` of `page`, from `column` on."""

    page: int
    column: int
    data: bytes


def picture(dots: bytes) -> Image.Image:
    """The 128x64 image whose `tobytes` gave `dots`."""
    return Image.frombytes("1", (WIDTH, HEIGHT), dots)


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """`image` turned clockwise by so many quarters."""
    turn = _TURNS[quarters % 4]
    return image if turn is None else image.transpose(turn)


def shifted(image: Image.Image, right: int, down: int) -> Image.Image:
    """`image` moved by so many dots; what comes in is dark."""
    if not right and not down:
        return image
    moved = Image.new("1", image.size, 0)
    moved.paste(image, (right, down))
    return moved


def pack(image: Image.Image) -> Pages:
    """`image` (mode "1", height a multiple of 8) as pages."""
    # Turned once, every row of bytes is a column of the image, its lowest page first.
    raw = turned(image, 1).tobytes()
    count = image.height // PAGE
    return tuple(raw[count - 1 - page :: count] for page in range(count))


def spans(shown: Pages | None, wanted: Pages) -> tuple[Span, ...]:
    """What must be sent so that `shown` becomes `wanted`; None: nothing is known of what is there."""
    if shown is None:
        return tuple(Span(page, 0, data) for page, data in enumerate(wanted))
    return tuple(
        Span(page, begin, data[begin:end])
        for page, (there, data) in enumerate(zip(shown, wanted, strict=True))
        if there != data
        for begin, end in _stretches(there, data)
    )


def _stretches(there: bytes, data: bytes) -> list[tuple[int, int]]:
    """Where a stretch that differs begins and ends; those that lie close together are one."""
    differs = int.from_bytes(there) ^ int.from_bytes(data)
    return [found.span() for found in _DIFFERENT.finditer(differs.to_bytes(len(data)))]

"""Reads what stands on the display, as a person before it does: from its dots, without asking the program."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageChops

from hardware.dots import shifted
from hardware.oled import glyphs
from hardware.rest import shift
from hardware.screen import ROW, VISIBLE, WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping

HALF: Final = ROW // 2
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"


class Page(NamedTuple):
    """A screen in words. Whatever is not letters there is `UNREADABLE`."""

    title: str
    large: str
    """The words at double size, "" where there are none; `right`: those at the right end."""
    right: str
    lines: tuple[str, ...]
    """The rows at normal size below the title, without empty ones."""

    @property
    def text(self) -> str:
        """All rows as one."""
        return "".join(self.lines)


def read(image: Image.Image) -> Page:
    """What stands on `image`; the program moves its picture by a dot now and then, which nobody notices."""
    pages = (_read(shifted(image, -right, -down)) for right, down in {shift(minute) for minute in range(4)})
    return min(pages, key=_doubts)


def _doubts(page: Page) -> int:
    return "".join((page.title, page.large, page.right, *page.lines)).count(UNREADABLE)


def _read(image: Image.Image) -> Page:
    rows = [image.crop((0, ROW * n, WIDTH, ROW * (n + 1))) for n in range(1 + VISIBLE)]
    title = _row(ImageChops.invert(rows[0]))
    below = tuple(filter(None, (_row(rows[-1]),)))
    pages = [Page(title, "", "", tuple(filter(None, map(_row, rows[1:]))))]
    for top, lines in ((ROW, below), (ROW + HALF, ())):
        large = image.crop((0, top, WIDTH, top + 2 * ROW))
        if large.getbbox() is not None and _is_doubled(large):
            words, right = _large(large.resize((WIDTH // 2, ROW), Image.Resampling.NEAREST))
            pages.insert(0, Page(title, words, right, lines))
    return min(pages, key=_doubts)


def _is_doubled(image: Image.Image) -> bool:
    small = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    return small.resize(image.size, Image.Resampling.NEAREST).tobytes() == image.tobytes()


def _large(row: Image.Image) -> tuple[str, str]:
    """Words in the middle, or at both ends."""
    middle = [_letters(row.crop(((row.width - w) // 2, 0, (row.width + w) // 2, ROW))) for w in range(HALF, 65, HALF)]
    whole = [words for words in middle if UNREADABLE not in words and words.strip() and _covers(words, row)]
    words = whole[0].strip() if whole else _letters(row).strip()
    if whole and ":" not in words:
        return words, ""
    # Only a clock stands at the right end.
    left, _, right = words.partition(" ")
    return left, right.strip()


def _covers(words: str, row: Image.Image) -> bool:
    """Whether nothing of `row` lies beside `words` in its middle."""
    box = row.getbbox()
    width = sum(HALF if character in glyphs() and len(glyphs()[character]) == ROW else ROW for character in words)
    return box is None or ((row.width - width) // 2 <= box[0] and box[2] <= (row.width + width) // 2)


def _row(row: Image.Image) -> str:
    """The words of a row, inverted or not."""
    ways = (_letters(row), _letters(ImageChops.invert(row)))
    return min(ways, key=lambda words: words.count(UNREADABLE)).strip()


def _letters(row: Image.Image) -> str:
    known = _known()
    words = ""
    x = 0
    while x + HALF <= row.width:
        wide = row.crop((x, 1, x + ROW, ROW - 1)).tobytes() if x + ROW <= row.width else b""
        narrow = row.crop((x, 1, x + HALF, ROW - 1)).tobytes()
        if wide in known:
            words += known[wide]
            x += ROW
        else:
            words += known.get(narrow, UNREADABLE)
            x += HALF
    return words


@cache
def _known() -> Mapping[bytes, str]:
    """Every picture of a character, without its first and last row of dots; of those that look alike, the first.

    The cursor has a dark line in place of the first row. While the picture is moved its last row and column are off
    the glass: where the cursor is, that column of dots looks lit.
    """
    nothing, edge = bytes(ROW - 2), bytes((1,)) * (ROW - 2)
    found: dict[bytes, str] = {nothing: " ", edge: " "}
    for character, bitmap in glyphs().items():
        bytes_in_row = len(bitmap) // ROW
        inside = bitmap[bytes_in_row:-bytes_in_row]
        if any(inside):
            found.setdefault(inside, character)
    return found

"""What a screen of 128x64 dots shows, as values. Knows nothing of werewolves and nothing of dots beyond widths.

Every screen is a title bar (16 px, inverted) above a body of three rows of 16 px. Hanzi are 16 px
wide, so a full row holds eight; Latin letters are 8 px wide. The body is one of:

| body   | use                                                                            |
|--------|--------------------------------------------------------------------------------|
| `Rows` | a list or a text; one row may be the cursor (inverted), a mark shows the place |
| `Big`  | one or two words at double size, and one normal row below                      |
| `Grid` | small numbered cells that can be on or off, with a cursor                      |
| `Card` | the test pattern, on all 64 rows: a frame at the very edge, an arrow, a name |

`hardware.oled` draws them. Menu pages build them; `fits` says whether nothing is cut off.
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

import msgspec

from hardware.wiring import Driver

WIDTH = 128
HEIGHT = 64
ROW = 16
"""Height of a row, and width of a hanzi, in px."""

VISIBLE = 3
"""Rows below the title bar."""

MARK = 6
"""Width of the scroll mark in px, taken from the rows of a body that scrolls."""

GAP = 4
"""The least space between a text and the value at the right end of its row, in px."""

ELLIPSIS = "…"
_NO_LINE_START = "，。、：？！）》」】；％,.;:?!)%"


class Row(msgspec.Struct, frozen=True):
    """One row: `text` from the left, `value` at the right end."""

    text: str
    value: str = ""


class Scroll(msgspec.Struct, frozen=True):
    """Where the visible rows are in a longer list: the index of the first one, and how many there are."""

    first: int
    total: int


class Rows(msgspec.Struct, frozen=True):
    """Up to three rows. `cursor` is the index of the inverted one among them; `scroll` None: all rows are visible."""

    rows: tuple[Row, ...]
    cursor: int | None = None
    scroll: Scroll | None = None


class Big(msgspec.Struct, frozen=True):
    """`text` at double size, centred; with `right`, one at each side. `footer`: a row of normal size below."""

    text: str
    right: str = ""
    footer: str = ""


class Cell(msgspec.Struct, frozen=True):
    """A cell of a grid: up to two half-width characters; `on` is drawn as a filled box."""

    text: str
    on: bool


class Grid(msgspec.Struct, frozen=True):
    """Up to 18 cells, six in a row; the cell with index `cursor` has a frame."""

    cells: tuple[Cell, ...]
    cursor: int


class Card(msgspec.Struct, frozen=True):
    """The test pattern that names `driver`, on all 64 rows (`hardware.pattern`); there is no title bar."""

    driver: Driver


Body = Rows | Big | Grid | Card

COLUMNS = 6
"""Cells in a row of a grid."""


class Screen(msgspec.Struct, frozen=True):
    """A whole screen: the title bar (`title` left, `corner` right) and what is below it."""

    title: str
    body: Body
    corner: str = ""


BLANK = Screen("", Rows(()))
"""Nothing but an empty title bar."""


def width(text: str) -> int:
    """How wide `text` is, in px: full-width characters 16, all others 8 (a test holds the font to it)."""
    return sum(ROW if east_asian_width(character) in "WF" else ROW // 2 for character in text)


def clip(text: str, room: int = WIDTH) -> str:
    """`text`, or as much of it as fits into `room` px with an ellipsis at the end."""
    if width(text) <= room:
        return text
    while text and width(text) + width(ELLIPSIS) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrap(text: str, room: int = WIDTH, *, inside: bool = True) -> tuple[str, ...]:
    """`text` in lines of at most `room` px.

    Breaks at spaces and, where `inside`, between hanzi; a full stop or comma never begins a line but
    takes the character before it along. A single word wider than `room` is broken where it must be.
    """
    lines: list[str] = []
    line = ""
    for word in _words(text) if inside else re.findall(r"\S+\s*", text):
        if width(line + word.rstrip()) <= room:
            line += word
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = word
        while width(line.rstrip()) > room:
            cut = max(n for n in range(1, len(line)) if width(line[:n]) <= room)
            lines.append(line[:cut])
            line = line[cut:]
    if line.strip():
        lines.append(line.rstrip())
    return tuple(lines)


def _words(text: str) -> list[str]:
    """The pieces of `text` between which a line may break; each keeps its trailing space and closing marks."""
    words: list[str] = []
    for character in text:
        joins = words and (
            character in _NO_LINE_START
            or (character == " ")
            or (_is_narrow(character) and _is_narrow(words[-1][-1]) and words[-1][-1] != " ")
        )
        if joins:
            words[-1] += character
        else:
            words.append(character)
    return words


def _is_narrow(character: str) -> bool:
    return width(character) < ROW


def window(texts: tuple[Row, ...], cursor: int, *, inverted: bool = True) -> Rows:
    """The three rows of a longer list around index `cursor`, as a body.

    The cursor row is kept in the middle where the list allows, so that what comes next is seen.
    Without `inverted` the list is a text to be scrolled: `cursor` is its first visible row.
    """
    last = max(0, len(texts) - VISIBLE)
    first = min(max(0, cursor - 1 if inverted else cursor), last)
    scroll = Scroll(first, len(texts)) if last else None
    return Rows(texts[first : first + VISIBLE], cursor - first if inverted else None, scroll)


def row_room(row: Row, room: int) -> int:
    """The px left for `row.text` when `row.value` is drawn at the end of a row of `room` px."""
    return room - (width(row.value) + GAP if row.value else 0)


def fits(screen: Screen) -> bool:
    """Whether every text of `screen` can be drawn whole."""
    if width(screen.title) > row_room(Row(screen.title, screen.corner), WIDTH):
        return False
    match screen.body:
        case Rows(rows, cursor, scroll):
            room = WIDTH - (MARK if scroll else 0)
            inside = cursor is None or 0 <= cursor < len(rows)
            return inside and len(rows) <= VISIBLE and all(width(row.text) <= row_room(row, room) for row in rows)
        case Big(text, right, footer):
            return 2 * (width(text) + width(right)) <= WIDTH and width(footer) <= WIDTH
        case Grid(cells, cursor):
            return len(cells) <= COLUMNS * VISIBLE and 0 <= cursor < len(cells)
        case Card():
            return True

"""What a report consists of. A terminal and a page show the same blocks; only a page shows pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from xml.etree.ElementTree import Element


class Heading(NamedTuple):
    """A section begins. `mood`: "night", "day", or "" for neither."""

    title: str
    mood: str = ""


class Lines(NamedTuple):
    """Sentences, one below the other. `small`: notes on what stands above."""

    lines: tuple[str, ...]
    small: bool = False


class Grid(NamedTuple):
    """A table; every row is as long as `head`. Without `head` the first column says what the second is.

    `links`: an address per row for its first cell, "" for none; a page shows them.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    links: tuple[str, ...] = ()


class Picture(NamedTuple):
    """An SVG with its title inside, which is drawn only where it is shown.

    `wide`: it keeps its size and is scrolled where it does not fit.
    """

    draw: Callable[[], Element]
    wide: bool = False


Block = Heading | Lines | Grid | Picture


class Report(NamedTuple):
    """A whole report, `title` first."""

    title: str
    blocks: tuple[Block, ...]

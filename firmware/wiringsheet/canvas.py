"""A picture in the making: lines, boxes and words, and in the end an SVG.

Every length is in pixels, and y grows downwards.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

INK: Final = "#1f2430"
PALE: Final = "#6a7180"
PAPER: Final = "#fffdf8"
LINE: Final = "#c9c2b2"
FONT: Final = "'Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei','PingFang SC','WenQuanYi Zen Hei',sans-serif"

TEXT: Final = 14
SMALL: Final = 12
LARGE: Final = 19


class Canvas:
    """A sheet on which things are drawn in the order in which they are called."""

    def __init__(self, width: float, height: float, title: str) -> None:
        """An empty sheet; `title` is what a screen reader says of it."""
        self._size = (width, height)
        self._title = title
        self._parts: list[str] = []

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = "#ffffff", edge: str = INK,
        round_by: float = 8, dashed: bool = False,
    ) -> None:  # fmt: skip
        """A box with its left upper corner at `x`, `y`."""
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(round_by)}"'
            f' fill="{fill}" stroke="{edge}" stroke-width="1.5"{dash}/>'
        )

    def wire(self, *points: tuple[float, float], colour: str = INK, width: float = 2.4, dashed: bool = False) -> None:
        """A wire from point to point."""
        way = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self._parts.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"'
            f' stroke-linejoin="round"{dash}/>'
        )

    def dot(self, x: float, y: float, radius: float = 4, *, fill: str = INK, edge: str = "none") -> None:
        """Where wires meet, or a pin."""
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def words(
        self, x: float, y: float, text: str, *, size: float = TEXT, fill: str = INK, anchor: str = "start",
        bold: bool = False,
    ) -> None:  # fmt: skip
        """One line of words; `anchor` is start, middle or end, `y` its base line."""
        weight = ' font-weight="700"' if bold else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}" fill="{fill}"{weight}>'
            f"{escape(text)}</text>"
        )

    def lines(
        self, x: float, y: float, *texts: str, size: float = SMALL, fill: str = INK, anchor: str = "start"
    ) -> None:
        """Words below each other, the first with its base line at `y`."""
        for index, text in enumerate(texts):
            self.words(x, y + index * size * 1.5, text, size=size, fill=fill, anchor=anchor)

    def heading(self, zh: str, en: str) -> None:
        """What the picture shows, at its top."""
        self.words(24, 34, zh, size=LARGE, bold=True)
        self.words(24, 55, en, size=TEXT, fill=PALE)

    def resistor(self, x: float, y: float, *, upright: bool = False) -> None:
        """A resistor with its middle at `x`, `y`: 44 long."""
        width, height = (14.0, 44.0) if upright else (44.0, 14.0)
        self.box(x - width / 2, y - height / 2, width, height, round_by=2)

    def capacitor(self, x: float, y: float) -> None:
        """An upright capacitor with its middle at `x`, `y`: 12 high."""
        self._parts.append(f'<rect x="{_n(x - 14)}" y="{_n(y - 6)}" width="28" height="12" fill="{PAPER}"/>')
        self.wire((x - 14, y - 6), (x + 14, y - 6), width=3)
        self.wire((x - 14, y + 6), (x + 14, y + 6), width=3)

    def diode(self, x: float, y: float, *, up: bool = False, fill: str = "#ffffff") -> None:
        """An upright diode with its middle at `x`, `y`; it lets a current through downwards, or `up`."""
        tip, base = (y - 9, y + 9) if up else (y + 9, y - 9)
        self._parts.append(
            f'<polygon points="{_n(x - 10)},{_n(base)} {_n(x + 10)},{_n(base)} {_n(x)},{_n(tip)}" fill="{fill}"'
            f' stroke="{INK}" stroke-width="1.8"/>'
        )
        self.wire((x - 11, tip), (x + 11, tip), width=2.6)

    def ground(self, x: float, y: float) -> None:
        """The sign for ground, hanging from `x`, `y`."""
        self.wire((x, y), (x, y + 8))
        for index, half in enumerate((13, 8, 3)):
            self.wire((x - half, y + 8 + 5 * index), (x + half, y + 8 + 5 * index))

    def svg(self) -> str:
        """The whole picture."""
        width, height = (_n(side) for side in self._size)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' role="img" font-family={quoteattr(FONT)}><title>{escape(self._title)}</title>'
        )
        paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        return "\n".join((head, paper, *self._parts, "</svg>")) + "\n"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")

"""Pictures as SVG trees, drawn by hand: no library, no script, nothing from outside."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element

GOOD: Final = "#1f6f4a"
WOLF: Final = "#a3301f"
LOVERS: Final = "#8a3f8f"
BOMBER: Final = "#8a5a14"
DRAW: Final = "#6b6b6b"
INK: Final = "#1b1b1b"
SOFT: Final = "#5a5a5a"
PALE: Final = "#d9d9d9"
NIGHT: Final = "#e3e7f2"
DAY: Final = "#fdf6e3"
GOLD: Final = "#f1c84b"
WHITE: Final = "#ffffff"

Number = int | float


def element(tag: str, *children: Element | str, **attributes: str | Number) -> Element:
    """A tag with what is in it; `class_` is written class, and _ in other names is written -."""
    made = Element(tag, {_name(name): _value(value) for name, value in attributes.items()})
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif last is None:
            made.text = (made.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return made


def picture(width: Number, height: Number, title: str, *parts: Element) -> Element:
    """An SVG of this size, with `title` for those who cannot see it."""
    return element(
        "svg",
        element("title", title),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        width=width,
        height=height,
        role="img",
    )


def box(x: Number, y: Number, width: Number, height: Number, *, fill: str, radius: Number = 0) -> Element:
    """A filled rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, rx=radius)


def line(x1: Number, y1: Number, x2: Number, y2: Number, *, stroke: str = PALE, width: Number = 1) -> Element:
    """A line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)


def dot(x: Number, y: Number, radius: Number, fill: str, told: str = "") -> Element:
    """A filled circle; `told` is what it stands for."""
    children = (element("title", told),) if told else ()
    return element("circle", *children, cx=x, cy=y, r=radius, fill=fill)


def words(
    x: Number, y: Number, text: str, *, size: Number = 12, fill: str = INK, at: str = "start", bold: bool = False
) -> Element:
    """A line of text with its foot at `y`; `at`: start, middle or end of it is at `x`."""
    weight = "700" if bold else "400"
    return element("text", text, x=x, y=y, font_size=size, fill=fill, text_anchor=at, font_weight=weight)


def over(text: Element, ground: str) -> Element:
    """`text` with a rim of the colour it stands on, so that a line behind it does not strike it out."""
    for name, value in (("stroke", ground), ("stroke-width", "5"), ("paint-order", "stroke")):
        text.set(name, value)
    return text


def _name(name: str) -> str:
    return "class" if name == "class_" else name if name == "viewBox" else name.replace("_", "-")


def _value(value: str | Number) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")

"""A report as one HTML file that needs nothing else: no script, no font, no picture from outside."""

from __future__ import annotations

from importlib import resources
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, tostring

from audio.say import Language
from firmware.review.blocks import Block, Grid, Heading, Lines, Picture, Report
from firmware.review.svg import element

LANGUAGES: Final = {Language.ZH: "zh-Hans", Language.EN: "en"}


class Way(NamedTuple):
    """A way from a page that is served to another. `address` "": this is where one is. `language`: of the words."""

    words: str
    address: str
    language: Language | None = None


def style() -> str:
    """The style sheet that every page carries inside."""
    return resources.files("firmware.review").joinpath("static", "review.css").read_text(encoding="utf-8")


def page(report: Report, language: Language, ways: tuple[Way, ...] = ()) -> str:
    """The file as text, to be written as UTF-8. A page that is served leads on by `ways`, a file has none."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", report.title),
        element("style", style()),
    )
    body = element("body", element("main", *_ways(ways), element("h1", report.title), *_sections(report.blocks)))
    root = element("html", head, body, lang=LANGUAGES[language])
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def _ways(ways: tuple[Way, ...]) -> list[Element]:
    links = []
    for words, address, language in ways:
        of_words = {"lang": LANGUAGES[language]} if language else {}
        links.append(
            element("a", words, href=address, **of_words)
            if address
            else element("span", words, aria_current="true", **of_words)
        )
    return [element("nav", *links)] if links else []


def _sections(blocks: tuple[Block, ...]) -> list[Element]:
    """Every heading begins a section."""
    sections = [element("section")]
    for block in blocks:
        if isinstance(block, Heading):
            sections.append(element("section", element("h2", block.title), class_=block.mood or "plain"))
        else:
            sections[-1].append(_block(block))
    return [section for section in sections if len(section)]


def _block(block: Lines | Grid | Picture) -> Element:
    match block:
        case Lines(lines, small):
            kind = "note" if small else "lines"
            return element("ul", *(element("li", line) for line in lines), class_=kind)
        case Picture(draw, wide):
            return element("div", draw(), class_="wide" if wide else "picture")
        case Grid():
            return element("div", _table(block), class_="grid")


def _table(grid: Grid) -> Element:
    caption = [element("caption", grid.title)] if grid.title else []
    head = [element("thead", element("tr", *(element("th", name, scope="col") for name in grid.head)))]
    rows = []
    for index, (first, *others) in enumerate(grid.rows):
        address = grid.links[index] if grid.links else ""
        name = element("a", first, href=address) if address else first
        rows.append(element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in others)))
    return element("table", *caption, *(head if grid.head else ()), element("tbody", *rows))

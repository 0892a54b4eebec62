"""The pages to print fit: one A4 sheet per language, as a browser prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from markdown_it import MarkdownIt

from tests.arch.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

DOCS: Final = ROOT / "docs"

MARGIN_MM: Final = 15
WIDTH_MM: Final = 210 - 2 * MARGIN_MM
HEIGHT_MM: Final = 297 - 2 * MARGIN_MM
PX_PER_MM: Final = 96 / 25.4
LETTERS_PX: Final = 12
"""9 pt, as README says."""

STYLE: Final = """
body { font: %spx/1.45 'Noto Sans CJK SC', sans-serif; margin: 0 }
h1 { font-size: 20px; margin: 4px 0 }
p, ul, ol { margin: 6px 0 }
ul, ol { padding-left: 18px }
table { border-collapse: collapse; width: 100%% }
td, th { border: 1px solid #999; padding: 2px 6px; text-align: left }
"""


def pages_of(name: str) -> list[str]:
    """The two pages in the file as HTML, Chinese first."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    return [markdown.render(part) for part in (DOCS / name).read_text(encoding="utf-8").split("\n---\n")]


@pytest.mark.parametrize("language", [0, 1], ids=["zh", "en"])
@pytest.mark.parametrize("name", ["staff.md", "players.md"])
def test_a_page_to_print_is_one_sheet(name: str, language: int, browser: Browser, tmp_path: Path) -> None:
    """With margins of 15 mm, in the size of letters that README names."""
    file = tmp_path / "page.html"
    head = f'<meta charset="utf-8"><base href="{DOCS.as_uri()}/"><style>{STYLE % LETTERS_PX}</style>'
    file.write_text(f"<!doctype html>{head}<body>{pages_of(name)[language]}</body>", encoding="utf-8")
    page = browser.new_page(viewport={"width": round(WIDTH_MM * PX_PER_MM), "height": 900})
    page.goto(file.as_uri())
    broken = "[...document.images].filter(image => !image.naturalWidth).map(image => image.src)"
    assert [] == page.evaluate(broken)
    high_px = page.evaluate("document.body.getBoundingClientRect().height")
    assert high_px <= HEIGHT_MM * PX_PER_MM, f"{high_px:.0f} px high, {HEIGHT_MM * PX_PER_MM:.0f} are a sheet"
    margin = f"{MARGIN_MM}mm"
    margins = dict.fromkeys(("top", "bottom", "left", "right"), margin)
    sheets = page.pdf(format="A4", margin=margins)  # type: ignore[arg-type]
    assert 1 == sheets.count(b"/Type /Page\n"), "more than one sheet is printed"

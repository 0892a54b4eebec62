"""The printed sheet: complete, on its own, and on no more pages than can be hung up."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from firmware.glossary.sheet import sheet
from firmware.glossary.terms import all_terms
from tests.kit.chromium import chromium

MAX_PAGES = 4
PAGE = re.compile(rb"/Type\s*/Page\b")
PATIENCE_S = 60.0
SIZE = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
A4_PT = {(595, 842)}
COLUMNS = "new Set([...document.querySelectorAll('article')].map(a => Math.round(a.getBoundingClientRect().left))).size"


class Reader(HTMLParser):
    """The text of each article, the targets of links, and every attribute that could fetch something."""

    def __init__(self) -> None:
        super().__init__()
        self.articles: dict[str, str] = {}
        self.links: set[str] = set()
        self.fetched: list[str] = []
        self._article = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "article":
            self._article = values["id"] or ""
            self.articles[self._article] = ""
        if tag == "a":
            self.links.add((values["href"] or "").removeprefix("#"))
        if tag in ("script", "link", "img", "iframe") or "src" in values:
            self.fetched.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._article = ""

    def handle_data(self, data: str) -> None:
        if self._article:
            self.articles[self._article] += data


def read() -> Reader:
    reader = Reader()
    reader.feed(sheet(all_terms()))
    return reader


def test_every_term_is_on_the_sheet_in_both_languages_and_what_is_doubtful_is_marked() -> None:
    articles = read().articles
    assert [f"t{term.number}" for term in all_terms()] == list(articles)
    for term in all_terms():
        text = articles[f"t{term.number}"]
        notes = () if term.note is None else (term.note.zh, term.note.en)
        for part in (term.term, term.pinyin, term.meaning.zh, term.meaning.en, *term.related, *notes):
            assert part in text
        assert term.confirmed is ("待核 not confirmed" not in text)
        assert term.spoken is ("法官也说 the judge says it" in text)


def test_every_link_leads_somewhere_and_the_index_to_all() -> None:
    page = read()
    assert page.links == set(page.articles)
    index = sheet(all_terms()).partition('<section class="index">')[2]
    assert [] == [term.term for term in all_terms() if f'<a href="#t{term.number}">{term.term} ' not in index]


def test_nothing_is_fetched_from_anywhere() -> None:
    text = sheet(all_terms())
    assert [] == read().fetched
    assert [] == re.findall(r"https?:|url\(|@import|//", text)


@pytest.mark.browser
def test_it_prints_on_few_a4_pages_and_is_not_wider_than_a_phone(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(all_terms()), encoding="utf-8")
    with chromium(PATIENCE_S) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.goto(file.as_uri())
        assert 390 == page.evaluate("document.documentElement.scrollWidth")
        assert 1 == page.evaluate(COLUMNS)
        page.set_viewport_size({"width": 1280, "height": 900})
        assert 2 == page.evaluate(COLUMNS)
        pdf = page.pdf(prefer_css_page_size=True)
    assert 2 <= len(PAGE.findall(pdf)) <= MAX_PAGES
    assert A4_PT == {(round(float(wide)), round(float(high))) for wide, high in SIZE.findall(pdf)}

"""The glossary on the display: every page whole in both languages, and the way from page to page.

    FAGUAN_REGENERATE=1 .venv/bin/python -m pytest tests/glossary/test_pages.py

writes the pictures anew; look at them before they are committed.
"""

import os
from pathlib import Path

import pytest
from PIL import Image

from audio.say import Language
from firmware.glossary import GlossaryPage
from firmware.glossary.pages import MAX_GROUP, LettersPage, TermPage, by_sound, groups, term_screen
from firmware.glossary.terms import Term, all_terms, term_called
from firmware.menu.page import Desk, Page
from firmware.menu.status import TableStatus
from hardware.oled import draw, glyphs, png
from hardware.ports import Key
from hardware.screen import ELLIPSIS, Rows, Screen, fits

GOLDEN = Path(__file__).parent / "golden"
UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK
EVERY = [(term, language) for language in Language for term in all_terms()]


def desk(language: Language) -> Desk:
    return Desk((), (), language, 0, (), TableStatus())


class Stack:
    """Pages above each other as the menu keeps them, with the home page left out."""

    def __init__(self, language: Language = Language.ZH) -> None:
        self.desk = desk(language)
        self.pages: list[Page] = [GlossaryPage()]

    def press(self, *keys: Key) -> None:
        for key in keys:
            turn = self.pages[-1].press(key, self.desk)
            assert turn.actions == ()
            if turn.stay is not None:
                self.pages[-1] = turn.stay
            del self.pages[len(self.pages) - turn.leave :]
            if turn.opens is not None:
                self.pages.append(turn.opens)

    @property
    def screen(self) -> Screen:
        return self.pages[-1].screen(self.desk)


def lines(screen: Screen) -> list[str]:
    assert isinstance(screen.body, Rows)
    return [row.text for row in screen.body.rows]


def said(screen: Screen) -> str:
    return "".join((screen.title, screen.corner, *lines(screen)))


def page_of(name: str) -> TermPage:
    return TermPage([term.term for term in by_sound()].index(name))


@pytest.mark.parametrize(("term", "language"), EVERY, ids=[f"{t.number}.{language}" for t, language in EVERY])
def test_a_term_has_one_page_with_its_whole_meaning(term: Term, language: Language) -> None:
    screen = term_screen(term, language)
    assert fits(screen)
    assert ELLIPSIS not in said(screen)
    assert set(said(screen)) <= glyphs().keys()
    assert screen.title in (f"{term.number} {term.term}", term.term)
    rows = lines(screen)
    if rows[0] == term.pinyin:
        rows = rows[1:]
    whole = "".join(rows) if language is Language.ZH else " ".join(rows)
    assert (term.meaning.zh if language is Language.ZH else term.screen) == whole
    if not term.confirmed:
        assert ("待核" if language is Language.ZH else "draft") == screen.corner
    else:
        assert screen.corner in ("", term.pinyin)


def test_pinyin_and_number_are_shown_where_there_is_room() -> None:
    """Most terms have both; a term too long for its number goes without, and no meaning loses a row for them."""
    for language in Language:
        screens = [(term, term_screen(term, language)) for term in all_terms()]
        assert len([term for term, screen in screens if term.pinyin in said(screen)]) >= 48
        assert len([term for term, screen in screens if screen.title != term.term]) >= 52
    assert Screen("1 银水", term_screen(term_called("银水"), Language.ZH).body, "yínshuǐ") == term_screen(
        term_called("银水"), Language.ZH
    )
    assert "16 警徽流" == term_screen(term_called("警徽流"), Language.ZH).title
    assert "jǐnghuīliú" == lines(term_screen(term_called("警徽流"), Language.ZH))[0]


@pytest.mark.parametrize("language", Language)
def test_every_term_is_reached_through_its_letters_and_every_page_on_the_way_fits(language: Language) -> None:
    stack = Stack(language)
    reached = []
    for group, (begin, end) in enumerate(groups()):
        assert 1 <= end - begin <= MAX_GROUP
        assert fits(stack.screen)
        stack.press(OK)
        for index in range(begin, end):
            assert fits(stack.screen)
            stack.press(OK)
            reached.append(stack.screen)
            stack.press(OK)
            for _ in range(12):
                assert fits(stack.screen)
                assert set(said(stack.screen)) <= glyphs().keys()
                stack.press(DOWN)
            stack.press(BACK)
            assert TermPage(index) == stack.pages[-1]
            stack.press(BACK, DOWN)
        stack.press(BACK, DOWN)
        assert 1 == len(stack.pages), group
    assert [term_screen(term, language) for term in by_sound()] == reached
    stack.press(BACK)
    assert [] == stack.pages


def test_up_and_down_turn_to_the_neighbours_and_back_stands_on_the_one_last_read() -> None:
    stack = Stack()
    stack.press(OK, OK)
    first = stack.screen
    stack.press(UP)
    assert term_screen(by_sound()[-1], Language.ZH) == stack.screen
    stack.press(DOWN)
    assert first == stack.screen
    begin, _ = groups()[1]
    stack.press(*[DOWN] * (begin + 1), BACK)
    assert [GlossaryPage(), LettersPage(group=1, cursor=1)] == stack.pages
    stack.press(OK)
    assert [TermPage(begin + 1)] == stack.pages[2:]


def test_all_about_a_term_has_its_unabridged_meaning_its_doubt_and_what_is_related() -> None:
    stack = Stack(Language.EN)
    stack.pages.append(page_of("夹杀"))
    stack.press(OK)
    seen: list[str] = []
    for _ in range(12):
        seen += [line for line in lines(stack.screen) if line not in seen]
        stack.press(DOWN)
    term = term_called("夹杀")
    assert term.note is not None
    expected = ["jiāshā", term.meaning.en, "Meaning not confirmed.", term.note.en, "See: 踩 推"]
    assert " ".join(expected) == " ".join(seen)


def scenes(language: Language) -> list[tuple[str, Page]]:
    about = page_of("挂相").press(OK, desk(language)).opens
    assert about is not None
    names = {"yinshui": "银水", "rendao": "认刀认推不认毒", "jiasha": "夹杀", "jinghuiliu": "警徽流"}
    names |= {"minxia": "民及民以下", "feijinghui": "撕警徽/飞警徽"}
    pages: list[tuple[str, Page]] = [(name, page_of(term)) for name, term in names.items()]
    return [*pages, ("letters", GlossaryPage(1)), ("terms", LettersPage(group=1, cursor=2)), ("about", about)]


SCENES = [
    (f"{name}.{language}", page.screen(desk(language))) for language in Language for name, page in scenes(language)
]


@pytest.mark.parametrize(("name", "screen"), SCENES, ids=[name for name, _ in SCENES])
def test_a_page_looks_as_it_did_when_it_was_looked_at(name: str, screen: Screen) -> None:
    image = draw(screen)
    path = GOLDEN / f"{name}.png"
    if os.environ.get("FAGUAN_REGENERATE"):
        path.write_bytes(png(image))
    assert Image.open(path).convert("1").tobytes() == image.tobytes(), f"{path.name} looks different now"


def test_there_is_no_picture_without_a_page() -> None:
    assert sorted(f"{name}.png" for name, _ in SCENES) == sorted(path.name for path in GOLDEN.iterdir())

"""The glossary in the staff's menu: letters, the terms of some letters, one page a term, and all about it.

A term's page has its whole meaning in three rows; ▲ and ▼ go on to its neighbours in the alphabet of
pinyin, OK opens everything that is known about it. The terms are read when the first page is drawn.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final

from audio.say import Language
from engine.text import Text
from firmware.glossary.search import plain
from firmware.glossary.terms import Term, all_terms
from firmware.menu.page import LEAVE, Desk, Entry, ListPage, Page, TextPage, Turn, moved
from hardware.ports import Key
from hardware.screen import MARK, VISIBLE, WIDTH, Row, Rows, Screen, fits, wrap

TITLE = Text("术语", "Terms")
UNSURE = Text("待核", "draft")
UNSURE_LONG = Text("释义待核。", "Meaning not confirmed.")
SEE = Text("相关：", "See: ")
MAX_GROUP: Final = 10
"""Letters are put together while they have no more terms than this: five presses reach each of them."""


@cache
def by_sound() -> tuple[Term, ...]:
    """All terms in the order of their pinyin."""
    return tuple(sorted(all_terms(), key=lambda term: (plain(term.pinyin), term.number)))


@cache
def groups() -> tuple[tuple[int, int], ...]:
    """Where the groups of letters begin and end in `by_sound`."""
    letters = [len(tuple(group)) for _, group in groupby(by_sound(), key=_letter)]
    ends: list[tuple[int, int]] = []
    begin = end = 0
    for count in letters:
        if end > begin and end + count - begin > MAX_GROUP:
            ends.append((begin, end))
            begin = end
        end += count
    return (*ends, (begin, end))


def _letter(term: Term) -> str:
    return plain(term.pinyin)[0].upper()


def _name(group: int) -> str:
    """The letters of a group, as in "B-D"."""
    begin, end = groups()[group]
    first, last = _letter(by_sound()[begin]), _letter(by_sound()[end - 1])
    return first if first == last else f"{first}-{last}"


class GlossaryPage(ListPage, frozen=True):
    """The letters with which terms begin. What the menu opens."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What this is, and how many there are."""
        return desk.words(TITLE), f"{len(by_sound())}"

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A row for a few letters, with the number of their terms."""
        del desk
        return tuple(
            Entry(Text(_name(group), _name(group)), Turn(opens=LettersPage(group=group)), f"{end - begin}")
            for group, (begin, end) in enumerate(groups())
        )


class LettersPage(ListPage, frozen=True, kw_only=True):
    """The terms of one group of letters."""

    group: int

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The letters."""
        return desk.words(TITLE), _name(self.group)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A row for each term."""
        del desk
        begin, end = groups()[self.group]
        return tuple(
            Entry(Text(by_sound()[index].term, by_sound()[index].term), Turn(opens=TermPage(index)))
            for index in range(begin, end)
        )


class TermPage(Page, frozen=True):
    """The term with this index in `by_sound`."""

    index: int

    def press(self, key: Key, desk: Desk) -> Turn:
        """Its neighbour, all about it, or back to the list, which then stands on the term last read."""
        if key is Key.OK:
            return Turn(opens=_about(by_sound()[self.index], desk))
        if key is Key.BACK:
            group = next(number for number, (_, end) in enumerate(groups()) if self.index < end)
            here = LettersPage(group=group, cursor=self.index - groups()[group][0])
            return Turn(leave=LEAVE.leave + 1, opens=here)
        return Turn(stay=TermPage(moved(self.index, key, len(by_sound()))))

    def screen(self, desk: Desk) -> Screen:
        """The term and its meaning, whole."""
        return term_screen(by_sound()[self.index], desk.language)


def term_screen(term: Term, language: Language) -> Screen:
    """The page of `term`: the meaning is always whole; pinyin and number give way where there is no room.

    A meaning that is not confirmed has a mark in the corner, and its pinyin in the first row if at all.
    """
    meaning = term.meaning.zh if language is Language.ZH else term.screen
    rows = tuple(Row(line) for line in wrap(meaning))
    sound = (Row(term.pinyin), *rows) if len(rows) < VISIBLE else rows
    numbered = f"{term.number} {term.term}"
    if term.confirmed:
        tries = [(numbered, term.pinyin, rows)]
        # With a row to spare the pinyin goes there; else the number gives way to it.
        tries += [(numbered, "", sound)] if sound != rows else [(term.term, term.pinyin, rows)]
        tries += [(numbered, "", rows), (term.term, "", sound), (term.term, "", rows)]
    else:
        mark = UNSURE.zh if language is Language.ZH else UNSURE.en
        tries = [(numbered, mark, sound), (term.term, mark, sound), (numbered, mark, rows), (term.term, mark, rows)]
    screens = [Screen(title, Rows(body), corner) for title, corner, body in tries]
    return next((screen for screen in screens if fits(screen)), screens[-1])


def _about(term: Term, desk: Desk) -> TextPage:
    """Everything about `term` as a text to be scrolled, with the unabridged meaning in the language of the menu."""
    parts = [term.pinyin, desk.words(term.meaning)]
    if not term.confirmed:
        parts.append(desk.words(UNSURE_LONG))
    if term.note is not None:
        parts.append(desk.words(term.note))
    parts.append(desk.words(SEE) + " ".join(term.related))
    lines = tuple(Row(line) for part in parts for line in wrap(part, WIDTH - MARK))
    return TextPage(Text(term.term, term.term), lines)

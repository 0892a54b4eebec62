"""Which terms somebody means who types a term, its number, its sound, a part of it, or what it is about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Final

from engine.text import Text
from firmware.errors import StartError
from firmware.glossary.terms import Term

NEAR: Final = 0.4
"""From this likeness on (0 to 1) a term is offered in place of one that there is not: one hanzi of two is enough."""

OFFERED: Final = 3
SHORTEST_WORD: Final = 3
"""Shorter pieces of English, or of the end of a sound, are in too many entries to mean anything."""


class NoSuchTerm(StartError):
    """Raised when no term is anything like what was asked for."""


def plain(text: str) -> str:
    """`text` as it is compared: no tones, spaces, marks or capitals; full-width letters as plain ones."""
    pieces = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in pieces if character.isalnum())


def sounds(term: Term) -> tuple[str, ...]:
    """How `term` is typed without tones: whole, and each of a pair."""
    return tuple(dict.fromkeys((plain(term.pinyin), *map(plain, re.split("[,/]", term.pinyin)))))


def find(query: str, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms that `query` means, by number; the first of these that finds any decides.

    Its number, its name, its sound; then a part of these; then words of its meaning.

    Raises:
        NoSuchTerm: nothing is found; the message offers what is nearest.
    """
    wanted = plain(query)
    ways: tuple[Callable[[Term], bool], ...] = (
        lambda term: wanted in (str(term.number), *_names(term)),
        lambda term: wanted in sounds(term),
        lambda term: _is_part(wanted, term),
        lambda term: _is_about(query, wanted, term),
    )
    for way in ways if wanted else ():
        found = tuple(term for term in terms if way(term))
        if found:
            return found
    raise NoSuchTerm(_unknown(query, nearest(wanted, terms)))


def _names(term: Term) -> tuple[str, ...]:
    return tuple(map(plain, (term.term, *term.names)))


def _is_part(wanted: str, term: Term) -> bool:
    if any(wanted in name for name in _names(term)):
        return True
    words = (*sounds(term), *map(plain, term.pinyin.split()))
    ends = len(wanted) >= SHORTEST_WORD and any(word.endswith(wanted) for word in words)
    return ends or any(word.startswith(wanted) for word in words)


def _is_about(query: str, wanted: str, term: Term) -> bool:
    """Whether the meaning has these hanzi, or all these English words, from their beginning on."""
    if wanted in plain(term.meaning.zh):
        return True
    asked = [plain(word) for word in query.split()]
    words = [plain(word) for word in re.split(r"[\s-]", term.meaning.en)]
    return all(
        len(piece) >= SHORTEST_WORD and any(word.startswith(piece) for word in words) for piece in filter(None, asked)
    )


def nearest(wanted: str, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The few terms most like `wanted`, the nearest first; perhaps none."""

    def likeness(term: Term) -> float:
        return max(SequenceMatcher(None, wanted, key).ratio() for key in (*_names(term), *sounds(term)))

    near = sorted(terms, key=likeness, reverse=True)[:OFFERED]
    return tuple(term for term in near if likeness(term) >= NEAR)


def _unknown(query: str, near: tuple[Term, ...]) -> Text:
    if not near:
        return Text(
            f"没有术语 {query}；全部术语请看 faguan glossary",
            f"there is no term {query}; faguan glossary lists them all",
        )
    return Text(
        f"没有术语 {query}；相近的有：{'、'.join(term.term for term in near)}",
        f"there is no term {query}; near it: {', '.join(f'{term.term} ({term.pinyin})' for term in near)}",
    )

"""Which terms somebody means who types a term, its number, its sound, a part of it, or what it is about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from engine.text import Text
from firmware.errors import StartError
from firmware.glossary.terms import Term

LETTERS_PER_SLIP: Final = 3
"""A sound is near when it has at most one slip for so many letters; hanzi are near when half of them are right."""

OFFERED: Final = 3
FAR: Final = 1000
"""More slips than any word has letters."""

SHORTEST_WORD: Final = 3
"""Shorter pieces of English, or of the end of a sound, are in too many entries to mean anything."""

SAY_NOTHING: Final = frozenset(
    "all also and any are but can did does for from has her his how its not one only out that the them they this "
    "was when where which who whom will with you your 的 是 了 和 在 也 不 有 人".split()
)
"""Words that stand in any meaning and are about nothing."""


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
    asked = [piece for word in query.split() if (piece := plain(word)) and piece not in SAY_NOTHING]
    if not asked:
        return False
    if wanted in plain(term.meaning.zh):
        return True
    words = [plain(word) for word in re.split(r"[\s-]", term.meaning.en)]
    return all(len(piece) >= SHORTEST_WORD and any(word.startswith(piece) for word in words) for piece in asked)


def nearest(wanted: str, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The few terms most like `wanted`, the nearest first; none when it is like nothing."""
    away = {term.number: min(_away(wanted, key) for key in (*_names(term), *sounds(term))) for term in terms}
    near = sorted((term for term in terms if away[term.number] < FAR), key=lambda term: away[term.number])
    return tuple(near[:OFFERED])


def _away(wanted: str, key: str) -> int:
    """How many slips make `wanted` out of `key`; `FAR` when they are too many for one to be meant for the other."""
    longer = max(len(wanted), len(key))
    allowed = len(wanted) // LETTERS_PER_SLIP if wanted.isascii() else longer // 2
    if wanted.isascii() != key.isascii() or abs(len(wanted) - len(key)) > allowed:
        return FAR
    away = slips(wanted, key)
    return away if away <= allowed else FAR


def slips(typed: str, meant: str) -> int:
    """How many letters were left out, put in, mistaken, or changed with their neighbour."""
    before: list[int] = []
    last = list(range(len(meant) + 1))
    for i, letter in enumerate(typed):
        row = [i + 1]
        for j, other in enumerate(meant):
            least = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter != other))
            if i and j and letter == meant[j - 1] and typed[i - 1] == other:
                least = min(least, before[j - 1] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]


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

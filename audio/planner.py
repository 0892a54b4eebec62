"""From a sentence to words and to a length, in either language.

| placeholder                    | filled from       | 中文                     | English                     |
|--------------------------------|-------------------|--------------------------|-----------------------------|
| {seat} {target}                | seat, target      | 三号                     | number three                |
| {number}                       | seat              | 三号                     | three (while counting)      |
| {seats} {voters}               | seats, voters     | 三号、七号和十二号       | numbers three, seven and …  |
| {votes}                        | halves            | 两票, 一点五票           | two votes, one and a half … |
| {n}                            | n                 | 十二, 两 for a bare 2    | twelve                      |
| {time}                         | minute            | 十五点零五分             | three oh five p.m.          |
| {role}                         | role              | 平民 (as spoken)         | Villager                    |
| {roles}                        | roles             | 四名狼人和一名预言家     | four Werewolves and one …   |
| {board} {explain} {rule} {outcome} | text          | its own words, numbers spelt out | the same            |

`target` may be a word option: 顺序, 逆序, 撕掉, 不开枪. A final full stop that an explanation brings
along is dropped, since the line has its own.

Lengths are those of the reference voice: 4.2 syllables a second plus 0.35 s between the items of a
list. Simulated and recorded games use them, so a new voice pack changes no golden transcript.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from audio import numerals
from audio.catalogue import COUNTED, pause_ms, placeholders, words_of
from audio.errors import MissingValue
from audio.say import Language, Say
from audio.syllables import syllables_en, syllables_zh
from engine.roles import ROLES
from engine.roles.role import Role
from engine.seats import NO_SHOT
from engine.text import Text

__all__ = [
    "GAP_MS", "MAX_COUNT_MS", "MIN_MS", "PLACEHOLDERS", "SYLLABLES_PER_S", "WORD_OPTIONS",
    "length_ms", "pause_ms", "render", "value_of",
]  # fmt: skip

SYLLABLES_PER_S: Final = 4.2
"""Pace of the reference voice."""
GAP_MS: Final = 350
"""Silence between two items of a list."""
MIN_MS: Final = 300
"""The shortest clip."""
MAX_COUNT_MS: Final = 700
"""The longest clip of a count (audio D2): it must fit into the fastest sweep."""
_CACHED: Final = 8192
"""Sentences whose words are kept: a table says the same few thousand all evening."""

_ROLES: Final[Mapping[str, Role]] = MappingProxyType({role.id: role for role in ROLES})

WORD_OPTIONS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        NO_SHOT: Text("不开枪", "no shot"),
        "ascending": Text("顺序", "upwards"),
        "descending": Text("逆序", "downwards"),
        "own_ascending": Text("顺序", "upwards"),
        "own_descending": Text("逆序", "downwards"),
        "tear": Text("撕掉", "tear"),
    },
)
"""The options that are not seats."""

_SENTENCE: Final = re.compile(r"(^|[.!?] )([a-z])")
_HISSING: Final = ("s", "x", "z", "ch", "sh")


@lru_cache(maxsize=_CACHED)
def render(say: Say, language: Language) -> str:
    """The words of `say`, without a digit.

    Raises `UnknownLine` for a key the catalogue does not have, `MissingValue` when a placeholder
    of the line is not filled, `NotSpeakable` for a number nobody can need.
    """
    words = words_of(say.key, language)
    values = {name: value_of(say, name, language) for name in placeholders(words)}
    text = words.format_map(values)
    if language is Language.EN:
        text = _SENTENCE.sub(lambda m: m[1] + m[2].upper(), text)
    return text


@lru_cache(maxsize=_CACHED)
def length_ms(say: Say, language: Language) -> int:
    """How long the reference voice takes to say it, in ms. Raises like `render`."""
    text = render(say, language)
    syllables = syllables_zh(text) if language is Language.ZH else syllables_en(text)
    gaps = sum(max(0, _items(say, name) - 1) for name in placeholders(words_of(say.key, language)))
    spoken = max(MIN_MS, round(syllables * 1000 / SYLLABLES_PER_S) + gaps * GAP_MS)
    return min(spoken, MAX_COUNT_MS) if say.key in COUNTED else spoken


def _items(say: Say, placeholder: str) -> int:
    """How many items the list has that fills the placeholder; 1 for all that are no list."""
    match placeholder:
        case "seats":
            return len(say.seats)
        case "voters":
            return len(say.voters)
        case "roles":
            return len(say.roles)
        case _:
            return 1


def value_of(say: Say, placeholder: str, language: Language) -> str:
    """The words for one placeholder of the line of `say`. Raises `MissingValue` when `say` has nothing for it."""
    fill = PLACEHOLDERS.get(placeholder)
    words = fill(say, language is Language.ZH) if fill is not None else None
    if words is None:
        raise MissingValue(say.key, placeholder)
    return words


def _seat(seat: int | None, zh: bool) -> str | None:
    """三号 / number three."""
    if seat is None:
        return None
    return numerals.seat_zh(seat) if zh else numerals.seat_en(seat)


def _number(seat: int | None, zh: bool) -> str | None:
    """A seat while numbers are counted: 三号 / three."""
    if seat is None:
        return None
    return numerals.seat_zh(seat) if zh else numerals.number_en(seat)


def _target(target: int | str | None, zh: bool) -> str | None:
    """A seat, or one of the word options."""
    if isinstance(target, str):
        word = WORD_OPTIONS.get(target)
        return _of(word, zh) if word is not None else None
    return _seat(target, zh)


def _seats(seats: tuple[int, ...], zh: bool) -> str | None:
    """三号、七号和十二号 / numbers three, seven and twelve."""
    if not seats:
        return None
    if zh:
        return _listed([numerals.seat_zh(seat) for seat in seats], zh)
    noun = "number" if len(seats) == 1 else "numbers"
    return f"{noun} {_listed([numerals.number_en(seat) for seat in seats], zh)}"


def _count(n: int | None, zh: bool) -> str | None:
    """A number before a measure word."""
    if n is None:
        return None
    return numerals.count_zh(n) if zh else numerals.number_en(n)


def _votes(halves: int | None, zh: bool) -> str | None:
    """Votes from half votes."""
    if halves is None:
        return None
    return numerals.votes_zh(halves) if zh else numerals.votes_en(halves)


def _time(minute: int | None, zh: bool) -> str | None:
    """The clock."""
    if minute is None:
        return None
    return numerals.clock_zh(minute) if zh else numerals.clock_en(minute)


def _role(role: str | None, zh: bool) -> str | None:
    """A role as it is spoken; None for an id no role has."""
    found = _ROLES.get(role) if role is not None else None
    return _of(found.said, zh) if found is not None else None


def _roles(roles: tuple[tuple[str, int], ...], zh: bool) -> str | None:
    """四名狼人和一名预言家 / four Werewolves and one Seer."""
    items: list[str] = []
    for role, cards in roles:
        name = _role(role, zh)
        if name is None:
            return None
        if zh:
            items.append(f"{numerals.count_zh(cards)}名{name}")
        else:
            items.append(f"{numerals.number_en(cards)} {name if cards == 1 else _plural(name)}")
    return _listed(items, zh) if items else None


def _text(text: Text | None, zh: bool) -> str | None:
    """A text of the board or the house rules, its numbers in words."""
    if text is None:
        return None
    if zh:
        return numerals.spoken_zh(text.zh).rstrip("。")
    return numerals.spoken_en(text.en).rstrip(".")


def _of(text: Text, zh: bool) -> str:
    """One of the two languages."""
    return text.zh if zh else text.en


def _listed(items: list[str], zh: bool) -> str:
    """Items with a comma between them and an "and" before the last."""
    if len(items) == 1:
        return items[0]
    head, last = items[:-1], items[-1]
    return f"{'、'.join(head)}和{last}" if zh else f"{', '.join(head)} and {last}"


def _plural(noun: str) -> str:
    """The English plural of a role name: Werewolves, Witches, Beauties, Seers."""
    if noun.endswith("f"):
        return noun[:-1] + "ves"
    if noun.endswith("y"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_HISSING) else "s")


PLACEHOLDERS: Final[Mapping[str, Callable[[Say, bool], str | None]]] = MappingProxyType(
    {
        "seat": lambda say, zh: _seat(say.seat, zh),
        "number": lambda say, zh: _number(say.seat, zh),
        "target": lambda say, zh: _target(say.target, zh),
        "seats": lambda say, zh: _seats(say.seats, zh),
        "voters": lambda say, zh: _seats(say.voters, zh),
        "votes": lambda say, zh: _votes(say.halves, zh),
        "n": lambda say, zh: _count(say.n, zh),
        "time": lambda say, zh: _time(say.minute, zh),
        "role": lambda say, zh: _role(say.role, zh),
        "roles": lambda say, zh: _roles(say.roles, zh),
        "board": lambda say, zh: _text(say.text, zh),
        "explain": lambda say, zh: _text(say.text, zh),
        "rule": lambda say, zh: _text(say.text, zh),
        "outcome": lambda say, zh: _text(say.text, zh),
    },
)
"""Every placeholder a line may have: how a sentence fills it (None: it does not), `True` for Chinese."""

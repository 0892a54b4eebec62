"""What of a sentence is recorded on its own, and how the pieces are put together again.

A line is cut at its marks into clauses. Clauses without a placeholder are one clip as long as they
follow each other; a clause with one is a phrase of its own, and there are two ways to say it:

    {seat}自爆，竞选终止，本局没有警徽。   三号自爆， | 竞选终止，本局没有警徽。        one clip per seat
                                           三号， 自爆， | 竞选终止，本局没有警徽。     glued

The second always works; the first sounds better and is taken where a pack has it. Lists of seats, the
clock and decks are always glued, but for the "number three" of an English list of one. What a clause
carries besides seats (votes, a role, a rule, a name) is part of its clip. A clip that goes on ends in a
comma and one that closes a sentence in a full stop: that is the intonation it is to be recorded with, and
all that its name is made from, besides the words and the pinyin. Two lines with the same words share it.

Gaps are silence between two clips, in frames of 48 kHz. Every clip brings some 60 ms of its own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from string import Formatter
from typing import Final

import msgspec

from audio import numerals
from audio.catalogue import COUNTED, LATER, LINES, SHOWN_ONLY, placeholders, words_of
from audio.errors import NoReading
from audio.pinyin import pinyin
from audio.planner import WORD_OPTIONS, render, value_of
from audio.say import Language, Say
from engine.roles import ROLES
from engine.seats import MAX_SEATS

RATE: Final = 48_000
"""Frames a second, here and everywhere in sound."""
_JOINT: Final = RATE * 30 // 1000
"""Between a number and the words it belongs to."""
_ITEM: Final = RATE * 220 // 1000
"""Between two items of a list."""
_COMMA: Final = RATE * 100 // 1000
_STOP: Final = RATE * 300 // 1000
_SHIPPED_SEATS: Final = 12
"""The largest table of the boards that are shipped."""
_MOST_CARDS: Final = {"werewolf": 5, "villager": 5}
"""Of every other role a deck has one card."""
_CACHED: Final = 4096

WHOLE: Final = frozenset(
    (
        *("sheriff.turn", "sheriff.pk_turn", "pk.turn", "speech.turn", "words.ask", "boom.words"),
        *("dawn.death_one", "vote.most", "vote.out", "sheriff.elected", "sheriff.quit_live", "sheriff.one"),
        *("sheriff.boom", "sheriff.boom_first", "boom.wolf", "gun.ask", "gun.fire", "gun.hold", "idiot.show"),
        *("badge.pass", "day.confirm", "staff.kick", "sheriff.quit_one"),
        *("sheriff.first", "pk.order", "speech.asc", "speech.desc", "speech.opt_asc", "speech.opt_desc"),
        *("speech.time_odd", "speech.time_even"),
    )
)
"""The lines with a seat that are heard most: their clause sounds better with every number in one piece."""

_TEXTS: Final = frozenset({"board", "explain", "rule", "outcome"})
"""Filled with words of a board or of the house rules, which the catalogue does not know."""
_NUMBERS: Final = ("seat", "number", "target")
_LISTS: Final = ("seats", "voters", "roles")
_CLAUSES: Final = {
    Language.ZH: re.compile(r"[^，：；。]+[，：；。]?"),
    Language.EN: re.compile(r".+?(?:[,:;.](?= |$)|$)"),
}
_LONE: Final = "number,"
"""What stands before the only seat of an English list."""
_MARKS: Final = "，：；。,:;."
_STOPS: Final = "。."


class Fragment(msgspec.Struct, frozen=True):
    """One clip as it is to be recorded, and the silence after it.

    `text` closes with the mark of its intonation; `pinyin` is numbered, syllables apart, "" in English
    and where the lexicon cannot read a name that staff wrote; `ends`: it closes a sentence.
    """

    text: str
    pinyin: str
    ends: bool
    gap_frames: int = 0

    @property
    def name(self) -> str:
        """What the clip is filed under: the same words with the same reading have the same name."""
        return hashlib.sha256(f"{self.text.lower()}|{self.pinyin}".encode()).hexdigest()[:16]


class Phrase(msgspec.Struct, frozen=True):
    """A stretch of a sentence with the ways to put it together, best first; the last is always glued."""

    options: tuple[tuple[Fragment, ...], ...]


class Wanted(msgspec.Struct, frozen=True):
    """A clip a pack should hold, with its urgency.

    0 and 1 every pack has: what the shipped boards need, what larger tables and rare rules need besides.
    2 and 3 sound better than what is glued: up to 12 seats, beyond.
    """

    fragment: Fragment
    tier: int


@lru_cache(maxsize=_CACHED)
def phrases(say: Say, language: Language) -> tuple[Phrase, ...]:
    """The sentence as phrases, in order; the gap after each is in the last fragment of every option.

    Raises like `planner.render`.
    """
    clauses = [clause.strip() for clause in _CLAUSES[language].findall(words_of(say.key, language))]
    made: list[Phrase] = []
    still: list[str] = []
    for clause in clauses:
        if not placeholders(clause):
            still.append(clause)
            continue
        made += _fixed(still, language)
        still = []
        made += _explained(say, language) if "{explain}" in clause else [_open(say, clause, language)]
    made += _fixed(still, language)
    return (*made[:-1], Phrase(tuple((*option[:-1], _gap(option[-1], 0)) for option in made[-1].options)))


def fragments(say: Say, language: Language) -> tuple[Fragment, ...]:
    """The sentence glued together from the fewest different clips. Raises like `planner.render`."""
    return tuple(fragment for phrase in phrases(say, language) for fragment in phrase.options[-1])


def whole(say: Say, language: Language) -> Fragment:
    """The sentence in one piece, for a voice that can say anything. Raises like `planner.render`."""
    return _fragment(render(say, language), language)


def every(language: Language, says: Iterable[Say] = (), rare: Iterable[Say] = ()) -> tuple[Wanted, ...]:
    """Every clip of the catalogue and of `says` and `rare`, what is needed most first, none twice.

    The catalogue knows all its numbers, seats and roles; the names of boards, decks and house rules come in `says`,
    and in `rare` those that hardly anybody plays.
    """
    tiers: dict[str, Wanted] = {}
    for say in (*_counted(), *_catalogue(), *says):
        big = _biggest(say) > _SHIPPED_SEATS
        for phrase in phrases(say, language):
            _want(tiers, phrase.options[-1], 1 if big else 0)
            for better in phrase.options[:-1]:
                _want(tiers, better, 3 if big else 2)
    for say in rare:
        _want(tiers, fragments(say, language), 1)
    return tuple(sorted(tiers.values(), key=lambda wanted: wanted.tier))


def counted(language: Language) -> frozenset[str]:
    """The names of the numbers, closing and going on: none may be longer than `planner.MAX_COUNT_MS` (audio D2)."""
    numbers = [fragment for say in _counted() for fragment in fragments(say, language)]
    middle = [piece for fragment in numbers for piece in _piece(fragment.text[:-1], language, 0)]
    return frozenset(fragment.name for fragment in (*numbers, *middle))


def _want(tiers: dict[str, Wanted], option: tuple[Fragment, ...], tier: int) -> None:
    """Note the clips of one way to say something; a clip keeps its most urgent tier."""
    for fragment in option:
        known = tiers.get(fragment.name)
        if known is None or tier < known.tier:
            tiers[fragment.name] = Wanted(_gap(fragment, 0), tier)


def _fixed(clauses: list[str], language: Language) -> list[Phrase]:
    """Clauses that never change, as one phrase; none where there are none."""
    if not clauses:
        return []
    text = ("" if language is Language.ZH else " ").join(clauses)
    return [Phrase(((_fragment(text, language, _after(text)),),))]


def _explained(say: Say, language: Language) -> list[Phrase]:
    """A house rule, clause by clause: the number in it, if there is one, is in a short clip."""
    text = value_of(say, "explain", language) + ("。" if language is Language.ZH else ".")
    return [phrase for clause in _CLAUSES[language].findall(text) for phrase in _fixed([clause.strip()], language)]


def _open(say: Say, clause: str, language: Language) -> Phrase:
    """A clause with placeholders."""
    zh = language is Language.ZH
    mark = clause[-1] if clause[-1] in _MARKS else ""
    pieces: list[Fragment] = []
    text, numbers, lists = "", 0, 0
    for literal, name, _, _ in Formatter().parse(clause.removesuffix(mark)):
        text += literal
        if name is None:
            continue
        if name in _NUMBERS and not isinstance(say.target if name == "target" else None, str):
            pieces += _piece(text, language, _JOINT)
            pieces += _piece(value_of(say, name, language), language, _JOINT)
            text, numbers = "", numbers + 1
        elif name in _LISTS or name == "time":
            pieces += _piece(text, language, _JOINT)
            pieces += _clock(say, zh) if name == "time" else _list(say, name, language)
            text, lists = "", lists + 1
        else:
            text += value_of(say, name, language)
    pieces += _piece(text, language, _JOINT)
    glued = (*pieces[:-1], _fragment(pieces[-1].text[:-1] + mark, language, _after(mark)))
    if numbers == 1 and not lists and len(pieces) > 1 and say.key in WHOLE:
        values = {name: value_of(say, name, language) for name in placeholders(clause)}
        return Phrase(((_fragment(clause.format_map(values), language, _after(mark)),), glued))
    joined = _joined(glued, language)
    return Phrase((glued,) if joined == glued else (joined, glued))


def _joined(glued: tuple[Fragment, ...], language: Language) -> tuple[Fragment, ...]:
    """The same with a lone seat of an English list in one clip, "number three": in two it takes twice as long."""
    made: list[Fragment] = []
    for fragment in glued:
        if made and made[-1].text == _LONE:
            noun = made.pop().text[:-1]
            made.append(_fragment(f"{noun} {fragment.text}", language, fragment.gap_frames))
        else:
            made.append(fragment)
    return tuple(made)


def _piece(text: str, language: Language, gap: int) -> list[Fragment]:
    """Words that go on, as a clip of their own; nothing for no words."""
    text = text.strip()
    return [_fragment(text + ("，" if language is Language.ZH else ","), language, gap)] if text else []


def _list(say: Say, name: str, language: Language) -> list[Fragment]:
    """Seats or cards one by one, the last with its "and"."""
    zh = language is Language.ZH
    made: list[Fragment] = []
    if name == "roles":
        items = [value_of(Say(key=say.key, roles=(card,)), name, language) for card in say.roles]
    else:
        seats = say.seats if name == "seats" else say.voters
        items = [numerals.seat_zh(seat) if zh else numerals.number_en(seat) for seat in seats]
        if not zh:
            made += _piece(_LONE[:-1] if len(items) == 1 else "numbers", language, _JOINT)
    for at, item in enumerate(items):
        last = at == len(items) - 1 and at > 0
        made += _piece((("和" if zh else "and ") if last else "") + item, language, _ITEM)
    return [*made[:-1], _gap(made[-1], _JOINT)]


def _clock(say: Say, zh: bool) -> list[Fragment]:
    """Hour and minutes apart: 十五点 | 零五分, three | oh five | p.m.; noon and midnight are one word."""
    language = Language.ZH if zh else Language.EN
    spoken = value_of(say, "time", language)
    if zh:
        hour, minutes = spoken.split("点")
        return [*_piece(hour + "点", language, 0), *_piece(minutes, language, _JOINT)]
    if spoken.startswith("twelve ") and spoken.endswith(("noon", "midnight")):
        return _piece(spoken, language, _JOINT)
    hour, *middle, half = spoken.split(" ")
    return [
        *_piece(hour, language, 0),
        *_piece(" ".join(middle), language, 0),
        *_piece(half, language, _JOINT),
    ]


def _fragment(text: str, language: Language, gap: int = 0) -> Fragment:
    """A clip from its words: one kind of comma inside and at the end, and its pinyin."""
    if language is Language.ZH:
        text = re.sub(r"[：；、]", "，", text)
        try:
            reading = pinyin(text)
        except NoReading:
            reading = ""
    else:
        text, reading = re.sub(r"[:;]", ",", text), ""
    return Fragment(text, reading, text[-1] in _STOPS, gap)


def _gap(fragment: Fragment, frames: int) -> Fragment:
    """The same clip with another silence after it."""
    return msgspec.structs.replace(fragment, gap_frames=frames)


def _after(text: str) -> int:
    """The silence after a clause that closes like this."""
    return _STOP if text[-1:] in _STOPS and text else _COMMA


def _biggest(say: Say) -> int:
    """The size of the smallest table at which this is said."""
    target = say.target if isinstance(say.target, int) else 0
    return max(say.seat or 0, target, say.n or 0, (say.halves or 0) // 2, *say.seats, *say.voters)


def _counted() -> Iterator[Say]:
    """What counts are made of, as far as anything counts it."""
    for key in COUNTED:
        if key not in LATER:
            yield from (Say(key=key, seat=seat) for seat in range(1, MAX_SEATS + 1))


def _catalogue() -> Iterator[Say]:
    """Every line that is spoken, with every value of every placeholder of its own."""
    for key in LINES:
        asked = set(placeholders(words_of(key, Language.ZH)))
        if key in SHOWN_ONLY or asked & _TEXTS or (key in LATER and "n" in asked):
            continue
        full = Say(
            key=key, seat=1, target=2, seats=(1,), voters=(1,), halves=0, n=1, minute=0,
            role=ROLES[0].id, roles=((ROLES[0].id, 1),),
        )  # fmt: skip
        yield full
        for name in sorted(asked):
            yield from (msgspec.structs.replace(full, **{field: value}) for field, value in _values(key, name))


def _values(key: str, name: str) -> Iterator[tuple[str, object]]:
    """The field of a sentence and all it can hold, for one placeholder of the line `key`."""
    seats = range(1, MAX_SEATS + 1)
    match name:
        case "seat" | "target":
            yield from ((name, seat) for seat in seats)
            if key == "day.confirm":
                yield from ((name, word) for word in WORD_OPTIONS)
        case "seats" | "voters":
            yield from ((name, (seat,)) for seat in seats)
            yield from ((name, (seat, seat)) for seat in seats)
        case "votes":
            yield from (("halves", halves) for halves in (0, *range(2, 2 * MAX_SEATS + 2)))
        case "n":
            yield from (("n", n) for n in seats)
        case "time":
            yield from (("minute", hour * 60) for hour in range(24))
            yield from (("minute", 60 + minute) for minute in range(60))
        case "role":
            yield from (("role", role.id) for role in ROLES)
        case "roles":
            cards = [(role.id, n) for role in ROLES for n in range(1, _MOST_CARDS.get(role.id, 1) + 1)]
            yield from ((name, deck) for card in cards for deck in ((card,), (card, card)))
        case _:
            raise AssertionError(name)

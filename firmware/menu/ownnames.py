"""Names for a board of the café's own, made of its cards: there is no keyboard, staff choose one.

    预女猎守12人 / 12 Guard Hunter      all its special cards, in English those that set it apart
    狼美人骑士12人                       by what is in few decks, and by what is not in all
    12人4狼局 / 12, 4 wolves
    本店12人 / House 12

No two boards get the same one. Those that the judge cannot read aloud come last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from audio import numerals, pinyin
from audio.errors import NoReading
from audio.say import Language
from engine.roles.role import Role, Side
from engine.text import Text
from firmware.menu.drafts import USUAL, Draft, held, players_of, roles_in_order
from firmware.menu.public import LIST_ROOM
from hardware.screen import width

EVERYWHERE: Final = USUAL[:3]
"""预女猎: so common that a deck is not called by them."""


def names(draft: Draft, taken: Iterable[Text], language: Language) -> tuple[Text, ...]:
    """What the draft can be called, best first; its present name before all. No two look alike in `language`.

    `taken`: the names of all other boards.
    """
    others = tuple(taken)
    made = [_free(name, others) for name in _made(draft)]
    made.sort(key=lambda name: not _readable(name.zh))
    found: dict[str, Text] = {}
    for name in (draft.name, *made):
        if name is not None:
            found.setdefault(name.zh if language is Language.ZH else name.en, name)
    return tuple(found.values())


def _made(draft: Draft) -> tuple[Text, ...]:
    """All names that say something of the cards, and one that does not."""
    number = players_of(draft)
    special = _special(draft)
    wolves = sum(held(draft, role.id) for role in roles_in_order() if role.side is Side.WOLF)
    apart = _apart(number, special)
    rare = [role.name.zh for role in special if role.id not in USUAL]
    unusual = [role.name.zh for role in special if role.id not in EVERYWHERE]
    said = ("".join(words) for words in (map(_short, special), rare, unusual))
    zh = dict.fromkeys(_with_number(words, number) for words in said if words)
    return (
        *(Text(name, apart) for name in zh if width(name) <= LIST_ROOM),
        Text(f"{number}人{wolves}狼局", f"{number}, {wolves} {'wolf' if wolves == 1 else 'wolves'}"),
        Text(f"本店{number}人", f"House {number}"),
    )


def _special(draft: Draft) -> list[Role]:
    """Its cards of which there is one, the wolves among them first."""
    roles = [role for role in roles_in_order() if role.at_most is not None and held(draft, role.id)]
    return sorted(roles, key=lambda role: role.side is not Side.WOLF)


def _short(role: Role) -> str:
    """守 for 守卫; a special wolf has its whole name, most begin alike."""
    return role.name.zh if role.side is Side.WOLF else role.name.zh[0]


def _with_number(words: str, number: int) -> str:
    """The number of players behind it, where there is room."""
    whole = f"{words}{number}人"
    return whole if width(whole) <= LIST_ROOM else words


def _apart(number: int, special: list[Role]) -> str:
    """As many of the special cards as there is room for, what is in few decks before what is in all."""
    usual = [role for role in special if role.id in USUAL]
    ordered = [*(role for role in special if role not in usual), *reversed(usual)]
    name = f"{number}"
    for place, role in enumerate(ordered):
        longer = f"{name} {role.name.en}"
        if place and width(longer) > LIST_ROOM:
            break
        name = longer
    return name if ordered else f"{number} plain"


def _free(name: Text, taken: tuple[Text, ...]) -> Text:
    """`name`, in each language with a number behind it where another board has it already."""
    zh, en = {other.zh for other in taken}, {other.en for other in taken}
    numbers = range(2, len(taken) + 3)
    return Text(
        next(free for free in (name.zh, *(f"{name.zh}{n}号" for n in numbers)) if free not in zh),
        next(free for free in (name.en, *(f"{name.en} {n}" for n in numbers)) if free not in en),
    )


def _readable(name: str) -> bool:
    """Whether the judge knows how every character of `name` sounds."""
    try:
        pinyin.words(numerals.spoken_zh(name))
    except NoReading:
        return False
    return True

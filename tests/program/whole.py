"""A stream from before a game to its end: where in it the game is, and what of it was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audio.catalogue import LINES, placeholders, words_of
from audio.planner import render
from audio.say import Language, Say
from engine.roles import ROLES
from engine.seats import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.program.program import Message

BEGINNING: Final = "setup"

SAME_WORDS: Final = frozenset(
    [words for key in LINES if not placeholders(words := words_of(key, Language.ZH))]
    + [
        render(Say(key=key, seat=seat), Language.ZH)
        # A number that is counted; and 自爆, by which a wolf itself shows its card.
        for key in ("count.seat", "boom.wolf")
        for seat in range(1, MAX_SEATS + 1)
    ]
)
"""What tells nothing of whom: the sentences that are always the same, and numbers. By night there is nothing else."""

SHUT: Final = words_of("vote.open", Language.ZH)
OPEN: Final = words_of("vote.end", Language.ZH)
ROLE_NAMES: Final = tuple(name for role in ROLES for name in (role.name.zh, role.name.en))


def first_game(messages: Iterable[Message]) -> list[Message]:
    """The messages of the first game that is seen from its beginning to its cards."""
    game: list[Message] = []
    for message in messages:
        if message["phase"] == BEGINNING and game and game[-1]["phase"] != BEGINNING:
            game = []  # the end of the one before went by unseen
        if game or message["phase"] == BEGINNING:
            game.append(message)
        if game and message["end"] and message["end"]["cards"]:
            return game
    raise AssertionError("no whole game was seen")


def lamps_while_shut(game: list[Message]) -> list[Message]:
    """The messages with a lamp in them between 请闭眼 and 请睁眼 of a ballot."""
    found, shut = [], False
    for message in game:
        said = said_in(message)
        shut = said == SHUT or (shut and said != OPEN)
        if shut and said != SHUT and message["lamps"]:
            found.append(message)
    return found


def said_in(message: Message) -> str:
    """The caption, in Chinese."""
    return str(message["caption"]["text"]["zh"]) if message["caption"] else ""


def telling_words(game: list[Message]) -> list[str]:
    """Captions of the game that are more than may be said: by night another sentence, by day a card's name in one."""
    found = set()
    last = None
    for message in game:
        text = said_in(message)
        # A sentence stays on the page until the next; what counts is when it was begun.
        begun = message["caption"] is not None and message["caption"]["number"] != last
        last = message["caption"]["number"] if message["caption"] else last
        if begun and message["n"] and not message["end"] and text not in SAME_WORDS:
            both = message["caption"]["text"].values()
            if message["night"] or any(name in words for words in both for name in ROLE_NAMES):
                found.add(text)
    return sorted(found)

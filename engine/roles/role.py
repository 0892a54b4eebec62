"""The schema of a role: what a file in this folder may say.

A role file holds one `ROLE` literal, the procedures of its hooks, and its `Step` for the night
sheet. What is no more than a fact is a field of the literal. It may import this schema and the vocabulary
(`engine.roles.vocabulary`) and nothing else of the game: never another role. Texts ride along so
that a role is one unit; the engine never reads them.

To add a role: write its file, add its line to `SHEET` in `engine.roles`, write its test. The judge needs
nothing else; bots play it once it has a player in `firmware.sim.bots.actors`.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.events import Cause
from engine.text import Text


class Side(StrEnum):
    """The class of a card for 屠边: 神, 民, 狼 or 无."""

    GOD = "god"
    FOLK = "folk"
    WOLF = "wolf"
    NONE = "none"


class Nights(StrEnum):
    """On which nights a step is called."""

    EVERY = "every"
    FIRST = "first"


class Line(msgspec.Struct, frozen=True):
    """One sentence of the judge: its key in the catalogue, its words, and the silence after it in ms."""

    key: str
    text: Text
    pause_ms: int


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """A card, and those hooks of it that are plain data.

    `id` is the word used in files and events, `name` what is written and said (`spoken` where the
    judge says another word: card 村民 is spoken 平民), `glyph` the one character for small screens,
    `side` its class (counts_as) and, unless it `hides`, what the seer sees (seen_as), `key` the first part
    of its line keys ("wolf" for "wolf.wake") where that is not its id, `at_most` how many a deck may hold
    (None = any number), `charges` what it may use up once per game, `lines` its sentences.

    By night: `pack`, it opens its eyes with 狼人 and knifes with them; `spared`, the pack may not knife it;
    `spares`, how many cards lie face down for it; `buriable`, whether it may be one of them; `binds`, it makes two
    seats 情侣; `inherits`, it knifes alone once the pack is dead, or dies with it (隐狼).
    By day: `explodes`, it may 自爆; `takes`, its 自爆 takes a seat along; `duels` (骑士).
    On death: `fires_on`, the causes of death that let it shoot; `drags_on`, those that take its charmed seat along;
    `delays`, those that kill it only after the next day's speeches; `immune`, those that never kill it.
    On exile by vote: `flips`, it stays, once; `blasts`, its voters die with it.
    """

    id: str
    name: Text
    glyph: str
    side: Side
    spoken: Text | None = None
    key: str = ""
    at_most: int | None = 1
    charges: tuple[str, ...] = ()
    fires_on: tuple[Cause, ...] = ()
    pack: bool = False
    spared: bool = False
    hides: bool = False
    inherits: bool = False
    spares: int = 0
    buriable: bool = True
    binds: bool = False
    explodes: bool = False
    takes: bool = False
    duels: bool = False
    drags_on: tuple[Cause, ...] = ()
    delays: tuple[Cause, ...] = ()
    immune: tuple[Cause, ...] = ()
    flips: bool = False
    blasts: bool = False
    lines: tuple[Line, ...] = ()

    @property
    def said(self) -> Text:
        """The name as the judge speaks it."""
        return self.spoken or self.name

    @property
    def line_key(self) -> str:
        """The first part of the keys of its lines."""
        return self.key or self.id

    @property
    def appears_wolf(self) -> bool:
        """Whether a check, or the bear, reads it as 狼人."""
        return self.side is Side.WOLF and not self.hides

    @property
    def shooter(self) -> bool:
        """Whether some death of this card may fire a shot."""
        return bool(self.fires_on)

"""The schema of a role: what a file in this folder may say.

A role file holds one `ROLE` literal, the procedures of its hooks, and its `Step` for the night
sheet. Hooks a role may have: night, at_dawn, on_death, on_exile, by_day, seen_as, counts_as; those
that are no more than a fact are fields of the literal. It may import this schema and the vocabulary
(`engine.roles.vocabulary`) and nothing else of the game: never another role. Texts ride along so
that a role is one unit; the engine never reads them.

To add a role: write its file, add its step to `NIGHT_SHEET` and the role to `ROLES` in
`engine.roles`, write its test. The judge needs nothing else; bots play it once it has a player in
`firmware.sim.bots.actors`.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.events import Cause
from engine.text import Text


class Side(StrEnum):
    """The class of a card for 屠边: 神, 民 or 狼."""

    GOD = "god"
    FOLK = "folk"
    WOLF = "wolf"


class Line(msgspec.Struct, frozen=True):
    """One sentence of the judge: its key in the catalogue, its words, and the silence after it in ms."""

    key: str
    text: Text
    pause_ms: int


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """A card, and those hooks of it that are plain data.

    `id` is the word used in files and events, `name` what is written and said (`spoken` where the
    judge says another word: card 村民 is spoken 平民), `glyph` the one character for small screens,
    `side` its class (counts_as) and what the seer sees (seen_as), `key` the first part of its line
    keys ("wolf" for "wolf.wake") where that is not its id, `at_most` how many a deck may hold (None =
    any number), `charges` what it may use up once per game, `fires_on` the causes of death that let it
    shoot (on_death), `explodes` whether it may 自爆 (by_day), `flips` whether it stays when it is exiled by
    vote, once (on_exile), `lines` its sentences.
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
    explodes: bool = False
    flips: bool = False
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
    def shooter(self) -> bool:
        """Whether some death of this card may fire a shot."""
        return bool(self.fires_on)

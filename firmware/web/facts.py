"""Everything the simulated table knows at one moment: what the three streams are cut from.

`Facts` holds secrets, so it is redacted and never sent. `firmware.web.views` is the only place that
makes something to be sent out of it. The protocols say what the web needs of the rest of the
program, and no more.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from audio.say import Language, Say
from engine.events import BallotRead, GameOver
from engine.prompts import AnyPrompt, Eyes
from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.text import Text
from hardware.ports import LampFrame

TIMELINE = 40
"""How many sentences and events the maker page keeps."""


class SpokenLike(Protocol):
    """One sentence or counted number at the moment it begins (the table layer's `Spoken`)."""

    @property
    def at_ns(self) -> int:
        """When it began."""

    @property
    def say(self) -> Say:
        """What is said, before it has words."""

    @property
    def text(self) -> str:
        """Its words in the language of the judge."""

    @property
    def length_ms(self) -> int:
        """How long it takes to say."""


class PublicLike(Protocol):
    """What the room knows of the game (the engine's fold of the Public events)."""

    @property
    def seats(self) -> Seats:
        """The used seats; empty before a game."""

    @property
    def out(self) -> Seats:
        """Who is publicly out."""

    @property
    def n(self) -> int:
        """The number of the night or day."""

    @property
    def phase(self) -> str:
        """A word: setup, night, dawn, day, over."""

    @property
    def night(self) -> bool:
        """Whether the eyes of the room are shut for the night."""


class RoleLike(Protocol):
    """What a card shows."""

    @property
    def id(self) -> str:
        """The word used in files."""

    @property
    def name(self) -> Text:
        """What is written on the card."""

    @property
    def glyph(self) -> str:
        """One character for small places."""

    @property
    def side(self) -> str:
        """god, folk or wolf."""


class Caption(msgspec.Struct, frozen=True):
    """What is being said: sentence number `number` since the start, begun at `at_ms`, `length_ms` long."""

    number: int
    text: Text
    at_ms: int
    length_ms: int


class Round(msgspec.Struct, frozen=True):
    """What the room knows of where the game is; `board` is None before a game."""

    seats: Seats = ()
    out: Seats = ()
    n: int = 0
    phase: str = "setup"
    night: bool = False
    board: Text | None = None


class FloorTime(msgspec.Struct, frozen=True):
    """`seat` has the floor; `left_ms` were left at `at_ms`; the time runs down unless it is paused."""

    seat: Seat
    left_ms: int
    at_ms: int
    running: bool


class Card(msgspec.Struct, frozen=True):
    """A card as it is shown: role id, name in both languages, one glyph, class."""

    role: str
    name: Text
    glyph: str
    side: str


class Note(msgspec.Struct, frozen=True):
    """A line of the maker's timeline."""

    at_ms: int
    length_ms: int
    text: str


class Facts(Redacted, frozen=True, kw_only=True):
    """Everything there is to see and know at the simulated table; secrets included.

    `opened_ms`: when the eyes of the room last opened; a lamp of the room is never older than that.
    `cards`: the simulator's deck, which the judge does not know. `taken`: the seats a person plays,
    the others are bots. `screen` counts the pictures of the OLED.
    """

    language: Language = Language.ZH
    caption: Caption | None = None
    round: Round = Round()
    eyes: Eyes = Eyes.OPEN
    opened_ms: int = 0
    lamps: LampFrame = ()
    floor: FloorTime | None = None
    tally: BallotRead | None = None
    over: GameOver | None = None
    revealed: tuple[tuple[Seat, Card], ...] = ()
    cards: tuple[tuple[Seat, Card], ...] = ()
    taken: Seats = ()
    pressed: Seats = ()
    prompt: AnyPrompt | None = None
    timeline: tuple[Note, ...] = ()
    events: tuple[str, ...] = ()
    screen: int = 0

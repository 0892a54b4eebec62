"""Everything the simulated table knows at one moment: what the three streams are cut from.

`Facts` holds secrets, so it is redacted and never sent. `firmware.web.views` is the only place that
makes something to be sent out of it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from audio.say import Language
from engine.events import BallotRead, SheriffBallotRead
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.text import Text
from firmware.menu.choices import Worn
from firmware.web.asks import Asks
from hardware.ports import LampFrame

TIMELINE: Final = 40
"""How many sentences and events the maker page keeps."""


class Caption(msgspec.Struct, frozen=True):
    """What is being said: sentence number `number` since the start, begun at `at_ms`, `length_ms` long.

    `counted`: it is a number or a card that is counted, and stands large.
    """

    number: int
    text: Text
    at_ms: int
    length_ms: int
    counted: bool = False


class Clip(msgspec.Struct, frozen=True):
    """A recording for a page to play: its address, and its start in frames of 48 kHz from the sentence's own."""

    src: str
    at: int


class Speech(msgspec.Struct, frozen=True):
    """What the pages of the room may play: the recordings of the caption, none when nobody has recorded it.

    `aloud`: they do so unless their reader has chosen otherwise, because the machine has no loudspeaker.
    """

    aloud: bool = False
    clips: tuple[Clip, ...] = ()


class FloorTime(msgspec.Struct, frozen=True):
    """`seat` has the floor and `left_ms` were left at `at_ms`. Reported every second; in a pause the reports stop."""

    seat: Seat
    left_ms: int
    at_ms: int


class Card(msgspec.Struct, frozen=True):
    """A card as it is shown: role id, name in both languages, one glyph, class."""

    role: str
    name: Text
    glyph: str
    side: str


class Note(msgspec.Struct, frozen=True):
    """A line of the maker's timeline, and in which night or day it was said (`n` 0: before the first night)."""

    at_ms: int
    length_ms: int
    text: str
    n: int = 0
    night: bool = False


class Facts(Redacted, frozen=True, kw_only=True):
    """Everything there is to see and know at the simulated table; secrets included.

    `public` is what the room knows of the game, `read` the last ballot as it was read out (it says who
    abstained), `seats` the seats that staff have chosen before a game, `pads` who has another button than
    the own. `opened_ms`: when the eyes of the room last opened; a lamp of the room is never older than that.
    `began_ms`: when the game began, or was gone on with. `spoken_out`: the election is over, and
    nobody of its order of speech speaks any more. `cards`: the simulator's deck,
    which the judge does not know, `face_down` its spare cards. `taken`: the seats a person plays, the others are
    bots. `screen` counts the pictures of the OLED. `speech`: None where the judge has no recorded voice.
    """

    language: Language = Language.ZH
    caption: Caption | None = None
    speech: Speech | None = None
    asks: Asks = Asks.NOTHING
    spoken_out: bool = False
    public: PublicView = PublicView()
    read: BallotRead | SheriffBallotRead | None = None
    seats: Seats = ()
    pads: Worn = ()
    eyes: Eyes = Eyes.OPEN
    opened_ms: int = 0
    began_ms: int = 0
    lamps: LampFrame = ()
    floor: FloorTime | None = None
    cards: tuple[tuple[Seat, Card], ...] = ()
    face_down: tuple[Card, ...] = ()
    taken: Seats = ()
    pressed: Seats = ()
    prompt: AnyPrompt | None = None
    timeline: tuple[Note, ...] = ()
    events: tuple[str, ...] = ()
    screen: int = 0

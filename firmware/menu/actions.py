"""What staff can ask for with the four keys: a closed set. The daemon carries them out; the menu only asks."""

from __future__ import annotations

import msgspec

from audio.say import Language
from engine.seats import Seat, Seats
from engine.secrecy import Redacted


class StartGame(msgspec.Struct, frozen=True):
    """Begin a game with the board `board_id` on the seats `seats`, ascending; their count fits the board."""

    board_id: str
    seats: Seats


class ContinueGame(msgspec.Struct, frozen=True):
    """Go on with the unfinished game found at the start."""


class DropGame(msgspec.Struct, frozen=True):
    """Give up the unfinished game found at the start; asked twice."""


class Pause(msgspec.Struct, frozen=True):
    """Stop where we are. Harmless when paused already."""


class Resume(msgspec.Struct, frozen=True):
    """Go on after a pause (or after a fault: try again). Harmless when nothing is paused."""


class Repeat(msgspec.Struct, frozen=True):
    """The open prompt starts again from its first word. Ends a pause."""


class Skip(msgspec.Struct, frozen=True):
    """The open prompt ends now, as if nobody had answered. Ends a pause."""


class Leave(msgspec.Struct, frozen=True):
    """The player at `seat` has left the table and is out; asked once more. Ends a pause."""

    seat: Seat


class EndGame(msgspec.Struct, frozen=True):
    """End the running game without a result; asked twice."""


class SetLanguage(msgspec.Struct, frozen=True):
    """The judge speaks `language` from now on; the menu has changed already."""

    language: Language


class AssignCards(Redacted, frozen=True):
    """Staff's answer to claims that do not fit: `value` as in `engine.prompts.Wanted.CLAIMS`. A secret."""

    value: str


REDEAL = AssignCards("redeal")

InGame = Pause | Resume | Repeat | Skip | Leave | EndGame | AssignCards
"""What can be asked for while a game runs."""

Action = StartGame | ContinueGame | DropGame | SetLanguage | InGame

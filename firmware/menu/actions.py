"""What staff can ask for with the four keys: a closed set. The daemon carries them out; the menu only asks."""

from __future__ import annotations

import msgspec

from audio.say import Language, Say
from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.setup import Board
from firmware.menu.choices import Choices
from firmware.menu.status import Given


class StartGame(msgspec.Struct, frozen=True):
    """Begin a game with the board `board_id` on the seats `seats`, ascending; their count fits the board."""

    board_id: str
    seats: Seats


class StartAgain(msgspec.Struct, frozen=True):
    """Begin a game with the board, the seats and the rules of the last one."""


class Trial(msgspec.Struct, frozen=True):
    """Something is tried out between games, or goes on, or ends."""


class Upkeep(msgspec.Struct, frozen=True):
    """Something is done with the machine itself."""


class CheckSeats(Trial, frozen=True):
    """座位检查: every one of `seats` is to press once, and its lamp answers."""

    seats: Seats


class Rehearse(Trial, frozen=True):
    """With open eyes `seats` choose a number, change it, and take it back."""

    seats: Seats


class SelfTest(Trial, frozen=True):
    """自检: `seats` one by one, press and lamp; then devices, display, loudspeaker and clock."""

    seats: Seats


class NextPart(Trial, frozen=True):
    """The part of the self-check that is shown is over: `well`, as staff say. While seats are asked: the next seat."""

    well: bool = True


class SayAgain(Trial, frozen=True):
    """The test sentence of the self-check once more."""


class ChaseLamps(Trial, frozen=True):
    """灯测试: the lamps of `seats`, one after the other, then all of them in every pattern, until a key is pressed."""

    seats: Seats


class EndTrial(Trial, frozen=True):
    """Stop whatever is being tried out. Harmless when nothing is."""


class SetClock(Upkeep, frozen=True):
    """It is `minute` of the day now, staff say. Holds until the machine is switched off."""

    minute: int


class SetDisplay(Upkeep, frozen=True):
    """Drive the display with `driver` while staff look at it; "": as the wiring says. What holds is in `Keep`."""

    driver: str


class PowerOff(Upkeep, frozen=True):
    """关机: asked twice. An open game stays open in the journal."""


class TestSound(msgspec.Struct, frozen=True):
    """试音: say the test sentence, at the volume and with the voice that hold now."""


class HearMask(msgspec.Struct, frozen=True):
    """夜里噪声: staff listen to the noise that covers the buttons at night, or have heard enough.

    A game or a trial that begins while it is on ends it as well.
    """

    on: bool


class Keep(msgspec.Struct, frozen=True):
    """Staff have chosen something: `choices` hold from now on, also when the power goes."""

    choices: Choices


class KeepBoard(msgspec.Struct, frozen=True):
    """Keep `board` among the café's own, also when the power goes; without an id it is a new one and gets one."""

    board: Board


class DropBoard(msgspec.Struct, frozen=True):
    """Delete the own board `board_id`; staff have held OK for it. Harmless when there is none."""

    board_id: str


class ContinueGame(msgspec.Struct, frozen=True):
    """Go on with the unfinished game found at the start."""


class DropGame(msgspec.Struct, frozen=True):
    """Give up the unfinished game found at the start; asked twice."""


class Pause(msgspec.Struct, frozen=True):
    """Stop where we are. Harmless when paused already. `why`: said to open eyes in place of 游戏暂停."""

    why: Say | None = None


class Resume(msgspec.Struct, frozen=True):
    """Go on after a pause (or after a fault: try again). Harmless when nothing is paused.

    `auto`: the machine goes on by itself, nobody has decided to do without anything. `without`: the seats that staff
    were told have no button, and do without.
    """

    auto: bool = False
    without: Seats = ()


class StandBy(msgspec.Struct, frozen=True):
    """Staff leave the menu of a game that stands still for the machine: it goes on by itself as soon as it can."""


class Repeat(msgspec.Struct, frozen=True):
    """The open prompt starts again from its first word. Ends a pause."""


class Skip(msgspec.Struct, frozen=True):
    """The open prompt ends now, as if nobody had answered. Ends a pause."""


class Leave(msgspec.Struct, frozen=True):
    """The player at `seat` has left the table, or is out for a foul (犯规); asked once more. Ends a pause."""

    seat: Seat
    foul: bool = False


class MoreTime(msgspec.Struct, frozen=True):
    """加时: whoever has the floor gets 30 s more. Ends a pause."""


class TakeBack(msgspec.Struct, frozen=True):
    """撤销: prompt number `to` is put again, what has happened since is void; asked once more. Ends a pause."""

    to: int


class VoteAgain(msgspec.Struct, frozen=True):
    """作废并重投: the open ballot, else the newest of today, is put again; asked once more. Ends a pause."""


class EndGame(msgspec.Struct, frozen=True):
    """End the running game without a result; asked twice."""


class SetLanguage(msgspec.Struct, frozen=True):
    """The judge speaks `language` from now on; the menu has changed already."""

    language: Language


class AssignCards(Redacted, frozen=True):
    """Which cards lie face down, or who holds what: `value` as `engine.prompts.Wanted` has it. A secret."""

    value: str


class PressFor(Redacted, frozen=True):
    """代答: the button of `seat`, which staff answer for, shall do `given`. A secret."""

    seat: Seat
    given: Given


REDEAL = AssignCards("redeal")

Between = StartGame | StartAgain | Trial | TestSound | HearMask | Keep | KeepBoard | DropBoard
"""What can be asked for between games."""

InGame = (
    Pause
    | Resume
    | StandBy
    | Repeat
    | MoreTime
    | Skip
    | TakeBack
    | VoteAgain
    | Leave
    | EndGame
    | AssignCards
    | PressFor
)
"""What can be asked for while a game runs."""

Action = Between | Upkeep | ContinueGame | DropGame | SetLanguage | InGame

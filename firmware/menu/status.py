"""What the menu is told about the table: public facts, and the claims of night 1 when staff must settle them.

The daemon builds a `TableStatus` whenever something changes and hands it to `Menu.update`. Equal
statuses give equal screens, so whatever is public about a status decides the OLED, and nothing else
does (save for `claims`, which are drawn only while staff hold OK).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.public import PublicView
from engine.seats import Option, Seat, Seats
from engine.secrecy import Redacted
from engine.text import Text
from firmware.faults import Fault
from firmware.table.rewind import Past
from hardware.ports import Pattern


class Mode(StrEnum):
    """What the daemon is doing."""

    IDLE = "idle"
    """No game."""
    UNFINISHED = "unfinished"
    """A game was found at the start that did not end; staff decide whether it goes on."""
    CHECK = "check"
    """The seats are being checked."""
    REHEARSAL = "rehearsal"
    """Everybody tries the buttons out, with open eyes."""
    SELFTEST = "selftest"
    """The machine is being checked, part by part."""
    LAMPS = "lamps"
    """The lamps are being tried out."""
    GAME = "game"
    OVER = "over"
    """A game has ended, with a result or without; its public end is still shown."""
    STOPPED = "stopped"
    """A game cannot go on by itself: a fault of the engine, or no sound by night. `fault` says which."""


class Claim(Redacted, frozen=True):
    """A role of the deck: how many `cards` it has, and the `seats` that claimed it. The claims are secret.

    The card without a claim (村民) is listed as well, with no seats; it is the one of which `rest` is true.
    """

    role: str
    name: Text
    cards: int
    seats: Seats
    rest: bool = False


class Hand(StrEnum):
    """What a button can do besides choosing a number."""

    TAP = "tap"
    TWO_TAPS = "two_taps"
    HOLD = "hold"
    LONG_HOLD = "long_hold"
    REVEAL = "reveal"


class Given(Redacted, frozen=True):
    """What a button shall do: a gesture, or a tap at the number of `option`; neither is nothing. A secret."""

    hand: Hand | None = None
    option: Option | None = None


class StandIn(Redacted, frozen=True):
    """A seat that staff answer for: what stands for it, whether the last choice came too late, what its lamp does."""

    seat: Seat
    given: tuple[Given, ...] = ()
    late: bool = False
    lamp: Pattern = Pattern.OFF


class Answering(Redacted, frozen=True):
    """Everything that is seen of 代答 while OK is held: what a button `may` do at question `asked`, and the seats."""

    asked: int
    may: tuple[Given, ...]
    seats: tuple[StandIn, ...]


class SeatCheck(msgspec.Struct, frozen=True):
    """The seats that are checked, those of them that have not pressed yet, and which button was pressed last."""

    seats: Seats = ()
    waiting: Seats = ()
    pressed: Seat | None = None


class Part(StrEnum):
    """The parts of the self-check, in this order."""

    SEATS = "seats"
    DEVICES = "devices"
    DISPLAY = "display"
    SPEAKER = "speaker"
    CLOCK = "clock"
    RESULT = "result"


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be, and the one thing to do about it."""

    what: Text
    todo: Text


class SelfCheck(msgspec.Struct, frozen=True, kw_only=True):
    """How far the self-check is: its `part`, and what has been found.

    While seats are asked: all of them, and the one that is asked now; `lit` when it has pressed and its lamp is to be
    confirmed; `other`: whose button was pressed instead.
    """

    part: Part = Part.SEATS
    seats: Seats = ()
    seat: Seat | None = None
    lit: bool = False
    other: Seat | None = None
    found: tuple[Finding, ...] = ()


class LampShow(msgspec.Struct, frozen=True):
    """What the lamps show: that of `seat`, or without one all, `pattern`. Nothing yet: no pattern."""

    seat: Seat | None = None
    pattern: Pattern = Pattern.OFF


class Standstill(msgspec.Struct, frozen=True):
    """Why a game in a pause does not go on by itself: `seats` have no button, because of `faults`."""

    seats: Seats
    faults: tuple[Fault, ...]


class TableStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a screen may depend on.

    `view`: the public state of the game. `caption`: the sentence now spoken, `said_ms` since it
    began (long ones are shown page by page). `counted`: the option just counted aloud. `named`: by
    day, the seat the sentence is about. `speaker` has the floor for `remaining_ms`. `fault`: what
    staff must know, in any mode. `needs_spares`: the game waits for the spare cards of 盗贼 (`AssignCards`).
    `needs_claims`: it waits to be told who holds what (`AssignCards`); `claims` then has
    every role of the deck. `check`, `selfcheck`, `lamps`: how far these trials are. In a pause: the steps of the
    `past` that can be taken back, newest first; whether there is a ballot to vote again, and a speech to give more
    time; whether cards are being claimed (`claiming`: everybody has heard that).
    """

    mode: Mode = Mode.IDLE
    view: PublicView | None = None
    caption: Text | None = None
    said_ms: int = 0
    counted: Option | None = None
    named: Seat | None = None
    speaker: Seat | None = None
    remaining_ms: int | None = None
    paused: bool = False
    fault: Text | None = None
    needs_spares: bool = False
    needs_claims: bool = False
    claims: tuple[Claim, ...] = ()
    check: SeatCheck = SeatCheck()
    selfcheck: SelfCheck = SelfCheck()
    lamps: LampShow = LampShow()
    tried: str = ""
    """What the display is driven with while staff look whether that is right; "": with what holds."""

    past: tuple[Past, ...] = ()
    gone: Seats = ()
    """Who has left the table, whether the room knows or not yet."""

    answering: Answering | None = None
    """The seats that staff answer for, None when there are none. Secret, and shown while OK is held only."""

    faults: tuple[Fault, ...] = ()
    """What is wrong with the machine, newest first, then what was."""

    standstill: Standstill | None = None
    """In a pause: what must be seen to, or decided about, before the game goes on."""

    doubt: Text | None = None
    """In a pause: what staff must decide before the game goes on, which it does not by itself."""

    can_revote: bool = False
    can_extend: bool = False
    claiming: bool = False

    @property
    def open_faults(self) -> tuple[Fault, ...]:
        """Those that call staff and are not over."""
        return tuple(fault for fault in self.faults if fault.over_ns is None and not fault.hint)

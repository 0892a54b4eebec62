"""The answers the table gives, and what staff may do: a closed set.

The journal of commands is the game. Every answer names the number of the prompt it answers; a
command with another number is refused as `TooLate`.
"""

from __future__ import annotations

import msgspec

from engine.prompts import OfferKind
from engine.seats import Option, Seat, Seats
from engine.secrecy import Redacted


class Command(Redacted, frozen=True, kw_only=True, tag=True):
    """An answer to prompt number `prompt`."""

    prompt: int


class Pressed(Command, frozen=True, kw_only=True):
    """Answer to `Press`: the seats that made the gesture, ascending."""

    seats: Seats


class Pick(Redacted, frozen=True):
    """What one actor of a roll call chose."""

    seat: Seat
    options: tuple[Option, ...]

    @property
    def seat_chosen(self) -> Seat:
        """The one seat that was chosen, where the options are seats.

        Raises:
            TypeError: what was chosen is not a seat.
        """
        (option,) = self.options
        if not isinstance(option, int):
            raise TypeError(option)
        return Seat(option)


class Chosen(Command, frozen=True, kw_only=True):
    """Answer to `RollCall`: a pick per actor that chose, ascending by seat; who is missing chose nobody."""

    picks: tuple[Pick, ...] = ()

    def of(self, seat: Seat | None) -> Option | None:
        """The (first) option `seat` chose, or None."""
        return next((p.options[0] for p in self.picks if p.seat == seat and p.options), None)


class FloorEnded(Command, frozen=True, kw_only=True):
    """Answer to `Floor`: the speech is over (过, time, or staff)."""


class Done(Command, frozen=True, kw_only=True):
    """Answer to `Tell`: it has been told."""


class Value(Command, frozen=True, kw_only=True):
    """Answer to `Read`."""

    value: int | str


class OfferTaken(Command, frozen=True, kw_only=True):
    """A seat took an offer that stood open beside the prompt; answers the prompt in its stead."""

    offer: OfferKind
    seat: Seat
    left_ms: int | None = None
    """What was left of the interrupted Floor, for a return to it."""


class Left(Command, frozen=True, kw_only=True):
    """Staff: the player at `seat` leaves the table, or is out for a foul (犯规).

    Accepted at every prompt, which is then asked again without it.
    """

    seat: Seat
    foul: bool = False


class Undo(Command, frozen=True, kw_only=True):
    """Staff: prompt number `to` is put again; its answer and everything after it are void.

    Accepted at every prompt; a departure since then is void like everything else. Nothing is deleted:
    what is void stays in the journal before this command.
    """

    to: int


class Aborted(Command, frozen=True, kw_only=True):
    """Staff end the game without a result. Accepted at every prompt."""


AnyCommand = Pressed | Chosen | FloorEnded | Done | Value | OfferTaken | Left | Undo | Aborted

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def encode(command: AnyCommand) -> bytes:
    """The command as one row of the journal holds it."""
    return _encoder.encode(command)


def decode(data: bytes) -> AnyCommand:
    """The command that `encode` wrote.

    Raises:
        msgspec.ValidationError: the bytes are not a command of this version.
    """
    return _decoder.decode(data)

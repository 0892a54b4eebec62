"""How a procedure of the rulebook talks: it yields events and prompts, and is given answers.

    yield Announced(n, seats)                    the state has changed when the next line runs
    seats = yield from press(judge, ...)         a question to the table and its answer

Every prompt goes through `ask`. A taken offer comes back from it as an ordinary value; staff ending
the game is turned into `GameEnds` here, once. `DayEnds`, `DuelBegins` and `GameEnds` never leave the rulebook.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from engine.commands import Aborted, AnyCommand, Chosen, Done, FloorEnded, OfferTaken, Pressed, Value
from engine.events import AnyEvent, Reason, Winner
from engine.prompts import AnyPrompt, Call, Eyes, Floor, Form, OfferKind, Press, Read, RollCall, Tell, Wanted
from engine.seats import Seat, Seats
from engine.state import GameState

T = TypeVar("T")

Procedure = Generator[AnyEvent | AnyPrompt, AnyCommand | None, T]
"""A part of the rulebook that returns a T."""


class Judge:
    """What every procedure is given: the state after the last event it yielded.

    The driver moves `state` on; procedures only read it.
    """

    def __init__(self, state: GameState) -> None:
        """Begin at `state`."""
        self.state = state


class DayEnds(Exception):
    """Raised inside the rulebook when `seat` self-destructs: the day is over at once."""

    def __init__(self, seat: Seat) -> None:
        """Remember who."""
        super().__init__(seat)
        self.seat = seat


class DuelBegins(Exception):
    """Raised inside the rulebook when `seat` calls a duel, `left_ms` before the end of the speech that runs."""

    def __init__(self, seat: Seat, left_ms: int | None) -> None:
        """Remember who, and what was left."""
        super().__init__(seat, left_ms)
        self.seat = seat
        self.left_ms = left_ms


class GameEnds(Exception):
    """Raised inside the rulebook when the game is decided (`winner`, `reason`), or ended by staff (None)."""

    def __init__(self, winner: Winner | None = None, reason: Reason | None = None) -> None:
        """Remember how."""
        super().__init__(winner, reason)
        self.winner = winner
        self.reason = reason


def ask(prompt: AnyPrompt) -> Procedure[AnyCommand]:
    """Put `prompt` to the table; its answer, or the offer that was taken in its stead."""
    answer = yield prompt
    assert answer is not None, "a prompt is answered by a command"
    if isinstance(answer, Aborted):
        raise GameEnds
    return answer


def _unless_revealed(prompt: AnyPrompt) -> Procedure[AnyCommand]:
    """The answer, where it is neither a 自爆 nor a duel."""
    answer = yield from ask(prompt)
    if isinstance(answer, OfferTaken) and answer.offer is OfferKind.EXPLODE:
        raise DayEnds(answer.seat)
    if isinstance(answer, OfferTaken) and answer.offer is OfferKind.DUEL:
        raise DuelBegins(answer.seat, answer.left_ms)
    return answer


def press(prompt: Press) -> Procedure[Seats]:
    """Who pressed.

    Raises:
        DayEnds: a seat took the offer of 自爆 beside it.
        DuelBegins: a seat took the offer of a duel.
    """
    answer = yield from _unless_revealed(prompt)
    assert isinstance(answer, Pressed)
    return answer.seats


def roll_call(prompt: RollCall) -> Procedure[Chosen]:
    """What the actors chose.

    Raises:
        DayEnds: a seat took the offer of 自爆 beside it.
        DuelBegins: a seat took the offer of a duel.
    """
    answer = yield from _unless_revealed(prompt)
    assert isinstance(answer, Chosen)
    return answer


def tell(prompt: Tell) -> Procedure[None]:
    """Returns when it has been told."""
    answer = yield from ask(prompt)
    assert isinstance(answer, Done)


def read(prompt: Read) -> Procedure[int | str]:
    """The value from outside."""
    answer = yield from ask(prompt)
    assert isinstance(answer, Value)
    return answer.value


def read_minute(eyes: Eyes = Eyes.OPEN) -> Procedure[int]:
    """The minute of the local clock, hour * 60 + minute."""
    value = yield from read(Read(call=Call(line="", form=Form.SILENT, eyes=eyes), wanted=Wanted.MINUTE))
    return int(value)


def read_lot(eyes: Eyes = Eyes.OPEN) -> Procedure[int]:
    """A lot that the shell draws."""
    value = yield from read(Read(call=Call(line="", form=Form.SILENT, eyes=eyes), wanted=Wanted.LOT))
    return int(value)


def floor(prompt: Floor) -> Procedure[OfferTaken | None]:
    """Returns when the speech is over: None, or the 退水 that interrupted it.

    Raises:
        DayEnds: a seat took the offer of 自爆.
        DuelBegins: a seat took the offer of a duel.
    """
    answer = yield from _unless_revealed(prompt)
    assert isinstance(answer, FloorEnded | OfferTaken)
    return answer if isinstance(answer, OfferTaken) else None

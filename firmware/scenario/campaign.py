"""The sheriff's election of a case: who stands, who withdraws and when, who votes for whom, who explodes.

Nothing of it is played by its step: it is planned there, and answered when the table asks, so that a
`try` may come into the middle of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.commands import AnyCommand, OfferTaken, Pressed
from engine.game import Game
from engine.prompts import OfferKind
from engine.seats import Option, Seat, seats_of

TURN: Final = "sheriff.turn"
WINDOW: Final = "sheriff.quit_open"
PK_TURN: Final = "sheriff.pk_turn"
SPEECHES: Final = (TURN, PK_TURN)
BALLOTS: Final = ("sheriff.vote_open", "sheriff.pk_vote")

MOMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "竞选发言": TURN,
        "警上发言": TURN,
        "发言": TURN,
        "竞选": TURN,
        "警上": TURN,
        "退水": WINDOW,
        "退水时间": WINDOW,
        "退水阶段": WINDOW,
        "竞选投票": BALLOTS[0],
        "警长投票": BALLOTS[0],
        "投票": BALLOTS[0],
        "PK发言": PK_TURN,
        "竞选PK发言": PK_TURN,
        "警长PK发言": PK_TURN,
        "PK": PK_TURN,
        "PK投票": BALLOTS[1],
        "竞选PK投票": BALLOTS[1],
        "警长PK投票": BALLOTS[1],
    }
)
"""The words of an election for its parts, and the line that is open in each."""


class Blast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """自爆 in the election, in the part that `at` names (None: the first speech)."""

    by: int
    at: str | None = None
    take: int | None = None


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """退水 of `by`, in the part that `at` names (None: 退水时间)."""

    by: int
    at: str | None = None


class Campaign(msgspec.Struct, frozen=True):
    """An election as its step tells it; `step` is that step, from 0."""

    step: int
    up: tuple[int, ...] = ()
    withdraw: tuple[Withdrawal, ...] = ()
    votes: Mapping[int, Option | None] = msgspec.field(default_factory=dict)
    pk_votes: Mapping[int, Option | None] = msgspec.field(default_factory=dict)
    explode: Blast | None = None


def unknown_moment(moment: str | None) -> tuple[str, ...]:
    """A doubt about `moment`, where it is no part of an election that is known."""
    return () if moment is None or moment in MOMENTS else (f"没有阶段 {moment} / phase not known: {moment}",)


def withdrawals(value: Any) -> tuple[Withdrawal, ...]:
    """Seats, or seats with the part of the election in which they withdraw.

    Raises:
        msgspec.ValidationError: it is something else.
    """
    entries = msgspec.convert(value, tuple[int | Withdrawal, ...])
    return tuple(Withdrawal(entry) if isinstance(entry, int) else entry for entry in entries)


def bid(game: Game, campaign: Campaign) -> AnyCommand:
    """上警."""
    return Pressed(prompt=game.number, seats=seats_of(*campaign.up))


def in_speech(game: Game, campaign: Campaign) -> AnyCommand | None:
    """自爆 or 退水 while somebody speaks for the badge; None: the speech goes on to its end."""
    return _explode(game, campaign) or _withdraw(game, campaign)


def in_window(game: Game, campaign: Campaign) -> AnyCommand:
    """自爆 or 退水 in the window."""
    gone = game.state.withdrawn
    seats = [one.by for one in campaign.withdraw if _line(one.at, WINDOW) == WINDOW and one.by not in gone]
    return _explode(game, campaign) or Pressed(prompt=game.number, seats=seats_of(*seats))


def in_ballot(game: Game, campaign: Campaign) -> AnyCommand | None:
    """自爆 while the ballot is open; None: it is a ballot."""
    return _explode(game, campaign)


def _explode(game: Game, campaign: Campaign) -> AnyCommand | None:
    blast = campaign.explode
    if blast is None or _line(blast.at, TURN) != _open(game):
        return None
    return OfferTaken(prompt=game.number, offer=OfferKind.EXPLODE, seat=Seat(blast.by))


def _withdraw(game: Game, campaign: Campaign) -> AnyCommand | None:
    """The next one who withdraws in this part; a seat that does not stand any more has done so."""
    for one in campaign.withdraw:
        if _line(one.at, WINDOW) == _open(game) and one.by in game.state.standing:
            return OfferTaken(prompt=game.number, offer=OfferKind.WITHDRAW, seat=Seat(one.by))
    return None


def _open(game: Game) -> str:
    return game.prompt.call.line if game.prompt else ""


def _line(moment: str | None, default: str) -> str:
    return default if moment is None else MOMENTS[moment]

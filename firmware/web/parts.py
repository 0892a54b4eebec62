"""Parts of the views that are sent out: what everybody may know of seats, ballots, the office, the morning, the end."""

from __future__ import annotations

import msgspec

from engine.seats import Seat, Seats
from firmware.web.facts import Card


class RoomSeat(msgspec.Struct, frozen=True):
    """A used seat as the room sees it; `person` is False for a bot.

    `left`: its player has left the table, and it is out. `flipped`: 白痴 who has turned over his card and
    stays. `standing`, `withdrawn`: in the election that runs, as far as it has been told. `shown`: the card it has
    shown by an act of it (a duel, a blast …). `silenced`: it may not speak today.
    """

    seat: Seat
    out: bool
    speaking: bool
    person: bool
    sheriff: bool = False
    flipped: bool = False
    left: bool = False
    standing: bool = False
    withdrawn: bool = False
    shown: Card | None = None
    silenced: bool = False


class SpareView(msgspec.Struct, frozen=True):
    """A button of no seat in use, and the seat that it stands for, if any."""

    pad: Seat
    stands_for: Seat | None


class RowView(msgspec.Struct, frozen=True):
    """Votes for `seat` in half votes, and who gave them."""

    seat: Seat
    halves: int
    voters: Seats


class TallyView(msgspec.Struct, frozen=True):
    """The last ballot as it was read out: round 1, or 2 after a PK; only counts where the house names no voters.

    `office`: it was for sheriff, not for exile.
    """

    round: int
    office: bool
    rows: tuple[RowView, ...]
    abstained: Seats
    abstentions: int


class OfficeView(msgspec.Struct, frozen=True):
    """The sheriff's office of a game that has one: how far the election is, who stands, where the badge is."""

    stage: str
    badge: str
    sheriff: Seat | None
    bidders: Seats
    withdrawn: Seats
    standing: Seats


class EndView(msgspec.Struct, frozen=True):
    """How the game ended (`winner` None: without a result); `cards` is filled once the room was told them."""

    winner: str | None
    cards: tuple[tuple[Seat, Card], ...]


class OmensView(msgspec.Struct, frozen=True):
    """What was told this morning of the bear and of who may not speak; None where nothing was (yet)."""

    growled: bool | None
    silenced: Seat | None

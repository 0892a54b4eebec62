"""A game that is over, as a review tells it. Frozen; `msgspec.json` writes it as it stands. Times: Unix time in ms."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from engine.events import AnyEvent, Cause, Count, Mark, Reason, Winner
from engine.houserules import HouseRules
from engine.seats import Seat, Seats
from engine.text import Text

DAY_MS: Final = 24 * 60 * 60 * 1_000
"""No game takes longer; where the journal says so, the clock of the machine was set in between."""


def took_ms(from_ms: int, to_ms: int | None) -> int | None:
    """How long something took by two times of the journal; None where they cannot both be right."""
    return to_ms - from_ms if to_ms is not None and 0 <= to_ms - from_ms <= DAY_MS else None


class Holder(msgspec.Struct, frozen=True):
    """Who held what: `role` is None where the game ended before the cards were known."""

    seat: Seat
    role: str | None


class Act(msgspec.Struct, frozen=True):
    """What a role did by night: `by` put `mark` on `target`; nobody for a knife that agreed on nobody (空刀).

    `good`: what a check was answered, None for all other marks.
    """

    mark: Mark
    by: Seats
    target: Seat | None
    good: bool | None = None


class Night(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Night `n`, from 天黑 to its last step."""

    n: int
    from_ms: int
    claims: tuple[tuple[str, Seats], ...] = ()
    """Night 1: who claimed which role, as it was pressed."""
    pointed: tuple[tuple[Seat, Seat], ...] = ()
    """What each wolf chose: (wolf, target)."""
    acts: tuple[Act, ...] = ()
    took: str | None = None
    """Which spare card 盗贼 took."""
    lovers: Seats = ()
    """Whom 丘比特 made 情侣."""
    model: Seat | None = None
    """Whom 野孩子 chose as his 榜样."""
    king_gun: bool | None = None
    """The same as `gun` of 狼王, where the house calls him."""
    gun: bool | None = None
    """Whether 猎人 was told that he may shoot; None where nobody was told anything."""
    out: Seats = ()
    """Who was out before it."""
    doubted: bool = False
    """The claims did not fit, staff were asked."""
    undone: int = 0
    """How many steps staff took back (撤销) so that the game went on from here; what they were is not told."""
    void: bool = False
    """Staff dealt again, so that nothing of it counts."""

    def act(self, mark: Mark) -> Act | None:
        """What was done with `mark`, if anything."""
        return next((act for act in self.acts if act.mark is mark), None)


class Votes(msgspec.Struct, frozen=True):
    """One row of a ballot: who voted for `seat`, and how much that is in half votes (2 = one vote)."""

    seat: Seat
    halves: int
    voters: Seats


class Ballot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A ballot as it was cast, also where the house reads out counts only.

    `sheriff`: it elects the sheriff, else it exiles. `round` 2 is the ballot after the PK. `heavy`: the
    sheriff, whose exile vote is one and a half. `abstained` is empty where only the number is known.
    """

    sheriff: bool
    round: int
    rows: tuple[Votes, ...]
    abstained: Seats
    abstentions: int
    heavy: Seat | None


class Happening(msgspec.Struct, frozen=True, tag=True):
    """Something of a day that one line tells."""

    event: AnyEvent


class Day(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Day `n`, from the end of the night (so with bids, which are made in the dark), in its order."""

    n: int
    from_ms: int
    items: tuple[Happening | Ballot, ...] = ()


class Death(msgspec.Struct, frozen=True):
    """`seat` died in round `n`; `by`: the pack, 女巫, who shot, or the lover that died first; else nobody.

    `both`: the knife went through because 守卫 and 女巫 kept the same seat (同守同救).
    """

    seat: Seat
    cause: Cause
    n: int
    by: Seats = ()
    both: bool = False
    night: bool = False
    """It died in the night of that round."""


class Occasion(StrEnum):
    """What a speech is given for."""

    CAMPAIGN = "campaign"
    CAMPAIGN_PK = "campaign_pk"
    DAY = "day"
    PK = "pk"
    WORDS = "words"


class Speech(msgspec.Struct, frozen=True, kw_only=True):
    """One speech of `seat`: `ms` from the call to its end, with pauses; None where the journal cannot tell.

    `cut`: a 自爆, or that the speaker left, or the end of the game broke it off.
    """

    seat: Seat
    n: int
    occasion: Occasion
    ms: int | None
    cut: bool = False


class Badge(msgspec.Struct, frozen=True):
    """Who had the badge from round `n` on; nobody once it is lost. `index` is the place of that day in `rounds`."""

    n: int
    index: int
    holder: Seat | None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """One game. `winner` and `reason` are None for one that ended without a result; `result` is the journal's word."""

    game: int
    board: str
    name: Text
    deck: tuple[Count, ...]
    rules: HouseRules
    sheriff: bool
    holders: tuple[Holder, ...]
    rounds: tuple[Night | Day, ...]
    """Nights and days in their order."""
    deaths: tuple[Death, ...]
    speeches: tuple[Speech, ...]
    badge: tuple[Badge, ...]
    spares: tuple[str, ...]
    """The cards that lay face down for 盗贼."""
    thief: Seat | None
    """Who was 盗贼; in `holders` it has the card it took."""
    lovers: Seats
    """情侣, or nobody."""
    turned: Seats
    """野孩子 who became a wolf."""
    left: Seats
    """Whose players left the table."""
    result: str
    winner: Winner | None
    reason: Reason | None
    started_ms: int
    length_ms: int | None
    """From its opening to its end by the clock of the machine; None where that clock was set in between."""

    @property
    def seats(self) -> Seats:
        """The seats in use."""
        return tuple(holder.seat for holder in self.holders)

    @property
    def ended_ms(self) -> int | None:
        """When it ended, None where the clock was set in between."""
        return None if self.length_ms is None else self.started_ms + self.length_ms

    @property
    def cards(self) -> tuple[tuple[Seat, str], ...]:
        """The cards that are known: (seat, role id)."""
        return tuple((holder.seat, holder.role) for holder in self.holders if holder.role is not None)

    def death_of(self, seat: Seat) -> Death | None:
        """How `seat` died, or None."""
        return next((death for death in self.deaths if death.seat == seat), None)


class Talk(msgspec.Struct, frozen=True):
    """How long `seat` spoke in all its speeches whose length is known, and how many others there were."""

    seat: Seat
    ms: int
    speeches: int
    unknown: int


def talk_of(review: Review) -> tuple[Talk, ...]:
    """The talk time per seat, in seat order."""
    rows = []
    for seat in review.seats:
        own = [speech.ms for speech in review.speeches if speech.seat == seat]
        known = [ms for ms in own if ms is not None]
        rows.append(Talk(seat, sum(known), len(own), len(own) - len(known)))
    return tuple(rows)

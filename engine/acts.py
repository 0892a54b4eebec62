"""What special cards do to be heard by all: deal, growl, silence, links, duel, take, blast.

The public events of the roles that not every board has. Imported from `engine.events` by everybody else.
"""

from __future__ import annotations

from engine.seats import Seat, Seats
from engine.secrecy import Public


class DealOpened(Public, frozen=True):
    """现在发身份，请所有人闭眼: the tour of a card-less deal begins."""


class DealEnded(Public, frozen=True):
    """Every seat has been shown its card; eyes open."""


class Growled(Public, frozen=True):
    """熊咆哮了, or (`yes` false) 熊没有咆哮; said every morning on boards with 驯熊师 (rules 3.10)."""

    yes: bool


class Silenced(Public, frozen=True):
    """`seat` may not utter a word today; None: nobody. Said every morning on boards with 禁言长老 (rules 3.11)."""

    seat: Seat | None


class Linked(Public, frozen=True):
    """`seats` are out together with somebody whose death was told before; no reason is given (rules 5)."""

    seats: Seats


class ShotDelayed(Public, frozen=True):
    """`by` has shot `target`, whose `card` (老流氓) keeps it until tomorrow's speeches are over (rules 3.15)."""

    by: Seat
    target: Seat
    card: str


class DelayedOut(Public, frozen=True):
    """`seat`, holding `card` (老流氓), is out now of what hit it earlier."""

    seat: Seat
    card: str


class TakenAlong(Public, frozen=True):
    """`by` holds `card` (白狼王) and takes `target` along."""

    by: Seat
    target: Seat
    card: str


class NobodyTaken(Public, frozen=True):
    """The 自爆 of `by` takes nobody along: it cannot, or would not."""

    by: Seat


class DuelCalled(Public, frozen=True):
    """`seat` holds `card` (骑士) and calls a duel."""

    seat: Seat
    card: str


class DuelDropped(Public, frozen=True):
    """`seat` has named nobody: there is no duel, and will be none."""

    seat: Seat


class DuelWon(Public, frozen=True):
    """`target` is a wolf and out; the day is over."""

    by: Seat
    target: Seat


class DuelLost(Public, frozen=True):
    """`target` is good, `by` is out; the day goes on."""

    by: Seat
    target: Seat


class SpeechesResumed(Public, frozen=True):
    """继续发言: back to where a duel came in."""


class Blasted(Public, frozen=True):
    """`by` holds `card` (炸弹人) and takes `seats`, who voted for it, along."""

    by: Seat
    seats: Seats
    card: str


class BlastHeld(Public, frozen=True):
    """`by`, exiled, blows nobody up: it cannot, or would not (house rule bomber_forced)."""

    by: Seat


AnyDuel = DuelCalled | DuelDropped | DuelWon | DuelLost | SpeechesResumed
"""The duel."""

AnyAct = (
    DealOpened
    | DealEnded
    | Growled
    | Silenced
    | Linked
    | ShotDelayed
    | DelayedOut
    | TakenAlong
    | NobodyTaken
    | AnyDuel
    | Blasted
    | BlastHeld
)
"""What special cards do."""

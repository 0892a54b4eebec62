"""The events of the sheriff's office: the election and the badge. Imported from `engine.events` by everybody else."""

from __future__ import annotations

from engine.seats import Direction, Seat, Seats
from engine.secrecy import Public
from engine.terms import Elected, Tally, Vacant


class BidsClosed(Public, frozen=True):
    """警上: who stands for sheriff, ascending. Nobody, one, some or all of the living."""

    seats: Seats


class CampaignOpened(Public, frozen=True):
    """The candidates speak in this order (单顺双逆 of `minute`, hour * 60 + minute, read when the bids closed)."""

    order: tuple[Seat, ...]
    direction: Direction
    minute: int


class WithdrawalNamed(Public, frozen=True):
    """退水 during the speech that has just ended, ascending: irrevocable, and no vote in this election."""

    seats: Seats


class WithdrawalClosed(Public, frozen=True):
    """退水时间 is over; `seats` withdrew in it, nobody when empty."""

    seats: Seats


class StandingRead(Public, frozen=True):
    """留在警上: who can be voted for; the ballot is next."""

    seats: Seats


class SheriffBallotRead(Public, frozen=True):
    """The tally of the sheriff's ballot `round` (2 = after the PK); its fields are those of `BallotRead`."""

    round: int
    tally: tuple[Tally, ...]
    abstained: Seats
    abstentions: int = 0


class SheriffPkOpened(Public, frozen=True):
    """The candidates with the most votes are tied and speak once more in this order (clock rule)."""

    order: tuple[Seat, ...]
    direction: Direction
    minute: int


class SheriffElected(Public, frozen=True):
    """`seat` is sheriff."""

    seat: Seat
    how: Elected


class NoSheriff(Public, frozen=True):
    """The election is over and nobody has the badge for the rest of the game."""

    why: Vacant


class ElectionSuspended(Public, frozen=True):
    """双爆: the 自爆 of `seat` puts the election off to the next day."""

    seat: Seat


class ElectionResumed(Public, frozen=True):
    """双爆: the election goes on; `seats` still stand."""

    seats: Seats


class BadgeAsked(Public, frozen=True):
    """`seat` is to pass on the badge or tear it: the sheriff is out, or (idiot_sheriff = hand_over) has flipped."""

    seat: Seat


class BadgePassed(Public, frozen=True):
    """`to` is the new sheriff."""

    by: Seat
    to: Seat


class BadgeTorn(Public, frozen=True):
    """There is no sheriff for the rest of the game. `timeout`: nothing was chosen."""

    by: Seat
    timeout: bool


AnyOffice = (
    BidsClosed
    | CampaignOpened
    | WithdrawalNamed
    | WithdrawalClosed
    | StandingRead
    | SheriffBallotRead
    | SheriffPkOpened
    | SheriffElected
    | NoSheriff
    | ElectionSuspended
    | ElectionResumed
    | BadgeAsked
    | BadgePassed
    | BadgeTorn
)
"""The election and the badge."""

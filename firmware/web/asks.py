"""What the judge wants of the table right now, for players who look at a page: known from its own sentences alone.

A sentence opens it, the counting and the words of the same prompt keep it, every other sentence ends it. So
a page says nothing that the voice has not said, at no other time, whoever presses.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Asks(StrEnum):
    """What is asked of everybody, or of the seat that the sentence named."""

    NOTHING = ""
    READY = "ready"
    BID = "bid"
    WITHDRAW = "withdraw"
    BALLOT = "ballot"
    BALLOT_OPEN = "ballot_open"
    """With open eyes, where the house votes so."""
    BADGE = "badge"
    ORDER = "order"
    SHOT = "shot"
    CLAIM = "claim"
    """Who of the wolves holds a card with a name of its own."""
    TOUR = "tour"
    """Every seat in turn learns by its lamp whether it is in love."""
    DEAL = "deal"
    """Every seat in turn learns its card in a card-less deal."""
    DUEL = "duel"
    TAKE = "take"
    BLAST = "blast"
    CONFIRM = "confirm"
    """Whether a choice made by day is taken back."""
    AGAIN = "again"
    """Such a choice once more, because the choice was taken back."""


OPENS: Final = {
    "setup.ready_ask": Asks.READY,
    "sheriff.raise": Asks.BID,
    "sheriff.quit_open": Asks.WITHDRAW,
    "sheriff.vote_open": Asks.BALLOT,
    "sheriff.pk_vote": Asks.BALLOT,
    "sheriff.pk_vote_all": Asks.BALLOT,
    "vote.open": Asks.BALLOT,
    "pk.vote": Asks.BALLOT,
    "pk.vote_all": Asks.BALLOT,
    "vote.open_eyes": Asks.BALLOT_OPEN,
    "pk.vote_eyes": Asks.BALLOT_OPEN,
    "pk.vote_all_eyes": Asks.BALLOT_OPEN,
    "badge.how": Asks.BADGE,
    "speech.sheriff_pick": Asks.ORDER,
    "gun.ask": Asks.SHOT,
    "wolf.special": Asks.CLAIM,
    "lovers.tour": Asks.TOUR,
    "deal.tour": Asks.DEAL,
    "knight.ask": Asks.DUEL,
    "boom.ask": Asks.TAKE,
    "bomb.ask": Asks.BLAST,
    "day.confirm": Asks.CONFIRM,
    "day.recount": Asks.AGAIN,
}
"""The sentence with which a question is put."""

KEEPS: Final = frozenset(
    {
        "sheriff.count",
        "sheriff.vote_for",
        "vote.rule",
        "vote.count",
        "vote.for",
        "vote.again",
        "pk.for",
        "count.seat",
        "badge.opt_tear",
        "speech.opt_asc",
        "speech.opt_desc",
        "gun.opt_none",
        "lovers.look",
        "lovers.shut",
        "deal.look",
        "deal.close",
        "count.role",
    }
)
"""What is said while it stands."""


def asks_after(key: str, before: Asks) -> Asks:
    """What is asked once the sentence `key` has begun, where `before` was asked."""
    if key in OPENS:
        return OPENS[key]
    return before if key in KEEPS else Asks.NOTHING

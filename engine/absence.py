"""A player has left the table: the open question is put again without it.

Only the secret half of a prompt changes, never its call, so that by night nobody can tell. The
rulebook counts the seat as out as soon as everybody may know (`engine.deaths.leavers`).
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from engine.prompts import AnyPrompt, Floor, Offer, Press, Read, RollCall, Tell
from engine.seats import Seats


def without(prompt: AnyPrompt, left: Seats) -> AnyPrompt:
    """`prompt` as it is put when the players at the seats `left` are gone."""
    if not left:
        return prompt
    replace = msgspec.structs.replace
    awake = _still(prompt.awake, left)
    offers = tuple(Offer(offer.kind, _still(offer.who, left)) for offer in prompt.offers)
    match prompt:
        case Press():
            return replace(prompt, awake=awake, offers=offers, who=_still(prompt.who, left))
        case RollCall():
            legal = tuple(entry for entry in prompt.legal if entry.seat not in left)
            filled = tuple(entry for entry in prompt.filled if entry.seat not in left)
            return replace(prompt, awake=awake, offers=offers, legal=legal, filled=filled)
        case Tell():
            facts = tuple(fact for fact in prompt.facts if fact.seat not in left)
            return replace(prompt, awake=awake, offers=offers, facts=facts)
        case Floor() | Read():
            return replace(prompt, awake=awake, offers=offers)
        case _:
            assert_never(prompt)


def _still(seats: Seats, left: Seats) -> Seats:
    """Who of `seats` is still there."""
    return tuple(seat for seat in seats if seat not in left)

"""Claims of night 1: how the judge learns who holds which physical card (rules 3b, 3c).

Every role of the night sheet claims when it is first called. A claim is *sound* when as many seats
claimed as the deck has cards and none of them had claimed another role before; where it is not,
nobody acts in that step. Whoever never claimed holds one of the cards that are never called.
Known cards (dealt by the engine, or a game entered half way) win over any claim.
"""

from __future__ import annotations

from engine.seats import Seat, Seats
from engine.state import Cards, GameState

REDEAL = "redeal"
"""What staff answer when the cards are to be dealt anew."""


def holders(state: GameState, role: str) -> Seats:
    """Who holds `role` as far as is known: the cards, or the role's claim when it is sound; else nobody."""
    if state.known:
        return tuple(seat for seat, card in state.cards if card == role)
    return state.claimed(role) if is_sound(state, role) else ()


def is_sound(state: GameState, role: str) -> bool:
    """Whether the claim of `role` fits: the right count, and no claimant had claimed another role before."""
    if state.known:
        return True
    before: list[Seat] = []
    for claimed, seats in state.claims:
        if claimed == role:
            return len(seats) == state.count(role) and not any(seat in before for seat in seats)
        before.extend(seats)
    return False


def cards_claimed(state: GameState) -> Cards | None:
    """All cards as the claims tell them, or None when they do not fit the deck."""
    pairs = [(seat, role) for role, seats in state.claims for seat in seats]
    return _completed(state, pairs)


def cards_assigned(state: GameState, text: str) -> Cards | None:
    """All cards as staff entered them ("3=seer,5=witch…"), or None when they do not fit the deck.

    Seats that are left out hold what is left over, which must be one kind of card.
    """
    pairs: list[tuple[Seat, str]] = []
    for item in text.split(","):
        number, equals, role = item.strip().partition("=")
        if not equals or not (number.isascii() and number.isdigit()):
            return None
        pairs.append((Seat(int(number)), role.strip()))
    return _completed(state, pairs)


def _completed(state: GameState, pairs: list[tuple[Seat, str]]) -> Cards | None:
    """The pairs filled up with the deck's one remaining kind of card, or None when that cannot be."""
    named = [seat for seat, _ in pairs]
    if len(named) != len(set(named)) or not set(named) <= set(state.seats):
        return None
    left = {entry.role: entry.cards for entry in state.deck}
    for _, role in pairs:
        left[role] = left.get(role, 0) - 1
    rest = [role for role, cards in left.items() if cards > 0]
    unnamed = [seat for seat in state.seats if seat not in named]
    if any(cards < 0 for cards in left.values()) or len(rest) != (1 if unnamed else 0):
        return None
    return tuple(sorted([*pairs, *((seat, rest[0]) for seat in unnamed)]))

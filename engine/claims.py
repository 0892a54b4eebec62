"""Claims of night 1: how the judge learns who holds which physical card (rules 3b, 3c).

Every role of the night sheet claims when it is first called; a special wolf among those who claimed 狼人, and 盗贼
once more at the card he took. A claim is *sound* when as many seats claimed as play the card and none of them had
claimed another; where it is not, nobody acts in that step. Whoever never claimed holds one of the cards that are
never called. Known cards (dealt by the engine, or a game entered half way) win over any claim.
"""

from __future__ import annotations

from engine.events import Claimed
from engine.seats import Seat, Seats
from engine.state import Cards, GameState

REDEAL = "redeal"
"""What staff answer when the cards are to be dealt anew."""


def holders(state: GameState, role: str) -> Seats:
    """Who holds `role` as far as is known: the cards, or the role's claim when it is sound; else nobody."""
    if state.known:
        return tuple(seat for seat, card in state.cards if card == role)
    if not is_sound(state, role):
        return ()
    gone = [seat for claim in state.claims if claim.within == role and claim.sound for seat in claim.seats]
    if state.taken is not None and state.taken.was == role:
        gone.append(state.taken.seat)
    return tuple(seat for seat in state.claimed(role) if seat not in gone)


def is_sound(state: GameState, role: str) -> bool:
    """Whether who holds `role` is known."""
    return state.known or any(claim.role == role and claim.sound for claim in state.claims)


def claim_of(state: GameState, role: str, seats: Seats, cards: tuple[str, ...], within: str = "") -> Claimed:
    """The claim of `role` by `seats`, which holds for all of `cards` that wake with it.

    Where `within` is given, only who soundly claimed that card may have it, and nobody who has been named since.
    """
    before = [seat for claim in state.claims for seat in claim.seats if within in ("", claim.within)]
    if not within and state.taken is not None and state.taken.card in cards:
        before = [seat for seat in before if seat != state.taken.seat]
    fits = len(seats) == sum(state.played(card) for card in cards) and not any(seat in before for seat in seats)
    if within:
        fits = fits and is_sound(state, within) and set(seats) <= set(state.claimed(within))
    return Claimed(role=role, seats=seats, sound=fits, within=within)


def cards_claimed(state: GameState) -> Cards | None:
    """All cards as the claims tell them, or None when they do not fit the deck."""
    held: dict[Seat, list[str]] = {}
    for claim in state.claims:
        for seat in claim.seats:
            cards = held.setdefault(seat, [])
            if claim.within in cards:
                cards.remove(claim.within)
            cards.append(claim.role)
    taken = state.taken
    if taken is not None:
        cards = held.get(taken.seat, [])
        # He may have claimed the card he took as that of its pack.
        held[taken.seat] = [taken.card, *(card for card in cards if card not in (taken.was, taken.card))]
    if any(len(cards) != 1 for cards in held.values()):
        return None
    return _completed(state, [(seat, cards[0]) for seat, cards in held.items()])


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
    left = {entry.role: state.played(entry.role) for entry in state.deck}
    for _, role in pairs:
        left[role] = left.get(role, 0) - 1
    rest = [role for role, cards in left.items() if cards > 0]
    unnamed = [seat for seat in state.seats if seat not in named]
    if any(cards < 0 for cards in left.values()) or len(rest) != (1 if unnamed else 0):
        return None
    return tuple(sorted([*pairs, *((seat, rest[0]) for seat in unnamed)]))

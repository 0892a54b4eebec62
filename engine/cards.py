"""Who holds a card of a kind, as far as the judge knows. Which cards there are, everybody knows: `engine.roles`."""

from __future__ import annotations

from engine.roles import Trait, role_of
from engine.seats import Seat
from engine.state import GameState


def holds(state: GameState, seat: Seat, trait: Trait) -> bool:
    """Whether `seat` holds a card with `trait`, dead or alive; False while its card is not known. A secret."""
    card = state.card_of(seat)
    return card is not None and bool(trait(role_of(card)))

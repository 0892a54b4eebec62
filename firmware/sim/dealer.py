"""Who shuffles. The cards are paper: the judge never sees them, it learns of them by the claims alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.sim.luck import luck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Count
    from engine.seats import Seat


class Dealer:
    """Deals decks at a table. The same seed deals the same cards in the same order of deals."""

    def __init__(self, seed: int) -> None:
        """A dealer with its own luck."""
        self._random = luck("dealer", seed)

    def deal(self, deck: Iterable[Count], seats: Iterable[Seat]) -> dict[Seat, str]:
        """One card (role id) per seat, ascending by seat.

        Raises:
            ValueError: the deck has not as many cards as there are seats.
        """
        cards = [count.role for count in deck for _ in range(count.cards)]
        places = sorted(seats)
        if len(cards) != len(places):
            raise ValueError(f"{len(cards)} cards for {len(places)} seats")
        self._random.shuffle(cards)
        return dict(zip(places, cards, strict=True))

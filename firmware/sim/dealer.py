"""Who shuffles. The cards are paper: the judge never sees them, it learns of them by the claims alone.

With 盗贼 in the deck the dealer puts two cards aside, face down: neither 盗贼 nor 丘比特, and one wolf at most, unless
the house lets more lie there (rules 3.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.houserules import MaxBuriedWolves, RoleSource
from firmware.sim.luck import luck
from firmware.sim.ties import WOLVES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.events import Count
    from engine.seats import Seat
    from engine.setup import Setup


THIEF: Final = "thief"
ASIDE: Final = 2
"""So many cards lie face down beside a table with 盗贼."""


class Dealer:
    """Deals decks at a table. The same seed deals the same cards in the same order of deals."""

    def __init__(self, seed: int) -> None:
        """A dealer with its own luck."""
        self._random = luck("dealer", seed)
        self.spares: tuple[str, ...] = ()
        """The cards (role ids) that the last deal has put aside."""

    def lay(self, setup: Setup) -> dict[Seat, str]:
        """Cards for a whole table; where the judge deals himself nobody holds any ("") until he has shown them."""
        rules = setup.rules
        if rules.role_source is RoleSource.DEALT_BY_ENGINE:
            self.spares = ()
            return dict.fromkeys(setup.seats, "")
        wolves = 1 if rules.thief_max_buried_wolves is MaxBuriedWolves.ONE else ASIDE
        return self.deal(setup.board.cards, setup.seats, wolves=wolves)

    def deal(self, deck: Iterable[Count], seats: Iterable[Seat], *, wolves: int = 1) -> dict[Seat, str]:
        """One card (role id) per seat, ascending by seat; at most so many `wolves` are put aside.

        Raises:
            ValueError: the deck has not as many cards as there are seats, and two more with 盗贼.
        """
        cards = [count.role for count in deck for _ in range(count.cards)]
        places = sorted(seats)
        aside = ASIDE if THIEF in cards else 0
        if len(cards) != len(places) + aside:
            raise ValueError(f"{len(cards)} cards for {len(places)} seats")
        self._random.shuffle(cards)
        while not _may_lie(cards[len(places) :], wolves):
            self._random.shuffle(cards)
        self.spares = tuple(cards[len(places) :])
        return dict(zip(places, cards, strict=False))


def _may_lie(aside: Sequence[str], wolves: int) -> bool:
    """Whether these cards may lie face down."""
    return THIEF not in aside and "cupid" not in aside and sum(card in WOLVES for card in aside) <= wolves

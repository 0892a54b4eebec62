"""夜间结算 against the table of rules 4, written out by hand, over every combination of marks on four seats."""

from __future__ import annotations

from itertools import permutations, product
from typing import Final

import pytest

from engine.events import Cause, Mark, Marked
from engine.seats import Seat
from engine.settlement import settle

SEATS: Final = (Seat(1), Seat(2), Seat(3), Seat(4))
WITCH: Final = (Seat(4),)
PACK: Final = (Seat(1), Seat(2))

#        knifed  saved  poisoned   result
TABLE: Final = {
    (False, False, False): None,
    (True, False, False): Cause.KNIFE,
    (True, True, False): None,
    (False, False, True): Cause.POISON,
    (True, False, True): Cause.POISON,
}
"""The rows of rules 4 without a guard. Saved and poisoned in one night is impossible: one potion a night."""


def nights() -> list[tuple[Seat | None, bool, Seat | None]]:
    """Every night there can be: knife, saved or not, poison."""
    targets = (None, *SEATS)
    every = product(targets, (False, True), targets)
    return [(knife, saved, poison) for knife, saved, poison in every if not (saved and (knife is None or poison))]


def marks_of(knife: Seat | None, poison: Seat | None, *, saved: bool) -> list[Marked]:
    marks = [Marked(Mark.KNIFE, PACK, knife), Marked(Mark.CHECK, (Seat(3),), Seat(1))]
    if saved:
        marks.append(Marked(Mark.SAVE, WITCH, knife))
    if poison is not None:
        marks.append(Marked(Mark.POISON, WITCH, poison))
    return marks


@pytest.mark.parametrize(("knife", "saved", "poison"), nights())
def test_every_seat_fares_as_the_table_says(knife: Seat | None, saved: bool, poison: Seat | None) -> None:
    settled = settle(tuple(marks_of(knife, poison, saved=saved)))
    for seat in SEATS:
        row = (seat == knife, saved and seat == knife, seat == poison)
        assert TABLE[row] == settled.cause_of(seat)


def test_the_table_covers_every_night() -> None:
    assert 5 + 4 + 4 * 4 + 4 == len(nights())


@pytest.mark.parametrize(("knife", "saved", "poison"), nights())
def test_case_20_the_order_of_the_marks_does_not_matter(knife: Seat | None, saved: bool, poison: Seat | None) -> None:
    """Case 20: feeding the marks in any permutation gives the same deaths, causes and status."""
    marks = marks_of(knife, poison, saved=saved)
    expected = settle(tuple(marks))
    for order in permutations(marks):
        assert expected == settle(order)


def test_the_dead_are_in_seat_order() -> None:
    settled = settle((Marked(Mark.KNIFE, PACK, Seat(4)), Marked(Mark.POISON, WITCH, Seat(2))))
    assert [Seat(2), Seat(4)] == [death.seat for death in settled.deaths]


def test_the_knife_hits_also_whom_the_poison_kills() -> None:
    """狼刀在先 asks whom the knife hit, whatever the cause of death is."""
    settled = settle((Marked(Mark.KNIFE, PACK, Seat(3)), Marked(Mark.POISON, WITCH, Seat(3))))
    assert Seat(3) == settled.knifed
    assert Cause.POISON == settled.cause_of(Seat(3))


def test_a_night_without_marks_kills_nobody() -> None:
    assert () == settle(()).deaths

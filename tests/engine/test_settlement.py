"""夜间结算 against the table of rules 4, written out by hand, over every combination of marks on four seats."""

from __future__ import annotations

from itertools import permutations, product
from typing import Final

import msgspec
import pytest

from engine.events import Cause, Mark, Marked
from engine.houserules import HouseRules
from engine.seats import Seat
from engine.settlement import settle

SEATS: Final = (Seat(1), Seat(2), Seat(3), Seat(4))
GUARD: Final = (Seat(3),)
WITCH: Final = (Seat(4),)
PACK: Final = (Seat(1), Seat(2))
RULES: Final = HouseRules()
LIVES: Final = msgspec.convert({"double_protect_dies": "off"}, HouseRules)

#        knifed  guarded saved  poisoned   result
TABLE: Final = {
    (False, False, False, False): None,
    (False, True, False, False): None,
    (True, False, False, False): Cause.KNIFE,
    (True, True, False, False): None,
    (True, False, True, False): None,
    (True, True, True, False): Cause.KNIFE,
    (False, False, False, True): Cause.POISON,
    (False, True, False, True): Cause.POISON,
    (True, False, False, True): Cause.POISON,
    (True, True, False, True): Cause.POISON,
}
"""The rows of rules 4. Saved and poisoned in one night is impossible: one potion a night."""

Night = tuple[Seat | None, Seat | None, bool, Seat | None]


def nights() -> list[Night]:
    """Every night there can be: guard, knife, saved or not, poison."""
    targets = (None, *SEATS)
    every = product(targets, targets, (False, True), targets)
    return [night for night in every if not (night[2] and (night[1] is None or night[3]))]


def marks_of(guard: Seat | None, knife: Seat | None, poison: Seat | None, *, saved: bool) -> list[Marked]:
    marks = [Marked(Mark.KNIFE, PACK, knife), Marked(Mark.CHECK, (Seat(3),), Seat(1))]
    if guard is not None:
        marks.append(Marked(Mark.GUARD, GUARD, guard))
    if saved:
        marks.append(Marked(Mark.SAVE, WITCH, knife))
    if poison is not None:
        marks.append(Marked(Mark.POISON, WITCH, poison))
    return marks


@pytest.mark.parametrize(("guard", "knife", "saved", "poison"), nights())
def test_every_seat_fares_as_the_table_says(
    guard: Seat | None, knife: Seat | None, saved: bool, poison: Seat | None
) -> None:
    marks = tuple(marks_of(guard, knife, poison, saved=saved))
    for seat in SEATS:
        row = (seat == knife, seat == guard, saved and seat == knife, seat == poison)
        assert TABLE[row] == settle(marks, RULES).cause_of(seat)
        spared = (True, True, True, False)
        assert (None if row == spared else TABLE[row]) == settle(marks, LIVES).cause_of(seat), "option: lives"


def test_the_table_covers_every_night() -> None:
    assert 5 * (5 + 4 + 4 * 4 + 4) == len(nights())
    rows = {
        (seat == k, seat == g, s and seat == k, seat == p) for g, k, s, p in nights() for seat in SEATS
    }  # fmt: skip
    assert set(TABLE) == rows


@pytest.mark.parametrize(("guard", "knife", "saved", "poison"), nights())
def test_case_20_the_order_of_the_marks_does_not_matter(
    guard: Seat | None, knife: Seat | None, saved: bool, poison: Seat | None
) -> None:
    """Case 20: feeding the marks in any permutation gives the same deaths, causes and status."""
    marks = marks_of(guard, knife, poison, saved=saved)
    expected = settle(tuple(marks), RULES)
    assert {expected} == {settle(order, RULES) for order in permutations(marks)}


def test_the_dead_are_in_seat_order() -> None:
    settled = settle((Marked(Mark.KNIFE, PACK, Seat(4)), Marked(Mark.POISON, WITCH, Seat(2))), RULES)
    assert [Seat(2), Seat(4)] == [death.seat for death in settled.deaths]


def test_the_knife_hits_also_whom_the_poison_kills() -> None:
    """狼刀在先 asks whom the knife hit, whatever the cause of death is."""
    settled = settle((Marked(Mark.KNIFE, PACK, Seat(3)), Marked(Mark.POISON, WITCH, Seat(3))), RULES)
    assert Seat(3) == settled.knifed
    assert Cause.POISON == settled.cause_of(Seat(3))


def test_a_guarded_seat_is_not_hit_by_the_knife_though_the_poison_kills_it() -> None:
    settled = settle(tuple(marks_of(Seat(3), Seat(3), Seat(3), saved=False)), RULES)
    assert settled.knifed is None
    assert Cause.POISON == settled.cause_of(Seat(3))


def test_a_night_without_marks_kills_nobody() -> None:
    assert () == settle((), RULES).deaths

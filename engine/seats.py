"""Seats and the orders in which a judge walks them.

A player's number is the number on the seat; gaps are allowed. Every order walks the sorted tuple of
used seats, ascending (顺序) or descending (逆序), both wrapping round (rules, vocabulary).
"""

from enum import StrEnum
from typing import Final, NewType

Seat = NewType("Seat", int)
"""The number on a seat, 1..18. Never an index."""

Seats = tuple[Seat, ...]
"""Seats in ascending order, each once, unless a docstring says otherwise."""

Option = int | str
"""What can be counted aloud and chosen: a seat number, or one of the words below."""

NO_SHOT: Final = "none"
"""The last option of a shot: 不开枪."""

TEAR: Final = "tear"
"""The last option of the badge: 撕掉."""

UP: Final = "ascending"
DOWN: Final = "descending"
OWN_UP: Final = "own_ascending"
OWN_DOWN: Final = "own_descending"
"""How a sheriff may let the table speak: 顺序 or 逆序. The last two, beside the own seat, are only offered where the
house leaves the anchor to the sheriff (order_anchor_single_death = free)."""

MAX_SEATS: Final = 18
MIN_SEATS: Final = 6


class Direction(StrEnum):
    """Which way an order walks: 顺序 (ascending) or 逆序 (descending)."""

    ASCENDING = "ascending"
    DESCENDING = "descending"


def seats_of(*numbers: int) -> Seats:
    """The given seat numbers as a sorted tuple without repeats."""
    return tuple(Seat(n) for n in sorted(set(numbers)))


def direction_of(minute: int) -> Direction:
    """单顺双逆: an odd last digit of the minute walks up, an even one (0 included) walks down (rules 7.2)."""
    return Direction.ASCENDING if minute % 2 else Direction.DESCENDING


def walk(seats: Seats, direction: Direction, after: Seat | None = None) -> tuple[Seat, ...]:
    """All `seats` in the order of `direction`.

    Starts at the first seat beyond `after` (which need not be among them) and wraps round; without
    `after` it starts at the lowest (ascending) or highest (descending) seat.
    """
    ordered = sorted(seats, reverse=direction is Direction.DESCENDING)
    if after is None:
        return tuple(ordered)
    beyond = [s for s in ordered if (s > after if direction is Direction.ASCENDING else s < after)]
    return tuple(beyond + [s for s in ordered if s not in beyond])

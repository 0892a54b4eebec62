"""How a player plays: carefully or not, and how long it speaks. Drawn once per player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    import random

CLUMSY_PCT: Final = 30
"""So many players in a hundred do not only press when they should."""

BRISK: Final = (5_200, 9_000)
"""Length of a speech in ms at a table that wants to get on: just beyond the five seconds before 过 counts."""


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """Chances in ten thousand, lengths in ms.

    `steady`: presses exactly what it means, so that what the judge reads can be compared with it.
    `noise`: presses at a sentence that asks nothing of it. `forgets`: does not do what it is asked
    for. `shows_off`: a wolf reveals itself, at each speech. `stands`: bids for the badge; `quits`: withdraws, at each
    speech. `talks`: shortest and longest speech;
    `rambles`: speaks until the time is up.
    """

    steady: bool
    noise: int
    forgets: int
    shows_off: int
    abstains: int
    stands: int
    quits: int
    changes: int
    talks: tuple[int, int]
    rambles: int

    @classmethod
    def careful(cls, rng: random.Random, talks: tuple[int, int] = BRISK) -> Temper:
        """A player as every judge would like them: presses what it means, always, and never changes its mind."""
        del rng
        return cls(
            steady=True,
            noise=0,
            forgets=0,
            shows_off=0,
            abstains=0,
            stands=4_000,
            quits=0,
            changes=0,
            talks=talks,
            rambles=0,
        )

    @classmethod
    def draw(cls, rng: random.Random, talks: tuple[int, int] = BRISK) -> Temper:
        """A player as they come."""
        clumsy = rng.randrange(100) < CLUMSY_PCT
        return cls(
            steady=not clumsy,
            noise=60 if clumsy else 0,
            forgets=150 if clumsy else 0,
            shows_off=rng.choice((0, 5, 50, 150)),
            abstains=rng.choice((200, 800, 1500)),
            stands=rng.choice((500, 2_500, 5_000, 8_000)),
            quits=rng.choice((0, 300, 1_500, 4_500)),
            changes=rng.choice((300, 1000, 2000)),
            talks=talks,
            rambles=100,
        )

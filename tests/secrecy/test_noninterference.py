"""Twin games of every board: until a public event differs, the room cannot tell them apart in anything.

The counterpart is `test_planted_leaks`, which shows that a leak in any channel would be found.
"""

from __future__ import annotations

import pytest

from engine.events import Announced, DayBroke, NightFell
from tests.kit.engine_play import BOARDS
from tests.kit.trace import compare, horizon
from tests.secrecy.twins import Run, Wishes, play

PAIRS = 4


@pytest.mark.parametrize("board", BOARDS)
def test_twins_cannot_be_told_apart(board: str) -> None:
    nights = 0
    for public in range(PAIRS):
        one, two = (play(Run(board), public, 2 * public + twin) for twin in range(2))
        assert [] == compare(one, two), f"twins {public} of {board}"
        until_ns, _ = horizon(one, two)
        nights += sum(isinstance(item.what, NightFell) and item.at_ns < until_ns for item in one.events)
    assert nights >= PAIRS, "the twins part too early to show anything"


@pytest.mark.parametrize("board", ["B06a", "B09"])
def test_nothing_tells_who_died_before_the_morning_tells_it(board: str) -> None:
    """On B06a the dead speak first thing after the announcement, on B09 they are asked for their skill."""
    wishes = Wishes(peace=0, wrong_claim=0, own_fates=True)
    run = Run(board, wishes, disturbed=False, nights=1)
    parted_at_dawn = 0
    for public in range(5):
        one, two = (play(run, public, 2 * public + twin) for twin in range(2))
        assert [] == compare(one, two), f"twins {public}"
        until_ns, _ = horizon(one, two)
        assert DayBroke(1) in [item.what for item in one.events if item.at_ns < until_ns]
        parted = [item.what for trace in (one, two) for item in trace.events if item.at_ns == until_ns]
        parted_at_dawn += any(isinstance(event, Announced) for event in parted)
    assert parted_at_dawn >= 3


def test_claims_that_do_not_fit_look_the_same_whoever_claimed_what() -> None:
    """Every one of these games has claims in doubt; staff assign, or deal again."""
    wishes = Wishes(wrong_claim=100)
    for public in range(4):
        one, two = (play(Run("B09", wishes, nights=1), public, 2 * public + twin) for twin in range(2))
        assert [] == compare(one, two), f"twins {public}"


def test_peaceful_nights_look_the_same_for_many_nights() -> None:
    """空刀, a saved victim, or a tie of the pack: 平安夜. The potions go at different times, the wolves differ."""
    reached = []
    for public in range(2):
        run = Run("B10c", Wishes(peace=100, wrong_claim=0, no_exile=100), disturbed=False, nights=5)
        one, two = (play(run, public, 2 * public + twin) for twin in range(2))
        assert [] == compare(one, two), f"twins {public}"
        until_ns, _ = horizon(one, two)
        reached.append(sum(isinstance(item.what, Announced) and item.at_ns < until_ns for item in one.events))
    assert max(reached) >= 4, reached

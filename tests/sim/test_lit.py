"""A player sees the own lamp light with a number, whichever of the two reaches it first in the same instant."""

from __future__ import annotations

import pytest

from engine.events import NightFell
from engine.seats import Seat
from hardware.ports import Pattern
from tests.sim.room import CARDS, SEATS, Room

WITCH = Seat(3)


@pytest.mark.parametrize("lamp_first", [True, False])
def test_the_witch_saves_only_when_her_lamp_has_shown_her_a_victim(*, lamp_first: bool) -> None:
    saved = {
        shown: sum(saves(seed, shown=shown, lamp_first=lamp_first) for seed in range(20)) for shown in (True, False)
    }
    assert saved[True] > 5
    assert 0 == saved[False]


def saves(seed: int, *, shown: bool, lamp_first: bool) -> bool:
    """Whether the witch presses for the antidote after a count in which her lamp has lit at 5 (`shown`)."""
    room = Room(CARDS, seed)
    room.fact(NightFell(2))
    room.say("night.fall")
    room.say("witch.wake", wait_ms=4_000)
    room.say("witch.victim", wait_ms=1_000)
    for seat in SEATS:
        lit = shown and seat == 5
        if lit and lamp_first:
            room.lamps((WITCH, Pattern.STEADY))
        room.say("count.seat", seat=seat, wait_ms=0)
        if lit and not lamp_first:
            room.lamps((WITCH, Pattern.STEADY))
        room.wait(1_100)
        room.lamps()
    room.edges.clear()
    room.say("witch.heal", wait_ms=6_000)
    return bool(room.presses(WITCH))

"""Six seats, every night there can be (rules 4): 守 × 刀 × 救 × 毒 × 魅 × 情侣 × 禁, against the table of the rules.

The oracle knows no fixed point: who dies is whoever can be reached from the direct deaths over the links, and why is
the strongest of the reasons the rules list for that seat: poison, knife, charm, 殉情.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import pytest

from engine.events import Cause, Mark, Marked
from engine.houserules import HouseRules, Switch
from engine.seats import Seat
from engine.settlement import Bonds, settle

SEATS: Final = tuple(Seat(n) for n in range(1, 7))
BEAUTY: Final = Seat(1)
WITCH: Final = Seat(3)
ROGUE: Final = Seat(6)
NIGHT_FIRES: Final = (Cause.EXILE, Cause.SHOT, Cause.POISON, Cause.HEARTBREAK)
PAIRS: Final = ((), *combinations(SEATS, 2))

Target = Seat | None


def expected(
    guard: Target, knife: Target, poison: Target, charm: Target, pair: tuple[Seat, ...], *, save: bool, rogue: Target
) -> dict[Seat, Cause]:
    """Rules 4, steps 1 to 3, read off its table."""
    knifed = None if knife is None or (guard == knife) != save else knife
    poisoned = None if poison == rogue else poison
    links = {(BEAUTY, charm)} if charm is not None and charm != rogue else set()
    links |= {(a, b) for a in pair for b in pair if a != b}
    dead = {seat for seat in (knifed, poisoned) if seat is not None}
    for _ in SEATS:
        dead |= {to for dragging, to in links if dragging in dead and to is not None}
    why: dict[Seat, Cause] = {}
    for seat in dead:
        if seat == poisoned:
            why[seat] = Cause.POISON
        elif seat == knifed:
            why[seat] = Cause.KNIFE
        elif seat == charm != rogue and BEAUTY in dead:
            why[seat] = Cause.CHARM
        else:
            why[seat] = Cause.HEARTBREAK
    return why


def marks(guard: Target, knife: Target, poison: Target, charm: Target, silence: Target, *, save: bool) -> list[Marked]:
    made = [(Mark.GUARD, guard), (Mark.KNIFE, knife), (Mark.POISON, poison), (Mark.CHARM, charm)]
    made += [(Mark.SILENCE, silence), (Mark.SAVE, knife if save else None)]
    return [Marked(mark, (Seat(1),), target) for mark, target in made if target is not None]


@pytest.mark.parametrize("rogue", [None, ROGUE])
def test_every_night_of_six_seats(rogue: Target) -> None:
    rules = HouseRules()
    nights = 0
    for guard, knife, poison, charm, pair in product(
        (None, *SEATS),
        (None, *(seat for seat in SEATS if seat != BEAUTY)),
        (None, *(seat for seat in SEATS if seat != WITCH)),
        (None, *(seat for seat in SEATS if seat != BEAUTY)),
        PAIRS,
    ):
        bonds = Bonds(
            lovers=pair,
            charmer=BEAUTY,
            charmed=charm,
            drags_on=NIGHT_FIRES,
            delayed=((ROGUE, (Cause.POISON, Cause.SHOT)),) if rogue else (),
            immune=(ROGUE,) if rogue else (),
        )
        for save in (False, True) if knife is not None and poison is None else (False,):
            silence = SEATS[nights % 6] if nights % 7 else None
            made = marks(guard, knife, poison, charm, silence, save=save)
            night = settle(tuple(made if nights % 2 else reversed(made)), rules, bonds)
            want = expected(guard, knife, poison, charm, pair, save=save, rogue=rogue)
            assert want == {death.seat: death.cause for death in night.deaths}, (
                guard,
                knife,
                poison,
                charm,
                pair,
                save,
            )
            assert sorted(want) == [death.seat for death in night.deaths], "ascending"
            assert night.doomed == (
                (rogue,) if rogue and poison == rogue and want.get(rogue) is not Cause.KNIFE else ()
            )
            nights += 1
    assert 7 * 6 * 6 * 6 * 16 + 7 * 5 * 6 * 16 == nights


def test_who_may_not_speak_changes_no_night() -> None:
    bonds = Bonds(lovers=(Seat(2), Seat(5)), charmer=BEAUTY, charmed=Seat(4), drags_on=NIGHT_FIRES)
    for knife, poison in product((None, *SEATS[1:]), (None, *SEATS)):
        nights = {
            settle(tuple(marks(None, knife, poison, Seat(4), silence, save=False)), HouseRules(), bonds).deaths
            for silence in (None, *SEATS)
        }
        assert 1 == len(nights)


def test_guarded_and_saved_lives_where_the_house_says_so() -> None:
    for seat in SEATS[1:]:
        made = tuple(marks(seat, seat, None, None, None, save=True))
        assert {Cause.KNIFE} == {death.cause for death in settle(made, HouseRules()).deaths}
        assert () == settle(made, HouseRules(double_protect_dies=Switch.OFF)).deaths

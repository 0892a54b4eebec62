"""Cards are shuffled where the judge cannot see them."""

from __future__ import annotations

import pytest

from engine.events import Count
from engine.seats import seats_of
from firmware.sim.dealer import Dealer

DECK = (Count("werewolf", 2), Count("witch", 1), Count("seer", 1), Count("villager", 2))
SEATS = seats_of(2, 3, 5, 8, 13, 18)


def test_every_card_of_the_deck_is_dealt_once() -> None:
    dealt = Dealer(1).deal(DECK, SEATS)
    assert list(SEATS) == list(dealt)
    assert sorted(["werewolf"] * 2 + ["witch", "seer"] + ["villager"] * 2) == sorted(dealt.values())


def test_a_seed_deals_the_same_cards_again_and_the_next_deal_differs() -> None:
    first, second = Dealer(7), Dealer(7)
    deals = [first.deal(DECK, SEATS) for _ in range(4)]
    assert deals == [second.deal(DECK, SEATS) for _ in range(4)]
    assert len({tuple(deal.values()) for deal in deals}) > 1


def test_every_seat_gets_every_card_sooner_or_later() -> None:
    deals = [Dealer(seed).deal(DECK, SEATS) for seed in range(200)]
    for seat in SEATS:
        assert {count.role for count in DECK} == {deal[seat] for deal in deals}


def test_a_deck_that_does_not_fit_the_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="6 cards for 5 seats"):
        Dealer(1).deal(DECK, SEATS[1:])


THIEF = (Count("thief", 1), Count("cupid", 1), Count("werewolf", 3), Count("seer", 1), Count("villager", 2))


@pytest.mark.parametrize("wolves", [1, 2])
def test_beside_a_table_with_the_thief_two_cards_lie_face_down(wolves: int) -> None:
    """Neither 盗贼 nor 丘比特, and one wolf at most where the house says so (rules 3.1)."""
    lying = set()
    for seed in range(150):
        dealer = Dealer(seed)
        dealt = dealer.deal(THIEF, SEATS, wolves=wolves)
        whole = sorted(count.role for count in THIEF for _ in range(count.cards))
        assert whole == sorted((*dealt.values(), *dealer.spares))
        lying.add(tuple(sorted(dealer.spares)))
    expected = {("seer", "villager"), ("seer", "werewolf"), ("villager", "villager"), ("villager", "werewolf")}
    assert lying == expected | ({("werewolf", "werewolf")} if wolves > 1 else set())

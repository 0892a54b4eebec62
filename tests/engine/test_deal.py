"""Cards before the first night (rules 3, 3a, 3b): the card-less deal, and the spare cards of 盗贼."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Final

import pytest

from engine.commands import Value
from engine.deal import shuffled
from engine.errors import NotAChoice
from engine.events import CardsKnown, Claimed, DealEnded, DealOpened, GameBegan, Redealt, SparesKnown, Told
from engine.game import Game
from engine.prompts import Call, Eyes, Fact, Form, Press, Read, Tell, Wanted
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import Seat, seats_of
from engine.state import GameState
from tests.kit.answers import lot_of
from tests.kit.engine_play import Play, RandomTable, setup_of

NINE: Final = "狼狼王巫预猎民民民"


def cardless(glyphs: str = NINE, spares: str = "") -> Play:
    """A game whose cards the engine deals, at its first question."""
    return Play(glyphs, claimed=True, spares=spares, role_source="dealt_by_engine")


def test_every_seat_is_shown_its_own_card_in_turn() -> None:
    game = cardless()
    assert isinstance(game.prompt, Read)
    assert (Wanted.DEAL, Form.SILENT) == (game.prompt.wanted, game.prompt.call.form)
    game.until("setup.ready_ask")
    tour = [prompt for prompt in game.prompts if isinstance(prompt, Tell)]
    names = ("werewolf", "witch", "seer", "hunter", "wolf_king", "villager")
    assert [
        Call(line="deal.look", form=Form.DEAL, eyes=Eyes.NIGHT, seat=seat, options=names) for seat in game.state.seats
    ] == [prompt.call for prompt in tour]
    assert [((seat,), (Fact(seat, at=(card,)),)) for seat, card in game.cards] == [(p.awake, p.facts) for p in tour]
    assert list(game.cards) == [(told.to[0], told.about) for told in game.all_of(Told)]
    assert (1, 1, game.cards) == (
        len(game.all_of(DealOpened)),
        len(game.all_of(DealEnded)),
        game.last(CardsKnown).cards,
    )


def test_after_a_deal_night_1_needs_no_claims() -> None:
    game = cardless().night(knife=7, check=3)
    assert ((), 1) == (game.all_of(Claimed), len(game.all_of(GameBegan)))
    wake = game.asked("wolf.wake")
    assert isinstance(wake, Press)
    assert (False, (), seats_of(1, 2, 3)) == (wake.call.claim, wake.who, wake.awake)
    assert "wolf.special" not in game.lines
    assert (Fact(Seat(5), yes=False),) == game.told("seer.result")


def test_who_is_not_there_is_passed_over_in_silence() -> None:
    game = cardless()
    game.quietly()
    game.leave(2)
    game.leave(3)
    game.until("setup.ready_ask")
    tour = {p.call.seat: (p.awake, p.facts) for p in game.prompts if isinstance(p, Tell)}
    assert [((), ()), ((), ())] == [tour[Seat(2)], tour[Seat(3)]]
    assert list(range(1, 10)) == sorted(seat for seat in tour if seat)
    assert {2, 3}.isdisjoint(told.to[0] for told in game.all_of(Told))
    assert game.cards == game.state.cards, "whoever left still holds its card"


@pytest.mark.parametrize("wrong", ["", "0" * 31, "0" * 33, "g" * 32, "A" * 32, 7])
def test_a_lot_is_thirty_two_digits(wrong: str | int) -> None:
    game = cardless()
    with pytest.raises(NotAChoice):
        game.give(Value(prompt=game.game.number, value=wrong))


def test_a_deal_goes_on_from_the_seat_it_had_come_to() -> None:
    game = cardless()
    while game.prompt.call.seat != 4:
        game.quietly()
    again, _ = Game.start(game.setup, state=game.state)
    assert game.prompt == again.prompt
    over, opening = Game.start(game.setup, state=game.until("setup.ready_ask").state)
    assert (game.prompt, ()) == (over.prompt, opening.events)


def test_every_order_of_a_deck_has_as_many_lots() -> None:
    state = Play("狼巫预猎").state
    dealt = [shuffled(state, lot) for lot in range(factorial(4))]
    assert set(permutations(("werewolf", "witch", "seer", "hunter"))) == set(dealt)
    again = [shuffled(state, int(lot_of(state.deck, order), 16)) for order in dealt]
    assert dealt == again


# ---------------------------------------------------------------- spare cards

THIEF: Final = "盗狼狼丘猎民民民民"


def test_staff_enter_the_spare_cards_before_the_night() -> None:
    game = Play(THIEF, claimed=True, spares="狼预")
    assert isinstance(game.prompt, Read)
    call = game.prompt.call
    assert (Wanted.SPARES, "setup.spare", Form.STAFF, Eyes.OPEN) == (
        game.prompt.wanted,
        call.line,
        call.form,
        call.eyes,
    )
    game.give(Value(prompt=game.game.number, value=" seer,werewolf"))
    assert (SparesKnown(("werewolf", "seer")), "setup.ready_ask") == (game.last(SparesKnown), game.line)


@pytest.mark.parametrize(
    "wrong",
    ["", "seer", "seer,witch", "seer,seer", "thief,seer", "cupid,seer", "seer,hunter,villager", "werewolf,werewolf"],
)
def test_what_cannot_be_the_spare_cards_is_refused(wrong: str) -> None:
    """Rules 3.1: two of the deck, neither 盗贼 nor 丘比特, and of the wolves one at most."""
    game = Play(THIEF, claimed=True, spares="狼预")
    before = game.state
    with pytest.raises(NotAChoice):
        game.give(Value(prompt=game.game.number, value=wrong))
    assert before == game.state


def test_two_wolves_where_the_house_says_so() -> None:
    game = Play(THIEF, claimed=True, spares="狼预", thief_max_buried_wolves="unrestricted")
    game.give(Value(prompt=game.game.number, value="werewolf,werewolf"))
    assert ("werewolf", "werewolf") == game.state.spares


@pytest.mark.parametrize("first", [("werewolf", "werewolf"), ("thief", "villager"), ("villager", "cupid")], ids=str)
def test_a_deal_that_may_not_be_is_drawn_again_and_nobody_is_asked_twice(first: tuple[str, str]) -> None:
    """Rules 3.1: at most one wolf buried, 盗贼 and 丘比特 never. Seat-language 6: how often was drawn takes no time."""
    game = cardless(THIEF, "民预")
    rest = ["werewolf", "werewolf", "thief", "cupid", "hunter", "seer", *["villager"] * 5]
    for card in first:
        rest.remove(card)
    game.give(Value(prompt=game.game.number, value=lot_of(game.state.deck, (*first, *rest))))
    assert game.state.known
    assert "deal.look" == game.line
    assert sorted(first) != sorted(game.state.spares)
    assert {"thief", "cupid"} <= {card for _, card in game.state.cards}


@pytest.mark.parametrize("name", ["B12-盗丘", "B12-盗贼", "B18-全角色"])
def test_thief_boards_are_dealt_by_their_rules(name: str) -> None:
    for seed in range(10):
        table = RandomTable(setup_of(name, None, role_source="dealt_by_engine"), seed)
        game, _ = Game.start(table.setup)
        while not game.state.known:
            game.answer(table.answer(game))
        roles = [role_of(card) for card in game.state.spares]
        assert 2 == len(roles)
        assert all(role.buriable for role in roles)
        assert sum(role.side is Side.WOLF for role in roles) <= 1


def test_after_a_redeal_the_spare_cards_are_asked_for_again() -> None:
    game = Play(THIEF, claimed=True, spares="狼预").until("wolf.wake")
    game.press(2)
    game.until("err.claims").give(Value(prompt=game.game.number, value="redeal"))
    assert (Redealt(), "setup.spare") == (game.last(Redealt), game.line)
    assert (GameState().spares, None) == (game.state.spares, game.state.taken)

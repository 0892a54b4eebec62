"""A game entered half way with what has happened so far, and what is decided there (rules 6)."""

from __future__ import annotations

from engine.events import AnyEvent, Cause, GameOver, IdiotFlipped, Spent, Stage, Winner
from engine.game import Dawn, Election, Game, Night, dealt
from engine.houserules import HouseRules
from engine.links import long_out
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play, cards_of, legal_actors, table_of

DECK = "狼狼狼预民"


def entered(*facts: AnyEvent, glyphs: str = DECK) -> Game:
    cards = cards_of(glyphs)
    setup = table_of(cards, HouseRules())
    return Game.start(setup, Dawn(2), dealt(setup, cards, facts))[0]


def test_who_was_out_before_is_dead_and_publicly_out() -> None:
    state = entered(*long_out(seats_of(1, 4)), glyphs="狼狼狼巫预猎民民民").state
    assert seats_of(1, 4) == state.dead
    assert seats_of(1, 4) == state.out
    assert Cause.EXILE is state.cause_of(Seat(4))
    assert () == state.fallen


def test_what_was_spent_before_is_gone() -> None:
    cards = cards_of("狼狼巫预民民")
    state = dealt(table_of(cards, HouseRules()), cards, (Spent(Seat(3), "antidote"),))
    game = Play("狼狼巫预民民", at=Night(2), state=state).night(knife=5, save=False)
    assert seats_of(5) == game.state.dead
    assert [False] == [fact.yes for fact in game.told("witch.victim")]


def test_there_is_no_election_on_a_later_day() -> None:
    """Rules 7.2: 警长竞选 is on day 1; a game entered later without a sheriff has none."""
    for n, line in ((1, "sheriff.raise"), (2, "speech.turn")):
        game = Play("狼狼巫预白民民民民", at=Dawn(n), sheriff="on").until("sheriff.raise", "speech.turn")
        assert line == game.line


def test_a_flipped_idiot_has_no_vote_for_sheriff_either() -> None:
    """Rules 3.13: no vote in any ballot; he may stand and be elected."""
    cards = cards_of("狼狼巫预白民民民民")
    state = dealt(table_of(cards, HouseRules()), cards, (IdiotFlipped(Seat(5), sheriff=False),))
    game = Play("狼狼巫预白民民民民", at=Election(Stage.BID), state=state).bids(1, 3).until("sheriff.vote_open")
    assert seats_of(2, 4, 6, 7, 8, 9) == legal_actors(game.prompt)


def test_without_a_wolf_at_the_start_of_a_batch_the_wolves_cannot_win() -> None:
    """Rules 6: a side wiped out long ago does not hand the game to dead wolves."""
    game = entered(*long_out(seats_of(1, 2, 3, 5)))
    assert game.over
    assert Winner.GOOD is game.state.winner


def test_with_one_wolf_left_they_can() -> None:
    game = entered(*long_out(seats_of(1, 2, 5)))
    assert game.over
    assert Winner.WOLF is game.state.winner


def test_a_batch_that_takes_the_last_wolf_and_the_last_villager_began_with_a_wolf() -> None:
    game = Play("狼巫预民", wolf_knife_first="off").night(knife=4, poison=1)
    assert Winner.WOLF is game.last(GameOver).winner


def test_a_game_that_is_over_is_entered_over() -> None:
    over = Play("狼巫预猎民民").night().explode(1)
    again, step = Game.start(over.setup, state=over.state)
    assert (None, True, ()) == (again.prompt, again.over, step.events)

"""The public view: a fold of public events that follows what the room was told."""

from __future__ import annotations

from engine.events import Reason, Winner
from engine.game import view_into
from engine.public import PublicView
from engine.seats import Direction, Seat, seats_of
from engine.secrecy import Public
from tests.kit.engine_play import EVEN, ODD, Play, RandomTable, setup_of

NINE = "狼狼狼巫预猎民民民"


def view_of(game: Play) -> PublicView:
    view = PublicView(seats=game.state.seats)
    for event in game.heard:
        view = view.after(event)
    return view


def test_before_anything_nothing_is_known() -> None:
    view = PublicView()
    assert ("setup", 0, False, (), ()) == (view.phase, view.n, view.night, view.seats, view.living)


def test_the_opening_tells_the_table() -> None:
    game = Play(NINE, claimed=True, vote_self="off")
    view = view_of(game)
    assert game.state.seats == view.seats
    assert game.state.deck == view.deck
    assert game.state.rules == view.rules
    assert not view.sheriff


def test_night_and_day() -> None:
    game = Play(NINE).until("seer.pick")
    assert ("night", 1, True) == (view_of(game).phase, view_of(game).n, view_of(game).night)
    game.night(knife=7)
    view = view_of(game)
    assert ("dawn", False, seats_of(7), seats_of(7)) == (view.phase, view.night, view.out, view.fallen)
    game.to_speeches(ODD)
    view = view_of(game)
    assert ("day", Direction.ASCENDING, (8, 9, 1, 2, 3, 4, 5, 6)) == (view.phase, view.direction, view.order)
    game.quietly()
    assert seats_of(8) == view_of(game).spoke


def test_ballots() -> None:
    game = Play(NINE).night().until("vote.open")
    view = view_of(game)
    assert (1, game.state.living, False) == (view.ballot, view.candidates, view.voted)
    game.choose({1: 7, 2: 8})
    view = view_of(game.until("pk.turn"))
    assert (True, [7, 8], (8, 7)) == (view.voted, [row.seat for row in view.tally], view.order)
    view = view_of(game.until("pk.vote"))
    assert (2, seats_of(7, 8), ()) == (view.ballot, view.candidates, view.tally)
    view = view_of(game.until("wolf.wake"))
    assert (0, True, 2) == (view.ballot, view.voted, view.n)


def test_everybody_who_is_told_to_be_out_is_out() -> None:
    shot = Play(NINE).night(knife=6).shoot(6, 1)
    assert seats_of(1, 6) == view_of(shot).out
    exploded = Play(NINE).night().explode(2)
    assert seats_of(2) == view_of(exploded).out
    exiled = Play(NINE).night().vote({1: 8})
    assert seats_of(8) == view_of(exiled).out
    assert Seat(8) not in view_of(exiled).living


def test_the_end_and_the_reveal() -> None:
    game = Play("狼巫预猎民民").night().explode(1)
    view = view_of(game)
    assert ("over", Winner.GOOD, Reason.WOLVES_DEAD, game.cards) == (view.phase, view.winner, view.reason, view.cards)


def test_a_view_into_a_game_half_way_is_the_view_of_its_events() -> None:
    """What a game entered from its state shows is what the room knows of it, as far as the state tells."""
    for name in ("B09", "B06b"):
        view = PublicView()
        for game, step in RandomTable(setup_of(name), seed=5).steps():
            for event in (e for e in step.events if isinstance(e, Public)):
                view = view.after(event)
            if game.over:
                continue
            into = view_into(game.state)
            told = (view.seats, view.deck, view.rules, view.n, view.night, view.out, view.fallen)
            assert told == (into.seats, into.deck, into.rules, into.n, into.night, into.out, into.fallen)


def test_the_even_minute_walks_down() -> None:
    assert Direction.DESCENDING is view_of(Play(NINE).night().to_speeches(EVEN)).direction

"""The public view: a fold of public events that follows what the room was told."""

from __future__ import annotations

from engine.events import Badge, Reason, Stage, Winner
from engine.game import view_into
from engine.prompts import OfferKind
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
            assert into.phase == ("day" if view.phase == "dawn" else view.phase), "a dawn is entered as a day"


def test_the_even_minute_walks_down() -> None:
    assert Direction.DESCENDING is view_of(Play(NINE).night().to_speeches(EVEN)).direction


def test_the_election_as_the_room_knows_it() -> None:
    game = Play("狼狼狼狼巫预猎白民民民民", sheriff="on", badge_swallow="double").night(knife=9)
    game.press(1, 2, 9)
    view = view_of(game)
    assert (True, Stage.NONE, ()) == (view.night, view.election, view.bidders), "bids are a secret while eyes are shut"
    game.minute(ODD)
    view = view_of(game)
    assert (False, Stage.SPEECH, seats_of(1, 2, 9)) == (view.night, view.election, view.bidders)
    assert (1, 2, 9) == view.order
    game.take(OfferKind.WITHDRAW, 9)
    assert () == view_of(game).withdrawn, "not named yet"
    game.quietly()
    assert (seats_of(9), seats_of(1, 2)) == (view_of(game).withdrawn, view_of(game).standing)
    game.quit()
    assert (Stage.VOTE, seats_of(1, 2)) == (view_of(game).election, view_of(game).candidates)
    game.choose({5: 1, 6: 2})
    game.until("sheriff.pk_turn")
    assert (Stage.PK_SPEECH, [1, 2]) == (view_of(game).election, [row.seat for row in view_of(game).tally])
    game.explode(3, "sheriff.pk_turn").until("wolf.wake")
    assert (Stage.SUSPENDED, False) == (view_of(game).election, view_of(game).resumed)
    game.night().until("sheriff.pk_turn", "sheriff.quit_open")
    assert (Stage.SPEECH, True) == (view_of(game).election, view_of(game).resumed)
    game.until("sheriff.pk_vote").choose({5: 1})
    view = view_of(game)
    assert (Stage.CLOSED, 1, Badge.HELD) == (view.election, view.sheriff_seat, view.badge)


def test_who_withdraws_in_the_window_is_known_when_it_closes() -> None:
    """退水时间: whoever withdraws is named as the window closes, one who is elected for it too."""
    game = Play("狼狼狼狼巫预猎白民民民民", sheriff="on").night().bids(1, 2, 9).quit(1)
    assert (seats_of(1), seats_of(2, 9)) == (view_of(game).withdrawn, view_of(game).standing)


def test_the_badge_as_the_room_knows_it() -> None:
    game = Play("狼狼狼狼巫预猎白民民民民", sheriff="on").night().bids(9).vote({1: 9}).badge(10)
    assert (10, Badge.HELD) == (view_of(game).sheriff_seat, view_of(game).badge)
    game.night().vote({1: 8}).night(knife=10).badge(None)
    view = view_of(game)
    assert (None, Badge.TORN, seats_of(8)) == (view.sheriff_seat, view.badge, view.flipped)
    none = Play("狼狼狼狼巫预猎白民民民民", sheriff="on").night().bids()
    assert (None, Badge.NONE) == (view_of(none).sheriff_seat, view_of(none).badge)


def test_a_view_into_an_election_half_way() -> None:
    for seed in range(4):
        view = PublicView()
        for game, step in RandomTable(
            setup_of("B12-预女猎白", None, badge_swallow="double"), seed, leaving=0.01
        ).steps():
            for event in (e for e in step.events if isinstance(e, Public)):
                view = view.after(event)
            if game.over:
                continue
            into = view_into(game.state)
            told = (view.night, view.sheriff, view.sheriff_seat, view.badge, view.bidders, view.flipped, view.left)
            assert told == (
                into.night, into.sheriff, into.sheriff_seat, into.badge, into.bidders, into.flipped, into.left
            )  # fmt: skip
            assert set(into.withdrawn) >= set(view.withdrawn)


def test_after_a_lost_duel_the_order_of_speech_stands_as_it_stood() -> None:
    game = Play("狼狼狼巫预骑民民民民").night(knife=7).to_speeches(EVEN)
    order = view_of(game).order
    first = order[0]
    game.quietly()
    game.duel(6, 8, left_ms=5_000)
    view = view_of(game.until("speech.turn", "speech.next"))
    assert (order, seats_of(first), ((Seat(6), "knight"),)) == (view.order, view.spoke, view.shown)

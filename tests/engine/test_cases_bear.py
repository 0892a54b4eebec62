"""驯熊师 and 禁言长老 (rules 3.10, 3.11): the numbered cases (12) that concern them."""

from __future__ import annotations

import pytest

from engine.errors import NotAChoice
from engine.events import (
    Announced,
    BidsClosed,
    CampaignOpened,
    DayBroke,
    Growled,
    OutRuleTold,
    SheriffElected,
    Silenced,
    SpeechesOpened,
    WordsOpened,
)
from engine.prompts import RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import ODD, Play, legal_actors

# ---------------------------------------------------------------- bear tamer


def test_case_56_the_nearest_living_seat_counts() -> None:
    """Case 56: tamer 5, seat 4 dead, 3 wolf: left neighbour is 3: 熊咆哮了."""
    deck = "民民狼民熊预猎狼民"
    assert (Growled(False),) == Play(deck).night().all_of(Growled)
    assert (Growled(True),) == Play(deck).night(knife=4).all_of(Growled)
    physical = Play(deck, bear_neighbours="physical").night(knife=4)
    assert (Growled(False),) == physical.all_of(Growled)


def test_case_57_a_dead_tamer_is_not_heard_of() -> None:
    """Case 57: tamer dies N2: D2 and later 熊没有咆哮."""
    game = Play("狼熊狼民预猎民民民").night().vote({}).night(knife=2).vote({}).night()
    assert [Growled(True), Growled(False), Growled(False)] == list(game.all_of(Growled))


def test_case_58_a_neighbour_who_died_in_the_night_is_no_neighbour() -> None:
    """Case 58: N1 wolf 6 next to tamer 5 is poisoned, 7 good, 4 good: D1 没有咆哮 (after deaths)."""
    deck = "狼民民民熊狼民巫预"
    assert (Growled(True),) == Play(deck).night().all_of(Growled)
    assert (Growled(False),) == Play(deck).night(poison=6).all_of(Growled)
    assert (Growled(False),) == Play(deck, bear_neighbours="physical").night(poison=6).all_of(Growled)


def test_the_bear_is_heard_right_after_daybreak_before_bids_and_deaths() -> None:
    """Rules 3.10, 7.2: on day 1 before the campaign, later days before the death announcement."""
    game = Play("狼狼民民熊巫预猎民民", sheriff="on").night(knife=10).bids(1, 2)
    told = [type(e) for e in game.heard if isinstance(e, DayBroke | Growled | BidsClosed | CampaignOpened)]
    assert [DayBroke, Growled, BidsClosed, CampaignOpened] == told
    game.until("wolf.wake").night(knife=9).until("speech.sheriff_pick", "speech.turn")
    later = [type(e) for e in game.heard if isinstance(e, DayBroke | Growled | Announced)]
    assert [DayBroke, Growled, Announced] == later[-3:]


def test_the_tamer_is_told_nothing_by_night() -> None:
    """Rules 3.10: private result at step 11: none."""
    game = Play("狼熊狼民预猎民民民").night()
    assert "idle" not in game.lines
    game.until("vote.open").night()
    assert ((), seats_of(2)) == (tuple(f.at for f in game.told("idle") if f.at), game.asked("idle").awake)


# ---------------------------------------------------------------- silence elder

ELDER = "狼狼民巫预禁猎民民民"
"""6 is the elder."""


def test_case_59_nobody_is_silenced_twice_running() -> None:
    """Case 59: silence 3 on N1 and again on N2: refused; nobody on N2, 3 on N3: accepted."""
    game = Play(ELDER).night(silence=3).vote({}).until("elder.pick")
    assert (Seat(6),) == legal_actors(game.prompt)
    with pytest.raises(NotAChoice):
        game.choose({6: 3})
    game.choose({6: 6})
    game.vote({}).night(silence=3)
    assert [Silenced(Seat(3)), Silenced(Seat(6)), Silenced(Seat(3))] == list(game.all_of(Silenced))


def test_case_60_the_silenced_may_still_be_elected() -> None:
    """Case 60: silenced 3 bids: on the list, his time passes in silence, may be elected, vote and pass the badge."""
    game = Play(ELDER, sheriff="on").night(silence=3).bids(3, 8, minute=ODD)
    assert BidsClosed(seats_of(3, 8)) == game.last(BidsClosed)
    assert ("speech.mute", 3) == (game.line, game.prompt.call.seat)
    game.elect({1: 3})
    assert Seat(3) == game.last(SheriffElected).seat
    game.order("ascending").until("speech.mute")
    assert 3 == game.prompt.call.seat
    assert Seat(3) == game.last(SpeechesOpened).order[-1]
    game.vote({3: 3})
    assert "speech.mute" == game.until("badge.how", "wolf.wake").badge(8).until("words.ask", "speech.mute").line
    assert Seat(8) == game.state.sheriff


def test_case_61_the_dead_are_silenced_too() -> None:
    """Case 61: silenced 3 dies the same night: 禁言 at dawn, then 3 in the death list, 遗言 by gestures."""
    game = Play(ELDER).night(silence=3, knife=3)
    told = [e for e in game.heard if isinstance(e, Silenced | Announced)]
    assert [Silenced(Seat(3)), Announced(1, seats_of(3))] == told
    assert WordsOpened(seats_of(3)) == game.until("speech.mute").last(WordsOpened)
    assert 3 == game.prompt.call.seat


def test_silence_lasts_one_day_though_the_elder_is_dead() -> None:
    """Rules 3.11: works if the elder died tonight; no effect beyond that day."""
    game = Play(ELDER).night(silence=3, knife=6).until("vote.open")
    assert 3 == game.asked("speech.mute").call.seat
    game.choose({})
    game.night().until("vote.open")
    assert [Silenced(Seat(3)), Silenced(None)] == list(game.all_of(Silenced))
    assert 1 == game.lines.count("speech.mute")


def test_the_house_may_tell_it_with_the_deaths() -> None:
    game = Play(ELDER, silence_announce="with_deaths").night(silence=3, knife=8)
    told = [type(e) for e in game.heard if isinstance(e, DayBroke | Silenced | Announced | OutRuleTold)]
    assert [DayBroke, Announced, Silenced] == told


def test_anybody_may_be_silenced_the_elder_too() -> None:
    game = Play(ELDER).until("elder.pick")
    assert isinstance(game.prompt, RollCall)
    assert game.state.living == game.prompt.options_of(Seat(6))

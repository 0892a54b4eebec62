"""A player leaves: recorded at once, counted when all may know (rules 3.18, left)."""

from __future__ import annotations

import pytest

from engine.errors import NotAsked
from engine.events import (
    Announced,
    BadgeAsked,
    BadgePassed,
    BadgeTorn,
    Cause,
    DayBroke,
    Elected,
    Exiled,
    GameOver,
    IdiotFlipped,
    LeftRecorded,
    LeftTable,
    NoSheriff,
    OrderBy,
    Peace,
    PeaceDay,
    PkOpened,
    Reason,
    SheriffBallotRead,
    SheriffElected,
    SkillUnused,
    SpeechesOpened,
    Spoke,
    StandingRead,
    Vacant,
    Winner,
    WithdrawalClosed,
    WordsOpened,
)
from engine.game import replay
from engine.prompts import AnyPrompt, Eyes, Floor, Press, RollCall, Tell
from engine.seats import Seat, seats_of
from tests.engine.elections import TWELVE, table
from tests.kit.engine_play import EVEN, ODD, Play, RandomTable, legal_actors, setup_of


def test_by_night_the_question_is_put_again_with_the_same_face() -> None:
    game = Play(TWELVE).until("wolf.pick")
    before = game.prompt
    game.leave(2)
    assert (before.call, seats_of(1, 3, 4)) == (game.prompt.call, game.prompt.awake)
    assert seats_of(1, 3, 4) == legal_actors(game.prompt)
    assert [LeftRecorded(Seat(2))] == list(game.steps[-1].events)
    assert game.state.living == game.state.seats, "by night the seat stays counted"
    assert Seat(2) in game.until("witch.poison").prompt.call.options


def test_he_counts_as_out_when_all_may_know_before_the_dead_are_read() -> None:
    game = Play(TWELVE).until("wolf.wake")
    game.leave(2)
    game.night(knife=9)
    told = [event for event in game.heard if isinstance(event, DayBroke | LeftTable | Announced)]
    assert [DayBroke(1), LeftTable(Seat(2)), Announced(1, seats_of(9))] == told
    assert Cause.LEFT is game.state.cause_of(Seat(2))
    game.until("speech.turn")
    assert [9] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"], "no window for who has left"


def test_a_victim_who_leaves_is_not_announced_and_has_no_words() -> None:
    game = table(knife=9)
    game.leave(9)
    game.bids(1).until("speech.sheriff_pick")
    assert Announced(1, ()) == game.last(Announced)
    assert Cause.KNIFE is game.state.cause_of(Seat(9))
    assert () == game.all_of(WordsOpened) + game.all_of(SkillUnused)


def test_the_own_speech_is_over_and_the_next_one_speaks() -> None:
    game = Play(TWELVE).night().until("speech.turn")
    speaker = game.prompt.call.seat
    assert speaker == 12
    game.leave(12)
    assert Spoke(Seat(12)) == game.last(Spoke)
    assert LeftTable(Seat(12)) == game.last(LeftTable)
    assert ("speech.next", 11) == (game.line, game.prompt.call.seat)


def test_who_leaves_during_the_speech_of_another_does_not_speak_any_more() -> None:
    game = Play(TWELVE).night().until("speech.turn")
    game.leave(10)
    assert 12 == game.prompt.call.seat
    game.until("vote.open")
    assert 10 not in [p.call.seat for p in game.prompts if p.call.line == "speech.next"]
    assert Seat(10) not in game.prompt.call.options


def test_who_leaves_in_a_ballot_has_no_vote_and_can_still_be_exiled() -> None:
    game = Play(TWELVE).night().until("vote.open")
    game.leave(9)
    assert Seat(9) not in legal_actors(game.prompt)
    game.choose({1: 9, 2: 9})
    assert Exiled(Seat(9)) == game.last(Exiled)
    assert () == game.until("wolf.wake").all_of(LeftTable)


def test_who_has_left_and_is_exiled_gets_no_window_no_badge_and_no_words() -> None:
    """Rules 3.18, left: no shot, no 遗言, the badge is torn; nobody is waited for."""
    game = table().bids(7).until("vote.open")
    game.leave(7)
    game.choose({1: 7, 2: 7})
    assert ("wolf.wake", Exiled(Seat(7))) == (game.line, game.last(Exiled))
    assert BadgeTorn(Seat(7), timeout=False) == game.last(BadgeTorn)
    assert () == game.all_of(BadgeAsked) + game.all_of(SkillUnused)
    assert WordsOpened(()) == game.last(WordsOpened)


def test_a_shot_at_a_seat_that_has_just_left_leaves_nobody_to_be_heard() -> None:
    game = Play(TWELVE, last_words_shot="on").night().vote({1: 7}).until("dawn.skill_ask")
    game.press(7)
    game.leave(9)
    game.choose({7: 9})
    assert WordsOpened((Seat(7),)) == game.until("words.ask").last(WordsOpened)
    assert [7] == [prompt.call.seat for prompt in game.prompts if prompt.call.line == "dawn.skill_ask"]


def test_when_all_who_are_tied_have_left_nobody_is_voted_on() -> None:
    game = Play(TWELVE).night().until("vote.open")
    game.leave(9)
    game.leave(10)
    game.choose({1: 9, 2: 10})
    game.until("wolf.wake")
    assert (PeaceDay(Peace.NO_VOTERS),) == game.all_of(PeaceDay)
    assert () == game.all_of(PkOpened)


def test_when_all_off_the_bench_have_left_nobody_votes() -> None:
    game = Play("狼狼预民民民", win_mode="city").night().vote({2: 1, 3: 4}).until("pk.turn")
    for seat in (2, 3, 5, 6):
        game.leave(seat)
    game.until("wolf.wake")
    assert PeaceDay(Peace.NO_VOTERS) == game.last(PeaceDay)
    assert "pk.vote" not in [prompt.call.line for prompt in game.prompts]


@pytest.mark.parametrize("minute", [ODD, EVEN])
def test_who_leaves_while_the_clock_is_read_is_not_called_to_speak(minute: int) -> None:
    game = Play(TWELVE).night().to_minute()
    game.leave(1)
    game.leave(12)
    game.minute(minute)
    assert not {1, 12} & {*game.last(SpeechesOpened).order}
    assert game.line == "speech.turn"
    assert game.prompt.call.seat in (2, 11)


def test_who_leaves_while_the_clock_is_read_instead_of_the_sheriff_is_not_called_to_speak() -> None:
    game = table().bids(8).order(None)
    game.leave(10)
    game.minute(ODD)
    assert 10 not in game.last(SpeechesOpened).order


def test_who_leaves_before_the_order_of_the_pk_is_read_is_not_called_to_speak() -> None:
    game = Play(TWELVE).night().until("vote.open")
    game.choose({1: 9, 2: 10})
    game.leave(9)
    game.minute(ODD)
    assert (10,) == game.last(PkOpened).order
    assert 10 == game.until("pk.turn").prompt.call.seat


def test_an_exiled_idiot_who_has_left_turns_no_card_over() -> None:
    game = Play("狼狼狼巫预猎白民民民").night().until("vote.open")
    game.leave(7)
    game.choose({1: 7, 2: 7})
    assert () == game.all_of(IdiotFlipped)
    assert Exiled(Seat(7)) == game.last(Exiled)


def test_the_badge_is_asked_for_again_when_its_receiver_has_just_left() -> None:
    game = table(knife=9).bids(9).until("badge.how")
    game.leave(5)
    game.badge(5)
    assert "badge.how" == game.line
    game.badge(6)
    assert (BadgePassed(Seat(9), Seat(6)),) == game.all_of(BadgePassed)


def test_the_shot_of_a_hunter_who_has_left_is_not_awaited() -> None:
    """hunter_last_god_shot: the last 神 is knifed, but has left that night: the game ends at dawn."""
    game = Play("狼猎民民民民", hunter_last_god_shot="on").until("wolf.wake")
    game.leave(2)
    game.night(knife=2)
    assert GameOver(Winner.WOLF, Reason.GODS_DEAD) == game.last(GameOver)


def test_who_leaves_twice_or_is_out_cannot_leave() -> None:
    game = Play(TWELVE).night(knife=9).until("speech.turn")
    for seat in (9, 13):
        with pytest.raises(NotAsked):
            game.leave(seat)
    game.leave(3)
    with pytest.raises(NotAsked):
        game.leave(3)


def test_the_badge_of_a_sheriff_who_leaves_is_torn() -> None:
    """Rules 3.18: badge torn unless passed before leaving."""
    game = table().bids(9).until("speech.turn")
    game.leave(9)
    game.quietly()
    assert BadgeTorn(Seat(9), timeout=False) == game.last(BadgeTorn)
    assert () == game.all_of(BadgeAsked)


def test_a_sheriff_who_leaves_while_choosing_the_order() -> None:
    game = table().bids(9).until("speech.sheriff_pick")
    game.leave(9)
    assert () == legal_actors(game.prompt)
    game.until("vote.open")
    told = [event for event in game.heard if isinstance(event, LeftTable | BadgeTorn | SpeechesOpened)]
    assert [LeftTable(Seat(9)), BadgeTorn(Seat(9), timeout=False)] == told[:2]
    (order,) = game.all_of(SpeechesOpened)
    assert (OrderBy.CLOCK, (12, 11, 10, 8, 7, 6, 5, 4, 3, 2, 1)) == (order.by, order.order)


def test_who_leaves_while_the_sheriff_chooses_is_not_called_to_speak() -> None:
    game = table().bids(9).until("speech.sheriff_pick")
    game.leave(10)
    game.order("ascending")
    assert LeftTable(Seat(10)) == game.last(LeftTable)
    assert ("speech.turn", 11) == (game.line, game.prompt.call.seat)
    assert (11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9) == game.last(SpeechesOpened).order


def test_a_candidate_who_leaves_is_none_any_more() -> None:
    game = table().bids(1, 9).until("sheriff.quit_open")
    game.leave(9)
    assert SheriffElected(Seat(1), Elected.LAST) == game.quit().last(SheriffElected)
    both = table().bids(1, 9).until("sheriff.turn")
    both.leave(1)
    both.leave(9)
    assert NoSheriff(Vacant.ALL_WITHDREW) == both.until("speech.turn").last(NoSheriff)


def test_votes_for_a_candidate_who_leaves_in_the_ballot_are_void() -> None:
    game = table().bids(1, 2, 5).until("sheriff.vote_open")
    game.leave(1)
    game.choose({6: 1, 7: 1, 8: 5})
    assert SheriffElected(Seat(5), Elected.VOTES) == game.last(SheriffElected)
    told = [e for e in game.heard if isinstance(e, SheriffBallotRead | LeftTable | SheriffElected)]
    assert [SheriffBallotRead, LeftTable, SheriffElected] == [type(e) for e in told], "first it is told who has left"


def test_nobody_is_elected_when_only_a_candidate_who_has_left_has_votes() -> None:
    game = table().bids(1, 2, 5).until("sheriff.vote_open")
    game.leave(1)
    game.choose({6: 1, 7: 1})
    assert NoSheriff(Vacant.NO_VOTES) == game.last(NoSheriff)


def test_who_leaves_in_the_window_is_told_before_who_stands_is_read() -> None:
    game = table().bids(1, 9, 10).until("sheriff.quit_open")
    game.leave(9)
    game.leave(12)
    game.quit()
    told = [event for event in game.heard if isinstance(event, WithdrawalClosed | LeftTable | StandingRead)]
    assert [
        WithdrawalClosed(()),
        LeftTable(Seat(9)),
        LeftTable(Seat(12)),
        StandingRead(seats_of(1, 10)),
    ] == told


def test_the_only_bidder_leaves_before_the_bids_are_read() -> None:
    game = table()
    game.press(9)
    game.leave(9)
    game.until("speech.turn")
    assert NoSheriff(Vacant.ALL_WITHDREW) == game.last(NoSheriff)


def test_the_last_voters_leave_before_the_ballot() -> None:
    game = table().bids(*range(1, 12)).until("sheriff.quit_open")
    game.leave(12)
    assert NoSheriff(Vacant.NOBODY_BELOW) == game.quit().last(NoSheriff)


def test_a_receiver_who_has_left_gets_no_badge() -> None:
    game = table().bids(9).vote({1: 9}).until("dawn.skill_ask")
    game.leave(10)
    game.until("badge.how")
    assert 10 not in game.prompt.call.options


def test_a_forced_choice_is_filled_for_nobody_who_has_left() -> None:
    game = Play("狼狼狼狼巫预猎守民民民民", guard_may_skip="off").until("guard.pick")
    assert isinstance(game.prompt, RollCall)
    assert [8] == [entry.seat for entry in game.prompt.filled]
    game.leave(8)
    assert ((), ()) == (game.prompt.legal, game.prompt.filled)
    game.choose({})
    assert () == game.state.marks


def test_who_still_had_to_speak_when_the_election_was_suspended_and_left_does_not_speak() -> None:
    game = table(house={"badge_swallow": "double"}).bids(1, 9, 10, 11).explode(3, "sheriff.turn").until("wolf.wake")
    game.leave(10)
    game.night()
    first = len(game.prompts) - 1
    game.until("sheriff.quit_open")
    assert [11, 9, 1, None] == [prompt.call.seat for prompt in game.prompts[first:]]


def test_nobody_waits_for_the_card_of_who_has_left() -> None:
    game = Play(TWELVE, claimed=True)
    game.leave(6)
    game.press(*(seat for seat in range(1, 13) if seat != 6))
    assert "wolf.wake" == game.line


def test_leaving_may_decide_the_game() -> None:
    game = Play("狼巫预猎民民").night().until("speech.turn")
    game.leave(1)
    game.quietly()
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) == game.last(GameOver)


def test_a_wolf_who_has_left_does_not_block_a_unanimous_pack() -> None:
    game = Play(TWELVE, wolf_consensus="unanimous").until("wolf.wake")
    game.leave(1)
    game.night(knife={2: 9, 3: 9, 4: 9})
    assert Announced(1, seats_of(9)) == game.last(Announced)


def test_a_claimant_who_has_left_leaves_the_cards_to_staff() -> None:
    game = Play(TWELVE, claimed=True).until("wolf.wake")
    game.leave(6)
    game.until("err.claims")
    game.quietly()
    assert dict(game.cards) == dict(game.state.cards)


def asked(prompt: AnyPrompt) -> set[int]:
    """Everybody of whom the prompt wants something."""
    seats: set[int] = {*prompt.awake, *(seat for offer in prompt.offers for seat in offer.who)}
    match prompt:
        case Press(who=who):
            return {*seats, *who}
        case RollCall(legal=legal, filled=filled):
            return {*seats, *(entry.seat for entry in (*legal, *filled))}
        case Tell(facts=facts):
            return {*seats, *(fact.seat for fact in facts)}
        case Floor(call=call):
            return {*seats, call.seat or 0}
        case _:
            return seats


@pytest.mark.parametrize("name", ["B12-预女猎守", "B12-预女猎白", "B09"])
@pytest.mark.parametrize("seed", range(4))
def test_at_every_prompt_somebody_may_leave_and_is_asked_nothing_more(name: str, seed: int) -> None:
    setup = setup_of(name, None, badge_swallow="double", guard_may_skip="off")
    for game, step in RandomTable(setup, seed, leaving=0.02).steps():
        if game.prompt is None:
            continue
        assert not asked(game.prompt) & set(game.state.left)
        if step.events and isinstance(step.events[0], LeftRecorded) and game.prompt.call.eyes is not Eyes.OPEN:
            assert [step.events[0]] == list(step.events)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_in_which_players_leave_is_replayed_exactly(seed: int) -> None:
    setup = setup_of("B12-预女猎白")
    _, steps = RandomTable(setup, seed, leaving=0.05).whole_game()
    _, again = replay(setup, [step.command for step in steps if step.command is not None])
    assert steps == again
    assert any(isinstance(event, LeftTable) for step in steps for event in step.events)

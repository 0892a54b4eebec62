"""Claims of night 1: who the judge learns holds what, and what happens when that does not fit (rules 3b, 3c)."""

from __future__ import annotations

from typing import Final

import pytest

from engine.commands import Value
from engine.errors import NotAChoice
from engine.events import CardsKnown, Claimed, ClaimsDoubted, DayBroke, GameBegan, NightFell, Redealt
from engine.prompts import Eyes, Form, Press, Read, RollCall, Tell, Wanted
from engine.seats import seats_of
from tests.kit.engine_play import Play

NINE: Final = "狼狼狼巫预猎民民民"


def fresh() -> Play:
    """A game that knows no card, before its first claim window."""
    return Play(NINE, claimed=True).until("wolf.wake")


def doubted(*wolves: int) -> Play:
    """The end of a first night in which these seats claimed to be wolves."""
    game = fresh()
    game.press(*wolves)
    return game.until("err.claims")


def test_the_first_night_asks_everybody_for_two_taps() -> None:
    game = fresh()
    prompt = game.prompt
    assert isinstance(prompt, Press)
    assert (True, Form.WAKE, "two_taps") == (prompt.call.claim, prompt.call.form, prompt.gesture)
    assert (game.state.living, ()) == (prompt.who, prompt.awake)


def test_claims_that_fit_make_all_cards_known_and_villagers_of_the_rest() -> None:
    game = fresh().night()
    assert game.cards == game.last(CardsKnown).cards
    assert () == game.all_of(ClaimsDoubted)
    assert ["werewolf", "witch", "seer", "hunter"] == [claim.role for claim in game.all_of(Claimed)]


def test_from_the_second_night_on_nobody_claims_and_the_holders_wake() -> None:
    game = fresh().night().until("vote.open").until("wolf.wake")
    prompt = game.prompt
    assert isinstance(prompt, Press)
    assert (False, (), seats_of(1, 2, 3)) == (prompt.call.claim, prompt.who, prompt.awake)


@pytest.mark.parametrize("wolves", [(1, 2), (1, 2, 3, 7), ()])
def test_a_claim_of_the_wrong_count_stops_its_step_and_no_other_word(wolves: tuple[int, ...]) -> None:
    """Nobody acts where a claim is in doubt; the calls are those of a night that fits."""
    game = doubted(*wolves)
    pick = game.asked("wolf.pick")
    assert isinstance(pick, RollCall)
    assert ((), ()) == (pick.awake, pick.legal)
    fitting = Play(NINE, claimed=True).until("")
    night = [p.call for p in game.prompts if p.call.eyes is Eyes.NIGHT and p.call.form is not Form.STAFF]
    assert [p.call for p in fitting.prompts if p.call.eyes is Eyes.NIGHT] == night


def test_a_seat_that_claims_twice_puts_the_second_claim_in_doubt() -> None:
    game = fresh()
    game.press(1, 2, 3)
    game.until("witch.wake").press(3)
    victim = game.until("witch.heal").asked("witch.victim")
    assert isinstance(victim, Tell)
    assert ((), ()) == (victim.awake, victim.facts)
    game.until("err.claims")
    assert ClaimsDoubted() == game.last(ClaimsDoubted)


def test_while_the_wolves_are_in_doubt_no_check_is_answered() -> None:
    """An answer could only be wrong: with a wolf missing, a check of it would read 好人."""
    game = fresh()
    game.press(1, 2)
    game.until("seer.pick")
    with pytest.raises(NotAChoice):
        game.choose({5: 3})
    game.choose({})
    assert () == game.told("seer.result")


def test_the_seer_is_answered_from_the_claims_of_the_same_night() -> None:
    game = fresh()
    game.until("seer.pick").choose({5: 3})
    (fact,) = game.told("seer.result")
    assert fact.yes is False


def test_staff_are_asked_after_the_last_step() -> None:
    game = doubted(1, 2)
    prompt = game.prompt
    assert isinstance(prompt, Read)
    assert (Wanted.CLAIMS, Form.STAFF, Eyes.NIGHT) == (prompt.wanted, prompt.call.form, prompt.call.eyes)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "1=werewolf",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,5=hunter",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,10=hunter",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,6=guard",
        "1=werewolf,2=werewolf,3=werewolf,4=werewolf,5=seer,6=hunter",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,6",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,x=hunter",
        "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer",
        "REDEAL",
    ],
)
def test_an_assignment_that_does_not_fit_is_refused(wrong: str) -> None:
    game = doubted(1, 2)
    before = game.state
    with pytest.raises(NotAChoice):
        game.give(Value(prompt=game.game.number, value=wrong))
    assert before == game.state


@pytest.mark.parametrize("rest", ["", ",7=villager,8=villager,9=villager"])
def test_staff_assign_the_cards_and_the_night_goes_on(rest: str) -> None:
    game = doubted(1, 2)
    game.give(Value(prompt=game.game.number, value="1=werewolf, 2=werewolf,3=werewolf,4=witch,5=seer,6=hunter" + rest))
    assert game.cards == game.state.cards
    assert DayBroke(1) == game.last(DayBroke)


def test_a_redeal_begins_again_with_nothing_kept() -> None:
    game = doubted(1, 2)
    game.give(Value(prompt=game.game.number, value="redeal"))
    assert Redealt() == game.last(Redealt)
    assert "setup.ready_ask" == game.line
    assert ((), (), 0) == (game.state.claims, game.state.marks, game.state.n)
    game.night()
    assert [NightFell(1), NightFell(1)] == list(game.all_of(NightFell))
    assert game.cards == game.state.cards


def test_known_cards_win_over_any_claim() -> None:
    game = Play(NINE)
    game.press(7, 8)
    assert seats_of(1, 2, 3) == game.prompt.awake
    game.night(knife=9)
    assert () == game.all_of(ClaimsDoubted)
    assert game.cards == game.state.cards


def test_ready_is_asked_three_times_at_most_and_only_of_those_who_are_missing() -> None:
    game = Play(NINE, claimed=True)
    game.press(1, 2, 3, 4, 5, 6, 7)
    prompt = game.prompt
    assert isinstance(prompt, Press)
    assert seats_of(8, 9) == prompt.who
    game.press(8)
    game.press()
    assert ("wolf.wake", 1) == (game.line, len(game.all_of(GameBegan)))


def test_ready_is_asked_once_when_everybody_is() -> None:
    game = Play(NINE, claimed=True)
    game.press(*range(1, 10))
    assert "wolf.wake" == game.line

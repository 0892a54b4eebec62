"""The house rules of the day (rules 11): each changes what it says and nothing else."""

from __future__ import annotations

import pytest

from engine.events import (
    Announced,
    BadgeTorn,
    CardShown,
    DayEnded,
    Exiled,
    GameOver,
    LeftTable,
    Reason,
    ShooterNamed,
    ShotFired,
    WordsOpened,
)
from engine.prompts import Eyes, Floor
from engine.seats import Seat, seats_of
from tests.engine.elections import TWELVE, table
from tests.kit.engine_play import Play

NINE = "狼狼狼巫预猎民民民"


def words(game: Play) -> list[tuple[Seat, ...]]:
    """Every round of last words, the empty ones too."""
    return [event.seats for event in game.all_of(WordsOpened)]


@pytest.mark.parametrize(
    ("rule", "eyes", "line"), [("shut", Eyes.SHUT, "vote.open"), ("open", Eyes.OPEN, "vote.open_eyes")]
)
def test_exile_ballot(rule: str, eyes: Eyes, line: str) -> None:
    game = Play(NINE, exile_ballot=rule).night().until("vote.open", "vote.open_eyes")
    assert (line, eyes) == (game.line, game.prompt.call.eyes)
    game.choose({1: 7, 2: 8})
    assert eyes is game.until("pk.vote").prompt.call.eyes


def test_a_sheriff_ballot_is_always_shut() -> None:
    game = table(house={"exile_ballot": "open", "ballot_change": "off"}).bids(1, 2).until("sheriff.vote_open")
    assert (Eyes.SHUT, False) == (game.prompt.call.eyes, game.prompt.call.final)


@pytest.mark.parametrize(("rule", "final"), [("on", False), ("off", True)])
def test_ballot_change(rule: str, final: bool) -> None:
    assert final is Play(NINE, ballot_change=rule).night().until("vote.open").prompt.call.final


def test_last_words_of_the_first_night_with_deaths() -> None:
    game = Play(NINE, last_words_night="first_death_night").night().night(knife=7, poison=8).night(knife=9)
    game.until("vote.open", "over")
    assert [seats_of(7, 8)] == words(game)
    twelve = Play(TWELVE, last_words_night="first_death_night").night(knife=9).night(knife=10).until("vote.open")
    assert [seats_of(9), ()] == words(twelve)


def test_last_words_of_the_first_night_deaths_as_many_as_there_are_wolves() -> None:
    """first_k: four wolves, so the first four of the night have words, whatever day they die on."""
    game = Play(TWELVE, last_words_night="first_k").night(knife=9, poison=8).night(knife=10).vote({1: 4})
    game.until("wolf.wake").night(knife=7).until("vote.open").night(knife=6).until("vote.open")
    nights = [event.seats for event in game.all_of(Announced)]
    assert [(8, 9), (10,), (7,), (6,)] == nights
    assert [(8, 9), (10,), (4,), (7,), ()] == words(game)


@pytest.mark.parametrize("rule", ["first_death_night", "first_k"])
def test_the_night_of_a_poisoned_wolf_who_explodes_is_still_the_first_with_deaths(rule: str) -> None:
    """Nobody knows that 3 had died that night: it changes no words of the others."""
    game = table(knife=9, poison=3, house={"last_words_night": rule}).bids(1, 2).explode(3, "sheriff.turn")
    assert [(9,)] == words(game.until("wolf.wake"))


def test_a_victim_who_has_left_makes_no_night_of_deaths() -> None:
    """first_death_night: the first night was told as 平安夜, so the second is the first with deaths."""
    game = Play(TWELVE, last_words_night="first_death_night").until("wolf.wake")
    game.leave(9)
    game.night(knife=9).night(knife=10)
    assert [(10,)] == words(game.until("vote.open"))


def test_last_words_shot() -> None:
    game = Play(NINE, last_words_shot="on").night().vote({1: 6}).shoot(6, 7).until("wolf.wake")
    assert [(6, 7)] == words(game), "in causal order, after all windows"
    assert [(6,)] == words(Play(NINE).night().vote({1: 6}).shoot(6, 7).until("wolf.wake"))


def test_last_words_explode() -> None:
    game = Play(NINE, last_words_explode="on").night().explode(1)
    assert isinstance(game.prompt, Floor)
    assert ("boom.words", 1, ()) == (game.line, game.prompt.call.seat, game.prompt.offers)
    assert [(1,)] == words(game.until("wolf.wake"))


def test_last_words_of_an_explosion_in_the_election_come_before_the_dead_are_read() -> None:
    game = table(knife=9, house={"last_words_explode": "on"}).bids(1, 2).explode(3, "sheriff.turn")
    assert (3, ()) == (game.prompt.call.seat, game.all_of(Announced))
    game.until("wolf.wake")
    assert [(3,), (9,)] == words(game)
    assert DayEnded(1, early=True) == game.last(DayEnded)


def test_the_last_words_of_an_explosion_are_the_same_for_a_wolf_that_was_poisoned() -> None:
    """What is asked never depends on a secret: that the night had killed 3 is not told by the length of its words."""
    game = table(poison=3, house={"last_words_explode": "on"}).bids(1, 2).explode(3, "sheriff.turn")
    assert ("boom.words", 3) == (game.line, game.prompt.call.seat)


def test_words_first_where_the_game_is_decided_only_the_shot_is_awaited() -> None:
    game = Play("狼猎民民民民", hunter_last_god_shot="on", death_sequence="words_skill_badge").night().vote({1: 2})
    assert "dawn.skill_ask" == game.line
    game.shoot(2, 3)
    assert game.until("over").last(GameOver).reason is Reason.GODS_DEAD
    assert [] == words(game)


@pytest.mark.parametrize(("rule", "named"), [("off", ()), ("on", (ShooterNamed(Seat(6), "hunter"),))])
def test_name_shooter_role(rule: str, named: tuple[ShooterNamed, ...]) -> None:
    game = Play(NINE, name_shooter_role=rule).night(knife=6).shoot(6, 1)
    assert named == game.all_of(ShooterNamed)
    assert 1 == len(game.all_of(ShotFired))


def test_reveal_on_death() -> None:
    game = Play(TWELVE, reveal_on_death="on").night(knife=9, poison=7).until("speech.turn")
    game.leave(10)
    game.vote({1: 5}).night(knife=6).explode(2)
    assert [(7, "hunter"), (9, "villager"), (10, "villager"), (5, "witch"), (6, "seer")] == [
        (shown.seat, shown.role) for shown in game.all_of(CardShown)
    ]
    told = [event for event in game.heard if isinstance(event, Announced | Exiled | LeftTable | CardShown)]
    assert [Announced, CardShown, CardShown, LeftTable, CardShown, Exiled, CardShown] == [type(e) for e in told[:7]]
    assert () == Play(TWELVE).night(knife=9).vote({1: 5}).all_of(CardShown)


def test_where_cards_are_shown_only_shooters_are_asked_for_a_shot() -> None:
    """Everybody sees who is no 猎人; a poisoned one is asked all the same, since nobody may know of the poison."""
    game = Play(TWELVE, reveal_on_death="on").night(knife=9, poison=7).until("speech.turn")
    assert [7] == [prompt.call.seat for prompt in game.prompts if prompt.call.line == "dawn.skill_ask"]


def test_a_card_is_not_shown_where_its_death_ends_the_game() -> None:
    game = Play("狼巫预猎民民", reveal_on_death="on").night().explode(1)
    assert game.game.over
    assert () == game.all_of(CardShown)


def test_pk_of_all_leaves_the_flipped_idiot_out() -> None:
    """all_abstain = pk_all: everybody who can be voted for speaks; a flipped 白痴 neither speaks there nor votes."""
    game = Play(TWELVE, all_abstain="pk_all").night().vote({1: 8}).night().vote({}).until("pk.vote")
    assert Seat(8) not in game.prompt.call.options
    game.choose({1: 9})
    assert Exiled(Seat(9)) == game.last(Exiled)


def test_the_badge_lost_by_an_explosion_is_told() -> None:
    game = table(house={"exploding_sheriff_badge": "lost"}).bids(3).explode(3)
    assert BadgeTorn(Seat(3), timeout=False) == game.last(BadgeTorn)

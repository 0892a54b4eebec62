"""炸弹人 (rules 3.16): the numbered cases (12) that concern him."""

from __future__ import annotations

import pytest

from engine.events import (
    BadgePassed,
    Blasted,
    BlastHeld,
    Cause,
    Exiled,
    GameOver,
    IdiotFlipped,
    Linked,
    Reason,
    ShotFired,
    Winner,
    WordsOpened,
)
from engine.game import Ballot
from engine.seats import Seat, seats_of
from engine.victory import camp_of
from tests.kit.engine_play import Play, legal_actors

TABLE = "狼狼民巫猎预民民炸狼民"
"""5 is the hunter, 9 the bomber."""


def windows(game: Play) -> list[int | None]:
    return [prompt.call.seat for prompt in game.prompts if prompt.call.line == "dawn.skill_ask"]


def test_case_83_he_takes_along_who_voted_for_him() -> None:
    """Case 83: 炸弹人 exiled by 3,5,7: all four out; 5 = 猎人 does not shoot; sheriff 3 passes the badge."""
    game = Play(TABLE, sheriff="on").night().bids(3).vote({3: 9, 5: 9, 7: 9, 1: 8})
    assert [Exiled(Seat(9)), Blasted(Seat(9), seats_of(3, 5, 7), "bomber")] == [
        e for e in game.heard if isinstance(e, Exiled | Blasted)
    ]
    assert seats_of(3, 5, 7, 9) == game.state.dead
    game.badge(8)
    assert BadgePassed(Seat(3), Seat(8)) == game.last(BadgePassed)
    assert WordsOpened(seats_of(9)) == game.until("words.ask").last(WordsOpened)
    assert [9] == windows(game)


def test_case_83_option_the_blown_may_shoot() -> None:
    """Case 83, option bomber_victims_skill."""
    game = Play(TABLE, bomber_victims_skill="on").night().vote({3: 9, 5: 9, 7: 9}).shoot(5, 1)
    assert ShotFired(Seat(5), Seat(1)) == game.last(ShotFired)


@pytest.mark.parametrize(("ballot", "dead"), [("deciding", (3, 8, 9)), ("both", (1, 3, 8, 9))])
def test_case_84_the_votes_of_the_ballot_that_decided_count(ballot: str, dead: tuple[int, ...]) -> None:
    """Case 84: 炸弹人 tied first, exiled in PK by 3 and 8: only 3 and 8 die (option: of both ballots)."""
    game = Play(TABLE, bomber_ballot=ballot).night().vote({1: 9, 2: 11}, pk={3: 9, 8: 9})
    assert seats_of(*dead) == game.state.dead


def test_who_has_left_since_its_vote_is_not_blown_up() -> None:
    game = Play(TABLE, bomber_ballot="both").night().vote({1: 9, 2: 11, 7: 9, 8: 11}).until("pk.turn")
    game.leave(7)
    game.until("pk.vote").choose({3: 9})
    assert seats_of(1, 3) == game.last(Blasted).seats


@pytest.mark.parametrize("how", ["shot", "knifed", "poisoned"])
def test_case_85_no_other_death_blows_him_up(how: str) -> None:
    """Case 85: 炸弹人 shot/knifed/poisoned: no blast."""
    dead = {
        "shot": lambda: Play(TABLE).night(knife=5).shoot(5, 9),
        "knifed": lambda: Play(TABLE).night(knife=9),
        "poisoned": lambda: Play(TABLE).night(poison=9),
    }[how]()
    assert Seat(9) in dead.until("speech.turn").state.dead
    assert () == dead.all_of(Blasted)


def test_case_86_a_blast_that_leaves_nobody_wins_for_him_alone() -> None:
    """Case 86: 炸弹人 and 5 others alive; all five vote him: everybody dead: 炸弹人 wins alone."""
    game = Play("狼狼巫预民炸", at=Ballot(2)).vote(dict.fromkeys((1, 2, 3, 4, 5), 6))
    assert GameOver(Winner.BOMBER, Reason.NOBODY) == game.last(GameOver)
    assert () == game.state.alive
    own_vote = Play("狼狼巫预民炸", at=Ballot(2)).vote(dict.fromkeys((1, 2, 3, 4, 5, 6), 6))
    assert Winner.BOMBER is own_vote.last(GameOver).winner
    assert seats_of(1, 2, 3, 4, 5) == own_vote.last(Blasted).seats, "he is not one of those he takes along"


def test_case_87_an_idiot_who_voted_dies_without_a_flip() -> None:
    """Case 87: unflipped 白痴 voted for 炸弹人: dies in the blast."""
    game = Play("狼狼白巫猎预民民炸狼民").night().vote({3: 9, 7: 9})
    assert (Cause.BLAST, ()) == (game.state.cause_of(Seat(3)), game.all_of(IdiotFlipped))


def test_the_blast_drags_lovers_along_without_words() -> None:
    """Rules 5: batch = 炸弹人 + voters; their lovers by link; 炸弹人's lover by link, who has words as he has."""
    voter = Play("狼狼丘巫猎预民民炸狼民").night(lovers=(7, 8)).vote({7: 9}).until("words.ask")
    assert (Linked(seats_of(8)), WordsOpened(seats_of(9))) == (voter.last(Linked), voter.last(WordsOpened))
    own = Play("狼狼丘巫猎预民民炸狼民").night(lovers=(8, 9)).vote({7: 9}).until("words.ask")
    assert WordsOpened((Seat(9), Seat(8))) == own.last(WordsOpened)


def test_the_blast_is_one_stage() -> None:
    """Rules 6: a blast batch (炸弹人 + voters) is all primary: the last wolf and the last 民 in it: 狼人 win."""
    game = Play("狼民巫预炸猎", at=Ballot(2)).vote({1: 5, 2: 5})
    assert GameOver(Winner.WOLF, Reason.FOLK_DEAD) == game.last(GameOver)


def test_where_he_may_decline_every_exiled_is_asked() -> None:
    game = Play(TABLE, bomber_forced="off").night().vote({1: 7}).until("bomb.ask")
    assert 7 == game.prompt.call.seat
    game.press(7)
    assert (BlastHeld(Seat(7)),) == game.all_of(BlastHeld)
    held = Play(TABLE, bomber_forced="off").night().vote({1: 9}).until("wolf.wake")
    assert (BlastHeld(Seat(9)), seats_of(9)) == (held.last(BlastHeld), held.state.dead)
    asked = Play(TABLE, bomber_forced="off").night().vote({1: 9}).until("bomb.ask")
    asked.press(9)
    assert seats_of(1, 9) == asked.until("wolf.wake").state.dead


def test_a_third_bomber_is_of_no_class_and_no_camp() -> None:
    """Rules 3.0: 炸弹人 [varies: 好人/神|第三方/无]."""
    god = Play("狼狼炸预民民民", at=Ballot(2)).vote({1: 4})
    assert not god.game.over
    third = Play("狼狼炸预民民民", at=Ballot(2), bomber_camp="third").vote({1: 4})
    assert GameOver(Winner.WOLF, Reason.GODS_DEAD) == third.last(GameOver)
    assert Winner.BOMBER is camp_of(third.state, Seat(3))


def test_a_flipped_idiot_has_no_vote_to_be_blown_up_for() -> None:
    facts = (IdiotFlipped(Seat(3), sheriff=False),)
    game = Play("狼狼白巫预民炸民", at=Ballot(2), facts=facts).until("vote.open")
    assert Seat(3) not in legal_actors(game.prompt)

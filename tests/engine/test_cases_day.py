"""The numbered edge cases of the rules (12) that concern deaths, the day and the end, without a sheriff."""

from __future__ import annotations

import pytest

from engine.commands import OfferTaken
from engine.errors import NotAsked
from engine.events import (
    Announced,
    BallotOpened,
    BallotRead,
    DayBroke,
    DayEnded,
    Died,
    Exiled,
    Exploded,
    GameOver,
    NightFell,
    Peace,
    PeaceDay,
    PkOpened,
    Reason,
    ShotFired,
    ShotHeld,
    SkillUnused,
    SpeechesOpened,
    Tally,
    Winner,
    WordsOpened,
)
from engine.game import Ballot, dealt
from engine.houserules import Simultaneous, Switch
from engine.prompts import OfferKind, RollCall
from engine.seats import NO_SHOT, Seat, seats_of
from tests.kit.engine_play import EVEN, ODD, Play

NINE = "狼狼狼巫预猎民民民"


def winner(game: Play) -> tuple[Winner, Reason]:
    end = game.last(GameOver)
    return end.winner, end.reason


# ---------------------------------------------------------------- hunter, victory


def test_case_62_the_last_god_who_is_the_hunter_does_not_shoot() -> None:
    """Case 62: 猎人 is the last 神, exiled: 狼人 win, no shot."""
    game = Play("狼狼猎民民民").night(knife=4).vote({1: 3, 2: 3})
    assert (Winner.WOLF, Reason.GODS_DEAD) == winner(game)
    assert game.game.over
    assert "dawn.skill_ask" not in [prompt.call.line for prompt in game.prompts if prompt.call.seat == 3]


def test_case_62_option_he_shoots_first() -> None:
    """Case 62, option: the shot comes first; one that takes the last wolf wins for 好人, any other changes nothing."""
    taken = Play("狼猎民民民民", hunter_last_god_shot="on").night().vote({1: 2}).shoot(2, 1)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == winner(taken)
    wasted = Play("狼猎民民民民", hunter_last_god_shot="on").night().vote({1: 2}).shoot(2, 3)
    assert (Winner.WOLF, Reason.GODS_DEAD) == winner(wasted.until("over"))
    held = Play("狼猎民民民民", hunter_last_god_shot="on").night(knife=2).shoot(2, None)
    assert (Winner.WOLF, Reason.GODS_DEAD) == winner(held.until("over"))


def test_the_option_does_not_hold_an_end_that_no_shot_could_change() -> None:
    """The last 神 is the seer, or a poisoned hunter: the game ends at once."""
    seer = Play("狼预猎民民民", hunter_last_god_shot="on").night(knife=3).vote({1: 2})
    assert seer.game.over
    folk = Play("狼狼预猎民民", hunter_last_god_shot="on").night(knife=5).vote({1: 6})
    assert (Winner.WOLF, Reason.FOLK_DEAD) == winner(folk)


def test_case_63_the_knife_comes_first() -> None:
    """Case 63: knife kills the last 民, poison the last wolf, same night: 狼人 win (狼刀在先)."""
    game = Play("狼巫预猎民").night(knife=5, poison=1)
    assert (Winner.WOLF, Reason.FOLK_DEAD) == winner(game)
    assert [Seat(5)] == [died.seat for died in game.all_of(Died)]


@pytest.mark.parametrize("wins", list(Simultaneous))
@pytest.mark.parametrize("first", list(Switch))
def test_case_63_only_with_both_switches_turned_the_good_win(wins: Simultaneous, first: Switch) -> None:
    """Case 63: only with wolf_knife_first=off and simultaneous_win=good do 好人 win."""
    game = Play("狼巫预猎民", wolf_knife_first=first, simultaneous_win=wins).night(knife=5, poison=1)
    by_both = {Simultaneous.WOLF: Winner.WOLF, Simultaneous.GOOD: Winner.GOOD, Simultaneous.DRAW: Winner.DRAW}
    assert (Winner.WOLF if first is Switch.ON else by_both[wins]) == winner(game)[0]


def test_stage_k_is_asked_for_the_wolves_only() -> None:
    """狼刀在先: a self-knifed last wolf does not end the game before the rest of the night counts."""
    game = Play("狼巫预民", simultaneous_win="wolf").night(knife=1, poison=4)
    assert (Winner.WOLF, Reason.FOLK_DEAD) == winner(game)
    assert seats_of(1, 4) == game.state.dead


def test_case_64_a_knifed_hunter_shoots_the_last_wolf() -> None:
    """Case 64: knifed 猎人 (others of his class live) shoots the last wolf at ANNOUNCE: 好人 win."""
    game = Play("狼巫预猎民民").night(knife=4).shoot(4, 1)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == winner(game)
    assert ShotFired(Seat(4), Seat(1)) == game.last(ShotFired)


def test_the_shot_is_offered_to_all_the_living_and_nobody() -> None:
    game = Play(NINE).night(knife=6).until("dawn.skill_ask")
    game.press(6)
    assert isinstance(game.prompt, RollCall)
    assert (1, 2, 3, 4, 5, 7, 8, 9, NO_SHOT) == game.prompt.call.options
    game.choose({6: NO_SHOT})
    assert ShotHeld(Seat(6)) == game.last(ShotHeld)


def test_a_shooter_who_chooses_nothing_at_all_does_not_shoot() -> None:
    game = Play(NINE).night(knife=6).until("dawn.skill_ask")
    game.press(6)
    game.choose({})
    assert ShotHeld(Seat(6)) == game.last(ShotHeld)
    assert "words.ask" == game.line


def test_who_cannot_shoot_hears_the_same_as_who_will_not() -> None:
    """Rules 9.11: every dead seat gets the window; 没有发动 is announced the same way."""
    cannot = Play(NINE).night(knife=7).until("dawn.skill_ask")
    assert 7 == cannot.prompt.call.seat
    cannot.press(7)
    will_not = Play(NINE).night(knife=6).until("dawn.skill_ask")
    will_not.press()
    assert SkillUnused(Seat(7)) == cannot.last(SkillUnused)
    assert SkillUnused(Seat(6)) == will_not.last(SkillUnused)


def test_the_one_who_is_shot_gets_a_window_before_those_still_waiting() -> None:
    """Rules 5: depth first. 6 and 9 die; 6 is the hunter and shoots 8: windows 6, 8, then 9."""
    game = Play(NINE).night(knife=6, poison=9).shoot(6, 8).until("words.ask")
    assert [6, 8, 9] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]


def test_two_shooters_shoot_each_other_in_a_deck_that_has_two() -> None:
    """Rules 5: a shot hunter may shoot back; his window comes before those that were still pending."""
    game = Play("狼狼巫预猎猎民民民").night(knife=5, poison=7).shoot(5, 6).shoot(6, 1).until("words.ask")
    assert [(5, 6), (6, 1)] == [(shot.by, shot.target) for shot in game.all_of(ShotFired)]
    assert [5, 6, 1, 7] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]


def test_without_a_shooter_in_the_deck_there_is_no_window() -> None:
    game = Play("狼狼巫预民民").night(knife=5)
    assert "words.ask" == game.line


def test_an_exiled_hunter_shoots_and_speaks_and_his_victim_only_gets_a_window() -> None:
    game = Play(NINE).night().vote({1: 6, 2: 6}).shoot(6, 7).until("words.ask")
    assert (6,) == game.last(WordsOpened).seats
    assert [6, 7] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]


# ---------------------------------------------------------------- ballots


def test_the_most_votes_are_exiled_and_have_last_words() -> None:
    game = Play(NINE).night().vote({1: 7, 2: 7, 3: 1, 8: 2})
    assert Exiled(Seat(7)) == game.last(Exiled)
    read = game.last(BallotRead)
    assert (
        Tally(Seat(1), 2, seats_of(3)),
        Tally(Seat(2), 2, seats_of(8)),
        Tally(Seat(7), 4, seats_of(1, 2)),
    ) == read.tally
    assert (seats_of(4, 5, 6, 7, 9), 5) == (read.abstained, read.abstentions)
    assert WordsOpened(seats_of(7)) == game.until("words.ask").last(WordsOpened)


def test_case_105_the_tied_speak_and_do_not_vote() -> None:
    """Case 105 without the sheriff: tie A/B; PK; A and B cannot vote."""
    game = Play(NINE).night().vote({1: 7, 2: 8}).until("pk.turn")
    assert (8, 7) == game.last(PkOpened).order
    game.until("pk.vote")
    assert isinstance(game.prompt, RollCall)
    assert seats_of(1, 2, 3, 4, 5, 6, 9) == tuple(entry.seat for entry in game.prompt.legal)
    assert seats_of(7, 8) == game.prompt.call.options
    with pytest.raises(NotAsked):
        game.choose({7: 8})
    game.choose({9: 7})
    assert Exiled(Seat(7)) == game.last(Exiled)


def test_case_106_a_second_tie_is_a_peace_day() -> None:
    """Case 106: PK tie again: 平安日, night, nobody has 遗言."""
    game = Play(NINE).night().vote({1: 7, 2: 8}, pk={1: 7, 2: 8})
    assert PeaceDay(Peace.TIED_AGAIN) == game.last(PeaceDay)
    assert NightFell(2) == game.last(NightFell)
    assert () == game.all_of(WordsOpened)


def test_case_106_all_abstain_in_the_pk_is_a_peace_day() -> None:
    """Case 106: all abstain in the PK: 平安日."""
    game = Play(NINE).night().vote({1: 7, 2: 8}, pk={})
    assert PeaceDay(Peace.NO_VOTES) == game.last(PeaceDay)
    assert DayEnded(1, early=False) == game.last(DayEnded)


def test_case_107_everybody_on_the_bench_leaves_nobody_to_vote() -> None:
    """Case 107: four alive, each gets one vote: nobody off the bench: 平安日."""
    game = Play("狼狼预民", at=Ballot(2)).vote({1: 2, 2: 3, 3: 4, 4: 1})
    assert PeaceDay(Peace.NO_VOTERS) == game.last(PeaceDay)
    assert () == game.all_of(PkOpened)


def test_case_108_everybody_abstains_and_nobody_is_out() -> None:
    """Case 108: everyone abstains: nobody out."""
    game = Play(NINE).night().vote({})
    assert PeaceDay(Peace.NO_VOTES) == game.last(PeaceDay)
    assert () == game.all_of(Exiled)


def test_the_out_neither_vote_nor_can_be_voted_for() -> None:
    game = Play(NINE).night(knife=7).until("vote.open")
    opened = game.last(BallotOpened)
    alive = seats_of(1, 2, 3, 4, 5, 6, 8, 9)
    assert (alive, alive) == (opened.candidates, opened.voters)
    assert isinstance(game.prompt, RollCall)
    assert alive == tuple(entry.seat for entry in game.prompt.legal)


# ---------------------------------------------------------------- self-destruction


def test_case_110_a_self_destruct_in_the_pk_speech_ends_the_day() -> None:
    """Case 110: wolf 自爆 in EXILE_PK_SPEECH: day over, nobody exiled."""
    game = Play(NINE).night().vote({1: 7, 2: 8}).until("pk.turn").explode(3)
    assert Exploded(Seat(3)) == game.last(Exploded)
    assert () == game.all_of(Exiled)
    assert NightFell(2) == game.until("wolf.wake").last(NightFell)
    assert DayEnded(1, early=True) == game.last(DayEnded)


@pytest.mark.parametrize("line", ["vote.open", "words.ask", "dawn.skill_ask"])
def test_case_111_no_self_destruct_in_ballot_last_words_or_windows(line: str) -> None:
    """Case 111: wolf presses 自爆 during an exile ballot or 遗言: ignored."""
    game = Play(NINE).night(knife=7).until(line)
    before = game.state
    with pytest.raises(NotAsked):
        game.give(OfferTaken(prompt=game.game.number, offer=OfferKind.EXPLODE, seat=Seat(1)))
    assert before == game.state


def test_only_a_living_wolf_may_self_destruct() -> None:
    game = Play(NINE).night(poison=1).until("speech.turn")
    assert (seats_of(2, 3),) == tuple(offer.who for offer in game.prompt.offers)
    for seat in (1, 7):
        with pytest.raises(NotAsked):
            game.give(OfferTaken(prompt=game.game.number, offer=OfferKind.EXPLODE, seat=Seat(seat)))


def test_the_offer_stands_open_with_the_same_words_when_nobody_could_take_it() -> None:
    """That an offer stands open is public; on a deck without such a card it stands open too."""
    game = Play("狼巫预猎民民").night()
    wolf_turn = [len(p.offers) for p in game.until("vote.open").prompts if p.call.line.startswith("speech.")]
    assert {1} == set(wolf_turn)


def test_a_self_destruct_has_no_window_and_no_last_words() -> None:
    game = Play(NINE).night().until("speech.turn").explode(1)
    assert WordsOpened(()) == game.last(WordsOpened)
    assert "wolf.wake" == game.line


def test_case_115_the_last_wolf_self_destructs() -> None:
    """Case 115: last wolf 自爆s: 好人 win at once."""
    game = Play("狼巫预猎民民").night().explode(1)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == winner(game)
    assert () == game.all_of(DayEnded)


# ---------------------------------------------------------------- dawn, last words, order of speech


def test_case_116_only_the_victims_of_the_first_night_have_last_words() -> None:
    """Case 116: N2 two deaths: no 遗言; N1 two deaths: two 遗言 ascending."""
    first = Play(NINE).night(knife=9, poison=7).until("speech.turn")
    assert [WordsOpened(seats_of(7, 9))] == list(first.all_of(WordsOpened))
    assert [7, 9] == [p.call.seat for p in first.prompts if p.call.line == "words.ask"]
    second = Play(NINE).night().vote({}).night(knife=9, poison=7).until("speech.turn")
    assert [WordsOpened(())] == list(second.all_of(WordsOpened))
    assert [] == [p for p in second.prompts if p.call.line == "words.ask"]


def test_case_117_a_night_that_decides_is_over_at_dawn() -> None:
    """Case 117: night decides the game on N1: game over announced at dawn, no announcement of the dead."""
    game = Play("狼狼预民").night(knife=4)
    assert (Winner.WOLF, Reason.FOLK_DEAD) == winner(game)
    assert DayBroke(1) == game.last(DayBroke)
    assert () == game.all_of(Announced)


def test_case_123_the_dead_are_read_ascending() -> None:
    """Case 123: deaths {9, 2} by knife 9, poison 2: "2号、9号"."""
    game = Play(NINE).night(knife=9, poison=2)
    assert Announced(1, seats_of(2, 9)) == game.last(Announced)


@pytest.mark.parametrize(
    ("minute", "dead", "order"),
    [
        (ODD, None, (1, 2, 3, 4, 5, 6, 7, 8, 9)),
        (EVEN, None, (9, 8, 7, 6, 5, 4, 3, 2, 1)),
        (ODD, 4, (5, 6, 7, 8, 9, 1, 2, 3)),
        (EVEN, 4, (3, 2, 1, 9, 8, 7, 6, 5)),
    ],
)
def test_the_clock_and_the_dead_give_the_order_of_speech(minute: int, dead: int | None, order: tuple[int, ...]) -> None:
    """Rules 7.4 without a sheriff: 单顺双逆, starting next to the lowest death of the night."""
    game = Play(NINE).night(knife=dead).to_speeches(minute)
    assert order == game.last(SpeechesOpened).order
    assert order == tuple(p.call.seat for p in game.until("vote.open").prompts if p.call.line.startswith("speech."))


@pytest.mark.parametrize(("minute", "order"), [(ODD, (4, 5, 6, 7, 9, 1, 2)), (EVEN, (2, 1, 9, 7, 6, 5, 4))])
def test_the_lowest_of_several_deaths_is_the_anchor(minute: int, order: tuple[int, ...]) -> None:
    """Rules 7.4 without a sheriff: anchor = lowest-numbered night death."""
    game = Play(NINE).night(knife=8, poison=3).to_speeches(minute)
    assert order == game.last(SpeechesOpened).order


def test_the_anchor_is_a_night_death_and_not_the_shot() -> None:
    game = Play(NINE).night(knife=6).shoot(6, 2).to_speeches(ODD)
    assert (7, 8, 9, 1, 3, 4, 5) == game.last(SpeechesOpened).order


def test_gaps_between_seats_are_walked_over() -> None:
    game = Play("狼狼巫预民民", seats_of(2, 3, 7, 11, 12, 18)).night().to_speeches(EVEN)
    assert (18, 12, 11, 7, 3, 2) == game.last(SpeechesOpened).order


def test_the_first_speaker_is_called_otherwise_than_the_next() -> None:
    game = Play(NINE).night().until("vote.open")
    assert ["speech.turn"] + ["speech.next"] * 8 == [
        p.call.line for p in game.prompts if p.call.line.startswith("speech.")
    ]


def test_what_the_out_may_do_is_told_once() -> None:
    game = Play(NINE).night(knife=7).vote({1: 8, 2: 8}).night(knife=9).until("speech.turn")
    assert 1 == len([event for event in game.heard if type(event).__name__ == "OutRuleTold"])


def test_a_deck_of_known_cards_needs_no_ready_round() -> None:
    game = Play(NINE)
    assert "wolf.wake" == game.line
    assert dealt(game.setup, game.cards).cards == game.cards

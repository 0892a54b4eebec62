"""The badge and the sheriff's day (rules 7.4, 7.5, 7.7), and the numbered cases (12) that concern them."""

from __future__ import annotations

import pytest

from engine.commands import OfferTaken
from engine.errors import NotAChoice, NotAsked
from engine.events import (
    Announced,
    BadgeAsked,
    BadgePassed,
    BadgeTorn,
    BallotRead,
    DayEnded,
    Exiled,
    GameOver,
    NightFell,
    OrderBy,
    Peace,
    PeaceDay,
    PkOpened,
    ShotFired,
    SpeechesOpened,
    Tally,
    WordsOpened,
)
from engine.prompts import OfferKind, RollCall
from engine.seats import TEAR, Direction, Seat, seats_of
from tests.engine.elections import lines, table
from tests.kit.engine_play import EVEN, ODD, Play, legal_actors


def led(sheriff: int, *, knife: int | None = None, poison: int | None = None, **house: str) -> Play:
    """Twelve players (1 to 4 wolves, 5 witch, 6 seer, 7 hunter, 8 idiot) who have elected `sheriff` on day 1."""
    return table(knife=knife, poison=poison, house=house).bids(sheriff)


# ---------------------------------------------------------------- badge


def test_case_70_the_shot_comes_before_the_badge() -> None:
    """Case 70: sheriff 猎人 exiled: shot first, then badge: the shot seat cannot be the receiver."""
    game = led(7).vote({1: 7, 2: 7}).shoot(7, 9).until("badge.how")
    assert ShotFired(Seat(7), Seat(9)) == game.last(ShotFired)
    assert BadgeAsked(Seat(7)) == game.last(BadgeAsked)
    assert (1, 2, 3, 4, 5, 6, 8, 10, 11, 12, TEAR) == game.prompt.call.options
    with pytest.raises(NotAChoice):
        game.choose({7: 9})
    game.badge(10)
    assert BadgePassed(Seat(7), Seat(10)) == game.last(BadgePassed)
    assert "words.ask" == game.line, "skill, badge, last words"
    assert 1 == lines(game).count("badge.how"), "one prompt per chain"


def test_option_last_words_come_first() -> None:
    """death_sequence = words_skill_badge: 遗言, then the shot, then the badge."""
    game = led(7, death_sequence="words_skill_badge").vote({1: 7, 2: 7}).shoot(7, 9).badge(10).until("wolf.wake")
    asked = [line for line in lines(game) if line in {"words.ask", "gun.ask", "badge.how"}]
    assert ["words.ask", "gun.ask", "badge.how"] == asked
    assert Seat(10) == game.state.sheriff


def test_option_the_words_of_a_shot_seat_come_before_the_next_window_where_words_are_first() -> None:
    game = led(7, death_sequence="words_skill_badge", last_words_shot="on").vote({1: 7, 2: 7}).shoot(7, 9)
    assert ("words.ask", 9) == (game.line, game.prompt.call.seat)
    game.until("badge.how")
    assert [WordsOpened(seats_of(7)), WordsOpened(seats_of(9))] == list(game.all_of(WordsOpened))[-2:]


def test_case_112_a_torn_badge_is_gone() -> None:
    """Case 112: exiled sheriff tears the badge: no sheriff; later direction by the clock."""
    game = led(9).vote({1: 9, 2: 9}).badge(TEAR).until("wolf.wake")
    assert BadgeTorn(Seat(9), timeout=False) == game.last(BadgeTorn)
    assert game.state.sheriff is None
    game.night().to_speeches(ODD)
    assert OrderBy.CLOCK is game.last(SpeechesOpened).by
    assert 1 == len(game.all_of(BadgeAsked))


def test_a_badge_that_is_not_decided_in_time_is_torn() -> None:
    """Rules 7.7: timeout: torn."""
    game = led(9).vote({1: 9, 2: 9}).badge(None)
    assert BadgeTorn(Seat(9), timeout=True) == game.last(BadgeTorn)


def test_case_113_the_new_sheriff_chooses_beside_the_old() -> None:
    """Case 113: sheriff knifed alone passes to 6, who may choose 死左/死右 from the old sheriff's seat."""
    game = led(9).until("vote.open").night(knife=9).badge(6).until("speech.sheriff_pick")
    assert Announced(2, seats_of(9)) == game.last(Announced)
    assert (6, (10, 8)) == (game.prompt.call.seat, game.prompt.call.firsts)


def test_two_victims_of_one_night_the_other_cannot_get_the_badge() -> None:
    """Rules 7.7: a seat dying in the same chain is not offered."""
    game = led(9, knife=9, poison=10).until("badge.how")
    assert Seat(10) not in game.prompt.call.options


def test_a_sheriff_who_explodes_passes_the_badge() -> None:
    """Seed: 任何原因: a self-destructing sheriff passes or tears it."""
    game = led(3).explode(3).badge(9).until("wolf.wake")
    assert Seat(9) == game.state.sheriff


def test_option_a_sheriff_who_explodes_loses_the_badge() -> None:
    game = led(3, exploding_sheriff_badge="lost").explode(3).until("wolf.wake")
    assert BadgeTorn(Seat(3), timeout=False) == game.last(BadgeTorn)
    assert () == game.all_of(BadgeAsked)
    other = led(9, exploding_sheriff_badge="lost").vote({1: 9}).until("badge.how")
    assert 9 == other.prompt.call.seat, "any other death leaves it to pass on"


def test_a_shot_sheriff_passes_the_badge() -> None:
    game = led(9).vote({1: 7}).shoot(7, 9).badge(10).until("wolf.wake")
    assert Seat(10) == game.state.sheriff


def test_a_game_that_is_over_asks_for_no_badge() -> None:
    """Rules 7.7: game over: no prompt."""
    game = Play("狼巫预猎民民民民民民", sheriff="on").night().bids(1).vote({2: 1})
    assert game.game.over
    assert 1 == len(game.all_of(GameOver))
    assert () == game.all_of(BadgeAsked)


def test_the_badge_may_go_round_many_hands() -> None:
    game = led(9).vote({1: 9}).badge(10).night(knife=10).badge(11).vote({1: 11}).badge(12).until("wolf.wake")
    assert Seat(12) == game.state.sheriff
    assert [(9, 10), (10, 11), (11, 12)] == [(event.by, event.to) for event in game.all_of(BadgePassed)]


# ---------------------------------------------------------------- order of speech


def test_case_71_the_order_counts_night_deaths_only() -> None:
    """Case 71: two dead of which one is 猎人: the order counts night deaths only (two: 警左/警右)."""
    game = led(9).until("vote.open").night(knife=7, poison=11).shoot(7, 12).until("speech.sheriff_pick")
    assert (10, 8) == game.prompt.call.firsts, "beside the sheriff"
    one = led(9).until("vote.open").night(knife=7).shoot(7, 12).until("speech.sheriff_pick")
    assert (8, 6) == one.prompt.call.firsts, "one night death: beside it, whatever was shot"


def test_case_114_the_sheriff_does_not_speak_first() -> None:
    """Case 114: single death 5, sheriff 6, 死右/顺序 chosen: walk 6(skip) 7 8 … 4, then 6 last."""
    game = led(6, knife=5).until("speech.sheriff_pick")
    assert (7, 4) == game.prompt.call.firsts
    game.order("ascending")
    order = (7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 6)
    opened = SpeechesOpened(Direction.ASCENDING, tuple(map(Seat, order)), None, OrderBy.SHERIFF)
    assert opened == game.last(SpeechesOpened)
    game.until("vote.open")
    spoken = [
        p.call for p in game.prompts if p.call.line.startswith("speech.") and p.call.line != "speech.sheriff_pick"
    ]
    assert order == tuple(call.seat for call in spoken)
    assert ["speech.turn", *["speech.next"] * 9, "speech.sheriff_last"] == [call.line for call in spoken]


@pytest.mark.parametrize(
    ("way", "order"),
    [
        ("ascending", (10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
        ("descending", (8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10, 9)),
    ],
)
def test_without_a_death_the_walk_begins_beside_the_sheriff(way: str, order: tuple[int, ...]) -> None:
    """Rules 7.4: zero or two and more deaths: 警左/警右."""
    assert order == led(9).order(way).last(SpeechesOpened).order


@pytest.mark.parametrize(("minute", "first"), [(ODD, 10), (EVEN, 8)])
def test_a_sheriff_who_does_not_choose_leaves_it_to_the_clock(minute: int, first: int) -> None:
    game = led(9).order(None)
    game.minute(minute)
    opened = game.last(SpeechesOpened)
    assert (OrderBy.AUTO, minute, first, 9) == (opened.by, opened.minute, opened.order[0], opened.order[-1])


def test_option_the_sheriff_may_pick_either_anchor() -> None:
    """order_anchor_single_death = free."""
    game = led(9, knife=12, order_anchor_single_death="free").until("speech.sheriff_pick")
    assert ("ascending", "descending", "own_ascending", "own_descending") == game.prompt.call.options
    assert (1, 11, 10, 8) == game.prompt.call.firsts
    game.order("own_descending")
    assert (8, 7, 6, 5, 4, 3, 2, 1, 11, 10, 9) == game.last(SpeechesOpened).order
    two = led(9, knife=12, poison=11, order_anchor_single_death="free").until("speech.sheriff_pick")
    assert ("ascending", "descending") == two.prompt.call.options


def test_option_the_order_without_a_sheriff_is_drawn() -> None:
    """no_sheriff_order = random."""
    game = table(house={"no_sheriff_order": "random"}).bids().until("")
    game.minute(7)
    opened = game.last(SpeechesOpened)
    assert (OrderBy.LOT, None, Direction.ASCENDING) == (opened.by, opened.minute, opened.direction)
    assert (4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3) == opened.order


def test_a_wolf_may_explode_while_the_sheriff_chooses() -> None:
    """Rules 7.6: ORDER_CHOICE: yes."""
    game = led(9).explode(3, "speech.sheriff_pick").until("wolf.wake")
    assert DayEnded(1, early=True) == game.last(DayEnded)
    assert () == game.all_of(SpeechesOpened)


def test_only_the_sheriff_chooses() -> None:
    game = led(9).until("speech.sheriff_pick")
    with pytest.raises(NotAsked):
        game.choose({10: "ascending"})
    with pytest.raises(NotAChoice):
        game.choose({9: "sideways"})


# ---------------------------------------------------------------- one and a half votes


def test_case_103_the_sheriff_outweighs_two() -> None:
    """Case 103: sheriff + 1 vote A (2.5), two others vote B (2): A out."""
    game = led(9).vote({9: 1, 10: 1, 11: 2, 12: 2})
    assert (Tally(Seat(1), 5, seats_of(9, 10)), Tally(Seat(2), 4, seats_of(11, 12))) == game.last(BallotRead).tally
    assert Exiled(Seat(1)) == game.last(Exiled)


def test_case_104_the_sheriff_alone_outweighs_one() -> None:
    """Case 104: sheriff alone for A (1.5), B and C one each: A out."""
    assert Exiled(Seat(1)) == led(9).vote({9: 1, 10: 2, 11: 3}).last(Exiled)


def test_case_105_the_sheriff_off_the_bench_breaks_any_tie() -> None:
    """Case 105: tie A/B at 3; PK; A and B cannot vote; the off-bench sheriff's 1.5 breaks any tie."""
    tie = {4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 10: 2}
    game = led(9).vote(tie).until("pk.vote")
    assert seats_of(3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == legal_actors(game.prompt)
    game.choose({9: 1, 4: 2})
    assert (Tally(Seat(1), 3, seats_of(9)), Tally(Seat(2), 2, seats_of(4))) == game.last(BallotRead).tally
    assert Exiled(Seat(1)) == game.last(Exiled)


def test_case_106_a_second_tie_is_a_peace_day() -> None:
    """Case 106: PK tie again: 平安日, night, nobody has 遗言."""
    game = led(9).vote({4: 1, 5: 2}, pk={4: 1, 5: 2}).until("wolf.wake")
    assert PeaceDay(Peace.TIED_AGAIN) == game.last(PeaceDay)
    assert NightFell(2) == game.last(NightFell)
    assert () == game.all_of(WordsOpened)


def test_case_109_a_sheriff_on_the_bench_speaks_last_and_does_not_vote() -> None:
    """Case 109: sheriff is on the PK bench: does not vote; speaks last in PK."""
    game = led(9).vote({4: 9, 5: 1, 6: 12}).to_minute()
    game.minute(ODD)
    assert (1, 12, 9) == game.last(PkOpened).order
    game.until("pk.vote")
    assert Seat(9) not in legal_actors(game.prompt)


def test_a_sheriff_exiled_in_the_pk_passes_the_badge() -> None:
    game = led(9).vote({4: 9, 5: 1}, pk={4: 9})
    assert Exiled(Seat(9)) == game.last(Exiled)
    assert Seat(10) == game.badge(10).state.sheriff
    assert 1 == len(game.all_of(BadgeAsked))


def test_option_in_a_pk_of_all_the_sheriff_speaks_last_and_outweighs_one() -> None:
    """all_abstain = pk_all: nobody is off the bench, so all vote again, the sheriff with one and a half."""
    game = led(9, all_abstain="pk_all").vote({}).to_minute()
    game.minute(ODD)
    assert (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 9) == game.last(PkOpened).order
    game.until("pk.vote").choose({9: 1, 10: 2})
    assert Exiled(Seat(1)) == game.last(Exiled)


def test_half_votes_tie_with_half_votes() -> None:
    """Three halves against three halves cannot be, whatever is cast: the sheriff votes once."""
    game = led(9).vote({9: 1, 10: 2})
    assert Exiled(Seat(1)) == game.last(Exiled)


# ---------------------------------------------------------------- offers


def test_case_111_a_reveal_in_an_exile_ballot_is_ignored_and_in_a_sheriff_ballot_counts() -> None:
    """Case 111: 自爆 during an exile ballot or 遗言: ignored; during a sheriff ballot: takes effect when it closes."""
    for line in ("vote.open", "pk.vote", "words.ask", "badge.how"):
        game = led(9)
        if line == "pk.vote":
            game.vote({4: 1, 5: 2})
        if line in {"words.ask", "badge.how"}:
            game.vote({4: 9})
        game.until(line)
        with pytest.raises(NotAsked):
            game.give(OfferTaken(prompt=game.game.number, offer=OfferKind.EXPLODE, seat=Seat(1)))
    sheriff = table().bids(1, 9).until("sheriff.vote_open")
    assert isinstance(sheriff.prompt, RollCall)
    assert [OfferKind.EXPLODE] == [offer.kind for offer in sheriff.prompt.offers]

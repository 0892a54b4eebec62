"""The numbered edge cases of the rules (12) that concern bids, 退水 and ballots of the sheriff's election (7.2)."""

from __future__ import annotations

import pytest

from engine.commands import Pressed
from engine.errors import NotAsked
from engine.events import (
    Announced,
    BidsClosed,
    CampaignOpened,
    DayBroke,
    Elected,
    NightEnded,
    NoSheriff,
    SheriffBallotRead,
    SheriffElected,
    SheriffPkOpened,
    Spoke,
    StandingRead,
    Tally,
    Vacant,
    WithdrawalClosed,
    WithdrawalNamed,
    Withdrew,
)
from engine.prompts import Eyes, Floor, Form, Gesture, OfferKind, Press, RollCall
from engine.seats import Direction, Seat, seats_of
from tests.engine.elections import closed, lines, table
from tests.kit.engine_play import EVEN, ODD, legal_actors, pressers

# ---------------------------------------------------------------- bids


def test_the_bids_are_heard_with_eyes_shut_before_day_breaks() -> None:
    """Seed: 所有玩家闭眼竞选警长; everybody may stand, the night's victims too."""
    game = table(knife=9)
    assert isinstance(game.prompt, Press)
    call = game.prompt.call
    assert ("sheriff.raise", Form.BID, Eyes.SHUT, Gesture.TAP) == (call.line, call.form, call.eyes, game.prompt.gesture)
    assert game.state.seats == game.prompt.who
    assert () == game.all_of(DayBroke)
    assert NightEnded(1) == game.last(NightEnded)
    game.bids(9, 1)
    heard = [type(event) for event in game.heard]
    assert heard.index(DayBroke) + 1 == heard.index(BidsClosed)
    assert BidsClosed(seats_of(1, 9)) == game.last(BidsClosed)
    assert () == game.all_of(Announced), "the deaths are read after the election"


def test_case_88_nobody_bids() -> None:
    """Case 88: nobody bids: no badge for the game; ANNOUNCE next."""
    game = table(knife=9).bids()
    assert NoSheriff(Vacant.NOBODY_STOOD) == closed(game)
    assert Announced(1, seats_of(9)) == game.last(Announced)
    game.until("wolf.wake").night()
    assert "sheriff.raise" not in lines(game)[lines(game).index("vote.open") :], "nor on any later day"


def test_case_89_the_only_bidder_is_elected_without_speech() -> None:
    """Case 89: one bids: elected without speech; a night-1 victim passes or tears right after ANNOUNCE."""
    game = table(knife=9).bids(9)
    assert SheriffElected(Seat(9), Elected.ALONE) == closed(game)
    assert not {"sheriff.turn", "sheriff.vote_open"} & set(lines(game))
    assert Announced(1, seats_of(9)) == game.last(Announced)
    game.until("badge.how")
    assert ["dawn.skill_ask", "badge.how"] == lines(game)[-2:]


ALL = tuple(range(1, 13))


def test_case_90_all_bid_and_all_but_one_withdraw() -> None:
    """Case 90: all 12 bid; 11 withdraw: the twelfth is elected."""
    game = table().bids(*ALL).quit(*range(1, 12))
    assert SheriffElected(Seat(12), Elected.LAST) == closed(game)
    assert 12 == lines(game).count("sheriff.turn"), "everybody speaks one round"


def test_case_90_all_bid_and_two_stay() -> None:
    """Case 90: all 12 bid; 10 withdraw: no sheriff. There is no vote because nobody is 警下."""
    game = table().bids(*ALL).quit(*range(1, 11))
    assert NoSheriff(Vacant.NOBODY_BELOW) == closed(game)
    assert "sheriff.vote_open" not in lines(game)


def test_case_90_all_bid_and_all_withdraw() -> None:
    """Case 90: all 12 withdraw: no sheriff."""
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(table().bids(*ALL).quit(*ALL))


@pytest.mark.parametrize(
    ("minute", "order", "direction"),
    [
        (15 * 60 + 25, (1, 4, 7, 8, 12), Direction.ASCENDING),
        (15 * 60 + 26, (12, 8, 7, 4, 1), Direction.DESCENDING),
        (15 * 60 + 20, (12, 8, 7, 4, 1), Direction.DESCENDING),
    ],
)
def test_case_91_the_minute_gives_the_order(minute: int, order: tuple[int, ...], direction: Direction) -> None:
    """Case 91: 1/4/7/8/12 bid at 15:25: 1 4 7 8 12; at 15:26: 12 8 7 4 1; at 15:20: descending."""
    game = table().bids(1, 4, 7, 8, 12, minute=minute)
    assert CampaignOpened(tuple(map(Seat, order)), direction, minute) == game.last(CampaignOpened)
    game.until("sheriff.quit_open")
    assert order == tuple(p.call.seat for p in game.prompts if p.call.line == "sheriff.turn")


def test_the_minute_is_read_once_for_a_whole_election() -> None:
    game = table().bids(1, 2, 9, minute=ODD).elect({5: 1, 6: 2, 7: 2})
    assert 1 == sum(prompt.call.form is Form.SILENT for prompt in game.prompts)


# ---------------------------------------------------------------- withdrawals


def test_case_92_a_withdrawal_before_the_own_speech() -> None:
    """Case 92: 4 withdraws while 1 speaks: 4's turn is skipped, 4 has no vote now or in PK."""
    game = table().bids(1, 4, 7, 8, minute=ODD)
    assert 1 == game.prompt.call.seat
    before = game.prompt
    game.take(OfferKind.WITHDRAW, 4, left_ms=70_000)
    assert isinstance(game.prompt, Floor)
    assert (before.call, 70_000, True) == (game.prompt.call, game.prompt.left_ms, game.prompt.resumed)
    assert Withdrew(Seat(4), speech=True, left_ms=70_000) == game.last(Withdrew)
    assert () == game.all_of(WithdrawalNamed), "named when the current speech ends"
    game.quietly()
    heard = [event for event in game.heard if isinstance(event, Spoke | WithdrawalNamed)]
    assert [Spoke(Seat(1)), WithdrawalNamed(seats_of(4))] == heard
    assert (7, None, False) == (game.prompt.call.seat, game.prompt.left_ms, game.prompt.resumed)
    game.until("sheriff.vote_open")
    assert [1, 1, 7, 8] == [p.call.seat for p in game.prompts if p.call.line == "sheriff.turn"]
    assert seats_of(2, 3, 5, 6, 9, 10, 11, 12) == legal_actors(game.prompt)
    assert seats_of(1, 7, 8) == game.prompt.call.options
    game.elect({2: 1, 3: 7}).until("sheriff.pk_vote")
    assert Seat(4) not in legal_actors(game.prompt)


def test_a_candidate_may_withdraw_in_the_own_speech_and_ends_it() -> None:
    game = table().bids(1, 2, 9, minute=ODD)
    game.take(OfferKind.WITHDRAW, 1, left_ms=5000)
    assert 1 == game.prompt.call.seat
    game.quietly()
    assert seats_of(2, 9) == game.state.standing


def test_a_withdrawal_is_irrevocable_and_not_made_twice() -> None:
    game = table().bids(1, 2, 9, minute=ODD)
    game.take(OfferKind.WITHDRAW, 2)
    for seat in (2, 5):
        with pytest.raises(NotAsked):
            game.take(OfferKind.WITHDRAW, seat)
    game.until("sheriff.quit_open")
    assert seats_of(1, 9) == pressers(game.prompt)


def test_several_withdraw_during_one_speech_and_are_named_together() -> None:
    game = table().bids(1, 2, 9, 10, minute=ODD)
    game.take(OfferKind.WITHDRAW, 10, left_ms=90_000)
    game.take(OfferKind.WITHDRAW, 2, left_ms=80_000)
    assert 80_000 == game.prompt.left_ms  # type: ignore[union-attr]
    game.quietly()
    assert WithdrawalNamed(seats_of(2, 10)) == game.last(WithdrawalNamed)
    assert 9 == game.prompt.call.seat


def test_the_last_one_left_still_speaks_and_is_elected_after_the_window() -> None:
    """Rules 7.2: 1 left: he still gives his speech and is elected at the end of 退水时间."""
    game = table().bids(1, 9, minute=ODD)
    game.take(OfferKind.WITHDRAW, 1)
    game.quietly()
    assert ("sheriff.turn", 9) == (game.line, game.prompt.call.seat)
    game.quietly()
    assert "sheriff.quit_open" == game.line
    assert SheriffElected(Seat(9), Elected.LAST) == closed(game.quit())


def test_the_last_one_left_may_still_withdraw() -> None:
    game = table().bids(1, 9, minute=ODD)
    game.take(OfferKind.WITHDRAW, 1)
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(game.quit(9))


def test_nobody_left_during_the_speeches_ends_the_election() -> None:
    game = table().bids(1, 9, minute=ODD)
    game.take(OfferKind.WITHDRAW, 1)
    game.take(OfferKind.WITHDRAW, 9)
    game.quietly()
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(game)
    assert "sheriff.quit_open" not in lines(game)


def test_case_93_the_window_leaves_one() -> None:
    """Case 93: 3 bid, 2 withdraw in 退水时间: third elected without vote."""
    game = table().bids(1, 2, 9).until("sheriff.quit_open")
    assert isinstance(game.prompt, Press)
    call = game.prompt.call
    assert (Form.WITHDRAW, Eyes.OPEN, Gesture.LONG_HOLD) == (call.form, call.eyes, game.prompt.gesture)
    game.quit(1, 2)
    assert WithdrawalClosed(seats_of(1, 2)) == game.last(WithdrawalClosed)
    assert SheriffElected(Seat(9), Elected.LAST) == closed(game)


def test_case_93_the_window_leaves_nobody() -> None:
    """Case 93: 2 bid, both withdraw: no badge."""
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(table().bids(1, 9).quit(1, 9))


def test_a_window_in_which_nobody_withdraws_is_told_and_who_stands_is_read() -> None:
    game = table().bids(1, 2, 9).quit()
    assert WithdrawalClosed(()) == game.last(WithdrawalClosed)
    assert StandingRead(seats_of(1, 2, 9)) == game.last(StandingRead)


def test_only_candidates_can_press_in_the_window() -> None:
    game = table().bids(1, 9).until("sheriff.quit_open")
    with pytest.raises(NotAsked):
        game.give(Pressed(prompt=game.game.number, seats=seats_of(5)))


# ---------------------------------------------------------------- ballots


def test_the_voters_are_those_who_never_stood() -> None:
    """Seed: 所有警下玩家闭眼投票; unannounced victims vote and can be elected like anybody."""
    game = table(knife=9, poison=10).bids(1, 2, 9).until("sheriff.vote_open")
    assert isinstance(game.prompt, RollCall)
    assert (Eyes.SHUT, seats_of(1, 2, 9)) == (game.prompt.call.eyes, game.prompt.call.options)
    assert seats_of(3, 4, 5, 6, 7, 8, 10, 11, 12) == legal_actors(game.prompt)
    game.choose({3: 9, 4: 9, 5: 1})
    assert SheriffElected(Seat(9), Elected.VOTES) == closed(game)
    expected = SheriffBallotRead(
        1, (Tally(Seat(1), 2, seats_of(5)), Tally(Seat(9), 4, seats_of(3, 4))), seats_of(6, 7, 8, 10, 11, 12), 6
    )
    assert expected == game.last(SheriffBallotRead)


def test_the_tally_can_be_read_without_names() -> None:
    game = table(house={"ballots_read": "counts"}).bids(1, 2).elect({5: 1})
    assert SheriffBallotRead(1, (Tally(Seat(1), 2, ()),), (), 9) == game.last(SheriffBallotRead)


def test_case_94_a_second_tie_leaves_no_badge() -> None:
    """Case 94: vote 4:4: PK speech of the two: vote 4:4 again: no badge."""
    four = {3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2}
    game = table().bids(1, 2, 11).elect(four)
    game.minute(ODD)
    assert SheriffPkOpened((Seat(1), Seat(2)), Direction.ASCENDING, ODD) == game.last(SheriffPkOpened)
    assert ("sheriff.pk_turn", 1) == (game.line, game.prompt.call.seat)
    game.until("sheriff.pk_vote")
    assert seats_of(1, 2) == game.prompt.call.options
    assert seats_of(3, 4, 5, 6, 7, 8, 9, 10, 12) == legal_actors(game.prompt), "a loser has no vote"
    game.choose(four)
    assert NoSheriff(Vacant.TIED_AGAIN) == closed(game)
    assert [1, 2] == [ballot.round for ballot in game.all_of(SheriffBallotRead)]


def test_the_clock_as_it_is_then_gives_the_order_of_the_pk() -> None:
    """Rules 7.2: by 单顺双逆 of the minute when the PK opens, whatever it was when the bids closed."""
    game = table().bids(1, 2, 11, minute=ODD).elect({3: 1, 4: 2, 5: 11})
    game.minute(EVEN)
    assert SheriffPkOpened((Seat(11), Seat(2), Seat(1)), Direction.DESCENDING, EVEN) == game.last(SheriffPkOpened)


def test_a_pk_can_elect() -> None:
    game = table().bids(1, 2, 11).elect({3: 1, 4: 2}, pk={3: 1})
    assert SheriffElected(Seat(1), Elected.VOTES) == closed(game)


def test_no_votes_in_the_pk_leave_no_badge() -> None:
    game = table().bids(1, 2, 11).elect({3: 1, 4: 2}, pk={})
    assert NoSheriff(Vacant.NO_VOTES) == closed(game)


def test_option_the_losers_vote_in_the_pk_too() -> None:
    """pk_voters_campaign = losers_too: 11 stood and lost; 12 stood and withdrew."""
    game = table(house={"pk_voters_campaign": "losers_too"}).bids(1, 2, 11, 12).quit(12)
    game.elect({3: 1, 4: 2}).until("sheriff.pk_vote")
    assert seats_of(3, 4, 5, 6, 7, 8, 9, 10, 11) == legal_actors(game.prompt)


def test_case_95_a_withdrawal_in_the_pk_elects_the_other() -> None:
    """Case 95: PK: one of the two withdraws in his PK speech: the other is elected."""
    game = table().bids(1, 2, 11).elect({3: 1, 4: 2}).until("sheriff.pk_turn")
    game.take(OfferKind.WITHDRAW, 2)
    with pytest.raises(NotAsked):
        game.take(OfferKind.WITHDRAW, 11)
    game.quietly()
    assert WithdrawalNamed(seats_of(2)) == game.last(WithdrawalNamed)
    assert SheriffElected(Seat(1), Elected.LAST) == closed(game)


def test_both_withdraw_in_the_pk() -> None:
    game = table().bids(1, 2, 11).elect({3: 1, 4: 2}).until("sheriff.pk_turn")
    game.take(OfferKind.WITHDRAW, 2)
    game.take(OfferKind.WITHDRAW, 1)
    game.quietly()
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(game)


def test_three_tied_one_withdraws_and_two_are_voted_on() -> None:
    game = table().bids(1, 2, 11).elect({3: 1, 4: 2, 5: 11}).until("sheriff.pk_turn")
    game.take(OfferKind.WITHDRAW, 2)
    game.until("sheriff.pk_vote")
    assert seats_of(1, 11) == game.prompt.call.options


def test_case_96_all_abstain() -> None:
    """Case 96: all 警下 abstain: no badge."""
    game = table().bids(1, 2).elect({})
    assert NoSheriff(Vacant.NO_VOTES) == closed(game)
    assert () == game.last(SheriffBallotRead).tally

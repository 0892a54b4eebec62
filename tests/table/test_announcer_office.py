"""What the judge says about election, badge and the ballots of a game with a sheriff."""

from __future__ import annotations

import pytest

from audio.planner import render
from engine import events as e
from engine.houserules import (
    ExileBallot,
    HouseRules,
)
from engine.prompts import Call, Eyes, Form
from engine.public import PublicView
from engine.seats import Direction, seats_of
from engine.secrecy import Public
from firmware.table.announcer import announce
from tests.table.room import NINE, ZH, S, asked, heard, opened, view_of

OFFICE: list[tuple[Public, list[str]]] = [
    (e.BidsClosed(seats_of(2, 5)), ["上警的玩家有：二号和五号。"]),
    (e.BidsClosed(NINE), ["所有人都上警，全体发言一轮。"]),
    (e.BidsClosed(()), []),  # the end of the election says it
    (e.BidsClosed(seats_of(5)), []),  # the election says it
    (
        e.CampaignOpened((S(2), S(5)), Direction.ASCENDING, 15 * 60 + 25),
        ["现在时间十五点二十五分，单数，从小号到大号发言。", "从二号开始。"],
    ),
    (
        e.CampaignOpened((S(5), S(2)), Direction.DESCENDING, 15 * 60 + 26),
        ["现在时间十五点二十六分，双数，从大号到小号发言。", "从五号开始。"],
    ),
    (e.WithdrawalNamed(seats_of(2, 5)), ["二号退水。", "五号退水。"]),
    (e.WithdrawalClosed(()), ["没有人退水。"]),
    (e.WithdrawalClosed(seats_of(2, 5)), ["退水的玩家有：二号和五号。", "退水的玩家，不能投警长票。"]),
    (e.StandingRead(seats_of(2, 5, 9)), ["留在警上的有：二号、五号和九号。"]),
    (
        e.SheriffBallotRead(1, (e.Tally(S(2), 4, seats_of(3, 4)),), seats_of(6, 7), 2),
        ["投票结束，请睁眼。", "二号，两票，投票的是三号和四号。", "弃票的有：六号和七号。"],
    ),
    (
        e.SheriffBallotRead(1, (e.Tally(S(2), 4, ()),), (), 2),
        ["投票结束，请睁眼。", "二号，两票。", "两位弃票。"],
    ),
    (e.SheriffBallotRead(1, (), seats_of(6, 7), 2), ["投票结束，请睁眼。"]),
    (
        e.SheriffPkOpened((S(5), S(2)), Direction.DESCENDING, 20 * 60),
        ["二号和五号平票，再发言一轮。", "现在时间二十点整，双数，从大号到小号发言。", "从五号开始。"],
    ),
    (e.SheriffElected(S(5), e.Elected.ALONE), ["只有五号上警，自动当选警长。"]),
    (e.SheriffElected(S(5), e.Elected.LAST), ["警上只剩五号，自动当选警长。"]),
    (e.SheriffElected(S(5), e.Elected.VOTES), ["五号当选警长。"]),
    (e.NoSheriff(e.Vacant.NOBODY_STOOD), ["没有人上警，本局没有警徽。"]),
    (e.NoSheriff(e.Vacant.ALL_WITHDREW), ["警上没有人了，本局没有警徽。"]),
    (e.NoSheriff(e.Vacant.NOBODY_BELOW), ["警下没有人可以投票，本局没有警长。"]),
    (e.NoSheriff(e.Vacant.NO_VOTES), ["没有人投票，本局没有警徽。"]),
    (e.NoSheriff(e.Vacant.TIED_AGAIN), ["又是平票，本局没有警徽。"]),
    (e.NoSheriff(e.Vacant.EXPLODED), ["六号自爆，竞选终止，本局没有警徽。"]),
    (e.ElectionSuspended(S(6)), ["六号自爆，竞选暂停，明天继续。"]),
    (e.ElectionResumed(seats_of(2, 5)), ["继续竞选警长，留在警上的有：二号和五号。"]),
    (e.ElectionResumed(()), []),  # the end of the election says it
    (e.BadgeAsked(S(6)), ["警长出局，请决定警徽。"]),
    (e.BadgeAsked(S(4)), ["四号失去投票权，请决定警徽。"]),
    (e.BadgePassed(S(6), S(9)), ["警徽移交给九号，九号是新警长。"]),
    (e.BadgeTorn(S(6), timeout=False), ["警徽撕掉，本局不再有警长。"]),
    (e.BadgeTorn(S(6), timeout=True), ["没有选择，警徽撕掉。"]),
]
"""What is told of election and badge; number six has destroyed itself, and is out."""


def running() -> PublicView:
    """An election runs; nobody has stood yet."""
    return PublicView().after(opened(sheriff=True)).after(e.NightFell(1)).after(e.DayBroke(1))


def exploding() -> PublicView:
    """The same, after the 自爆 of number six."""
    return running().after(e.Exploded(S(6)))


@pytest.mark.parametrize(("event", "words"), OFFICE, ids=[f"{type(t[0]).__name__}-{i}" for i, t in enumerate(OFFICE)])
def test_what_the_room_hears_of_election_and_badge(event: Public, words: list[str]) -> None:
    before = running() if isinstance(event, e.BidsClosed) else exploding()
    assert words == [render(say, ZH) for say in announce(event, before)]


def stood(*seats: int, stage: Public | None = None) -> PublicView:
    """`seats` stand; with `stage` the election has come that far."""
    view = running().after(e.BidsClosed(seats_of(*seats)))
    view = view.after(e.CampaignOpened(seats_of(*seats), Direction.ASCENDING, 1))
    return view if stage is None else view.after(stage)


def told(event: Public, view: PublicView) -> list[str]:
    return [render(say, ZH) for say in announce(event, view)]


def test_a_candidate_without_a_vote_is_read_in_its_place() -> None:
    view = stood(2, 5, 7, 9, stage=e.StandingRead(seats_of(2, 5, 7)))
    read = e.SheriffBallotRead(1, (e.Tally(S(5), 2, seats_of(1)),), (), 0)
    assert ["投票结束，请睁眼。", "二号，零票。", "五号，一票，投票的是一号。", "七号，零票。"] == told(read, view)
    counts = e.SheriffBallotRead(1, (e.Tally(S(5), 2, ()),), (), 0)
    assert ["投票结束，请睁眼。", "二号，零票。", "五号，一票。", "七号，零票。"] == told(counts, view)


def test_in_the_runoff_only_the_tied_are_read_and_nobody_who_withdrew() -> None:
    tied = e.SheriffPkOpened((S(2), S(5), S(7)), Direction.ASCENDING, 1)
    view = stood(2, 5, 7, 9, stage=e.StandingRead(seats_of(2, 5, 7, 9))).after(tied)
    view = view.after(e.WithdrawalNamed(seats_of(7)))
    read = e.SheriffBallotRead(2, (e.Tally(S(5), 2, seats_of(1)),), (), 0)
    assert ["投票结束，请睁眼。", "二号，零票。", "五号，一票，投票的是一号。"] == told(read, view)


BOOM = ["六号是狼人，自爆出局。"]
OPEN_EYES = ["投票结束，请睁眼。", *BOOM]


def test_eyes_are_opened_when_a_wolf_destroys_itself_in_a_ballot_of_the_election() -> None:
    boom = e.Exploded(S(6))
    assert told(boom, stood(2, 5)) == BOOM
    assert told(boom, stood(2, 5, stage=e.WithdrawalClosed(()))) == BOOM
    ballot = stood(2, 5, stage=e.StandingRead(seats_of(2, 5)))
    assert told(boom, ballot) == OPEN_EYES
    read = e.SheriffBallotRead(1, (e.Tally(S(2), 2, seats_of(1)), e.Tally(S(5), 2, seats_of(3))), (), 0)
    speaking = ballot.after(read).after(e.SheriffPkOpened((S(2), S(5)), Direction.ASCENDING, 1))
    assert told(boom, speaking) == BOOM
    assert told(boom, speaking.after(e.Spoke(S(2)))) == BOOM
    assert told(boom, speaking.after(e.Spoke(S(2))).after(e.Spoke(S(5)))) == OPEN_EYES
    three = ballot.after(read).after(e.SheriffPkOpened((S(2), S(5), S(9)), Direction.ASCENDING, 1))
    left = three.after(e.Spoke(S(2))).after(e.WithdrawalNamed(seats_of(9))).after(e.Spoke(S(5)))
    assert told(boom, left) == OPEN_EYES, "who withdrew does not speak any more"
    assert told(boom, left.after(e.SheriffElected(S(2), e.Elected.VOTES))) == BOOM


def test_how_a_day_ends_at_once() -> None:
    """After a 自爆 in the election the dead of the night were still told; by day night falls directly."""
    end = e.DayEnded(1, early=True)
    assert ["白天结束。"] == told(end, exploding().after(e.NoSheriff(e.Vacant.EXPLODED)).after(e.Announced(1, ())))
    assert ["白天结束。"] == told(end, exploding().after(e.ElectionSuspended(S(6))).after(e.Announced(1, ())))
    elected = stood(2, 5, stage=e.SheriffElected(S(2), e.Elected.VOTES)).after(e.Announced(1, ()))
    choosing = elected.after(e.Exploded(S(6)))
    assert ["白天结束，直接天黑。"] == told(end, choosing)
    speaking = elected.after(e.SpeechesOpened(Direction.ASCENDING, NINE, 1)).after(e.Exploded(S(6)))
    assert ["白天结束，直接天黑。"] == told(end, speaking)
    without = view_of().after(e.SpeechesOpened(Direction.ASCENDING, NINE, 1)).after(e.Exploded(S(6)))
    assert ["白天结束，直接天黑。"] == told(end, without)


def test_a_new_night_forgets_who_destroyed_itself() -> None:
    assert S(6) == exploding().exploded
    assert None is exploding().after(e.NightFell(2)).exploded


def test_an_idiot_who_kept_the_badge_is_asked_like_anybody_when_he_is_out() -> None:
    flipped = running().after(e.SheriffElected(S(4), e.Elected.ALONE)).after(e.IdiotFlipped(S(4), sheriff=True))
    assert ["四号失去投票权，请决定警徽。"] == told(e.BadgeAsked(S(4)), flipped)
    assert ["警长出局，请决定警徽。"] == told(e.BadgeAsked(S(4)), flipped.after(e.Announced(2, seats_of(4))))


def test_the_weight_of_the_sheriff_is_said_between_votes_and_abstentions() -> None:
    elected = view_of().after(e.SheriffElected(S(1), e.Elected.ALONE))
    rows = (e.Tally(S(2), 5, seats_of(1, 3)), e.Tally(S(5), 2, seats_of(4)))
    assert [
        "投票结束，请睁眼。",
        "二号，二点五票，投票的是一号和三号。",
        "五号，一票，投票的是四号。",
        "警长的票，算一点五票。",
        "弃票的有：六号。",
    ] == told(e.BallotRead(1, rows, seats_of(6), 1), elected)
    without = e.BallotRead(1, rows[1:], seats_of(1), 1)
    assert "警长的票，算一点五票。" not in told(without, elected)


def test_with_open_eyes_nobody_is_told_to_shut_or_open_them() -> None:
    rules = HouseRules(exile_ballot=ExileBallot.OPEN)
    assert ["投票结束。"] == heard(e.BallotRead(1, (), NINE, 9), rules)
    first = Call(line="vote.open_eyes", form=Form.BALLOT, eyes=Eyes.OPEN, options=NINE)
    assert ["现在放逐投票。", "轮到谁的号码，要投他就按一下。", "三，二，一，开始。"] == asked(first, view_of(rules))
    again = Call(line="pk.vote", form=Form.BALLOT, eyes=Eyes.OPEN, options=seats_of(3, 7))
    some = view_of(rules).after(e.BallotOpened(2, seats_of(3, 7), seats_of(1, 2)))
    assert ["再投一次，平票的玩家不能投。"] == asked(again, some)
    assert ["再投一次。"] == asked(again, view_of(rules).after(e.BallotOpened(2, NINE, NINE)))

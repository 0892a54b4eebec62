"""Elections, badges, orders of speech, guard and idiot in cases: each step plays what the rules say of it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.scenario.situations import (
    attempt,
    badge,
    dawn,
    direction,
    election,
    explode,
    lost,
    night,
    shot,
    verdict,
    vote,
)

TWELVE: Final = "狼狼狼狼巫预猎白民民民民"
"""Wolves 1 to 4, witch 5, seer 6, hunter 7, idiot 8, villagers 9 to 12."""

GUARDED: Final = "狼狼狼狼巫预猎守民民民民"
ALL: Final = tuple(range(1, 13))
TIE: Final = {"2": 9, "3": 10}
"""Candidates 9 and 10 with a vote each."""


def played(*steps: dict[str, Any], **fields: Any) -> None:
    """The case passes."""
    one = verdict(*steps, **{"deck": TWELVE, **fields})
    assert ([], ()) == (lost(one), one.why)
    assert one.passed


@pytest.mark.parametrize(
    ("name", "step", "expect"),
    [
        ("88", election(), {"sheriff": None, "badge": "none", "election": {"vote_held": False}}),
        ("89", election(9), {"sheriff": 9, "election": {"vote_held": False}}),
        ("90 eleven", election(*ALL, withdraw=list(range(2, 13))), {"sheriff": 1, "election": {"vote_held": False}}),
        ("90 ten", election(*ALL, withdraw=list(range(3, 13))), {"sheriff": None, "badge": "none"}),
        ("90 all", election(*ALL, withdraw=list(ALL)), {"sheriff": None, "badge": "none"}),
        ("91 odd", election(1, 4, 7, 8, 12, time="15:25"), {"speech_order_up": [1, 4, 7, 8, 12]}),
        ("91 even", election(1, 4, 7, 8, 12, time="15:26"), {"speech_order_up": [12, 8, 7, 4, 1]}),
        ("91 zero", election(1, 4, 7, 8, 12, time="15:20"), {"speech_order_up": [12, 8, 7, 4, 1]}),
        (
            "92",
            election(1, 4, 9, time="15:25", withdraw=[{"by": 4, "at": "竞选发言"}], votes={2: 9}),
            {"speech_order_up_excludes": [4], "election": {"sheriff": 9, "voters_exclude": [1, 4, 9]}},
        ),
        ("93 one", election(1, 2, 9, withdraw=[1, 2]), {"sheriff": 9, "election": {"vote_held": False}}),
        ("93 none", election(1, 2, withdraw=[1, 2]), {"sheriff": None, "badge": "none"}),
        (
            "94",
            election(9, 10, votes=TIE, pk_votes=TIE),
            {"sheriff": None, "election": {"pk": [9, 10], "tally": {"9": 1, "10": 1}, "pk_tally": {"9": 1, "10": 1}}},
        ),
        (
            "95",
            election(9, 10, votes=TIE, withdraw=[{"by": 9, "at": "PK发言"}]),
            {"sheriff": 10, "election": {"pk": [9, 10], "pk_tally": None}},
        ),
        ("96", election(9, 10), {"sheriff": None, "badge": "none", "election": {"vote_held": True}}),
        ("97", election(9, 10, explode={"by": 1}), {"dead": [1], "badge": "none", "next": "night"}),
        ("in the window", election(9, 10, explode={"by": 1, "at": "退水"}), {"dead": [1], "badge": "none"}),
        (
            "111 in a ballot",
            election(9, 10, votes={2: 9}, explode={"by": 1, "at": "投票"}),
            {"dead": [1], "badge": "none", "election": {"sheriff": None, "tally": None}},
        ),
        (
            "in the PK ballot",
            election(9, 10, votes=TIE, pk_votes={2: 9}, explode={"by": 1, "at": "PK投票"}),
            {"dead": [1], "badge": "none", "election": {"sheriff": None, "pk_tally": None}},
        ),
    ],
)
def test_an_election(name: str, step: dict[str, Any], expect: dict[str, Any]) -> None:
    del name
    played(step, expect=expect)
    played(night(1), step, expect=expect)
    played(step, setup={"day": 1}, expect=expect)


def test_a_candidate_has_no_vote_and_a_step_that_says_so_has_failed() -> None:
    one = verdict(election(9, 10, votes={9: 10, 2: 10}), deck=TWELVE, expect={"sheriff": 10})
    assert [("steps[0]", "accepted", "NotAsked @ sheriff.vote_open")] == lost(one)


def test_what_an_election_refuses_is_refused_to_its_own_step() -> None:
    steps = (night(1), election(9, 10, votes={9: 10}), dawn())
    one = verdict(*steps, deck=TWELVE, expect={"badge": "none"})
    assert [("steps[1]", "accepted", "NotAsked @ sheriff.vote_open")] == lost(one)


def test_a_victim_of_the_night_may_be_elected_and_passes_the_badge_after_the_announcement() -> None:
    """Case 100: the new sheriff chooses beside the single dead seat and speaks last."""
    order = [10, 11, 12, 1, 2, 3, 4, 5, 6, 8, 7]
    played(
        night(1, 9),
        election(9),
        dawn(),
        badge(9, 7),
        direction(7, "死右"),
        expect={
            "sheriff": 7,
            "dead": [9],
            "speech_order": order,
            "order": ["竞选", "公布死讯", "移交警徽", "定发言顺序"],
        },
    )


def test_the_night_that_follows_an_explosion_comes_after_the_dead_and_their_words() -> None:
    """Case 97; the night with which the case begins is not meant."""
    played(
        night(1, 9),
        election(1, 2, explode={"by": 3, "at": "竞选发言"}),
        dawn(),
        expect={"badge": "none", "order": ["竞选", "自爆", "公布死讯", "遗言", "入夜"]},
    )


def test_the_sheriff_chooses_beside_the_own_seat_where_nobody_has_died() -> None:
    down = [8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10, 9]
    played(election(9), direction(9, "警左"), expect={"speech_order": down})
    played(election(9), direction(9, "逆序"), expect={"speech_order": down})
    played(election(9), direction(9, "顺序"), expect={"speech_order": [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9]})


def test_who_is_not_sheriff_is_not_asked_for_an_order_or_a_badge() -> None:
    for step in (direction(10, "顺序"), badge(9, 10)):
        one = verdict(election(9), step, deck=TWELVE, expect={"sheriff": 9})
        assert ["steps[1]"] == [key for key, _, _ in lost(one)]


def test_the_badge_of_an_exiled_hunter_comes_after_his_shot() -> None:
    """Case 70: whom he shoots cannot receive it."""
    setup = {"day": 2, "sheriff": 7}
    exile = vote(2, {9: 7, 10: 7})
    played(exile, shot(7, 1), badge(7, 9), setup=setup, expect={"dead": [1, 7], "sheriff": 9, "badge": "held"})
    refused = verdict(exile, shot(7, 1), badge(7, 1), deck=TWELVE, setup=setup, expect={"badge": "torn"})
    assert [("steps[2]", "accepted", "NotAChoice @ badge.how")] == lost(refused)


def test_nobody_named_tears_the_badge_and_later_orders_are_the_clocks() -> None:
    """Case 112."""
    setup = {"day": 2, "sheriff": 9}
    steps = (vote(2, {1: 9}), badge(9, None), night(3), dawn(3))
    played(*steps, setup=setup, expect={"badge": "torn", "sheriff": None, "speech_first": 12, "events": ["撕警徽"]})


@pytest.mark.parametrize(
    ("votes", "expect"),
    [
        ({9: 1, 10: 1, 11: 2, 12: 2}, {"result": "exile", "seat": 1, "tally": {"1": 2.5, "2": 2}}),
        ({9: 1, 10: 2, 11: 3}, {"result": "exile", "seat": 1, "tally": {"1": 1.5, "2": 1, "3": 1}}),
    ],
)
def test_the_sheriffs_vote_is_one_and_a_half(votes: dict[int, int], expect: dict[str, Any]) -> None:
    """Cases 103 and 104."""
    played(vote(2, votes), setup={"day": 2, "sheriff": 9}, expect={"vote": expect})


def test_an_exiled_idiot_flips_has_no_vote_and_is_knifed_like_anybody() -> None:
    """Case 76."""
    flip = vote(1, {9: 8, 10: 8})
    played(flip, expect={"dead": [], "vote": {"result": "flip", "seat": 8}, "events": ["翻牌"], "next": "night"})
    played(flip, night(2, 8), dawn(2), expect={"dead": [8]})
    flipped = {"day": 2, "idiot_revealed": True}
    for value in (True, 8, [8]):
        played(vote(2, {9: 1}), setup={**flipped, "idiot_revealed": value}, expect={"voters_exclude": [8]})
    for by, target, why in ((8, 1, "NotAsked @ vote.open"), (9, 8, "NotAChoice @ vote.open")):
        one = verdict(attempt(by, "放逐投票", target), deck=TWELVE, setup=flipped, expect={"rejected": True})
        assert (one.passed, one.refused) == (True, (why,))


def test_the_guard_may_not_keep_the_same_seat_two_nights_running() -> None:
    """Cases 1 and 14."""
    played(night(1, 9, 守卫=9), dawn(), deck=GUARDED, expect={"dawn": {"1": []}})
    once = {"night": 2, "last_guarded": 9}
    refused = {"rejected": True, "dead": [9]}
    played(night(2, 9, 守卫=9), dawn(2), deck=GUARDED, setup=once, expect=refused)
    played(night(2), night(3, 9, 守卫=9), dawn(3), deck=GUARDED, setup=once, expect={"dead": [], "rejected": False})
    one = verdict(attempt(8, "守护", 9, night=2), deck=GUARDED, setup=once, expect={"rejected": True})
    assert ("NotAChoice @ guard.pick",) == one.refused
    played(attempt(8, "守护", 10, night=2), deck=GUARDED, setup=once, expect={"rejected": False})


@pytest.mark.parametrize(
    ("steps", "refused"),
    [
        ((election(9, 10), attempt(2, "退水")), "NotAsked @ sheriff.quit_open"),
        ((election(9, 10), attempt(2, "退水", phase="竞选发言")), "NotAsked @ sheriff.turn"),
        ((election(9, 10), attempt(9, "警长投票", 10)), "NotAsked @ sheriff.vote_open"),
        ((election(9, 10), attempt(2, "警长投票", 3)), "NotAChoice @ sheriff.vote_open"),
        ((election(9, 10, 11, votes=TIE), attempt(11, "警长PK投票", 9)), "NotAsked @ sheriff.pk_vote"),
        ((election(9, 10, 11, votes=TIE), attempt(2, "警长PK投票", 11)), "NotAChoice @ sheriff.pk_vote"),
        ((election(9), attempt(9, "移交警徽", 10)), "NotAsked @ speech.sheriff_pick"),
        ((vote(1, {1: 9}), attempt(2, "上警", day=1)), "NotAsked @ dawn.skill_ask"),
        ((election(9, 10), attempt(10, "自爆", phase="竞选发言")), "NotAsked @ sheriff.turn"),
        ((attempt(1, "自爆", phase="上警"),), "NotAsked @ sheriff.raise"),
    ],
)
def test_an_attempt_is_refused_where_it_belongs(steps: tuple[dict[str, Any], ...], refused: str) -> None:
    one = verdict(*steps, deck=TWELVE, expect={"rejected": True})
    assert ([], ()) == (lost(one), one.why)
    assert (refused,) == one.refused


@pytest.mark.parametrize(
    ("steps", "expect"),
    [
        ((election(9, 10, votes={2: 9}), attempt(9, "退水")), {"sheriff": 10}),
        ((election(9, 10, votes={2: 9}), attempt(9, "退水", phase="竞选发言")), {"sheriff": 10}),
        ((election(9, 10), attempt(2, "警长投票", 9)), {"sheriff": 9}),
        ((election(9, 10, votes=TIE), attempt(2, "警长PK投票", 9)), {"sheriff": 9}),
        ((attempt(9, "上警"),), {"sheriff": 9}),
        ((night(1, 9), election(9), dawn(), attempt(9, "移交警徽", 10)), {"sheriff": 10}),
        ((election(9, 10), attempt(1, "自爆", phase="竞选发言")), {"badge": "none", "dead": [1]}),
        ((election(9, 10, votes={2: 9}), attempt(1, "自爆", day=1)), {"badge": "held", "dead": [1]}),
    ],
)
def test_an_attempt_that_is_allowed_happens(steps: tuple[dict[str, Any], ...], expect: dict[str, Any]) -> None:
    played(*steps, expect={"rejected": False, **expect})


def test_an_explosion_that_names_no_part_of_the_election_belongs_to_the_day() -> None:
    played(election(9, 10, votes={2: 9}), explode(1, 1), expect={"sheriff": 9, "dead": [1], "next": "night"})


def test_without_a_sheriff_there_is_no_election() -> None:
    one = verdict(election(9), deck=TWELVE, rules={"警长": "关"}, expect={"sheriff": None})
    assert ["steps[0]"] == [key for key, _, _ in lost(one)]

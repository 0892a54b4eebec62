"""Every key of `expect`: what came is accepted, and a planted wrong expectation is a failure that says what came."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from firmware.scenario.expect_days import DAYS
from firmware.scenario.expect_heard import HEARD
from firmware.scenario.expect_lives import LIVES
from firmware.scenario.expect_nights import NIGHTS
from firmware.scenario.expect_office import OFFICE
from firmware.scenario.expectations import EXPECT
from tests.scenario.situations import attempt, badge, dawn, election, explode, lost, night, shot, verdict, vote

Steps = tuple[dict[str, Any], ...]

QUIET: Final = (night(), dawn())
NIGHT: Final = (night(1, 7, 女巫={"毒": 1}, 预言家=2), dawn())
EXILE: Final = (vote(1, {1: 7, 2: 7, 4: 2}),)
TIE: Final = (vote(1, {1: 7, 7: 1}),)
RUNOFF: Final = (vote(1, {1: 7, 7: 1}, {2: 7, 3: 7, 4: 1}),)
HUNTED: Final = (night(1, 6), dawn())
WON: Final = (night(1, 1, 女巫={"毒": 2}), dawn(), explode(3, 1))
CALLED: Final = ["狼人", "女巫", "预言家", "猎人"]
REFUSED: Final = (night(1, 7), attempt(4, "女巫用毒药", 4, night=1))
VOTED: Final = (election(1, 7, votes={2: 7, 3: 7, 4: 1}),)
TIED: Final = (election(1, 7, 9, votes={2: 7, 3: 1, 4: 9, 5: 7, 6: 1}, pk_votes={2: 7}),)
ALONE: Final = (election(7),)
NOBODY: Final = (election(),)
HELD: Final = (night(1, 7), election(7), dawn())
PASSED: Final = (*HELD, badge(7, 4))
TORN: Final = (*HELD, badge(7, None))
QUITS: Final = (election(1, 2, 3, withdraw=[{"by": 2, "at": "竞选发言"}]),)
MIXED: Final = (*REFUSED, attempt(5, "查验", 1, night=1))

PLANTED: Final[tuple[tuple[Steps, str, Any, Any, Any], ...]] = (
    (NIGHT, "dead", [1, 7], [1], [1, 7]),
    (NIGHT, "alive", [2, 3], [3, 7], [3]),
    (WON, "winner", "好人", "狼人", "好人"),
    (WON, "winner", "好人", None, "好人"),
    (QUIET, "winner", None, "好人", None),
    (WON, "winner_not", "狼人", "好人", "好人"),
    (WON, "winners_include", ["好人"], ["好人", "狼人"], "好人"),
    (WON, "winners_include", "好人", "情侣", "好人"),
    (WON, "dead_at_win", [1, 2, 3], [1, 2], [1, 2, 3]),
    (QUIET, "role", {"4": "女巫", "7": "村民"}, {"4": "预言家"}, {"4": "女巫"}),
    (QUIET, "camp", {"1": "狼人", "4": "好人"}, {"4": "狼人"}, {"4": "好人"}),
    (QUIET, "camp_any", {"1": ["好人", "狼人"]}, {"4": ["狼人", "第三方"]}, {"4": "好人"}),
    (NIGHT, "dawn", {"1": [1, 7]}, {"1": []}, {"1": [1, 7]}),
    (QUIET, "dawn", {"1": []}, {"2": []}, {"2": "not played"}),
    (NIGHT, "check", {"1": "狼人"}, {"1": "好人"}, {"1": "狼人"}),
    (QUIET, "check", {"1": None}, {"1": "好人"}, {"1": None}),
    (NIGHT, "witch_told", {"1": 7}, {"1": None}, {"1": 7}),
    (QUIET, "witch_told", {"1": None}, {"1": 7}, {"1": None}),
    (QUIET, "wolf_actors", [1, 2, 3], [1, 2], [1, 2, 3]),
    (QUIET, "actor", {"预言家": 5, "女巫": 4}, {"预言家": 4}, {"预言家": 5}),
    (QUIET, "actor", {"1": {"预言家": 5}}, {"1": {"预言家": 9}}, {"1": {"预言家": 5}}),
    (QUIET, "called", ["女巫", "狼人"], ["守卫"], CALLED),
    (QUIET, "called_not", ["守卫", "白痴"], ["女巫"], CALLED),
    (QUIET, "called_in_order", ["狼人", "预言家"], ["预言家", "狼人"], CALLED),
    (HUNTED, "shoot_ok", {"6": True}, {"6": False}, {"6": True}),
    (NIGHT, "shoot_ok", {"7": False, "6": True}, {"7": True}, {"7": False}),
    (NIGHT, "told_shoot_status", True, False, True),
    (EXILE, "vote", {"result": "exile", "seat": 7}, {"seat": 2}, {"seat": 7}),
    (EXILE, "vote", {"tally": {"7": 2, "2": 1}}, {"tally": {"7": 3}}, {"tally": {"7": 2, "2": 1}}),
    (TIE, "vote", {"result": "pk", "pk": [1, 7]}, {"result": "none"}, {"result": "pk"}),
    (RUNOFF, "vote", {"pk_tally": {"7": 2, "1": 1}}, {"pk": [1, 2]}, {"pk": [1, 7]}),
    (RUNOFF, "votes", {"1": {"result": "exile", "seat": 7}}, {"1": {"seat": 1}}, {"1": {"seat": 7}}),
    ((explode(1, 1),), "votes", {"1": {"reason": "自爆"}}, {"1": {"result": "exile"}}, {"1": {"result": "none"}}),
    (EXILE, "votes", {"1": {"seat": 7}}, {"2": {"seat": 7}}, {"2": "not played"}),
    (RUNOFF, "voters_include", [2, 3], [1], [2, 3, 4, 5, 6, 8, 9]),
    (RUNOFF, "voters_exclude", [1, 7], [2], [2, 3, 4, 5, 6, 8, 9]),
    (QUIET, "speech_order", [9, 8, 7, 6, 5, 4, 3, 2, 1], [1, 2], [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    (QUIET, "speech_first", 9, 1, 9),
    (NIGHT, "speech_excluded", [1, 7], [9], [9, 8, 6, 5, 4, 3, 2]),
    (NIGHT, "last_words", {"1": True, "2": False}, {"7": False}, {"7": True}),
    (NIGHT, "last_words_order", [1, 7], [7, 1], [1, 7]),
    (VOTED, "election", {"sheriff": 7, "vote_held": True}, {"sheriff": 1}, {"sheriff": 7}),
    (VOTED, "election", {"tally": {"7": 2, "1": 1}}, {"tally": {"7": 3}}, {"tally": {"7": 2, "1": 1}}),
    (VOTED, "election", {"pk": None}, {"pk": [1, 7]}, {"pk": None}),
    (TIED, "election", {"pk": [1, 7], "sheriff": 7}, {"pk": [1, 9]}, {"pk": [1, 7]}),
    (TIED, "election", {"pk_tally": {"7": 1}}, {"pk_tally": None}, {"pk_tally": {"7": 1}}),
    (VOTED, "election", {"voters_include": [2, 9]}, {"voters_include": [1]}, {"voters_include": [2, 3, 4, 5, 6, 8, 9]}),
    (TIED, "election", {"voters_exclude": [1, 9]}, {"voters_exclude": [2]}, {"voters_exclude": [2, 3, 4, 5, 6, 8]}),
    (ALONE, "election", {"sheriff": 7, "vote_held": False}, {"vote_held": True}, {"vote_held": False}),
    (NOBODY, "election", {"sheriff": None, "tally": None}, {"sheriff": 7}, {"sheriff": None}),
    (ALONE, "election", {"voters_include": []}, {"voters_exclude": [1]}, {"voters_exclude": []}),
    (PASSED, "sheriff", 4, 7, 4),
    (TORN, "sheriff", None, 7, None),
    (PASSED, "badge", "held", "torn", "held"),
    (TORN, "badge", "torn", "none", "torn"),
    (NOBODY, "badge", "none", "held", "none"),
    (HELD, "badge_step", "移交或撕", None, "移交或撕"),
    (ALONE, "badge_step", None, "移交或撕", None),
    (TIED, "speech_order_up", [9, 7, 1], [1, 7, 9], [9, 7, 1]),
    (TIED, "speech_first_up", 9, 1, 9),
    (QUITS, "speech_order_up_excludes", [2], [1], [3, 1]),
    (QUITS, "speech_order_up", [3, 2, 1], [3, 1], [3, 2, 1]),
    (EXILE, "next", "night", "vote", "night"),
    (QUIET, "next", "vote_or_speech", "night", "speech"),
    (TIE, "next", "vote_or_speech", "night", "speech"),
    (REFUSED, "rejected", True, False, True),
    (QUIET, "rejected", False, True, False),
    (REFUSED, "rejected_all_tries", True, False, True),
    (MIXED, "rejected_all_tries", False, True, False),
    (NIGHT, "order", ["入夜", "公布死讯", "遗言", "发言"], ["遗言", "公布死讯"], ["公布死讯", "遗言"]),
    (NIGHT, "events", ["遗言", "放逐投票"], ["开枪"], []),
    (NIGHT, "events_not", ["开枪"], ["开枪", "遗言"], ["遗言"]),
    (NIGHT, "no_event", "开枪", ["遗言"], ["遗言"]),
    (NIGHT, "announce_not", ["刀", "毒", "2号"], ["毒", "7号"], ["7号"]),
    ((night(1, 7),), "announce_not", ["1号"], ["7号"], ["7号"]),
)
"""Steps, key, an expectation that holds, one that does not, and what came in its stead."""


@pytest.mark.parametrize(("steps", "key", "right"), [(one[0], one[1], one[2]) for one in PLANTED])
def test_what_came_is_accepted(steps: Steps, key: str, right: Any) -> None:
    one = verdict(*steps, expect={key: right})
    assert ([], ()) == (lost(one), one.why)
    assert one.passed


@pytest.mark.parametrize(("steps", "key", "wrong", "got"), [(one[0], one[1], *one[3:]) for one in PLANTED])
def test_a_planted_wrong_expectation_is_found(steps: Steps, key: str, wrong: Any, got: Any) -> None:
    one = verdict(*steps, expect={key: wrong})
    assert [(key, wrong, got)] == lost(one)
    assert not one.passed


def test_winner_after_step_counts_from_either_end_and_no_further() -> None:
    """The game ends in step 2 (from 0): a case may call that 2 or 3."""
    expected = {2: True, 3: True, 1: False, 4: False}
    assert {n: verdict(*WON, expect={"winner_after_step": n}).passed for n in expected} == expected
    by_night = (night(1, 5),)
    assert verdict(*by_night, deck="狼狼狼民预", expect={"winner": "狼人", "winner_after_step": 0}).passed
    assert [("winner_after_step", 0, None)] == lost(verdict(*QUIET, expect={"winner_after_step": 0}))


def test_every_key_has_a_planted_failure() -> None:
    special = {key for key, *_ in PLANTED_OF_SPECIALS}
    assert {one[1] for one in PLANTED} | special | {"winner_after_step"} == set(EXPECT)


def test_no_key_stands_in_two_tables() -> None:
    assert len(LIVES) + len(NIGHTS) + len(DAYS) + len(OFFICE) + len(HEARD) == len(EXPECT)


def test_right_and_wrong_are_told_apart_key_by_key() -> None:
    one = verdict(*NIGHT, expect={"dead": [1, 7], "winner": "狼人", "dawn": {"1": [7]}})
    assert [("winner", "狼人", None), ("dawn", {"1": [7]}, {"1": [1, 7]})] == lost(one)


def test_nothing_announced_is_not_an_announcement_without_the_word() -> None:
    one = verdict(*TIE, setup={"day": 1}, expect={"announce_not": ["刀"]})
    assert [("announce_not", ["刀"], "not played")] == lost(one)


def test_nobody_called_is_not_a_night_without_the_guard() -> None:
    one = verdict(*TIE, setup={"day": 1}, expect={"called_not": ["守卫"]})
    assert [("called_not", ["守卫"], [])] == lost(one)


def test_the_end_of_thirteen_is_not_three() -> None:
    """Seat 13 is announced: "3号" must not be heard in it, though the sounds are there."""
    deck = "狼狼狼狼巫预猎民民民民民民"
    assert verdict(night(1, 13), dawn(), deck=deck, expect={"announce_not": ["3号"]}).passed
    assert [("announce_not", ["13号"], ["13号"])] == lost(
        verdict(night(1, 13), dawn(), deck=deck, expect={"announce_not": ["13号"]})
    )


def test_a_poisoned_hunter_is_not_given_the_shot() -> None:
    """Case 6: 不可开枪."""
    one = verdict(night(1, 6, 女巫={"毒": 6}), dawn(), expect={"shoot_ok": {"6": False}, "told_shoot_status": False})
    assert one.passed


def test_a_shot_that_was_fired_was_allowed() -> None:
    one = verdict(*HUNTED, shot(6, 1), expect={"shoot_ok": {"6": True}, "dead": [1, 6], "events": ["开枪"]})
    assert one.passed


def test_any_one_of_several_is_enough() -> None:
    one = verdict(*NIGHT, expect_any=({"by": "a", "dead": []}, {"by": "b", "dead": [1, 7]}))
    assert one.passed
    assert verdict(*NIGHT, expect_any=({"by": "a", "expect": {"dead": [1, 7]}},)).passed


def test_none_of_several_is_a_failure_with_what_came() -> None:
    one = verdict(*NIGHT, expect_any=({"by": "a", "dead": []}, {"by": "b", "winner": "狼人"}))
    expected = [{"by": "a", "dead": []}, {"by": "b", "winner": "狼人"}]
    assert [("expect_any", expected, [{"dead": [1, 7]}, {"winner": None}])] == lost(one)


def test_several_are_held_beside_the_others() -> None:
    one = verdict(*NIGHT, expect={"dead": [7]}, expect_any=({"dawn": {"1": [1, 7]}},))
    assert [("dead", [7], [1, 7])] == lost(one)


def test_one_of_several_that_might_hold_is_not_tested() -> None:
    one = verdict(*NIGHT, expect_any=({"dead": []}, {"weather": {"1": True}}))
    assert not one.passed
    assert not one.failed
    assert one.why == ("没有预期 weather / expectation not known: weather",)


def test_how_the_source_ruled_is_no_expectation() -> None:
    assert verdict(*WON, expect={"winner": "好人", "winner_source": "狼人"}).passed


def test_failures_can_be_written_as_json() -> None:
    one = verdict(*NIGHT, expect={"dead": [], "dawn": {"1": []}})
    assert all(msgspec.json.encode(failure) for failure in one.failed)


BOUND: Final = "狼狼狼巫预熊禁丘民民"
"""With 驯熊师 (6), 禁言长老 (7) and 丘比特 (8)."""
TOLD: Final = (night(1, 9, 丘比特=[4, 10], 禁言长老=5, 预言家=1), dawn())

PLANTED_OF_SPECIALS: Final[tuple[tuple[str, Any, Any, Any], ...]] = (
    ("lovers", [4, 10], [4, 9], [4, 10]),
    ("silenced", {"1": 5}, {"1": 6}, {"1": 5}),
    ("bear", {"1": False}, {"1": True}, {"1": False}),
    ("not_told_role", [4, 6], [5, 6], [5]),
)


@pytest.mark.parametrize(("key", "right", "wrong", "got"), PLANTED_OF_SPECIALS)
def test_what_special_cards_are_told_is_found_right_and_wrong(key: str, right: Any, wrong: Any, got: Any) -> None:
    assert verdict(*TOLD, deck=BOUND, expect={key: right}).passed
    assert [(key, wrong, got)] == lost(verdict(*TOLD, deck=BOUND, expect={key: wrong}))

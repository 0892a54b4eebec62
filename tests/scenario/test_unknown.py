"""What is not known here is not tested, whatever else holds: never passed, never failed."""

from __future__ import annotations

from typing import Any, Final

import pytest

from firmware.scenario.runner import report_of
from tests.scenario.situations import NINE, attempt, case, dawn, direction, election, explode, night, verdict, vote

HOLDS: Final[dict[str, Any]] = {"dead": []}
"""An expectation that holds in every case below."""

UNKNOWN: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("咒", {"deck": NINE[:-1] + "咒"}),
    ("老王=隔壁", {"rules": {"老王": "隔壁"}}),
    ("胜负=屠村", {"rules": {"胜负": "屠村"}}),
    ("胜负=['屠边']", {"rules": {"胜负": ["屠边"]}}),
    ("sheriff=10", {"setup": {"day": 1, "sheriff": 10}}),
    ("badge=torn", {"setup": {"day": 1, "sheriff": 3, "badge": "torn"}}),
    ("badge=lost", {"setup": {"day": 1, "badge": "lost"}}),
    ("idiot_revealed=3", {"setup": {"day": 1, "idiot_revealed": 3}}),
    ("guard=10", {"setup": {"night": 2, "last_guarded": 10}}),
    ("silence=10", {"setup": {"night": 2, "last_silenced": 10}}),
    ("charm=10", {"setup": {"day": 2, "charmed": 10}}),
    ("model=10", {"setup": {"day": 2, "model": 10}}),
    ("thief_role=隐士", {"setup": {"day": 2, "thief_role": "隐士"}}),
    ("badge=held", {"setup": {"day": 1, "badge": "held"}}),
    ("lovers=[1]", {"setup": {"day": 1, "lovers": [1]}}),
    ("weather=rain", {"setup": {"day": 1, "weather": "rain"}}),
    ("potions_used=['香水']", {"setup": {"day": 1, "potions_used": ["香水"]}}),
    ("dead=3", {"setup": {"dead": 3}}),
    ("pending_shot=['6']", {"setup": {"day": 2, "pending_shot": "6"}}),
    ("night/day={'day': 0}", {"setup": {"day": 0}}),
    ("午休", {"steps": [election(1, explode={"by": 2, "at": "午休"})]}),
    ("9", {"steps": [election(1, explode={"by": 2, "take": 9})]}),
    ("午休", {"steps": [election(1, 2, withdraw=[{"by": 2, "at": "午休"}])]}),
    ("['2']", {"steps": [election(1, 2, withdraw=["2"])]}),
    ("song", {"steps": [election(1, song=1)]}),
    ("none", {"deck": ""}),
    ("dawn: n: should be a whole number, not a text", {"steps": [{"t": "dawn", "n": "x\ny"}]}),
    ("election: explode: the key by is missing", {"steps": [election(1, explode={"at": "退水"})]}),
    ("try: target: should be", {"steps": [{**attempt(1, "丘比特连线"), "target": {"2": 3}}]}),
    ("vote: the key votes is missing", {"steps": [{"t": "vote", "day": 1}]}),
    ("duel: the key target is missing", {"steps": [{"t": "duel", "by": 1}]}),
    ("上", {"steps": [direction(1, "上")]}),
    ("deal", {"steps": [{"t": "deal", "times": 3}]}),
    ("song", {"steps": [{**vote(1, {}), "song": 1}]}),
    ("守卫", {"steps": [night(守卫=1)]}),
    ("骑士", {"steps": [night(骑士=1)]}),
    ("猎人 3", {"steps": [night(猎人=3)]}),
    ("狼人 {'两刀': 2}", {"steps": [night(1, {"两刀": 2})]}),
    ("女巫 {'看': 2}", {"steps": [night(女巫={"看": 2})]}),
    ("9", {"steps": [explode(1, 1, take=9)]}),
    ("催眠", {"steps": [attempt(1, "催眠", 2)]}),
    ("午休", {"steps": [attempt(1, "自爆", phase="午休")]}),
    ("隐士", {"steps": [{**attempt(1, "查验"), "target": "隐士"}]}),
    ("25:61", {"steps": [{**vote(1, {}), "time": "25:61"}]}),
    ("隐士", {"steps": [{"t": "start", "players": 9, "cards": ["隐士"]}]}),
    ("mood", {"strange": ("mood",)}),
    ("bear=是", {"expect": {"bear": "是"}}),
    ("silenced=[3]", {"expect": {"silenced": [3]}}),
    ("sheriff=无", {"expect": {"sheriff": "无"}}),
    ("badge=gone", {"expect": {"badge": "gone"}}),
    ("badge_step=也许", {"expect": {"badge_step": "也许"}}),
    ("election=colour", {"expect": {"election": {"colour": 1}}}),
    ("no_event=什么都没有", {"expect": {"no_event": "什么都没有"}}),
    ("camp_any", {"expect": {"camp_any": "好人"}}),
    ("dead=无", {"expect": {"dead": "无"}}),
    ("dawn=[7]", {"expect": {"dawn": [7]}}),
    ("vote=colour", {"steps": [vote(1, {})], "expect": {"vote": {"colour": 1}}}),
    ("called_not=守位", {"expect": {"called_not": ["守位"]}}),
    ("order=打雷", {"expect": {"order": ["打雷", "公布死讯"]}}),
    ("events=打雷", {"expect": {"events": ["打雷"]}}),
    ("events_not=打雷", {"expect": {"events_not": ["打雷"]}}),
    ("actor=隐士", {"expect": {"actor": {"隐士": 1}}}),
    ("actor=夜", {"expect": {"actor": {"夜": {"女巫": 4}}}}),
)


def made(fields: dict[str, Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The steps and the other fields of a case in which all but the unknown thing holds."""
    more = {key: value for key, value in fields.items() if key not in ("steps", "expect")}
    steps = tuple(fields.get("steps", [night(), dawn()]))
    return steps, {**more, "expect": {**HOLDS, **fields.get("expect", {})}}


@pytest.mark.parametrize(("named", "fields"), UNKNOWN, ids=[one[0] for one in UNKNOWN])
def test_it_is_not_tested_and_named(named: str, fields: dict[str, Any]) -> None:
    steps, more = made(fields)
    one = verdict(*steps, **more)
    assert not one.passed
    assert not one.failed
    assert any(f"not known: {named}" in why for why in one.why), one.why
    whole = report_of([one])
    assert (1, 0, 0, 1) == (whole.cases, whole.passed, len(whole.failed), len(whole.not_tested))


@pytest.mark.parametrize("value", [None, False, [], {}])
def test_a_start_that_says_nothing_is_no_start(value: Any) -> None:
    one = verdict(vote(2, {}), setup={"day": 2, "dead": [], "lovers": value, "model": value}, expect={"winner": None})
    assert one.passed


def test_a_torn_badge_and_earlier_checks_bind_nothing() -> None:
    setup = {"day": 2, "badge": "torn", "checked": [1, 2], "sheriff": None}
    assert verdict(vote(2, {}), setup=setup, expect={"dead": []}).passed


def test_without_expectations_there_is_nothing_to_pass() -> None:
    one = verdict(night())
    assert ("没有预期 / nothing is expected",) == one.why
    assert not one.passed


def test_a_known_key_that_fails_beside_an_unknown_one_is_a_failure() -> None:
    """The case is listed once: as failed."""
    one = verdict(night(1, 7), dawn(), expect={"dead": [], "weather": {"1": True}})
    whole = report_of([one])
    assert ["dead"] == [failure.key for failure in whole.failed]
    assert () == whole.not_tested
    assert 0 == whole.passed


def test_every_reason_is_named_once() -> None:
    one = verdict(night(骑士=1), night(2, 骑士=2), expect={"dead": []}, rules={"老王": "隔壁"})
    assert 2 == len(one.why)


def test_the_words_are_chinese_and_english() -> None:
    (why,) = verdict({"t": "sing", "by": 1}, expect=HOLDS).why
    assert "没有步骤 sing / step not known: sing" == why


def test_the_default_sheriff_and_a_named_one_are_played_alike_where_nobody_stands() -> None:
    for rules in ({}, {"警长": "开"}, {"警长": "关"}):
        assert verdict(night(1, 7), dawn(), rules=rules, expect={"dead": [7]}).passed


def test_a_case_is_kept_as_it_is() -> None:
    assert {"dead": []} == case(night(), expect={"dead": []}).expect

"""The copied examples: which pass, which are not tested and for want of what, so that no silent "passed" creeps in."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import pytest

from engine.roles import ROLES
from firmware.scenario.cases import Case
from firmware.scenario.runner import Verdict, play_all, report_of
from tests.scenario.situations import examples

PASSED: Final = ("gh-007", "gh-011", "pn-067", "pv-056", "pw-005", "pw-006")
"""Every example whose cards, rules and steps are all known."""

WANTING: Final = {
    "pd-001": "白痴",
    "pd-004": "白痴",
    "pd-005": "白痴",
    "pd-020": "白痴",
    "pd-030": "白痴",
    "pd-036": "守卫、白狼王 | 9",
    "pd-044": "白痴",
    "pd-049": "骑士 | duel",
    "pd-064": "白痴 | election",
    "pf-001": "丘比特、盗贼 | 盗贼 | 丘比特",
    "pf-004": "丘比特、盗贼 | 底牌",
    "pf-007": "盗贼 | 盗贼 | 预言家",
    "pf-024": "丘比特 | 丘比特",
    "pf-028": "丘比特 | 丘比特",
    "pf-047": "野孩子",
    "pf-048": "野孩子 | 野孩子",
    "pn-002": "守卫、狼王 | 守卫",
    "pn-007": "白痴",
    "pn-012": "白痴",
    "pn-013": "守卫 | 守卫",
    "pn-028": "守卫、狼美人、骑士 | 狼美人 | 守卫",
    "pn-041": "守卫 | 守卫",
    "pn-046": "白痴",
    "pn-059": "白痴、驯熊师",
    "pn-066": "守卫",
    "pn-068": "守卫 | 守卫",
    "pn-071": "白痴",
    "ps-002": "白痴 | election",
    "ps-011": "白痴 | election",
    "ps-012": "白痴 | election",
    "ps-027": "白痴 | election | 退水",
    "ps-028": "白痴 | election",
    "ps-032": "白痴 | election",
    "ps-037": "白痴 | election",
    "ps-042": "白痴 | badge",
    "ps-043": "白痴 | badge",
    "ps-049": "守卫 | 守卫",
    "pv-007": "白痴",
    "pv-010": "白痴",
    "pv-017": "守卫 | 守护",
    "pv-029": "白痴",
    "pv-037": "守卫、狼美人、骑士 | 狼美人 | 守卫",
    "pv-044": "白痴",
    "pv-046": "白痴",
    "pv-048": "白痴",
    "pv-049": "白痴",
    "pv-051": "白痴",
    "pv-066": "白痴",
    "pw-001": "lovers=[1, 2]",
    "pw-008": "守卫",
    "px-013": "守卫、白狼王 | 守卫",
    "px-020": "骑士 | duel",
    "qa-10": "白痴、隐狼",
    "qa-33": "白痴",
    "qa-35": "白痴 | election | badge",
}
"""Id of a case that cannot be tested to what of it is not known."""

BYSTANDERS: Final = {
    "pd-020": ("NotAsked @ speech.turn",),
    "pd-030": (),
    "pd-044": ("NotAsked @ wolf.wake",),
    "pn-007": (),
    "pn-012": (),
    "pn-046": (),
    "pn-071": (),
    "pv-007": ("NotAsked @ witch.heal",),
    "pv-010": ("NotAChoice @ witch.poison",),
    "pv-029": (),
    "pv-044": ("NotAsked @ wolf.pick", "NotAsked @ witch.heal", "NotAsked @ witch.poison", "NotAsked @ seer.pick"),
    "pv-046": ("NotAChoice @ gun.ask",),
    "pv-048": ("NotAsked @ dawn.skill_ask", "NotAsked @ gun.ask"),
    "pv-049": ("NotAsked @ speech.turn",),
    "pv-051": ("NotAsked @ dawn.skill_ask", "NotAsked @ dawn.skill_ask"),
    "pv-066": (),
    "pw-008": (),
}
"""Cases in which the unknown card only looks on: what is refused in them, and how, once a villager sits there."""

WITH_SHERIFF: Final = ("pd-001", "pd-004", "pd-005", "pd-064", "ps-002", "ps-042", "ps-043", "ps-049", "qa-33", "qa-35")


def wanting(verdict: Verdict) -> str:
    return " | ".join(re.findall(r"not known: ([^;]*)", "; ".join(verdict.why)))


def with_villagers(case: Case) -> Case:
    """The same case with a villager for every 白痴 and 守卫."""
    seats = {seat: "村民" if name in ("白痴", "守卫") else name for seat, name in case.seats.items()}
    return msgspec.structs.replace(case, seats=seats)


def test_every_example_is_accounted_for() -> None:
    ids = [case.id for case in examples()]
    assert 61 == len(ids)
    assert sorted(ids) == sorted((*PASSED, *WANTING))


def test_what_is_known_passes_and_nothing_else_does() -> None:
    verdicts = play_all(examples())
    assert PASSED == tuple(one.case.id for one in verdicts if one.passed)
    assert {one.case.id: wanting(one) for one in verdicts if not one.passed} == WANTING
    assert [] == [one.case.id for one in verdicts if one.failed]


def test_the_report_counts_every_example_once() -> None:
    report = report_of(play_all(examples()))
    assert (61, 6, 0, 55) == (report.cases, report.passed, len(report.failed), len(report.not_tested))


def test_every_example_of_known_cards_alone_is_played() -> None:
    known = {role.name.zh for role in ROLES}
    only_known = {case.id for case in examples() if set(case.seats.values()) <= known}
    assert only_known == {*PASSED, "pw-001"}


@pytest.mark.parametrize("name", BYSTANDERS)
def test_where_the_unknown_card_only_looks_on_a_villager_may_sit_there(name: str) -> None:
    (case,) = (case for case in examples() if case.id == name)
    (verdict,) = play_all([with_villagers(case)])
    assert ([], ()) == ([str(one) for one in verdict.failed], verdict.why)
    assert BYSTANDERS[name] == verdict.refused


@pytest.mark.parametrize("name", WITH_SHERIFF)
def test_a_case_of_the_sheriff_is_not_tested_whoever_sits_there(name: str) -> None:
    (case,) = (case for case in examples() if case.id == name)
    (verdict,) = play_all([with_villagers(case)])
    assert not verdict.passed
    assert not verdict.failed
    assert any(word in wanting(verdict) for word in ("sheriff", "election", "badge"))

"""The copied examples: which pass, which are not tested and for want of what, so that no silent "passed" creeps in."""

from __future__ import annotations

import re
from typing import Final

from engine.roles import ROLES
from firmware.scenario.runner import Verdict, play_all, report_of
from tests.scenario.situations import examples

PASSED: Final = (
    *("gh-007", "gh-011"),
    *("pd-001", "pd-004", "pd-005", "pd-020", "pd-030", "pd-044", "pd-064"),
    *("pn-007", "pn-012", "pn-013", "pn-041", "pn-046", "pn-066", "pn-067", "pn-068", "pn-071"),
    *("ps-002", "ps-011", "ps-012", "ps-027", "ps-028", "ps-032", "ps-037", "ps-042", "ps-043", "ps-049"),
    *("pv-007", "pv-010", "pv-017", "pv-029", "pv-044", "pv-046", "pv-048", "pv-049", "pv-051", "pv-056", "pv-066"),
    *("pw-005", "pw-006", "pw-008"),
    *("qa-33", "qa-35"),
)
"""Every example whose cards, rules and steps are all known."""

WANTING: Final = {
    "pd-036": "白狼王 | 9",
    "pd-049": "骑士 | duel",
    "pf-001": "丘比特、盗贼 | 盗贼 | 丘比特",
    "pf-004": "丘比特、盗贼 | 底牌",
    "pf-007": "盗贼 | 盗贼 | 预言家",
    "pf-024": "丘比特 | 丘比特",
    "pf-028": "丘比特 | 丘比特",
    "pf-047": "野孩子",
    "pf-048": "野孩子 | 野孩子",
    "pn-002": "狼王",
    "pn-028": "狼美人、骑士 | 狼美人",
    "pn-059": "驯熊师",
    "pv-037": "狼美人、骑士 | 狼美人",
    "pw-001": "lovers=[1, 2]",
    "px-013": "白狼王",
    "px-020": "骑士 | duel",
    "qa-10": "隐狼",
}
"""Id of a case that cannot be tested to what of it is not known."""

REFUSED: Final = {
    "pd-020": ("NotAsked @ speech.turn",),
    "pd-044": ("NotAsked @ wolf.wake",),
    "ps-027": ("NotAsked @ sheriff.quit_open",),
    "pv-007": ("NotAsked @ witch.heal",),
    "pv-010": ("NotAChoice @ witch.poison",),
    "pv-017": ("NotAChoice @ guard.pick",),
    "pv-044": ("NotAsked @ wolf.pick", "NotAsked @ witch.heal", "NotAsked @ witch.poison", "NotAsked @ seer.pick"),
    "pv-046": ("NotAChoice @ gun.ask",),
    "pv-048": ("NotAsked @ dawn.skill_ask", "NotAsked @ gun.ask"),
    "pv-049": ("NotAsked @ speech.turn",),
    "pv-051": ("NotAsked @ dawn.skill_ask", "NotAsked @ dawn.skill_ask"),
    "pv-056": ("BadSetup @ start",),
}
"""Where something is refused, by which refusal and at which question."""


def wanting(verdict: Verdict) -> str:
    return " | ".join(re.findall(r"not known: ([^;]*)", "; ".join(verdict.why)))


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
    assert (61, 44, 0, 17) == (report.cases, report.passed, len(report.failed), len(report.not_tested))


def test_every_example_of_known_cards_alone_is_played() -> None:
    known = {role.name.zh for role in ROLES}
    only_known = {case.id for case in examples() if set(case.seats.values()) <= known}
    assert only_known == {*PASSED, "pw-001"}


def test_every_refusal_is_the_one_of_its_rule() -> None:
    assert REFUSED == {one.case.id: one.refused for one in play_all(examples()) if one.refused}

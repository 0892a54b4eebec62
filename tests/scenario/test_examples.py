"""The copied examples: every one passes, and what they refuse is refused by the rule it is about."""

from __future__ import annotations

from typing import Final

from engine.roles import ROLES
from firmware.scenario.runner import play_all, report_of
from tests.scenario.situations import examples

REFUSED: Final = {
    "pd-020": ("NotAsked @ speech.turn",),
    "pd-044": ("NotAsked @ wolf.wake",),
    "pf-004": ("NotAChoice @ thief.pick",),
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


def test_every_example_passes() -> None:
    verdicts = play_all(examples())
    assert [] == [(one.case.id, one.why, one.failed) for one in verdicts if not one.passed]
    report = report_of(verdicts)
    assert (61, 61, 0, 0) == (report.cases, report.passed, len(report.failed), len(report.not_tested))


def test_the_examples_have_every_card_that_can_be_told_of_by_a_seat() -> None:
    """But 老流氓, 炸弹人 and 禁言长老, of whom the rules have cases of their own."""
    told = {name for case in examples() for name in case.seats.values()}
    assert {"老流氓", "炸弹人", "禁言长老"} == {role.name.zh for role in ROLES} - told


def test_every_refusal_is_the_one_of_its_rule() -> None:
    assert REFUSED == {one.case.id: one.refused for one in play_all(examples()) if one.refused}

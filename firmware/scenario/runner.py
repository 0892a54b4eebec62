"""Plays cases and gives the verdict: passed, failed by which key, or not tested and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from engine.errors import EngineFault
from firmware.scenario.cases import Case, Untested
from firmware.scenario.entry import Entry, entry_of
from firmware.scenario.evidence import Evidence, ends_early
from firmware.scenario.expectations import judge
from firmware.scenario.plan import Plan
from firmware.scenario.player import NeverAsked, Player
from firmware.scenario.spots import night_begins
from firmware.scenario.step import CaseStep
from firmware.scenario.steps import minute_of, step_of

BY: Final = "by"
"""In `expect_any`: who rules so."""

NOTED: Final = frozenset({"winner_source"})
"""Keys that tell how the source ruled, and expect nothing."""


class Failure(msgspec.Struct, frozen=True):
    """One expectation that did not come true."""

    id: str
    key: str
    expected: Any
    got: Any


class NotTested(msgspec.Struct, frozen=True):
    """A case that says something nobody here knows."""

    id: str
    why: str


class Report(msgspec.Struct, frozen=True):
    """All cases: each is passed, or has failures, or was not tested."""

    cases: int
    passed: int
    failed: tuple[Failure, ...]
    not_tested: tuple[NotTested, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What became of one case, and what was refused in it, in words."""

    case: Case
    failed: tuple[Failure, ...] = ()
    why: tuple[str, ...] = ()
    """Why it was not tested, wholly or in part."""
    refused: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Everything was tested, and came."""
        return not self.failed and not self.why


class Ready(msgspec.Struct, frozen=True):
    """A case whose every step is known."""

    case: Case
    entry: Entry
    steps: tuple[CaseStep, ...]


def prepare(case: Case) -> Ready | Verdict:
    """The case, ready to be played, or that it cannot be and why.

    Raises:
        BadCases: a step is no step at all.
    """
    why = [f"没有字段 {field} / field not known: {field}" for field in case.strange]
    entry = None
    try:
        entry = entry_of(case)
    except Untested as unknown:
        why.append(str(unknown))
    steps = []
    for number in range(len(case.steps)):
        try:
            steps.append(step_of(case, number))
        except Untested as unknown:
            why.append(str(unknown))
    if case.scored and not case.expect and not case.expect_any:
        why.append("没有预期 / nothing is expected")
    return Verdict(case, why=_once(why)) if entry is None or why else Ready(case, entry, tuple(steps))


def play_all(cases: Iterable[Case]) -> tuple[Verdict, ...]:
    """The verdicts, in order. Every case is read to its last step before the first one is played.

    Raises:
        BadCases: a step is no step at all; nothing has been played.
    """
    return tuple(one if isinstance(one, Verdict) else play(one) for one in [prepare(case) for case in cases])


def report_of(verdicts: Iterable[Verdict]) -> Report:
    """The report of these verdicts."""
    known = tuple(verdicts)
    return Report(
        cases=len(known),
        passed=sum(one.passed for one in known),
        failed=tuple(failure for one in known for failure in one.failed),
        not_tested=tuple(NotTested(one.case.id, "; ".join(one.why)) for one in known if one.why and not one.failed),
    )


def play(ready: Ready) -> Verdict:
    """Play the case and judge it. One that is not scored has only to get through."""
    case = ready.case
    try:
        evidence, failed = _through(ready)
        if not case.scored:
            return Verdict(case, refused=_refused(evidence.player))
        found, why = _judged(evidence)
    except EngineFault as fault:
        return Verdict(case, (Failure(case.id, "engine", "no fault", str(fault.__cause__ or fault)),))
    return Verdict(case, (*failed, *found), _once(why), _refused(evidence.player))


def _through(ready: Ready) -> tuple[Evidence, list[Failure]]:
    """Play every step; steps that never fitted, and deeds that were refused to nobody's expectation, have failed."""
    case = ready.case
    player = Player(ready.entry, Plan())
    failed = []
    unplayed = 0
    ended: int | None = None
    for number, step in enumerate(ready.steps):
        player.step = number
        minute = None if step.time is None else minute_of(step.time)
        if minute is not None:
            player.plan.minutes[step.today or player.n] = minute
        try:
            step.play(player)
        except NeverAsked:
            if ends_early(case) and player.game.over:
                unplayed += 1
            else:
                failed.append(Failure(case.id, f"steps[{number}]", step.t, _where(player)))
        if player.game.over and ended is None:
            ended = number
    # A night that a step speaks of, or in which something has happened, is played out.
    n = player.n
    if player.by_night and (n in player.plan.nights or not night_begins(n)(player)):
        player.advance(lambda one: not (one.by_night and one.n == n))
    # So is an election; where no step speaks of one, nobody stands.
    player.advance(lambda one: not one.electing)
    if player.game.over and ended is None:
        ended = len(ready.steps) - 1
    judged = any("rejected" in one for one in (case.expect, *alternatives(case)))
    if player.tries or not judged:
        failed += [Failure(case.id, f"steps[{one.step}]", "accepted", str(one)) for one in player.refusals]
    return Evidence(case, player, unplayed, ended), failed


def _where(player: Player) -> str:
    """Where the game stood when a step did not fit."""
    return f"never asked; {player.game.state.phase.value} {player.n}, {player.line}"


def _judged(evidence: Evidence) -> tuple[list[Failure], list[str]]:
    """The expectations that did not come, and those that are not known."""
    case = evidence.case
    failed, why = _all_of(evidence, case.expect)
    if case.expect_any:
        outcomes = [_all_of(evidence, one) for one in alternatives(case)]
        if not any(not lost and not unknown for lost, unknown in outcomes):
            unknown = [reason for lost, reasons in outcomes if not lost for reason in reasons]
            why += unknown
            if not unknown:
                got = [{failure.key: failure.got for failure in lost} for lost, _ in outcomes]
                failed.append(Failure(case.id, "expect_any", alternatives(case), got))
    return failed, why


def alternatives(case: Case) -> list[dict[str, Any]]:
    """The lists of expectations of which any one is acceptable."""
    return [one["expect"] if isinstance(one.get("expect"), dict) else one for one in case.expect_any]


def _all_of(evidence: Evidence, expected: Mapping[str, Any]) -> tuple[list[Failure], list[str]]:
    failed = []
    why = []
    for key, want in expected.items():
        if key in NOTED or key == BY:
            continue
        try:
            got = judge(key, evidence, want)
        except Untested as unknown:
            why.append(str(unknown))
            continue
        if not got.right:
            failed.append(Failure(evidence.case.id, key, want, got.value))
    return failed, why


def _refused(player: Player) -> tuple[str, ...]:
    """Everything that was refused, in words."""
    return tuple(str(one) for attempt in (*player.tries, player.refusals) for one in attempt)


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))

"""The steps that are known, by their word.

To add a step: a class (`firmware.scenario.step`) with the fields of the case file, and its line in `STEPS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from engine.complaints import shape_complaint
from firmware.scenario.cases import Case, Untested, shaped
from firmware.scenario.step import CaseStep
from firmware.scenario.step_day import DuelStep, ExplodeStep, ShotStep, SpeechStep, VoteStep
from firmware.scenario.step_night import DawnStep, NightStep
from firmware.scenario.step_office import BadgeStep, DirectionStep, ElectionStep
from firmware.scenario.step_start import CheckWinStep, StartStep
from firmware.scenario.step_try import TryStep

STEPS: Final[Mapping[str, type[CaseStep]]] = MappingProxyType(
    {
        "night": NightStep,
        "dawn": DawnStep,
        "election": ElectionStep,
        "badge": BadgeStep,
        "direction": DirectionStep,
        "vote": VoteStep,
        "speech": SpeechStep,
        "shot": ShotStep,
        "explode": ExplodeStep,
        "duel": DuelStep,
        "try": TryStep,
        "check_win": CheckWinStep,
        "start": StartStep,
    }
)
"""The word of a step to its class."""


def step_of(case: Case, number: int) -> CaseStep:
    """Step `number` (from 0) of `case`.

    Raises:
        Untested: the step, one of its fields, or what it says is not known.
        BadCases: it is no step at all.
    """
    raw = case.steps[number]
    where = f"steps[{number}]"
    kind = STEPS.get(shaped(raw, _AnyStep, case, where).t)
    if kind is None:
        raise Untested(f"没有步骤 {raw['t']} / step not known: {raw['t']}")
    strange = sorted(set(raw) - set(kind.__struct_encode_fields__))
    if strange:
        raise Untested(f"步骤 {raw['t']} 没有 {strange[0]} / field of {raw['t']} not known: {strange[0]}")
    try:
        step = msgspec.convert(raw, kind, str_keys=True)
    except msgspec.ValidationError as error:
        why = shape_complaint(error)
        raise Untested(f"看不懂步骤 {raw['t']}：{why.zh} / step not known: {raw['t']}: {why.en}") from None
    doubts = (*step.doubts(case), *(() if step.time is None or minute_of(step.time) is not None else _odd_time(step)))
    if doubts:
        raise Untested("; ".join(doubts))
    return step.for_case(case)


def minute_of(time: str) -> int | None:
    """A time like "15:25" as a minute of the day, or None when it is none."""
    hour, _, minute = time.partition(":")
    if not (hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit() and len(minute) == 2):
        return None
    return int(hour) * 60 + int(minute) if int(hour) < 24 and int(minute) < 60 else None


class _AnyStep(msgspec.Struct, frozen=True):
    """What every step has."""

    t: str


def _odd_time(step: CaseStep) -> tuple[str, ...]:
    return (f"看不懂时间 {step.time} / time not known: {step.time}",)

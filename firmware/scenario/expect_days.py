"""Expectations about a day: ballots, speeches, last words, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine import events as e
from firmware.scenario.evidence import DayRecord, Evidence
from firmware.scenario.expect import Expectation, Got, rounds, strange


def _vote(evidence: Evidence, want: dict[str, Any]) -> Got:
    got = _part(evidence.last_vote, want)
    return Got(got, got == want)


def _votes(evidence: Evidence, want: dict[str, dict[str, Any]]) -> Got:
    days = evidence.days
    return rounds(evidence, want, {int(n): _part(days[int(n)], day) for n, day in want.items() if int(n) in days})


def _part(day: DayRecord | None, want: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a day's ballot that are asked for."""
    unknown = sorted(set(want) - set(DayRecord.__struct_fields__))
    if unknown:
        raise strange("vote", unknown[0])
    return {field: getattr(day, field) if day else None for field in want}


def _voters_include(evidence: Evidence, want: list[int]) -> Got:
    voters = _last_voters(evidence)
    return Got(voters, set(want) <= set(voters))


def _voters_exclude(evidence: Evidence, want: list[int]) -> Got:
    voters = _last_voters(evidence)
    return Got(voters, bool(voters) and not set(want) & set(voters))


def _last_voters(evidence: Evidence) -> list[int]:
    return (evidence.last_vote.voters if evidence.last_vote else None) or []


def _speech_order(evidence: Evidence, _want: list[int]) -> Any:
    orders = [event.order for event in evidence.ahead.events if isinstance(event, e.SpeechesOpened)]
    return list(orders[-1]) if orders else None


def _speech_first(evidence: Evidence, _want: int) -> Any:
    order = _speech_order(evidence, [])
    return order[0] if order else None


def _speech_excluded(evidence: Evidence, want: list[int]) -> Got:
    order = _speech_order(evidence, [])
    return Got(order, order is not None and not set(order) & set(want))


def _last_words(evidence: Evidence, want: dict[str, bool]) -> Any:
    speakers = {seat for seats in evidence.words_of for seat in seats}
    return {seat: int(seat) in speakers for seat in want}


def _last_words_order(evidence: Evidence, _want: list[int]) -> Any:
    return evidence.words_of[-1] if evidence.words_of else []


def _next(evidence: Evidence, want: str) -> Got:
    return Got(evidence.next, evidence.next in want.split("_or_"))


DAYS: Final[Mapping[str, Expectation]] = MappingProxyType(
    {
        "vote": Expectation(dict[str, Any], _vote),
        "votes": Expectation(dict[int, dict[str, Any]], _votes),
        "voters_include": Expectation(list[int], _voters_include),
        "voters_exclude": Expectation(list[int], _voters_exclude),
        "speech_order": Expectation(list[int], _speech_order),
        "speech_first": Expectation(int, _speech_first),
        "speech_excluded": Expectation(list[int], _speech_excluded),
        "last_words": Expectation(dict[int, bool], _last_words),
        "last_words_order": Expectation(list[int], _last_words_order),
        "next": Expectation(str, _next),
    }
)
"""The keys of this file."""

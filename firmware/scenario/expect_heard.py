"""Expectations about what is refused, and about what the room hears."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.events import Announced
from firmware.scenario.evidence import Evidence
from firmware.scenario.expect import NOT_PLAYED, Expectation, Got, strange
from firmware.scenario.heard import MILESTONES, TWICE, contains, in_order, repeated


def _rejected(evidence: Evidence, _want: bool) -> Any:
    """Whether a `try` was refused; in a case without one, whether a step was."""
    player = evidence.player
    return any(player.tries) if player.tries else bool(player.refusals)


def _rejected_all_tries(evidence: Evidence, _want: bool) -> Any:
    return bool(evidence.player.tries) and all(evidence.player.tries)


def _order(evidence: Evidence, want: list[str]) -> Got:
    _known_milestones("order", want)
    came = in_order(evidence.ahead.events, want)
    return Got(came, came == want)


def _events(evidence: Evidence, want: list[str]) -> Got:
    _known_milestones("events", want)
    came = in_order(evidence.ahead.events, want)
    return Got(came, set(came) == set(want))


def _events_not(evidence: Evidence, want: list[str]) -> Got:
    _known_milestones("events_not", want)
    came = in_order(evidence.ahead.events, want)
    return Got(came, not came)


def _no_event(evidence: Evidence, want: str | list[str]) -> Got:
    words = [want] if isinstance(want, str) else want
    if all(word in TWICE for word in words):
        came = repeated(evidence.ahead.events, words)
        return Got(came, not came)
    _known_milestones("no_event", words)
    return _events_not(evidence, words)


def _known_milestones(key: str, want: list[str]) -> None:
    for word in want:
        if word not in MILESTONES:
            raise strange(key, word)


def _announce_not(evidence: Evidence, want: list[str]) -> Got:
    if not evidence.all_of(Announced):
        return Got(NOT_PLAYED, right=False)
    found = contains(evidence.player.events, want)
    return Got(found, not found)


HEARD: Final[Mapping[str, Expectation]] = MappingProxyType(
    {
        "rejected": Expectation(bool, _rejected),
        "rejected_all_tries": Expectation(bool, _rejected_all_tries),
        "order": Expectation(list[str], _order),
        "events": Expectation(list[str], _events),
        "events_not": Expectation(list[str], _events_not),
        "no_event": Expectation(str | list[str], _no_event),
        "announce_not": Expectation(list[str], _announce_not),
    }
)
"""The keys of this file."""

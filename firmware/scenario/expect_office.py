"""Expectations about the sheriff's office: the election, who has the badge, and the speeches for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine import events as e
from engine.events import Badge
from engine.prompts import RollCall
from firmware.scenario.campaign import BALLOTS, TURN
from firmware.scenario.evidence import Evidence, votes_of
from firmware.scenario.expect import Expectation, Got, strange

BADGE_STEP: Final = "移交或撕"
"""What the holder of the badge is asked."""

BADGES: Final = {Badge.OPEN: "none", Badge.NONE: "none", Badge.HELD: "held", Badge.TORN: "torn"}


def _election(evidence: Evidence, want: dict[str, Any]) -> Got:
    got = {key: _part(evidence, key, value) for key, value in want.items()}
    return Got({key: part.value for key, part in got.items()}, all(part.right for part in got.values()))


def _part(evidence: Evidence, key: str, want: Any) -> Got:
    """One field of an election."""
    voters = _voters(evidence)
    match key:
        case "sheriff":
            elected = [event.seat for _, event in evidence.all_of(e.SheriffElected)]
            return _same(elected[-1] if elected else None, want)
        case "pk":
            tied = [sorted(event.order) for _, event in evidence.all_of(e.SheriffPkOpened)]
            return _same(tied[-1] if tied else None, want or None)
        case "tally" | "pk_tally":
            return _same(_tally(evidence, 1 if key == "tally" else 2), want)
        case "vote_held":
            return _same(bool(voters), want)
        case "voters_include":
            return Got(voters, set(want) <= set(voters))
        case "voters_exclude":
            return Got(voters, bool(voters) and not set(want) & set(voters))
        case _:
            raise strange("election", key)


def _same(got: Any, want: Any) -> Got:
    return Got(got, got == want)


def _tally(evidence: Evidence, number: int) -> dict[str, float] | None:
    for _, event in evidence.all_of(e.SheriffBallotRead):
        if event.round == number:
            return {str(row.seat): votes_of(row.halves) for row in event.tally}
    return None


def _voters(evidence: Evidence) -> list[int]:
    """Who had a vote in the last ballot of the election."""
    prompts = [one.prompt for one in evidence.player.asked if one.prompt.call.line in BALLOTS]
    last = prompts[-1] if prompts else None
    return [entry.seat for entry in last.legal] if isinstance(last, RollCall) else []


def _sheriff(evidence: Evidence, _want: int | None) -> Any:
    return evidence.player.game.state.sheriff


def _badge(evidence: Evidence, want: str) -> Any:
    if want not in BADGES.values():
        raise strange("badge", want)
    return BADGES[evidence.player.game.state.badge]


def _badge_step(evidence: Evidence, want: str | bool | None) -> Got:
    """Whether the badge is to be given up in this round."""
    if isinstance(want, str) and want != BADGE_STEP:
        raise strange("badge_step", want)
    asked = any(isinstance(event, e.BadgeAsked) for event in evidence.ahead.events)
    return Got(BADGE_STEP if asked else None, asked == bool(want))


def _speech_order_up(evidence: Evidence, _want: list[int]) -> Any:
    """The order of the speeches for the badge, as it was opened."""
    orders = [list(event.order) for _, event in evidence.all_of(e.CampaignOpened)]
    return orders[-1] if orders else None


def _speech_first_up(evidence: Evidence, _want: int) -> Any:
    order = _speech_order_up(evidence, [])
    return order[0] if order else None


def _speech_order_up_excludes(evidence: Evidence, want: list[int]) -> Got:
    """Who was still called to speak for the badge after the first 退水."""
    withdrew = next((place for place, one in enumerate(evidence.player.events) if isinstance(one, e.Withdrew)), None)
    if withdrew is None:
        return Got(None, right=False)
    later = evidence.player.events[withdrew:]
    spoke = [event.seat for event in later if isinstance(event, e.Spoke)]
    called = [one.prompt.call.seat for one in evidence.player.asked if one.prompt.call.line == TURN]
    still = [seat for seat in spoke if seat in called]
    return Got(still, bool(still) and not set(still) & set(want))


OFFICE: Final[Mapping[str, Expectation]] = MappingProxyType(
    {
        "election": Expectation(dict[str, Any], _election),
        "sheriff": Expectation(int | None, _sheriff),
        "badge": Expectation(str, _badge),
        "badge_step": Expectation(str | bool | None, _badge_step),
        "speech_order_up": Expectation(list[int], _speech_order_up),
        "speech_first_up": Expectation(int, _speech_first_up),
        "speech_order_up_excludes": Expectation(list[int], _speech_order_up_excludes),
    }
)
"""The keys of this file."""

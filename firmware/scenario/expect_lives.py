"""Expectations about who lives, who holds what, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.seats import Seat
from engine.victory import camp_of
from firmware.scenario.entry import ROLE_IDS
from firmware.scenario.evidence import VICTORS, Evidence
from firmware.scenario.expect import Expectation, Got


def _dead(evidence: Evidence, want: list[int]) -> Got:
    """Everybody out at the end; where the case goes on beyond the end of the game, some of those it names."""
    dead = list(evidence.player.game.state.dead)
    beyond = evidence.unplayed > 0
    return Got(dead, set(dead) <= set(want) if beyond else dead == sorted(want))


def _dead_at_win(evidence: Evidence, want: list[int]) -> Got:
    dead = list(evidence.player.game.state.dead) if evidence.player.game.over else None
    return Got(dead, dead == sorted(want))


def _winner_after_step(evidence: Evidence, want: int) -> Got:
    """The step that decided the game. Cases count from 0 or from 1, and a night decides at its dawn."""
    ended = evidence.ended
    if ended is None:
        return Got(None, right=False)
    kinds = [step["t"] for step in evidence.case.steps]
    first = ended - 1 if kinds[ended] == "dawn" and ended and kinds[ended - 1] == "night" else ended
    return Got(ended, first <= want <= ended + 1)


def _alive(evidence: Evidence, want: list[int]) -> Got:
    living = [seat for seat in sorted(want) if seat in evidence.player.game.state.alive]
    return Got(living, living == sorted(want))


def _winner(evidence: Evidence, _want: str | None) -> Any:
    return evidence.winner


def _winner_not(evidence: Evidence, want: str) -> Got:
    return Got(evidence.winner, evidence.winner != want)


def _winners_include(evidence: Evidence, want: str | list[str]) -> Got:
    """A game here has one winner: every camp that is asked for must be it."""
    return Got(evidence.winner, all(camp == evidence.winner for camp in ([want] if isinstance(want, str) else want)))


def _role(evidence: Evidence, want: dict[str, str]) -> Any:
    state = evidence.player.game.state
    names = {role: name for name, role in ROLE_IDS.items()}
    return {seat: names.get(state.card_of(Seat(int(seat))) or "") for seat in want}


def _camp(evidence: Evidence, want: dict[str, str]) -> Any:
    state = evidence.player.game.state
    camps = {holder: VICTORS[camp_of(state, holder)] for holder, _ in state.cards}
    return {seat: camps.get(Seat(int(seat))) for seat in want}


def _lovers(evidence: Evidence, _want: list[int]) -> Any:
    return list(evidence.player.game.state.lovers)


def _camp_any(evidence: Evidence, want: dict[str, list[str]]) -> Got:
    """Of every seat one of the camps that are acceptable."""
    got = _camp(evidence, dict.fromkeys(want, ""))
    return Got(got, all(got[seat] in camps for seat, camps in want.items()))


LIVES: Final[Mapping[str, Expectation]] = MappingProxyType(
    {
        "dead": Expectation(list[int], _dead),
        "dead_at_win": Expectation(list[int], _dead_at_win),
        "winner_after_step": Expectation(int, _winner_after_step),
        "alive": Expectation(list[int], _alive),
        "winner": Expectation(str | None, _winner),
        "winner_not": Expectation(str, _winner_not),
        "winners_include": Expectation(str | list[str], _winners_include),
        "role": Expectation(dict[int, str], _role),
        "camp": Expectation(dict[int, str], _camp),
        "lovers": Expectation(list[int], _lovers),
        "camp_any": Expectation(dict[int, list[str]], _camp_any),
    }
)
"""The keys of this file."""

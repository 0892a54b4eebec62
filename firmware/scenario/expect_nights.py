"""Expectations about a night: its dead, what roles are told, who is called and who acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine import events as e
from engine.roles import role_of
from firmware.scenario.entry import ROLE_IDS
from firmware.scenario.evidence import Evidence
from firmware.scenario.expect import Expectation, Got, rounds, strange

CARDS: Final = frozenset(
    "盗贼 丘比特 情侣 野孩子 守卫 狼人 白狼王 狼王 狼美人 隐狼 女巫 预言家 驯熊师 禁言长老 猎人 白痴 骑士 老流氓 "
    "炸弹人 村民".split()
)
"""Every name that may be called or not; a word that is none of them is a slip of the case."""


def _nights(evidence: Evidence, told: Iterable[tuple[int, Any]]) -> dict[int, Any]:
    """Every night that was played, with what was told in it."""
    return {**{n: None for n, _ in evidence.all_of(e.NightFell)}, **dict(told)}


def _dawn(evidence: Evidence, want: dict[str, list[int]]) -> Got:
    return rounds(evidence, {n: sorted(seats) for n, seats in want.items()}, evidence.dawns)


def _check(evidence: Evidence, want: dict[str, str | None]) -> Got:
    told = [(n, "好人" if event.yes else "狼人") for n, event in evidence.told("seer.result")]
    return rounds(evidence, want, _nights(evidence, told))


def _witch_told(evidence: Evidence, want: dict[str, int | None]) -> Got:
    """Whom she was shown; a night in which she was told nothing at all is not one in which she was shown nobody."""
    return rounds(evidence, want, {n: event.about for n, event in evidence.told("witch.victim")})


def _wolf_actors(evidence: Evidence, want: list[int]) -> Got:
    seats = list(evidence.actors("wolf", max((n for n, _ in evidence.all_of(e.NightFell)), default=None)))
    return Got(seats, seats == sorted(want))


def _actor(evidence: Evidence, want: dict[str, Any]) -> Got:
    """Role to the seat that acts, in the whole case or night by night."""
    got: dict[str, Any] = {}
    for key, value in want.items():
        if isinstance(value, dict):
            if not key.isdecimal():
                raise strange("actor", key)
            got[key] = {role: _one_actor(evidence, role, int(key)) for role in value}
        else:
            got[key] = _one_actor(evidence, key, None)
    return Got(got, got == want)


def _one_actor(evidence: Evidence, role: str, night: int | None) -> Any:
    if role not in ROLE_IDS:
        raise strange("actor", role)
    seats = evidence.actors(role_of(ROLE_IDS[role]).line_key, night)
    return seats[0] if len(seats) == 1 else list(seats) or None


def _called(evidence: Evidence, want: list[str]) -> Got:
    return Got(evidence.called, set(_names("called", want)) <= set(evidence.called))


def _called_not(evidence: Evidence, want: list[str]) -> Got:
    called = set(evidence.called)
    return Got(evidence.called, bool(called) and not called & set(_names("called_not", want)))


def _called_in_order(evidence: Evidence, want: list[str]) -> Got:
    """The names among those that were called, one after the other."""
    called = iter(evidence.called)
    return Got(evidence.called, all(name in called for name in _names("called_in_order", want)))


def _names(key: str, want: list[str]) -> list[str]:
    for name in want:
        if name not in CARDS:
            raise strange(key, name)
    return want


def _shoot_ok(evidence: Evidence, want: dict[str, bool]) -> Any:
    """Pressing in his window, is he given the shot? Of the living it is what he was last shown at night."""
    dead = evidence.player.game.state.dead
    return {seat: evidence.may_shoot(int(seat)) if int(seat) in dead else _status(evidence, int(seat)) for seat in want}


def _told_shoot_status(evidence: Evidence, _want: bool) -> Any:
    return _status(evidence, None)


def _status(evidence: Evidence, seat: int | None) -> bool | None:
    """The shooter's status of the last night in which `seat` (None: whoever it is) was told one."""
    statuses = (*evidence.told("hunter.status"), *evidence.told("wolfking.status"))
    told = [event.yes for _, event in statuses if seat is None or seat in event.to]

    return told[-1] if told else None


def _silenced(evidence: Evidence, want: dict[str, int | None]) -> Got:
    """Who was told of as silenced, in the morning after that night."""
    return rounds(evidence, want, {n: event.seat for n, event in evidence.all_of(e.Silenced)})


def _bear(evidence: Evidence, want: dict[str, bool]) -> Got:
    return rounds(evidence, want, {n: event.yes for n, event in evidence.all_of(e.Growled)})


def _not_told_role(evidence: Evidence, want: list[int]) -> Got:
    """None of these seats was told of any card but its own, nor of anybody what a check shows."""
    lines = ("hidden.show", "seer.result")
    told = sorted({seat for _, event in evidence.all_of(e.Told) if event.what in lines for seat in event.to})
    found = [seat for seat in want if seat in told]
    return Got(found, not found)


NIGHTS: Final[Mapping[str, Expectation]] = MappingProxyType(
    {
        "dawn": Expectation(dict[int, list[int]], _dawn),
        "check": Expectation(dict[int, str | None], _check),
        "witch_told": Expectation(dict[int, int | None], _witch_told),
        "wolf_actors": Expectation(list[int], _wolf_actors),
        "actor": Expectation(dict[str, int | dict[str, int]], _actor),
        "called": Expectation(list[str], _called),
        "called_not": Expectation(list[str], _called_not),
        "called_in_order": Expectation(list[str], _called_in_order),
        "shoot_ok": Expectation(dict[int, bool], _shoot_ok),
        "silenced": Expectation(dict[int, int | None], _silenced),
        "bear": Expectation(dict[int, bool], _bear),
        "not_told_role": Expectation(list[int], _not_told_role),
        "told_shoot_status": Expectation(bool, _told_shoot_status),
    }
)
"""The keys of this file."""

"""Places in a game, by the prompt that is open there: where a step or a `try` fits."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.events import Announced, DayBroke
from engine.prompts import OfferKind
from firmware.scenario.player import Player, Spot

SPEECH: Final = ("speech.turn", "speech.next", "speech.sheriff_last")
WINDOW: Final = "dawn.skill_ask"
"""The skill window of one of the dead."""
GUN: Final = "gun.ask"
"""Whom does the shooter take along?"""


BADGE: Final = "badge.how"
"""To whom does the badge pass?"""
TAKE: Final = "boom.ask"
"""Whom does a 自爆 take along?"""
DUEL: Final = "knight.ask"
"""With whom does 骑士 duel?"""
DIRECTION: Final = "speech.sheriff_pick"
"""In which order does the sheriff let the table speak?"""


def at(*lines: str, seat: int | None = None) -> Spot:
    """One of these lines is open; with `seat`, it asks that seat."""

    def spot(player: Player) -> bool:
        prompt = player.game.prompt
        return prompt is not None and prompt.call.line in lines and (seat is None or prompt.call.seat == seat)

    return spot


def in_round(spot: Spot, n: int | None) -> Spot:
    """`spot` in round `n` (None: in any)."""
    return lambda player: (n is None or player.n == n) and spot(player)


def night_begins(n: int) -> Spot:
    """The first question of night `n`."""

    def spot(player: Player) -> bool:
        return player.by_night and player.n == n and [one.n for one in player.asked if one.n == n] == [n]

    return spot


def by_night(player: Player) -> bool:
    """Any question of a night."""
    return player.by_night


def by_day(player: Player) -> bool:
    """Anything that is said by day; the clock is read in silence, and while they bid eyes are still shut."""
    return player.game.prompt is not None and not player.by_night and player.line not in ("", "sheriff.raise")


def next_night(n: int) -> Spot:
    """Any question of a night after round `n`."""
    return lambda player: player.by_night and player.n > n


def dawn_is_over(n: int) -> Spot:
    """The dead of night `n` are announced, or its dawn has ended the game before that."""

    def spot(player: Player) -> bool:
        announced = any(isinstance(event, Announced) and event.n == n for event in player.events)
        broke = any(isinstance(event, DayBroke) and event.n == n for event in player.events)
        return announced or (broke and player.game.over and player.n == n)

    return spot


def may_explode(player: Player) -> bool:
    """A moment of the day at which 自爆 stands open."""
    prompt = player.game.prompt
    return prompt is not None and any(offer.kind is OfferKind.EXPLODE for offer in prompt.offers)


def may_duel(player: Player) -> bool:
    """A moment of the day at which 决斗 stands open."""
    prompt = player.game.prompt
    return prompt is not None and any(offer.kind is OfferKind.DUEL for offer in prompt.offers)


def may_explode_in_speech(player: Player) -> bool:
    """The same, after the election: what is exploded in it says so."""
    return may_explode(player) and not player.electing


PHASES: Final[Mapping[str, Spot]] = MappingProxyType(
    {
        "夜": by_night,
        "夜里": by_night,
        "夜间": by_night,
        "发言": at(*SPEECH),
        "白天发言": at(*SPEECH),
        "投票": at("vote.open"),
        "放逐投票": at("vote.open"),
        "PK发言": at("pk.turn", "sheriff.pk_turn"),
        "PK投票": at("pk.vote", "sheriff.pk_vote"),
        "上警": at("sheriff.raise"),
        "竞选": lambda player: player.electing and may_explode(player),
        "竞选发言": at("sheriff.turn"),
        "警上发言": at("sheriff.turn"),
        "退水": at("sheriff.quit_open"),
        "退水时间": at("sheriff.quit_open"),
        "退水阶段": at("sheriff.quit_open"),
        "竞选投票": at("sheriff.vote_open"),
        "警长投票": at("sheriff.vote_open"),
        "竞选PK发言": at("sheriff.pk_turn"),
        "警长PK发言": at("sheriff.pk_turn"),
        "竞选PK投票": at("sheriff.pk_vote"),
        "警长PK投票": at("sheriff.pk_vote"),
        "移交警徽": at(BADGE),
        "定发言顺序": at(DIRECTION),
        "遗言": at("words.ask"),
        "开枪": at(WINDOW, GUN),
    }
)
"""The words of a case for a part of the day or night."""

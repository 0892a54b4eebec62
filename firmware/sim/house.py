"""Whose house it is: the house rules of a simulated game, drawn from its seed.

Half of the games are played by the rules of their board. The other half change some switches, or all
of them. Every value of every switch comes up, and any two switches can be combined; what the board
itself has set stays as it is.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from engine.houserules import HiddenWolfEnd, HouseRules, Switch
from firmware.sim.luck import luck

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.setup import Board

ROUNDS: Final = (20, 20, 3, 2, 1)
"""Rounds after which a game is a draw: mostly so many that none ever is."""

SOME: Final = (1, 2, 2, 3, 5, 0)
"""How many switches a house changes; 0 stands for all."""

OFTEN: Final = ("badge_swallow", "hunter_last_god_shot", "name_shooter_role", "max_rounds", "last_words_night")
"""Changed about twice as often as others: what they lead to is rare, or they have many values."""


def values(rule: str) -> tuple[str | int, ...]:
    """All values of the switch `rule` that a simulated house may have, the default first."""
    default = getattr(HouseRules(), rule)
    return tuple(type(default)) if isinstance(default, Enum) else tuple(dict.fromkeys(ROUNDS))


def drawn(board: Board, seed: int) -> HouseRules:
    """The house rules of the game of `board` with this seed."""
    rng = luck("house", seed)
    if rng.randrange(2):
        return board.rules
    own = [rule for rule, _ in board.overrides]
    free = [rule for rule in HouseRules.__struct_fields__ if rule not in own]
    some = rng.choice(SOME)
    chosen = rng.sample(free, min(some, len(free))) if some else free
    chosen += [rule for rule in OFTEN if rule in free and rule not in chosen and rng.randrange(5) == 0]
    changes = {rule: rng.choice(ROUNDS if rule == "max_rounds" else _changed(board.rules, rule)) for rule in chosen}
    return _playable(msgspec.structs.replace(board.rules, **changes))


def _playable(rules: HouseRules) -> HouseRules:
    """`rules`, where 隐狼 who does not know his pack dies with it: no other game could be played (rules 3.7)."""
    if rules.hidden_wolf_sees_pack is Switch.ON:
        return rules
    return msgspec.structs.replace(rules, hidden_wolf_end=HiddenWolfEnd.DIES_WITH_PACK)


def _changed(rules: HouseRules, rule: str) -> tuple[str | int, ...]:
    """The values of `rule` other than the one it has."""
    return tuple(value for value in values(rule) if value != getattr(rules, rule))


def in_play(rules: HouseRules, board: Board) -> Mapping[str, str]:
    """The switches that are not as `board` has them, and how they are."""
    own = board.rules
    return MappingProxyType(
        {
            name: str(getattr(rules, name))
            for name in rules.__struct_fields__
            if getattr(rules, name) != getattr(own, name)
        }
    )

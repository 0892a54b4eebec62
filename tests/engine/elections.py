"""A table of twelve on its way through an election: what the tests of elections share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.events import (
    NoSheriff,
    SheriffElected,
)
from tests.kit.engine_play import Play

TWELVE = "狼狼狼狼巫预猎白民民民民"
"""Seats 1 to 4 are wolves, 5 the witch, 6 the seer, 7 the hunter, 8 the idiot."""

DEFAULT: Final[Mapping[str, str]] = {}
DOUBLE: Final[Mapping[str, str]] = {"badge_swallow": "double"}


def table(*, knife: int | None = None, poison: int | None = None, house: Mapping[str, str] = DEFAULT) -> Play:
    """Twelve players after the first night."""
    return Play(TWELVE, house={"sheriff": "on", **house}).night(knife=knife, poison=poison)


def closed(game: Play) -> SheriffElected | NoSheriff:
    """How the election ended."""
    (end,) = (event for event in game.heard if isinstance(event, SheriffElected | NoSheriff))
    return end


def lines(game: Play) -> list[str]:
    return [prompt.call.line for prompt in game.prompts]

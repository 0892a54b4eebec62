"""All cards, and the night sheet: the ordered tuple that IS the wake order of the seed.

Order between roles is the order of this tuple; there are no numeric priorities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.events import Count
from engine.roles import (
    bear_tamer,
    bomber,
    cupid,
    guard,
    hidden_wolf,
    hunter,
    idiot,
    knight,
    lovers,
    old_rogue,
    seer,
    silence_elder,
    thief,
    villager,
    werewolf,
    white_wolf_king,
    wild_child,
    witch,
    wolf_beauty,
    wolf_king,
)
from engine.roles.role import Role
from engine.roles.vocabulary import Step

SHEET: Final[tuple[Step | Role, ...]] = (
    thief.NIGHT,
    cupid.NIGHT,
    lovers.NIGHT,
    wild_child.NIGHT,
    guard.NIGHT,
    werewolf.NIGHT,
    wolf_beauty.NIGHT,
    hidden_wolf.NIGHT,
    witch.NIGHT,
    seer.NIGHT,
    bear_tamer.NIGHT,
    silence_elder.NIGHT,
    hunter.NIGHT,
    wolf_king.NIGHT,
    idiot.NIGHT,
    knight.NIGHT,
    old_rogue.NIGHT,
    bomber.NIGHT,
    villager.ROLE,
    white_wolf_king.ROLE,
)
"""Every role, a line each: its step where it is called by night, else its card alone."""

NIGHT_SHEET: Final[tuple[Step, ...]] = tuple(entry for entry in SHEET if isinstance(entry, Step))
"""The steps of a night, top to bottom."""

ROLES: Final[tuple[Role, ...]] = tuple(
    entry.role if isinstance(entry, Step) else entry for entry in SHEET if isinstance(entry, Role) or entry.card
)
"""Every card there is, those of the night sheet in its order."""

SPEAKING: Final[tuple[Role, ...]] = tuple(entry.role if isinstance(entry, Step) else entry for entry in SHEET)
"""Everything with lines of its own: the cards, and the steps that belong to none."""

Trait = Callable[[Role], object]
"""What makes a card one of those that are asked for: lambda role: role.duels."""


def role_of(role_id: str) -> Role:
    """The role with this id.

    Raises:
        KeyError: there is none.
    """
    for role in ROLES:
        if role.id == role_id:
            return role
    raise KeyError(role_id)


def deck_has(deck: Iterable[Count], trait: Trait) -> bool:
    """Whether there is a card with `trait` in `deck`, whoever holds it."""
    return any(trait(role_of(entry.role)) for entry in deck)


def spares_of(deck: Iterable[Count]) -> int:
    """How many cards of `deck` lie face down: two with 盗贼."""
    return sum(role_of(entry.role).spares for entry in deck)

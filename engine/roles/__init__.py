"""All cards, and the night sheet: the ordered tuple that IS the wake order of the seed.

Order between roles is the order of this tuple; there are no numeric priorities.
"""

from __future__ import annotations

from typing import Final

from engine.roles import guard, hunter, idiot, seer, villager, werewolf, witch
from engine.roles.role import Role, Side
from engine.roles.vocabulary import Step

ROLES: Final[tuple[Role, ...]] = (
    guard.ROLE,
    werewolf.ROLE,
    witch.ROLE,
    seer.ROLE,
    hunter.ROLE,
    idiot.ROLE,
    villager.ROLE,
)
"""Every card there is, those of the night sheet in its order."""

NIGHT_SHEET: Final[tuple[Step, ...]] = (
    guard.NIGHT,
    werewolf.NIGHT,
    witch.NIGHT,
    seer.NIGHT,
    hunter.NIGHT,
    idiot.NIGHT,
)
"""The steps of a night, top to bottom."""

SEEN_AS_WOLF: Final[tuple[str, ...]] = tuple(role.id for role in ROLES if role.side is Side.WOLF)
"""The cards that a check reads as 狼人."""


def role_of(role_id: str) -> Role:
    """The role with this id.

    Raises:
        KeyError: there is none.
    """
    for role in ROLES:
        if role.id == role_id:
            return role
    raise KeyError(role_id)

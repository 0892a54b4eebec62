"""The facts from outside the rules: the minute of the day, and chance."""

from __future__ import annotations

import secrets

from engine.prompts import DEAL_DIGITS, LOTS, Wanted
from firmware.clocktrust import WallClock


def fact(wanted: Wanted, wall: WallClock) -> int | str | None:
    """What the rules ask for; who holds what, and which cards are spare, is staff's to say (None)."""
    match wanted:
        case Wanted.MINUTE:
            return wall.minute_of_day()
        case Wanted.LOT:
            return secrets.randbelow(LOTS)
        case Wanted.DEAL:
            return secrets.token_hex(DEAL_DIGITS // 2)
        case Wanted.CLAIMS | Wanted.SPARES:
            return None

"""A judge whose lots come from a seed, so that forced choices, or a deal without cards, can be had again."""

from __future__ import annotations

import random

from engine.prompts import DEAL_DIGITS, LOTS, Wanted
from firmware.judge import Judge


def drawing(seed: str, judge: type[Judge] = Judge) -> type[Judge]:
    """`judge`, but for where its lots and deals come from: from `seed` and the number of the question."""

    def read(self: Judge, wanted: Wanted) -> int | str | None:
        number = self.table.game.number if self.table else 0
        chance = random.Random(f"{seed}/{number}")
        match wanted:
            case Wanted.LOT:
                return chance.randrange(LOTS)
            case Wanted.DEAL:
                return f"{chance.getrandbits(4 * DEAL_DIGITS):0{DEAL_DIGITS}x}"
            case _:
                return judge._read(self, wanted)  # noqa: SLF001 - only where chance comes from is another

    return type(f"Drawing{judge.__name__}", (judge,), {"_read": read})

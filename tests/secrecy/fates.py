"""All the nights that end with the same dead: what may differ between twins without anybody noticing."""

from __future__ import annotations

import random
from typing import NamedTuple

from engine.events import Mark
from engine.hidden import Marked
from engine.seats import Seat, Seats
from engine.settlement import settle
from engine.state import GameState
from firmware.table.opening import BIG_TABLE
from tests.kit.players import Scene


class Night(NamedTuple):
    """How a fate comes about."""

    knife: Seat | None = None
    save: bool = False
    poison: Seat | None = None
    guard: Seat | None = None

    def dead(self, state: GameState) -> Seats:
        """Who is found dead after it."""
        saved = self.knife if self.save else None
        did = {Mark.KNIFE: self.knife, Mark.SAVE: saved, Mark.POISON: self.poison, Mark.GUARD: self.guard}
        marks = tuple(Marked(mark, (), target) for mark, target in did.items() if target is not None)
        return tuple(death.seat for death in settle(marks, state.rules).deaths)


def ways(scene: Scene, dead: Seats) -> list[Night]:
    """Nights after which exactly `dead` are found: all of them, but for whom else the guard might protect."""
    state = scene.state
    witch, guard = (next((s for s in scene.holders(role) if s in state.living), None) for role in ("witch", "guard"))
    has = [charge for charge in ("antidote", "poison") if witch and (witch, charge) not in state.spent]
    herself = state.n == 1 and len(state.seats) < BIG_TABLE
    idle = random.Random(f"{dead}{state.n}").choice(state.living)
    nights = []
    for knife in (None, *state.living):
        saves = (False, True) if "antidote" in has and knife and (knife != witch or herself) else (False,)
        poisons = (None, *(seat for seat in dead if "poison" in has and seat != witch))
        guards = {None, *(seat for seat in (knife, idle) if guard and seat != state.guarded)}
        nights += [
            Night(knife, save, poison, guarded)
            for save in saves
            for poison in poisons
            for guarded in sorted(guards, key=lambda seat: seat or 0)
            if not (save and poison)
        ]
    return [night for night in nights if night.dead(state) == dead]

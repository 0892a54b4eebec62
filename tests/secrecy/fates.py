"""All the nights that end with the same dead: what may differ between twins without anybody noticing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.events import Cause, Mark
from engine.hidden import Marked
from engine.seats import Seat, Seats
from engine.settlement import Bonds, settle
from engine.state import GameState
from firmware.table.opening import BIG_TABLE
from tests.kit.law import PACK_CARDS
from tests.kit.players import Scene

WOLVES: Final = (*PACK_CARDS, "hidden_wolf")


class Night(NamedTuple):
    """How a fate comes about."""

    knife: Seat | None = None
    save: bool = False
    poison: Seat | None = None
    guard: Seat | None = None
    charm: Seat | None = None

    def dead(self, state: GameState, bonds: Bonds) -> Seats:
        """Who is found dead after it."""
        saved = self.knife if self.save else None
        did = {Mark.KNIFE: self.knife, Mark.SAVE: saved, Mark.POISON: self.poison, Mark.GUARD: self.guard}
        marks = tuple(Marked(mark, (), target) for mark, target in did.items() if target is not None)
        return tuple(death.seat for death in settle(marks, state.rules, bonds).deaths)


def bonds(scene: Scene, charm: Seat | None) -> Bonds:
    """What ties the living together as the cards really lie, whatever the judge knows of it by now."""
    state = scene.state
    rogues, beauty = living(scene, "old_rogue"), living(scene, "wolf_beauty")
    return Bonds(
        lovers=state.lovers if all(seat in state.alive for seat in state.lovers) else (),
        charmer=next(iter(beauty), None),
        charmed=charm,
        drags_on=(Cause.POISON, Cause.HEARTBREAK),
        delayed=tuple((seat, (Cause.POISON, Cause.SHOT)) for seat in rogues),
        immune=rogues,
    )


def living(scene: Scene, role: str) -> Seats:
    """Who holds `role` and is not publicly out."""
    return tuple(seat for seat in scene.holders(role) if seat in scene.state.living)


def ways(scene: Scene, dead: Seats) -> list[Night]:
    """Nights after which exactly `dead` are found: all of them, but for whom else is protected, charmed, or doomed."""
    state = scene.state
    witch, guard, beauty, rogue = (
        next(iter(living(scene, role)), None) for role in ("witch", "guard", "wolf_beauty", "old_rogue")
    )
    has = [charge for charge in ("antidote", "poison") if witch and (witch, charge) not in state.spent]
    herself = state.n == 1 and len(state.seats) < BIG_TABLE
    chance = random.Random(f"{dead}{state.n}")
    idle = chance.choice(state.living)
    guards = sorted({seat for seat in (idle, *dead) if guard and seat != state.guarded})
    charmed = sorted({seat for seat in (idle, chance.choice(state.living), *dead) if beauty and seat != beauty})
    poisoned = [seat for seat in (*dead, *(() if rogue is None or rogue in dead else (rogue,))) if seat != witch]
    nights = []
    for charm in (None, *charmed):
        tied = bonds(scene, charm)
        for knife in (None, *(seat for seat in state.living if seat != beauty)):
            keeps = {None, *guards, *((knife,) if guard and knife and knife != state.guarded else ())}
            saves = (False, True) if "antidote" in has and knife and (knife != witch or herself) else (False,)
            nights += [
                Night(knife, save, poison, guarded, charm)
                for save in saves
                for poison in (None, *(poisoned if "poison" in has and not save else ()))
                for guarded in sorted(keeps, key=lambda seat: seat or 0)
                if Night(knife, save, poison, guarded).dead(state, tied) == dead
            ]
    return nights


def may_lie(spares: list[str]) -> bool:
    """Whether these cards may lie face down: neither 盗贼 nor 丘比特, and of the wolves one at most (rules 3.1)."""
    wolves = [card for card in spares if card in WOLVES]
    return len(wolves) <= 1 and not {"thief", "cupid"} & set(spares)


def growls(cards: Mapping[Seat, str], dead: Seats) -> bool:
    """Whether the bear is heard when `dead` are found: 驯熊师 lives, and beside him one who reads as a wolf."""
    left = [seat for seat in sorted(cards) if seat not in dead]
    tamers = [left.index(seat) for seat in left if cards[seat] == "bear_tamer"]
    beside = [left[(at + side) % len(left)] for at in tamers for side in (-1, 1)]
    return any(cards[seat] in PACK_CARDS for seat in beside)

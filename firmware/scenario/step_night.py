"""Steps of the night: what everybody does in it, and its dead announced."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.roles import role_of
from firmware.scenario.cases import Case
from firmware.scenario.entry import spares_of
from firmware.scenario.night import DEEDS, deed_of
from firmware.scenario.player import NeverAsked, Player
from firmware.scenario.spots import dawn_is_over, night_begins
from firmware.scenario.step import CaseStep


class NightStep(CaseStep, frozen=True, kw_only=True):
    """One whole night; it is played out when the next step needs it, so that a `try` may come into it."""

    n: int
    do: dict[str, Any]

    @property
    def today(self) -> int | None:
        """Its number."""
        return self.n

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Roles whose deeds are not known, or whom nobody holds."""
        found = []
        for role, deed in self.do.items():
            held = (*case.seats.values(), *(role_of(card).name.zh for card in spares_of(case)))
            if role not in DEEDS or (deed is not None and role not in held):
                found.append(f"没有夜间行动 {role} / night deed not known: {role}")
                continue
            try:
                deed_of(role, deed)
            except msgspec.ValidationError:
                found.append(f"看不懂 {role} 的行动 {deed} / deed not known: {role} {deed}")
        return tuple(found)

    def play(self, player: Player) -> None:
        """Have the night begin; what everybody does is planned."""
        if self.n in player.plan.nights:
            raise NeverAsked
        self.go(player, night_begins(self.n))
        player.plan.nights_of[self.n] = player.step
        player.plan.nights[self.n] = {role: deed_of(role, deed) for role, deed in self.do.items()}


class DawnStep(CaseStep, frozen=True, kw_only=True):
    """The dead of a night are announced."""

    n: int

    @property
    def today(self) -> int | None:
        """Its number."""
        return self.n

    def play(self, player: Player) -> None:
        """On until the night is announced, or has ended the game."""
        if not player.reach(dawn_is_over(self.n)):
            raise NeverAsked

"""What a step of a case is: it says what it does not know, and plays itself."""

from __future__ import annotations

from typing import Self

import msgspec

from firmware.scenario.cases import Case
from firmware.scenario.player import NeverAsked, Player, Spot
from firmware.scenario.spots import PHASES, in_round


class CaseStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a case. `time` is what the clock shows on its day."""

    t: str
    time: str | None = None

    @property
    def today(self) -> int | None:
        """The round it belongs to; None: whenever it fits."""
        return None

    def doubts(self, case: Case) -> tuple[str, ...]:
        """What of this step is not known, in both languages."""
        del case
        return ()

    def for_case(self, case: Case) -> Self:
        """The step as `case` means it."""
        del case
        return self

    def play(self, player: Player) -> None:
        """Do it.

        Raises:
            NeverAsked: the question it answers does not come.
        """
        raise NotImplementedError

    def go(self, player: Player, spot: Spot) -> None:
        """Quietly on to `spot`, on the day of this step."""
        if not player.reach(in_round(spot, self.today)):
            raise NeverAsked


class DayStep(CaseStep, frozen=True, kw_only=True):
    """A step of the day `day`."""

    day: int | None = None

    @property
    def today(self) -> int | None:
        """Its day."""
        return self.day


def unknown_phase(phase: str | None) -> tuple[str, ...]:
    """A doubt about `phase`, where it is no part of the day that is known."""
    return () if phase is None or phase in PHASES else (f"没有阶段 {phase} / phase not known: {phase}",)

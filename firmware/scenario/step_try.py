"""The step `try`: one attempted action, sent where it belongs."""

from __future__ import annotations

import msgspec

from engine.seats import Seat
from firmware.scenario.cases import Case
from firmware.scenario.entry import ROLE_IDS
from firmware.scenario.player import NeverAsked, Player, Spot
from firmware.scenario.spots import PHASES, by_day, by_night, in_round
from firmware.scenario.step import DayStep, unknown_phase
from firmware.scenario.tries import ATTEMPTS, Attempt, Deed


class TryStep(DayStep, frozen=True, kw_only=True):
    """One attempted action; `expect.rejected` judges it."""

    by: int
    do: str
    target: int | str | list[int] | None = None
    spares: list[str] | None = msgspec.field(name="底牌", default=None)
    """盗贼选牌: the two cards that lie face down."""
    phase: str | None = None
    night: int | None = None

    @property
    def today(self) -> int | None:
        """Its night or day."""
        return self.day if self.night is None else self.night

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Unknown actions, targets and parts of the day."""
        del case
        found = () if self.do in ATTEMPTS else (f"没有行动 {self.do} / action not known: {self.do}",)
        if isinstance(self.target, str) and self.target not in ROLE_IDS:
            found = (*found, f"不会以 {self.target} 为目标 / target not known: {self.target}")
        return (*found, *unknown_phase(self.phase))

    def play(self, player: Player) -> None:
        """Attempt it where it belongs."""
        attempt = ATTEMPTS[self.do]
        target = ROLE_IDS[self.target] if isinstance(self.target, str) else self.target
        deed = Deed(Seat(self.by), tuple(target) if isinstance(target, list) else target)
        spots = self._spots(attempt, deed)
        if not any(player.reach(in_round(spot, self.today)) for spot in spots):
            unasked = attempt.unasked and not self.phase
            if not player.game.over and not (unasked and self._somewhere(player)):
                raise NeverAsked
        player.tries.append(attempt.send(player, deed))

    def _spots(self, attempt: Attempt, deed: Deed) -> tuple[Spot, ...]:
        """Where the case says; else where the action belongs, unless it is attempted at the wrong time of day."""
        if self.phase is not None:
            return (PHASES[self.phase],)
        if self.night is not None and attempt.by_day:
            return (by_night,)
        if self.night is None and self.day is not None and not attempt.by_day:
            return (by_day,)
        return attempt.spots(deed)

    def _somewhere(self, player: Player) -> bool:
        """On to anything that is asked in its round."""
        return player.reach(in_round(by_night if self.night is not None else by_day, self.today))

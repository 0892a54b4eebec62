"""Dawn: the night is settled, the game may be decided, the dead are announced (rules 4, 7.3)."""

from __future__ import annotations

from engine.conversation import Judge, Procedure
from engine.deaths import night_deaths
from engine.events import DayBroke
from engine.settlement import settle


def dawn(judge: Judge) -> Procedure[None]:
    """天亮, then the dead in ascending order without a cause, or 平安夜."""
    yield DayBroke(judge.state.n)
    yield from night_deaths(judge, settle(judge.state.marks))

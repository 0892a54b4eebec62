"""天亮, and what the room is told right after it (rules 3.10, 3.11, 7.2): the growl, and who may not speak."""

from __future__ import annotations

from engine.conversation import Judge, Procedure
from engine.deaths import leavers
from engine.events import DayBroke
from engine.roles import NIGHT_SHEET, ROLES
from engine.roles.vocabulary import Morning, nothing


def break_day(judge: Judge) -> Procedure[None]:
    """天亮，所有玩家睁眼. The dead of the night are told later, on day 1 after the election."""
    yield DayBroke(judge.state.n)
    if omens_due(judge):
        yield from leavers(judge)  # who has left in the night sits beside nobody
    yield from omens(judge, announced=False)


def omens_due(judge: Judge) -> bool:
    """Whether a role of the deck is told of in the morning."""
    return any(step.morning is not nothing for step in NIGHT_SHEET if step.called(judge.state, step.role, ROLES))


def omens(judge: Judge, *, announced: bool) -> Procedure[None]:
    """What the roles of the deck add to the morning, in the order of the sheet, before or after the dead are told."""
    for step in NIGHT_SHEET:
        if step.called(judge.state, step.role, ROLES):
            told = step.morning(Morning(judge.state, ROLES, step.role, announced=announced))
            if told is not None:
                yield told

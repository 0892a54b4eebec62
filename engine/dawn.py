"""Dawn: the night is settled, the game may be decided, the dead are announced (rules 4, 7.1, 7.3).

On day 1 of a game with a sheriff the election comes in between, and 天亮 comes inside it.
"""

from __future__ import annotations

from engine.conversation import Judge, Procedure
from engine.deaths import end_or_hold, follow_up, leavers, night_deaths, night_words, show_cards, unannounced
from engine.events import Announced, Badge, DayBroke, Phase, PhaseEntered, Stage
from engine.links import bonds_of
from engine.morning import break_day, omens
from engine.settlement import settle
from engine.state import GameState


def dawn(judge: Judge) -> Procedure[None]:
    """Who died in the night; unless that decides the game, on to the election that is due or to the announcement."""
    n = judge.state.n
    won = yield from night_deaths(judge, settle(judge.state.marks, judge.state.rules, bonds_of(judge.state)))
    if won is None and election_due(judge.state):
        yield PhaseEntered(Phase.ELECTION, n, stage=Stage.BID)
        return
    if won is None:
        yield from break_day(judge)
    else:
        yield DayBroke(n)
        yield from end_or_hold(judge, won, unannounced(judge.state))
    yield from leavers(judge)
    if won is None and judge.state.stage is Stage.SUSPENDED:
        yield PhaseEntered(Phase.ELECTION, n, stage=Stage.SUSPENDED)
    else:
        yield PhaseEntered(Phase.ANNOUNCE, n)


def election_due(state: GameState) -> bool:
    """Whether the sheriff is elected before the dead of this night are announced."""
    return state.sheriff_game and state.n == 1 and state.badge is Badge.OPEN and state.stage is Stage.NONE


def announce(judge: Judge) -> Procedure[None]:
    """The dead in ascending order without a cause, or 平安夜; a 自爆 in the election has ended the day already."""
    yield from leavers(judge)
    batch = unannounced(judge.state)
    words = night_words(judge.state, batch)
    yield Announced(judge.state.n, tuple(death.seat for death in batch))
    yield from show_cards(judge, batch)
    yield from omens(judge, announced=True)
    then = Phase.SPEECHES if not judge.state.cut_short else Phase.DAY_END
    yield from follow_up(judge, batch, words, then)

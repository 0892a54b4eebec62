"""Speeches of the day: everybody alive speaks once (rules 7.4)."""

from __future__ import annotations

from engine.conversation import Judge, Procedure
from engine.day import reveals, round_of_speeches
from engine.deaths import leavers
from engine.events import Phase, PhaseEntered, SpeechesOver
from engine.order import open_speeches
from engine.roles import deck_has
from engine.seats import Seat
from engine.state import GameState


def speeches(judge: Judge) -> Procedure[None]:
    """The order, then everybody in it, the sheriff last; a duel may have come in between.

    Raises:
        DayEnds: a seat took the offer of 自爆.
        DuelBegins: a seat took the offer of a duel.
    """
    yield from leavers(judge)
    if not judge.state.talking:
        yield from open_speeches(judge)
    if (yield from round_of_speeches(judge, line, reveals)):
        yield SpeechesOver()
        delays = deck_has(judge.state.deck, lambda role: role.delays)
        yield PhaseEntered(Phase.DELAYED if delays else Phase.BALLOT, judge.state.n)


def line(state: GameState, speaker: Seat) -> str:
    """The sheriff calls the vote; the first speaker is called otherwise than the next."""
    if speaker == state.sheriff:
        return "speech.sheriff_last"
    return "speech.next" if state.spoke else "speech.turn"

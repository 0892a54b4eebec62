"""老流氓's delayed death (rules 3.15): what hit him earlier kills him when the speeches are over.

Where the day ends before that, he dies at its end.
"""

from __future__ import annotations

from engine.conversation import Judge, Procedure
from engine.deaths import day_batch, follow_up
from engine.events import Cause, DelayedOut, Phase, PhaseEntered
from engine.houserules import DelayedDeath, SwitchOff
from engine.seats import Seats
from engine.settlement import Death
from engine.state import GameState


def delayed(judge: Judge) -> Procedure[None]:
    """After the speeches, before the ballot."""
    due = due_now(judge.state)
    if due and judge.state.rules.rogue_death_point is not DelayedDeath.AFTER_VOTE:
        yield from die(judge, due, Phase.BALLOT)
    else:
        yield PhaseEntered(Phase.BALLOT, judge.state.n)


def die(judge: Judge, due: Seats, then: Phase) -> Procedure[None]:
    """Those who are `due` are out."""
    for seat in due:
        card = judge.state.card_of(seat)
        assert card is not None, "who is doomed holds a known card"
        yield DelayedOut(seat, card)
    dead = yield from day_batch(judge, tuple(Death(seat, Cause.DELAYED) for seat in due))
    words = dead if judge.state.rules.last_words_rogue is SwitchOff.ON else ()
    yield from follow_up(judge, dead, words, then)


def after_own_speech(judge: Judge) -> Procedure[bool]:
    """Whether somebody who is due has just ended its speech and is out now (house rule rogue_death_point)."""
    if judge.state.rules.rogue_death_point is not DelayedDeath.OWN_SPEECH:
        return False
    due = tuple(seat for seat in due_now(judge.state) if seat in judge.state.spoke)
    if due:
        yield from die(judge, due, Phase.RETURN)
    return bool(due)


def due_now(state: GameState) -> Seats:
    """Who lives and dies today."""
    return tuple(sorted({seat for seat, n in state.doomed if n <= state.n and seat in state.alive}))

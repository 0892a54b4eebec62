"""The day: who has the floor, what may be taken meanwhile, and how a day ends (rules 7.4, 7.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.cards import holds
from engine.conversation import GameEnds, Judge, Procedure, floor, read_minute
from engine.deaths import leavers
from engine.delayed import after_own_speech, die, due_now
from engine.duel import duel_offers
from engine.events import DayEnded, Phase, PhaseEntered, Reason, Spoke, Winner, Withdrew
from engine.prompts import Call, Eyes, Floor, Form, Offer, OfferKind
from engine.seats import Seat
from engine.state import GameState

MUTE: Final = "speech.mute"
"""With which line a silenced seat is called."""

Line = Callable[[GameState, Seat], str]
"""With which line a seat is called to speak."""
Offers = Callable[[GameState], tuple[Offer, ...]]
"""What stands open during a speech."""


def read_clock(judge: Judge) -> Procedure[int]:
    """The minute that orders speeches. Who has left while it was announced counts as out, and is not called."""
    minute = yield from read_minute()
    yield from leavers(judge)
    return minute


def round_of_speeches(judge: Judge, line: Line, offers: Offers) -> Procedure[bool]:
    """Whoever is still to speak, in order; whether all have. False: a death has come in between.

    Raises:
        DayEnds: a seat took the offer of 自爆.
        DuelBegins: a seat took the offer of a duel.
    """
    yield from leavers(judge)
    while judge.state.speakers:
        yield from speech(judge, line, offers)
        yield from leavers(judge)
        if (yield from after_own_speech(judge)):
            return False
    return True


def speech(judge: Judge, line: Line, offers: Offers) -> Procedure[None]:
    """The next speaker has the floor; a 退水 in between leaves the rest of the speech to be spoken.

    Raises:
        DayEnds: a seat took the offer of 自爆.
        DuelBegins: a seat took the offer of a duel.
    """
    seat = judge.state.speakers[0]
    call = Call(line=spoken_by(judge.state, seat, line), form=Form.FLOOR, eyes=Eyes.OPEN, seat=seat)
    while True:
        state = judge.state
        prompt = Floor(call=call, offers=offers(state), left_ms=state.floor_left, resumed=state.broken)
        taken = yield from floor(prompt)
        if taken is None:
            break
        yield Withdrew(taken.seat, speech=True, left_ms=taken.left_ms)
    yield Spoke(seat)


def spoken_by(state: GameState, seat: Seat, line: Line) -> str:
    """How `seat` is called to speak; who has been told to be silenced, to gestures (rules 3.11)."""
    return MUTE if seat == state.silenced else line(state, seat)


def reveals(state: GameState) -> tuple[Offer, ...]:
    """What stands open by day to whoever reveals its card: 自爆, and on boards with 骑士 the duel."""
    return (explode_offer(state), *duel_offers(state))


def explode_offer(state: GameState) -> Offer:
    """自爆, open to whoever is not out and whose card explodes or who has turned; that it stands open tells nothing.

    A wolf the night has killed, but of whose death nobody knows, may still take it.
    """
    who = (s for s in state.living if s in state.turned or holds(state, s, lambda role: role.explodes))
    return Offer(OfferKind.EXPLODE, tuple(who))


def day_end(judge: Judge) -> Procedure[None]:
    """Whoever is due dies; then the day is over: after the last round the game is a draw, else night falls."""
    yield from leavers(judge)
    n = judge.state.n
    if due_now(judge.state):
        yield from die(judge, due_now(judge.state), Phase.DAY_END)
        return
    yield DayEnded(n, early=judge.state.cut_short)
    if n >= judge.state.rules.max_rounds:
        raise GameEnds(Winner.DRAW, Reason.ROUNDS)
    yield PhaseEntered(Phase.NIGHT, n + 1)

"""The day: who has the floor, what may be taken meanwhile, and how a day ends (rules 7.4, 7.6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.conversation import GameEnds, Judge, Procedure, floor, read_minute
from engine.deaths import leavers
from engine.events import DayEnded, Phase, PhaseEntered, Reason, Spoke, Winner, Withdrew
from engine.prompts import Call, Eyes, Floor, Form, Offer, OfferKind
from engine.roles import role_of
from engine.seats import Seat
from engine.state import GameState

Line = Callable[[GameState, Seat], str]
"""With which line a seat is called to speak."""
Offers = Callable[[GameState], tuple[Offer, ...]]
"""What stands open during a speech."""


def read_clock(judge: Judge) -> Procedure[int]:
    """The minute that orders speeches. Who has left while it was announced counts as out, and is not called."""
    minute = yield from read_minute()
    yield from leavers(judge)
    return minute


def round_of_speeches(judge: Judge, line: Line) -> Procedure[None]:
    """Whoever is still to speak, in order. 自爆 stands open.

    Raises:
        DayEnds: a seat took it.
    """
    yield from leavers(judge)
    while judge.state.speakers:
        yield from speech(judge, line, lambda state: (explode_offer(state),))
        yield from leavers(judge)


def speech(judge: Judge, line: Line, offers: Offers) -> Procedure[None]:
    """The next speaker has the floor; a 退水 in between leaves the rest of the speech to be spoken.

    Raises:
        DayEnds: a seat took the offer of 自爆.
    """
    seat = judge.state.speakers[0]
    call = Call(line=line(judge.state, seat), form=Form.FLOOR, eyes=Eyes.OPEN, seat=seat)
    while True:
        state = judge.state
        prompt = Floor(call=call, offers=offers(state), left_ms=state.floor_left, resumed=state.broken)
        taken = yield from floor(prompt)
        if taken is None:
            break
        yield Withdrew(taken.seat, speech=True, left_ms=taken.left_ms)
    yield Spoke(seat)


def explode_offer(state: GameState) -> Offer:
    """自爆, open to those whose card explodes and who are not out; that it stands open is the same whoever they are.

    A wolf the night has killed, but of whose death nobody knows, may still take it.
    """
    who: list[Seat] = []
    for seat in state.living:
        card = state.card_of(seat)
        if card is not None and role_of(card).explodes:
            who.append(seat)
    return Offer(OfferKind.EXPLODE, tuple(who))


def day_end(judge: Judge) -> Procedure[None]:
    """The day is over; after the last round of the house rules the game is a draw, else night falls."""
    yield from leavers(judge)
    n = judge.state.n
    yield DayEnded(n, early=judge.state.exploded is not None)
    if n >= judge.state.rules.max_rounds:
        raise GameEnds(Winner.DRAW, Reason.ROUNDS)
    yield PhaseEntered(Phase.NIGHT, n + 1)

"""The badge: whoever has it and is out passes it to a living seat or tears it (rules 7.7).

Asked once per chain, when no shot is left: until then the badge is still on the dead sheriff, so that
nobody who dies in the same chain can get it. No choice in time tears it.
"""

from __future__ import annotations

from engine.conversation import Judge, Procedure, roll_call
from engine.events import BadgeAsked, BadgePassed, BadgeTorn
from engine.houserules import ExplodingSheriff, IdiotSheriff
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.seats import TEAR, Option, Seat, Seats
from engine.state import GameState


def pass_badge(judge: Judge) -> Procedure[None]:
    """移交 or 撕掉, where there is a sheriff who must give the badge up."""
    state = judge.state
    holder = state.sheriff
    if holder is None or not must_give_up(state, holder):
        return
    lost = holder == state.exploded and state.rules.exploding_sheriff_badge is ExplodingSheriff.LOST
    if lost or holder in state.left:
        yield BadgeTorn(holder, timeout=False)
        return
    yield BadgeAsked(holder)
    chosen = yield from ask_for_heir(judge, holder)
    while chosen in judge.state.left and holder not in judge.state.left:
        chosen = yield from ask_for_heir(judge, holder)
    if isinstance(chosen, int):
        yield BadgePassed(holder, Seat(chosen))
    else:
        yield BadgeTorn(holder, timeout=chosen is None)


def ask_for_heir(judge: Judge, holder: Seat) -> Procedure[Option | None]:
    """To whom, or torn; None without a choice. Who leaves while it is asked can be chosen, and it is asked again."""
    state = judge.state
    options: tuple[Option, ...] = (*state.living, TEAR)
    call = Call(line="badge.how", form=Form.CHOICE, eyes=Eyes.OPEN, seat=holder, options=options)
    legal = Legal(holder, (*receivers(state), TEAR))
    return (yield from roll_call(RollCall(call=call, legal=(legal,)))).of(holder)


def must_give_up(state: GameState, holder: Seat) -> bool:
    """Out; or flipped, where the house lets no 白痴 keep it."""
    return holder in state.out or (hands_over(state) and holder in state.flipped)


def hands_over(state: GameState) -> bool:
    """Whether a flipped 白痴 may not have the badge."""
    return state.rules.idiot_sheriff is IdiotSheriff.HAND_OVER


def receivers(state: GameState) -> Seats:
    """Who can become sheriff: whoever lives and is there; 白痴 after his flip too, unless he may not have it."""
    barred = state.flipped if hands_over(state) else ()
    return tuple(seat for seat in state.present if seat not in barred)

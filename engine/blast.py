"""Exile by vote and 炸弹人 (rules 3.16, 7.5): he takes everybody along who voted for him."""

from __future__ import annotations

from engine.cards import holds
from engine.conversation import Judge, Procedure, press
from engine.deaths import caused_by, day_batch, flip, follow_up
from engine.events import Blasted, BlastHeld, Cause, Exiled, Phase, PhaseEntered
from engine.houserules import BomberBallot, Switch
from engine.prompts import Call, Eyes, Form, Gesture, Press
from engine.roles import deck_has
from engine.seats import Seat, Seats
from engine.settlement import Death
from engine.state import GameState


def exile(judge: Judge, seat: Seat) -> Procedure[None]:
    """`seat` is exiled by the ballot; 白痴 turns his card over instead, once, if he is still there.

    Where the house does not force the blast, whoever is exiled is asked on boards with 炸弹人.
    """
    there = seat not in judge.state.flipped and seat not in judge.state.left
    if there and holds(judge.state, seat, lambda role: role.flips):
        yield from flip(judge, seat)
        return
    yield Exiled(seat)
    if asks(judge.state):
        yield PhaseEntered(Phase.BLAST, judge.state.n)
        return
    yield from leave(judge, seat, blows=blasts(judge.state, seat))


def window(judge: Judge) -> Procedure[None]:
    """要引爆请按一下: the same for everybody who is exiled; who cannot and who will not sound alike."""
    seat = judge.state.exiled
    assert seat is not None, "somebody has been exiled"
    call = Call(line="bomb.ask", form=Form.ASK, eyes=Eyes.OPEN, seat=seat)
    pressed = yield from press(Press(call=call, gesture=Gesture.TAP, who=(seat,)))
    blows = bool(pressed) and blasts(judge.state, seat)
    if not blows:
        yield BlastHeld(seat)
    yield from leave(judge, seat, blows=blows)


def leave(judge: Judge, seat: Seat, *, blows: bool) -> Procedure[None]:
    """The exiled dies, and with the blast who voted for him: they have no skill and no last words."""
    batch: tuple[Death, ...] = (Death(seat, Cause.EXILE),)
    card = judge.state.card_of(seat)
    if blows and card is not None:
        voters = tuple(voter for voter in voters_for(judge.state, seat) if voter in judge.state.alive)
        yield Blasted(seat, voters, card)
        batch = (*batch, *(Death(voter, Cause.BLAST) for voter in voters))
    dead = yield from day_batch(judge, batch)
    yield from follow_up(judge, dead, caused_by(dead, (Cause.EXILE,)), Phase.DAY_END)


def voters_for(state: GameState, seat: Seat) -> Seats:
    """Who voted for `seat` in the ballot that decided, or in either; not himself."""
    votes = state.votes
    if state.rules.bomber_ballot is BomberBallot.BOTH:
        votes = (*votes, *state.first_votes)
    return tuple(sorted({voter for voter, candidate in votes if candidate == seat and voter != seat}))


def blasts(state: GameState, seat: Seat) -> bool:
    """Whether `seat` is 炸弹人."""
    return seat not in state.left and holds(state, seat, lambda role: role.blasts)


def asks(state: GameState) -> bool:
    """Whether the exiled are asked."""
    forced = state.rules.bomber_forced is Switch.ON
    return not forced and deck_has(state.deck, lambda role: role.blasts)

"""决斗 (rules 3.14, 8): 骑士 reveals himself by day and names a seat. A wolf dies and the day is over; else he dies.

Then everything goes on where it was, with the time that the interrupted speaker had left.
"""

from __future__ import annotations

from engine.cards import holds
from engine.conversation import Judge, Procedure, roll_call
from engine.deaths import caused_by, day_batch, follow_up, leavers
from engine.events import (
    Cause,
    DuelAnswered,
    DuelCalled,
    DuelDropped,
    DuelLost,
    DuelWon,
    NoSheriff,
    Phase,
    PhaseEntered,
    SpeechesResumed,
    Spent,
    Vacant,
)
from engine.explosion import electing
from engine.houserules import Switch, SwitchOff
from engine.prompts import Call, Eyes, Form, Legal, Offer, OfferKind, RollCall
from engine.roles import deck_has
from engine.seats import Seat
from engine.settlement import Death
from engine.state import GameState
from engine.victory import is_wolf

DUEL = "duel"


def duel_offers(state: GameState) -> tuple[Offer, ...]:
    """决斗, open to 骑士 who has not used it; none on boards without him. That it stands open tells nothing."""
    if not deck_has(state.deck, lambda role: role.duels):
        return ()
    if electing(state) and state.rules.knight_in_election is SwitchOff.OFF:
        return ()
    who = (seat for seat in state.present if holds(state, seat, lambda role: role.duels))
    return (Offer(OfferKind.DUEL, tuple(seat for seat in who if not state.has_spent(seat, DUEL))),)


def challenge(judge: Judge, seat: Seat, left_ms: int | None) -> Procedure[None]:
    """`seat` is 骑士 and calls a duel, `left_ms` before the end of the speech that runs (None: none does)."""
    yield DuelAnswered(seat, left_ms)
    yield Spent(seat, DUEL)
    card = judge.state.card_of(seat)
    assert card is not None, "only 骑士 is offered a duel"
    yield DuelCalled(seat, card)
    yield PhaseEntered(Phase.DUEL, judge.state.n)


def duel(judge: Judge) -> Procedure[None]:
    """请选择决斗的目标, and what comes of it. Who names nobody has used his duel up."""
    seat = judge.state.duel
    assert seat is not None, "somebody has called a duel"
    options = tuple(other for other in judge.state.living if other != seat)
    call = Call(line="knight.ask", form=Form.CHOICE, eyes=Eyes.OPEN, seat=seat, options=options)
    chosen = (yield from roll_call(RollCall(call=call, legal=(Legal(seat, options),)))).of(seat)
    yield from leavers(judge)
    target = Seat(chosen) if isinstance(chosen, int) else None
    if target is None or target in judge.state.out or seat in judge.state.out:
        yield DuelDropped(seat)
        yield PhaseEntered(Phase.RETURN, judge.state.n)
    elif hits(judge.state, target):
        yield from won(judge, seat, target)
    else:
        yield DuelLost(seat, target)
        yield from die(judge, seat, Phase.RETURN)


def won(judge: Judge, seat: Seat, target: Seat) -> Procedure[None]:
    """`target` dies and night falls; an election that runs is over, and last night's dead are announced first."""
    in_election = electing(judge.state)
    yield DuelWon(seat, target)
    if in_election:
        yield NoSheriff(Vacant.DUEL)
    yield from die(judge, target, Phase.ANNOUNCE if in_election else Phase.DAY_END)


def die(judge: Judge, loser: Seat, then: Phase) -> Procedure[None]:
    """The loser dies without a skill; last words only where the house gives them."""
    dead = yield from day_batch(judge, (Death(loser, Cause.DUEL),))
    words = caused_by(dead, (Cause.DUEL,)) if judge.state.rules.last_words_duel is SwitchOff.ON else ()
    yield from follow_up(judge, dead, words, then)


def hits(state: GameState, target: Seat) -> bool:
    """Whether a duel reads `target` as a wolf; 隐狼 too, unless the house says otherwise."""
    spared = state.rules.knight_hits_hidden_wolf is Switch.OFF and holds(state, target, lambda role: role.hides)
    return is_wolf(state, target) and not spared


def go_on(judge: Judge) -> Procedure[None]:
    """继续发言: back to the election that runs, or to the speeches."""
    yield SpeechesResumed()
    if electing(judge.state):
        yield PhaseEntered(Phase.ELECTION, judge.state.n, stage=judge.state.stage)

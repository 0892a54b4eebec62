"""自爆 (rules 7.6): a wolf reveals itself, the day is over; on boards with 白狼王 it may take somebody along.

The question whom to take is put after every 自爆 on such a board, whoever it was (rules 9).
"""

from __future__ import annotations

from engine.cards import holds
from engine.conversation import Judge, Procedure, read_lot, roll_call
from engine.deaths import caused_by, day_batch, follow_up, leavers, windows
from engine.events import (
    Cause,
    ElectionSuspended,
    Exploded,
    NobodyTaken,
    NoSheriff,
    Phase,
    PhaseEntered,
    Stage,
    TakenAlong,
    Vacant,
    WithdrawalNamed,
)
from engine.houserules import BadgeSwallow, SwitchOff
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.roles import deck_has
from engine.seats import Seat, Seats
from engine.settlement import Death
from engine.state import GameState


def explode(judge: Judge, seat: Seat) -> Procedure[None]:
    """`seat` reveals itself a wolf and is out. A wolf the night has killed already does not die twice."""
    then = Phase.ANNOUNCE if electing(judge.state) else Phase.DAY_END
    yield Exploded(seat)
    if deck_has(judge.state.deck, lambda role: role.takes):
        yield PhaseEntered(Phase.TAKE, judge.state.n, then)
    else:
        yield from burst(judge, seat, None, then)


def take(judge: Judge) -> Procedure[None]:
    """要带人，请在报到的号码按一下; nobody, where it is not 白狼王 or he will not."""
    state = judge.state
    seat = state.exploded
    assert seat is not None, "somebody has exploded"
    takes = seat not in state.left and holds(state, seat, lambda role: role.takes)
    options = state.living if takes else ()
    lot = (yield from read_lot()) if state.rules.wwk_must_take is SwitchOff.ON else None
    call = Call(line="boom.ask", form=Form.CHOICE, eyes=Eyes.OPEN, seat=seat, options=state.living)
    chosen = (yield from roll_call(RollCall(call=call, legal=(Legal(seat, options),)))).of(seat)
    if chosen is None and lot is not None and options:
        chosen = options[lot % len(options)]
    target = Seat(chosen) if isinstance(chosen, int) else None
    yield from leavers(judge)
    # Whom the night has killed is told of later; the take is wasted, and nobody may know why.
    if target is None or target not in judge.state.alive:
        yield NobodyTaken(seat)
        target = None
    else:
        card = state.card_of(seat)
        assert card is not None, "only 白狼王 had a choice"
        yield TakenAlong(seat, target, card)
    yield from burst(judge, seat, target, judge.state.then)


def burst(judge: Judge, seat: Seat, target: Seat | None, then: Phase) -> Procedure[None]:
    """The deaths of a 自爆; in the election it is over with it, and last night's dead are announced next."""
    batch: tuple[Death, ...] = (Death(seat, Cause.EXPLODE),)
    if target is not None:
        batch = (*batch, Death(target, Cause.TAKE))
    dead = yield from day_batch(judge, batch)
    if electing(judge.state):
        yield from end_election(judge, seat)
    words = caused_by(dead, (Cause.EXPLODE,)) if judge.state.rules.last_words_explode is SwitchOff.ON else ()
    # In the election the dead of the night come first: where nobody is asked or heard, nothing is said of it.
    silent = then is Phase.ANNOUNCE and not words and not windows(judge.state, dead)
    yield from follow_up(judge, () if silent else dead, words, then)


def electing(state: GameState) -> bool:
    """Whether an election runs."""
    return state.stage not in (Stage.NONE, Stage.SUSPENDED, Stage.CLOSED)


def end_election(judge: Judge, seat: Seat) -> Procedure[None]:
    """No badge; or with 双爆 the first time only a suspension."""
    if judge.state.rules.badge_swallow is BadgeSwallow.DOUBLE and not judge.state.resumed:
        if unnamed(judge.state):
            yield WithdrawalNamed(unnamed(judge.state))
        yield ElectionSuspended(seat)
    else:
        yield NoSheriff(Vacant.EXPLODED)


def unnamed(state: GameState) -> Seats:
    """Who has withdrawn without the room having been told."""
    return tuple(seat for seat in state.withdrawn if seat not in state.named)

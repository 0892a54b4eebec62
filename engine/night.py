"""Night: every step of the sheet that is due, in its order, the same for the ear every time (rules 2, 9)."""

from __future__ import annotations

from engine.claims import REDEAL, cards_assigned, cards_claimed, holders
from engine.conversation import Judge, Procedure, press, read
from engine.events import (
    CardsKnown,
    Claimed,
    ClaimsDoubted,
    NightEnded,
    NightFell,
    Phase,
    PhaseEntered,
    Redealt,
    StepClosed,
)
from engine.prompts import Call, Eyes, Form, Gesture, Press, Read, Wanted
from engine.roles import NIGHT_SHEET, SEEN_AS_WOLF
from engine.roles.vocabulary import Step, Tonight


def night(judge: Judge) -> Procedure[None]:
    """天黑请闭眼, then the steps; after those of night 1 the claims must fit the deck, or staff say who holds what.

    A role of the deck is called on every night it is due, dead or not, with the same words.
    """
    if judge.state.phase is Phase.NIGHT:
        yield NightFell(judge.state.n)
        yield PhaseEntered(Phase.STEP, judge.state.n)
    if judge.state.phase is Phase.STEP:
        for step in tonights_steps(judge)[judge.state.steps :]:
            yield from wake(judge, step)
            yield from step.run(Tonight(judge, step.role, SEEN_AS_WOLF))
            yield StepClosed(step.role.line_key)
            yield PhaseEntered(Phase.STEP, judge.state.n)
        yield PhaseEntered(Phase.CLAIMS, judge.state.n)
    if not judge.state.known:
        yield from check_claims(judge)
    if judge.state.phase is Phase.CLAIMS:
        yield NightEnded(judge.state.n)
        yield PhaseEntered(Phase.DAWN, judge.state.n)


def tonights_steps(judge: Judge) -> tuple[Step, ...]:
    """The steps that are called tonight: those of the deck's cards that are due."""
    state = judge.state
    return tuple(step for step in NIGHT_SHEET if state.count(step.role.id) and step.due(state.n))


def wake(judge: Judge, step: Step) -> Procedure[None]:
    """X请睁眼: on night 1 with the claim window, in which anybody may press; later its holders just wake."""
    state = judge.state
    first = state.n == 1
    awake = () if first else tuple(seat for seat in holders(state, step.role.id) if seat in state.present)
    role = step.role.line_key
    call = Call(line=f"{role}.wake", form=Form.WAKE, eyes=Eyes.NIGHT, claim=first, role=role)
    who = state.living if first else ()
    seats = yield from press(Press(call=call, awake=awake, gesture=Gesture.TWO_TAPS, who=who))
    if first:
        yield Claimed(step.role.id, seats)


def check_claims(judge: Judge) -> Procedure[None]:
    """The claims fit and all cards are known; or the game waits for staff, who assign every card or redeal."""
    cards = cards_claimed(judge.state)
    if cards is None:
        yield ClaimsDoubted()
        call = Call(line="err.claims", form=Form.STAFF, eyes=Eyes.NIGHT)
        value = yield from read(Read(call=call, wanted=Wanted.CLAIMS))
        if value == REDEAL:
            yield Redealt()
            return
        cards = cards_assigned(judge.state, str(value))
    assert cards is not None, "an assignment that does not fit is refused by the driver"
    yield CardsKnown(cards)

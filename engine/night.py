"""Night: every step of the sheet that is due, in its order, the same for the ear every time (rules 2, 9)."""

from __future__ import annotations

from engine.claims import REDEAL, cards_assigned, cards_claimed, claim_of
from engine.conversation import Judge, Procedure, press, read
from engine.deal import claims_by_night
from engine.events import (
    CardsKnown,
    ClaimsDoubted,
    NightEnded,
    NightFell,
    Phase,
    PhaseEntered,
    Redealt,
    StepClosed,
)
from engine.links import bonds_of, inherit
from engine.prompts import Call, Eyes, Form, Gesture, Press, Read, Wanted
from engine.roles import NIGHT_SHEET, ROLES
from engine.roles.vocabulary import Step, Tonight


def night(judge: Judge) -> Procedure[None]:
    """天黑请闭眼, then the steps; after those of night 1 the claims must fit the deck, or staff say who holds what.

    A role of the deck is called on every night it is due, dead, buried or not, with the same words.
    """
    if judge.state.phase is Phase.NIGHT:
        yield NightFell(judge.state.n)
        if judge.state.known:
            yield from inherit(judge)
        yield PhaseEntered(Phase.STEP, judge.state.n)
    if judge.state.phase is Phase.STEP:
        for step in tonights_steps(judge)[judge.state.steps :]:
            tonight = Tonight(judge, step, ROLES, bonds_of)
            if step.wakes:
                yield from wake(judge, step, tonight)
            yield from step.run(tonight)
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
    return tuple(step for step in NIGHT_SHEET if step.due(state.n) and step.called(state, step.role, ROLES))


def wake(judge: Judge, step: Step, tonight: Tonight) -> Procedure[None]:
    """X请睁眼: on night 1 with the claim window, in which anybody may press; later its holders just wake."""
    state = judge.state
    claims = state.n == 1 and step.claims and claims_by_night(state.rules)
    awake = () if claims else tonight.actors
    role = step.role.line_key
    call = Call(line=f"{role}.wake", form=Form.WAKE, eyes=Eyes.NIGHT, claim=claims, role=role)
    who = state.living if claims else ()
    seats = yield from press(Press(call=call, awake=awake, gesture=Gesture.TWO_TAPS, who=who))
    if not claims:
        return
    yield claim_of(state, step.role.id, seats, woken(step))
    for card in tonight.specials if step.role.pack else ():
        again = yield from tonight.claim("wolf.special", card)
        yield claim_of(judge.state, card, again, (card,), within=step.role.id)


def woken(step: Step) -> tuple[str, ...]:
    """The cards whose holders claim together in `step`."""
    return tuple(role.id for role in ROLES if role.pack) if step.role.pack else (step.role.id,)


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

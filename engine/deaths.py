"""Death and what it sets off (rules 5): the only place that kills.

A *batch* is all deaths of one instant. Victory is asked after each of its stages; a decided game
stops at once. Then the batch's dead get their skill windows, ascending. A shot is a batch of its own
whose windows come before those that were still to come, which is depth first without a stack: the
whole chain is the tuple `pending` of the state. When it is empty the last words follow, in causal order.
"""

from __future__ import annotations

from typing import Final

from engine.conversation import GameEnds, Judge, Procedure, floor, press, roll_call
from engine.events import (
    Announced,
    AnyEvent,
    Cause,
    Died,
    EndHeld,
    Exiled,
    Exploded,
    OutRuleTold,
    Phase,
    PhaseEntered,
    Reason,
    ShotFired,
    ShotHeld,
    SkillPending,
    SkillUnused,
    Spent,
    Spoke,
    Winner,
    WordsDue,
    WordsOpened,
    WordsOver,
)
from engine.houserules import Switch, WordsNight
from engine.prompts import Call, Eyes, Floor, Form, Gesture, Legal, Press, RollCall
from engine.roles import role_of
from engine.seats import NO_SHOT, Option, Seat, Seats
from engine.settlement import Death, Settlement
from engine.state import GameState
from engine.victory import Outcome, good_win, outcome, wolves_win

BARS_EVERY_SHOOTER: Final = (Cause.EXPLODE,)
"""Public causes after which no card may shoot, so that no window is opened."""
SHOT: Final = "shot"


def night_deaths(judge: Judge, night: Settlement) -> Procedure[None]:
    """The dead of the night, announced, or the game's end.

    狼刀在先: the knife's own death is judged first, and only for 狼人; if it decides, nothing else of
    the night counts.
    """
    n = judge.state.n
    began = judge.state
    batch = night.deaths
    if began.rules.wolf_knife_first is Switch.ON:
        by_knife = tuple(death for death in batch if death.seat == night.knifed)
        yield from kill(by_knife)
        won = None if good_win(began) else wolves_win(judge.state)
        if won is None:
            yield from kill(tuple(death for death in batch if death not in by_knife))
            won = decided(began, judge.state)
        else:
            batch = by_knife
    else:
        yield from kill(batch)
        won = decided(began, judge.state)
    if won is not None:
        yield from end_or_hold(judge, won, batch)
    yield Announced(n, tuple(death.seat for death in batch))
    words = _words_after_night(judge.state)
    yield from follow_up(judge, batch, batch if words else (), Phase.SPEECHES)


def exile(judge: Judge, seat: Seat) -> Procedure[None]:
    """`seat` is exiled by the ballot."""
    batch = (Death(seat, Cause.EXILE),)
    yield Exiled(seat)
    yield from day_batch(judge, batch)
    yield from follow_up(judge, batch, batch, Phase.DAY_END)


def explode(judge: Judge, seat: Seat) -> Procedure[None]:
    """自爆: `seat` reveals itself a wolf and is out; no shot, no last words."""
    batch = (Death(seat, Cause.EXPLODE),)
    yield Exploded(seat)
    yield from day_batch(judge, batch)
    yield from follow_up(judge, batch, (), Phase.DAY_END)


def shoot(judge: Judge, by: Seat, target: Seat) -> Procedure[None]:
    """`by` takes `target` along; its windows come before those still pending."""
    batch = (Death(target, Cause.SHOT),)
    yield Spent(by, SHOT)
    yield ShotFired(by, target)
    yield from day_batch(judge, batch)
    yield SkillPending((*windows(judge.state, batch), *judge.state.pending))


def day_batch(judge: Judge, batch: tuple[Death, ...]) -> Procedure[None]:
    """The deaths of one instant by day, and whether they decide the game."""
    began = judge.state
    yield from kill(batch)
    won = good_win(judge.state) if began.end_held else decided(began, judge.state)
    if won is not None:
        yield from end_or_hold(judge, won, batch)


def kill(batch: tuple[Death, ...]) -> Procedure[None]:
    """Everybody in `batch` is dead from here on."""
    for death in batch:
        yield Died(death.seat, death.cause)


def decided(began: GameState, state: GameState) -> Outcome | None:
    """What a batch has decided: 狼人 can only win in one that began (`began`) with a living wolf (rules 6)."""
    return good_win(state) if good_win(began) else outcome(state)


def long_out(seats: Seats) -> tuple[AnyEvent, ...]:
    """The deaths of a game that is entered half way: `seats` died of a cause that bars nothing, and all know it."""
    return tuple(event for seat in seats for event in (Died(seat, Cause.EXILE), Exiled(seat)))


def end_or_hold(judge: Judge, won: Outcome, batch: tuple[Death, ...]) -> Procedure[None]:
    """The game is decided: it ends, unless a shooter who was the last of the 神 may shoot first (house rule).

    Held, it ends when the chain is over, or the moment a shot takes the last wolf: then 好人 have won.
    """
    last_god = won.winner is Winner.WOLF and won.reason in (Reason.GODS_DEAD, Reason.GOOD_DEAD)
    shooter = any(may_shoot(judge.state, death.seat) for death in batch)
    if judge.state.rules.hunter_last_god_shot is Switch.ON and last_god and shooter and not good_win(judge.state):
        yield EndHeld()
        return
    raise GameEnds(won.winner, won.reason)


def follow_up(judge: Judge, batch: tuple[Death, ...], words: tuple[Death, ...], then: Phase) -> Procedure[None]:
    """Line up the windows and last words that follow `batch`, or go straight on when nobody died."""
    n = judge.state.n
    if not batch:
        yield PhaseEntered(then, n)
        return
    yield SkillPending(windows(judge.state, batch))
    yield WordsDue(tuple(death.seat for death in words))
    yield PhaseEntered(Phase.CHAIN, n, then)


def windows(state: GameState, batch: tuple[Death, ...]) -> tuple[Seat, ...]:
    """Whose skill window follows `batch`: with a shooter in the deck, everybody whose public cause leaves room for one.

    Whether the seat can shoot plays no part, so that the window tells nothing.
    """
    if not any(role_of(entry.role).shooter for entry in state.deck):
        return ()
    return tuple(death.seat for death in batch if death.cause not in BARS_EVERY_SHOOTER)


def may_shoot(state: GameState, seat: Seat) -> bool:
    """Whether the card at `seat` shoots after the death it died."""
    card = state.card_of(seat)
    return card is not None and state.cause_of(seat) in role_of(card).fires_on


def aftermath(judge: Judge) -> Procedure[None]:
    """All skill windows, then the last words, then on to what the batch interrupted."""
    if judge.state.phase is Phase.CHAIN:
        while judge.state.pending:
            yield from skill_window(judge, judge.state.pending[0])
            yield PhaseEntered(Phase.CHAIN, judge.state.n)
        if judge.state.end_held:
            won = outcome(judge.state)
            assert won is not None, "a held end stays decided"
            raise GameEnds(won.winner, won.reason)
        yield PhaseEntered(Phase.WORDS, judge.state.n)
    yield from last_words(judge)
    if not judge.state.out_rule_told:
        yield OutRuleTold()
    yield PhaseEntered(judge.state.then, judge.state.n)


def skill_window(judge: Judge, seat: Seat) -> Procedure[None]:
    """要发动技能请按一下: the same for everybody; who cannot and who will not sound alike."""
    call = Call(line="dawn.skill_ask", form=Form.ASK, eyes=Eyes.OPEN, seat=seat)
    pressed = yield from press(Press(call=call, gesture=Gesture.TAP, who=(seat,)))
    if not pressed or not may_shoot(judge.state, seat):
        yield SkillUnused(seat)
        return
    options: tuple[Option, ...] = (*judge.state.living, NO_SHOT)
    legal = Legal(seat, (*(s for s in judge.state.living if s in judge.state.alive), NO_SHOT))
    call = Call(line="gun.ask", form=Form.CHOICE, eyes=Eyes.OPEN, seat=seat, options=options)
    chosen = yield from roll_call(RollCall(call=call, legal=(legal,)))
    target = chosen.of(seat)
    if isinstance(target, int):
        yield from shoot(judge, seat, Seat(target))
    else:
        yield ShotHeld(seat)


def last_words(judge: Judge) -> Procedure[None]:
    """遗言 of those who have them, or 没有遗言."""
    if not judge.state.words_open:
        yield WordsOpened(judge.state.words)
    while judge.state.words:
        seat = judge.state.words[0]
        yield from floor(Floor(call=Call(line="words.ask", form=Form.FLOOR, eyes=Eyes.OPEN, seat=seat)))
        yield Spoke(seat)
    if judge.state.words_open:
        yield WordsOver()


def _words_after_night(state: GameState) -> bool:
    """Whether this night's victims have last words."""
    match state.rules.last_words_night:
        case WordsNight.FIRST_NIGHT:
            return state.n == 1
        case WordsNight.ALWAYS:
            return True
        case WordsNight.NONE:
            return False

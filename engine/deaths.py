"""Death and what it sets off (rules 5): the only place that kills.

A *batch* is all deaths of one instant. Victory is asked after each of its stages; a decided game
stops at once. Then the batch's dead get their skill windows, ascending. A shot is a batch of its own
whose windows come before those that were still to come, which is depth first without a stack: the
whole chain is the tuple `pending` of the state. What comes after the windows is in `engine.aftermath`.
"""

from __future__ import annotations

from typing import Final

from engine.conversation import GameEnds, Judge, Procedure
from engine.events import (
    AnyEvent,
    BadgeTorn,
    CardShown,
    Cause,
    Died,
    EndHeld,
    Exiled,
    Exploded,
    IdiotFlipped,
    LeftTable,
    OutRuleTold,
    Phase,
    PhaseEntered,
    Reason,
    ShooterNamed,
    ShotFired,
    SkillPending,
    Spent,
    Winner,
    WordsDue,
)
from engine.houserules import DeathSequence, Switch, SwitchOff, WordsNight
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import Seat, Seats
from engine.settlement import Death, Settlement
from engine.state import GameState
from engine.victory import Outcome, good_win, outcome, wolves_win

BARS_EVERY_SHOOTER: Final = (Cause.EXPLODE, Cause.LEFT, Cause.FOUL)
"""Public causes after which no card may shoot, so that no window is opened."""
SHOT: Final = "shot"


def night_deaths(judge: Judge, night: Settlement) -> Procedure[Outcome | None]:
    """The dead of the night, not yet announced, and what they decide.

    狼刀在先: the knife's own death is judged first, and only for 狼人; if it decides, nothing else of
    the night counts.
    """
    began = judge.state
    batch = night.deaths
    if began.rules.wolf_knife_first is Switch.ON:
        by_knife = tuple(death for death in batch if death.seat == night.knifed)
        yield from kill(by_knife)
        won = None if good_win(began) else wolves_win(judge.state)
        if won is not None:
            return won
        batch = tuple(death for death in batch if death not in by_knife)
    yield from kill(batch)
    return decided(began, judge.state)


def unannounced(state: GameState) -> tuple[Death, ...]:
    """The dead of the night of whom the room has not been told, ascending."""
    return tuple(Death(seat, cause) for seat, cause in state.causes if seat not in state.out)


def exile(judge: Judge, seat: Seat) -> Procedure[None]:
    """`seat` is exiled by the ballot; 白痴 turns his card over instead, once, if he is still there."""
    card = judge.state.card_of(seat)
    there = seat not in judge.state.flipped and seat not in judge.state.left
    if card is not None and role_of(card).flips and there:
        yield from flip(judge, seat)
        return
    batch = (Death(seat, Cause.EXILE),)
    yield Exiled(seat)
    yield from day_batch(judge, batch)
    yield from follow_up(judge, batch, batch, Phase.DAY_END)


def flip(judge: Judge, seat: Seat) -> Procedure[None]:
    """白痴 stays and nobody is exiled today; where he no longer counts as a 神, that may decide the game."""
    began = judge.state
    yield IdiotFlipped(seat, sheriff=began.sheriff == seat)
    won = decided(began, judge.state)
    if won is not None:
        raise GameEnds(won.winner, won.reason)
    yield PhaseEntered(Phase.FLIP, judge.state.n)


def explode(judge: Judge, seat: Seat) -> Procedure[None]:
    """自爆 by day: `seat` reveals itself a wolf and is out; no shot, and no last words unless the house gives them."""
    batch = (Death(seat, Cause.EXPLODE),)
    yield from self_destruct(judge, seat)
    yield from follow_up(judge, batch, exploder_words(judge.state, batch), Phase.DAY_END)


def self_destruct(judge: Judge, seat: Seat) -> Procedure[None]:
    """The death of a 自爆 and whether it decides the game. A wolf the night has killed already does not die twice."""
    yield Exploded(seat)
    yield from day_batch(judge, (Death(seat, Cause.EXPLODE),))


def exploder_words(state: GameState, batch: tuple[Death, ...]) -> tuple[Death, ...]:
    """Who of a 自爆 has last words."""
    return batch if state.rules.last_words_explode is SwitchOff.ON else ()


def shoot(judge: Judge, by: Seat, target: Seat) -> Procedure[None]:
    """`by` takes `target` along; its windows come before those still pending."""
    batch = (Death(target, Cause.SHOT),)
    rules = judge.state.rules
    role = judge.state.card_of(by)
    yield Spent(by, SHOT)
    yield ShotFired(by, target)
    if rules.name_shooter_role is SwitchOff.ON and role is not None:
        yield ShooterNamed(by, role)
    yield from day_batch(judge, batch)
    yield SkillPending((*windows(judge.state, batch), *judge.state.pending))
    if rules.last_words_shot is SwitchOff.ON:
        yield WordsDue((*judge.state.words, *heard(judge.state, batch)))


def leavers(judge: Judge) -> Procedure[None]:
    """Who has left, or is out for a foul, counts as out from here on: no window, no words; its badge is torn."""
    for seat in judge.state.left:
        if seat in judge.state.out:
            continue
        foul = seat in judge.state.fouled
        yield LeftTable(seat, foul)
        yield from day_batch(judge, (Death(seat, Cause.FOUL if foul else Cause.LEFT),))
        if judge.state.sheriff == seat:
            yield BadgeTorn(seat, timeout=False)


def day_batch(judge: Judge, batch: tuple[Death, ...]) -> Procedure[None]:
    """The deaths of one instant by day, whether they decide the game, and the cards where the house shows them."""
    began = judge.state
    yield from kill(tuple(death for death in batch if death.seat in began.alive))
    won = good_win(judge.state) if began.end_held else decided(began, judge.state)
    if won is not None:
        yield from end_or_hold(judge, won, batch)
    yield from show_cards(judge, batch)


def show_cards(judge: Judge, batch: tuple[Death, ...]) -> Procedure[None]:
    """明牌: the cards of those who are out now; a 自爆 has shown its own."""
    if judge.state.rules.reveal_on_death is SwitchOff.ON:
        for death in batch:
            card = judge.state.card_of(death.seat)
            if card is not None and death.cause is not Cause.EXPLODE:
                yield CardShown(death.seat, card)


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
    """Line up the windows and last words that follow `batch`, or go straight on when nobody died.

    After a 自爆 in the election the out are told how to behave only when last night's dead are known too.
    """
    n = judge.state.n
    if not batch:
        if judge.state.out and not judge.state.out_rule_told and then is not Phase.ANNOUNCE:
            yield OutRuleTold()
        yield PhaseEntered(then, n)
        return
    yield SkillPending(windows(judge.state, batch))
    yield WordsDue(heard(judge.state, words))
    first = Phase.WORDS if words_first(judge.state) else Phase.CHAIN
    yield PhaseEntered(first, n, then)


def heard(state: GameState, batch: tuple[Death, ...]) -> tuple[Seat, ...]:
    """Who of `batch` is still there to be heard: not one that left before all knew it to be out."""
    return tuple(death.seat for death in batch if death.seat not in state.left)


def words_first(state: GameState) -> bool:
    """Whether last words come before windows and badge; never where the game is decided and only a shot is awaited."""
    return state.rules.death_sequence is DeathSequence.WORDS_SKILL_BADGE and not state.end_held


def windows(state: GameState, batch: tuple[Death, ...]) -> tuple[Seat, ...]:
    """Whose skill window follows `batch`: with a shooter in the deck, everybody whose public cause leaves room for one.

    Whether the seat can shoot plays no part, so that the window tells nothing. Where the cards of the dead are
    shown, everybody knows who can be a shooter, and nobody else is asked.
    """
    if not any(role_of(entry.role).shooter for entry in state.deck):
        return ()
    asked = tuple(death for death in batch if death.cause not in BARS_EVERY_SHOOTER)
    if state.rules.reveal_on_death is SwitchOff.ON:
        asked = tuple(death for death in asked if (card := state.card_of(death.seat)) and role_of(card).shooter)
    return heard(state, asked)


def may_shoot(state: GameState, seat: Seat) -> bool:
    """Whether the card at `seat` shoots after the death it died, its player being there."""
    card = state.card_of(seat)
    return card is not None and seat not in state.left and state.cause_of(seat) in role_of(card).fires_on


def night_words(state: GameState, batch: tuple[Death, ...]) -> tuple[Death, ...]:
    """Who of last night's dead, not yet announced, has last words; what decides is what has been announced before."""
    earlier = state.announced
    match state.rules.last_words_night:
        case WordsNight.FIRST_NIGHT:
            return batch if state.n == 1 else ()
        case WordsNight.FIRST_DEATH_NIGHT:
            return () if earlier else batch
        case WordsNight.ALWAYS:
            return batch
        case WordsNight.NONE:
            return ()
        case WordsNight.FIRST_K:
            wolves = sum(entry.cards for entry in state.deck if role_of(entry.role).side is Side.WOLF)
            return batch[: max(0, wolves - len(earlier))]

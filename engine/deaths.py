"""Death and what it sets off (rules 5).

A *batch* is all deaths of one instant. Victory is asked after each of its stages; a decided game
stops at once. Then the batch's dead get their skill windows, ascending. A shot is a batch of its own
whose windows come before those that were still to come, which is depth first without a stack: the
whole chain is the tuple `pending` of the state. What comes after the windows is in `engine.aftermath`.
"""

from __future__ import annotations

from typing import Final

from engine.badge import pass_badge
from engine.cards import holds
from engine.conversation import GameEnds, Judge, Procedure
from engine.events import (
    BadgeTorn,
    CardShown,
    Cause,
    Doomed,
    EndHeld,
    IdiotFlipped,
    LeftTable,
    Linked,
    OutRuleTold,
    Phase,
    PhaseEntered,
    Reason,
    ShooterNamed,
    ShotDelayed,
    ShotFired,
    SkillPending,
    Spent,
    Winner,
    WordsDue,
)
from engine.houserules import DeathSequence, Switch, SwitchOff, WordsNight
from engine.links import bonds_of, fall, strike, turn
from engine.roles import deck_has, role_of
from engine.roles.role import Side
from engine.seats import Seat, Seats
from engine.settlement import Death, Settlement, drag
from engine.state import GameState
from engine.victory import Outcome, good_win, hunters, outcome, wolves_win

BARS_EVERY_SHOOTER: Final = (
    *(Cause.EXPLODE, Cause.TAKE, Cause.DUEL, Cause.BLAST, Cause.DELAYED),
    *(Cause.LEFT, Cause.FOUL),
)
"""Public causes after which no card may shoot, so that no window is opened."""
SHOT: Final = "shot"


def night_deaths(judge: Judge, night: Settlement) -> Procedure[Outcome | None]:
    """The dead of the night, not yet announced, and what they decide.

    狼刀在先: the knife's own death, with 殉情, is judged first, and only for 狼人; if it decides, nothing else of
    the night counts.
    """
    began = judge.state
    batch = night.deaths
    for seat in night.doomed:
        yield Doomed(seat, began.n)
    first: tuple[Death, ...] = ()
    if began.rules.wolf_knife_first is Switch.ON:
        first = tuple(death for death in batch if death.seat in knifed_first(began, night))
        yield from fall(first)
        yield from turn(judge, first, {death.seat for death in drag(batch, bonds_of(began))})
        batch = tuple(death for death in batch if death not in first)
        won = wolves_win(judge.state) if hunters(began) else None
        if won is not None:
            # Whom the rest of the night would have killed lives, and turns.
            yield from turn(judge, first, {death.seat for death in first})
            return won
    yield from strike(judge, batch, charm=True, fallen=first)
    return outcome(judge.state, began)


def knifed_first(state: GameState, night: Settlement) -> Seats:
    """Whom the knife alone kills, with 殉情."""
    if night.knifed is None:
        return ()
    return tuple(death.seat for death in drag((Death(night.knifed, Cause.KNIFE),), bonds_of(state), charm=False))


def unannounced(state: GameState) -> tuple[Death, ...]:
    """The dead of the night of whom the room has not been told, ascending."""
    return tuple(Death(seat, cause) for seat, cause in state.causes if seat not in state.out)


def flip(judge: Judge, seat: Seat) -> Procedure[None]:
    """白痴 stays and nobody is exiled today; where he no longer counts as a 神, that may decide the game."""
    began = judge.state
    yield IdiotFlipped(seat, sheriff=began.sheriff == seat)
    won = outcome(judge.state, began)
    if won is not None:
        raise GameEnds(won.winner, won.reason)
    yield PhaseEntered(Phase.FLIP, judge.state.n)


def shoot(judge: Judge, by: Seat, target: Seat) -> Procedure[None]:
    """`by` takes `target` along, whose windows come before those still pending; 老流氓 stays until tomorrow."""
    rules = judge.state.rules
    role = judge.state.card_of(by)
    later = bonds_of(judge.state).delays(target, Cause.SHOT)
    yield Spent(by, SHOT)
    hit = judge.state.card_of(target)
    yield ShotDelayed(by, target, hit) if later and hit is not None else ShotFired(by, target)
    if rules.name_shooter_role is SwitchOff.ON and role is not None:
        yield ShooterNamed(by, role)
    if later:
        yield Doomed(target, judge.state.n + 1)
        return
    dead = yield from day_batch(judge, (Death(target, Cause.SHOT),))
    yield SkillPending((*windows(judge.state, dead), *judge.state.pending))
    if rules.last_words_shot is SwitchOff.ON:
        yield WordsDue((*judge.state.words, *heard(judge.state, dead)))


def leavers(judge: Judge) -> Procedure[None]:
    """Who has left, or is out for a foul, counts as out from here on: no window, no words; its badge is torn.

    A sheriff who dies with it passes the badge on: at once, or where the chain that runs has it passed on.
    """
    for seat in judge.state.left:
        if seat in judge.state.out:
            continue
        foul = seat in judge.state.fouled
        yield LeftTable(seat, foul)
        yield from day_batch(judge, (Death(seat, Cause.FOUL if foul else Cause.LEFT),))
        if judge.state.sheriff == seat:
            yield BadgeTorn(seat, timeout=False)
        elif judge.state.sheriff in judge.state.out and not badge_comes(judge.state):
            yield from pass_badge(judge)


def badge_comes(state: GameState) -> bool:
    """Whether a chain runs that has the badge still before it: asked once, when no shot is left (rules 7.7)."""
    return state.phase in (Phase.CHAIN, Phase.BADGE) or (state.phase is Phase.WORDS and words_first(state))


def day_batch(judge: Judge, batch: tuple[Death, ...]) -> Procedure[tuple[Death, ...]]:
    """The deaths of one instant by day, whether they decide the game, and the cards where the house shows them.

    First who dies directly, with 殉情; then 狼美人's charm and what it drags along; the game may be decided after
    either. All who are dead are returned, those who are out directly first, then the others ascending.
    """
    began = judge.state
    direct = tuple(death for death in batch if death.seat in began.alive)
    whole = drag(direct, bonds_of(began))
    dead = yield from strike(judge, direct, charm=False)
    won = decided(began, judge.state, batch)
    if won is None:
        charmed = tuple(death for death in whole if death.seat in judge.state.alive)
        dead = (*dead, *(yield from strike(judge, charmed, charm=True)))
        won = decided(began, judge.state, batch)
    seats = [death.seat for death in batch]
    linked = tuple(sorted((death for death in dead if death.seat not in seats), key=lambda death: death.seat))
    if linked:
        yield Linked(tuple(death.seat for death in linked))
    if won is not None:
        yield from end_or_hold(judge, won, (*batch, *linked))
    yield from show_cards(judge, (*batch, *linked))
    return (*batch, *linked)


def caused_by(dead: tuple[Death, ...], causes: tuple[Cause, ...]) -> tuple[Death, ...]:
    """Who of `dead` died of one of `causes`, or after somebody who did: links are as their cause."""
    of = {death.seat: death for death in dead}

    def root(death: Death) -> Death:
        while death.after is not None and death.after in of:
            death = of[death.after]
        return death

    return tuple(death for death in dead if root(death).cause in causes)


def show_cards(judge: Judge, batch: tuple[Death, ...]) -> Procedure[None]:
    """明牌: the cards of those who are out now; a 自爆 has shown its own."""
    if judge.state.rules.reveal_on_death is SwitchOff.ON:
        for death in batch:
            card = judge.state.card_of(death.seat)
            if card is not None and death.cause is not Cause.EXPLODE:
                yield CardShown(death.seat, card)


def decided(began: GameState, state: GameState, batch: tuple[Death, ...]) -> Outcome | None:
    """What a batch that began in `began` has decided. A blast that leaves nobody alive wins for 炸弹人 alone."""
    if not state.alive and any(death.cause is Cause.BLAST for death in batch):
        return Outcome(Winner.BOMBER, Reason.NOBODY)
    return good_win(state) if began.end_held else outcome(state, began)


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
    """Whose skill window follows `batch`, ascending: with a shooter in the deck, whoever's public cause allows one.

    Whether the seat can shoot plays no part, so that the window tells nothing. Where the cards of the dead are
    shown, everybody knows who can be a shooter, and nobody else is asked.
    """
    if not deck_has(state.deck, lambda role: role.shooter):
        return ()
    bars = tuple(cause for cause in BARS_EVERY_SHOOTER if not (cause is Cause.BLAST and blown_may_shoot(state)))
    asked = tuple(death for death in batch if death.cause not in bars)
    if state.rules.reveal_on_death is SwitchOff.ON:
        asked = tuple(death for death in asked if holds(state, death.seat, lambda role: role.shooter))
    return tuple(sorted(heard(state, asked)))


def may_shoot(state: GameState, seat: Seat) -> bool:
    """Whether the card at `seat` shoots after the death it died, its player being there."""
    card = state.card_of(seat)
    if card is None or seat in state.left:
        return False
    role = role_of(card)
    cause = state.cause_of(seat)
    return cause in role.fires_on or (role.shooter and cause is Cause.BLAST and blown_may_shoot(state))


def blown_may_shoot(state: GameState) -> bool:
    """House rule bomber_victims_skill."""
    return state.rules.bomber_victims_skill is SwitchOff.ON


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

"""What a death drags along and turns (rules 3.2, 3.3, 3.6, 3.7, 4, 5): one stage of one batch.

Only here does anybody die.
"""

from __future__ import annotations

from engine.cards import holds
from engine.claims import holders
from engine.conversation import Judge, Procedure
from engine.events import AnyEvent, Cause, Died, Exiled, KnifeInherited, Turned
from engine.houserules import ChildTurns, HiddenWolfEnd, HouseRules
from engine.roles import ROLES
from engine.roles.role import Role
from engine.seats import Seat, Seats
from engine.settlement import Bonds, Death, drag
from engine.state import GameState
from engine.victory import is_wolf, wolves


def bonds_of(state: GameState) -> Bonds:
    """Who of the living is tied to whom; on night 1 as far as the claims tell."""
    lovers = state.lovers if all(seat in state.alive for seat in state.lovers) else ()
    charmer: Seat | None = None
    drags_on: tuple[Cause, ...] = ()
    for role in ROLES:
        if role.drags_on and (living := _alive(state, role)):
            charmer, drags_on = living[0], role.drags_on
    return Bonds(
        lovers=lovers,
        charmer=charmer,
        charmed=state.charmed if state.charmed in state.alive else None,
        drags_on=drags_on,
        delayed=tuple((seat, role.delays) for role in ROLES if role.delays for seat in _alive(state, role)),
        immune=tuple(seat for role in ROLES if Cause.CHARM in role.immune for seat in _alive(state, role)),
    )


def _alive(state: GameState, role: Role) -> Seats:
    return tuple(seat for seat in holders(state, role.id) if seat in state.alive) if state.count(role.id) else ()


def fall(deaths: tuple[Death, ...]) -> Procedure[None]:
    """These die, and nothing follows yet: the rest of their batch is still to come."""
    for death in deaths:
        yield Died(death.seat, death.cause)


def strike(
    judge: Judge, batch: tuple[Death, ...], *, charm: bool, fallen: tuple[Death, ...] = ()
) -> Procedure[tuple[Death, ...]]:
    """`batch` dies with everybody its bonds drag along (with `charm`, 狼美人's too); all who died now, ascending.

    野孩子 turns unless the same batch, of which `fallen` have died before, kills it too; 隐狼 goes with its pack, or
    has its knife.
    """
    living = judge.state.alive
    bonds = bonds_of(judge.state)
    doomed = {death.seat for death in (*fallen, *drag(batch, bonds))}
    dead = tuple(death for death in drag(batch, bonds, charm=charm) if death.seat in living)
    yield from fall(dead)
    yield from turn(judge, (*fallen, *dead), doomed)
    if inherits(judge.state.rules):
        yield from inherit(judge)
        return dead
    last = last_hidden(judge.state)
    if last is None or not any(is_wolf(judge.state, death.seat) for death in (*fallen, *dead)):
        return dead
    more = yield from strike(judge, (Death(last, Cause.WITH_PACK),), charm=charm)
    return tuple(sorted((*dead, *more), key=lambda death: death.seat))


def turn(judge: Judge, dead: tuple[Death, ...], doomed: set[Seat]) -> Procedure[None]:
    """野孩子 whose 榜样 is among `dead` is a wolf from here on, unless it dies in the same batch (`doomed`)."""
    only_exile = judge.state.rules.wild_child_trigger is ChildTurns.EXILE_ONLY
    for child, model in judge.state.models:
        stays = child in doomed or child in judge.state.turned or child not in judge.state.alive
        causes = [death.cause for death in dead if death.seat == model]
        if causes and not stays and not (only_exile and causes[0] is not Cause.EXILE):
            yield Turned(child)


def inherit(judge: Judge) -> Procedure[None]:
    """隐狼 who is the last wolf has the knife, also where the pack lay face down or has left (rules 3.7)."""
    last = last_hidden(judge.state)
    if last is not None and inherits(judge.state.rules) and last not in judge.state.inherited:
        yield KnifeInherited(last)


def inherits(rules: HouseRules) -> bool:
    """Whether 隐狼 has the knife of a dead pack."""
    return rules.hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE


def last_hidden(state: GameState) -> Seat | None:
    """隐狼 who is the last wolf alive."""
    left = wolves(state)
    return left[0] if len(left) == 1 and holds(state, left[0], lambda role: role.inherits) else None


def long_out(seats: Seats) -> tuple[AnyEvent, ...]:
    """The deaths of a game that is entered half way: `seats` died of a cause that bars nothing, and all know it."""
    return tuple(event for seat in seats for event in (Died(seat, Cause.EXILE), Exiled(seat)))

"""胜负: who has won, as a function of who lives (rules 6).

Living cards of a class are counted against the start of the game: a class that was never in the deck
can never be wiped out. Nothing here knows when it is asked; `engine.deaths` asks after each stage of
every batch.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.cards import holds
from engine.events import Reason, Winner
from engine.houserules import BomberCamp, CoupleCupid, CupidClass, Simultaneous, Switch, SwitchOff, WinMode
from engine.roles import role_of
from engine.roles.role import Role, Side
from engine.seats import Seat, Seats
from engine.state import GameState


class Outcome(msgspec.Struct, frozen=True):
    """A decided game, and the reason that is told."""

    winner: Winner
    reason: Reason


class Couple(StrEnum):
    """What the 情侣 are, fixed by the cards of the first night (rules 3.2)."""

    GOOD = "good"
    """人人恋."""
    WOLVES = "wolves"
    """狼狼恋."""
    MIXED = "mixed"
    """人狼恋: with 丘比特 the 第三方."""


def outcome(state: GameState, began: GameState | None = None) -> Outcome | None:
    """What the living decide, or None when the game goes on. All cards must be known.

    第三方 is asked first. 狼人 can only win in a batch that began (`began`) with a living wolf outside the couple.
    """
    third = third_wins(state)
    if third is not None:
        return third
    good = good_win(state)
    wolf = wolves_win(state) if began is None or hunters(began) else None
    if good is None or wolf is None:
        return good or wolf
    match state.rules.simultaneous_win:
        case Simultaneous.WOLF:
            return wolf
        case Simultaneous.GOOD:
            return good
        case Simultaneous.DRAW:
            return Outcome(Winner.DRAW, good.reason if state.alive else Reason.NOBODY)


def third_wins(state: GameState) -> Outcome | None:
    """人狼恋 wins when everybody who lives is one of them or 丘比特."""
    if not couple_lives(state):
        return None
    ours = (*state.lovers, *cupids(state))
    return Outcome(Winner.THIRD, Reason.COUPLE) if all(seat in ours for seat in state.alive) else None


def good_win(state: GameState) -> Outcome | None:
    """好人 win when no wolf lives."""
    if wolves(state) or cupid_blocks(state):
        return None
    return Outcome(Winner.GOOD, Reason.WOLVES_DEAD)


def wolves_win(state: GameState) -> Outcome | None:
    """狼人 win by 屠边 (no 神, or no 民, lives) or 屠城 (nobody good lives), never while a 人狼恋 lives."""
    if couple_lives(state) or cupid_blocks(state):
        return None
    if state.rules.parity_win is SwitchOff.ON and 0 < len(state.alive) <= 2 * len(wolves(state)):
        return Outcome(Winner.WOLF, Reason.PARITY)
    if state.rules.win_mode is WinMode.CITY:
        good = any(camp_of(state, seat) is Winner.GOOD for seat in state.alive)
        return None if good else Outcome(Winner.WOLF, Reason.GOOD_DEAD)
    left = {Side.GOD: _gods(state), Side.FOLK: _living(state, Side.FOLK)}
    wiped = [side for side, living in left.items() if _dealt(state, side) and not living]
    if not wiped:
        return None
    return Outcome(Winner.WOLF, Reason.GODS_DEAD if Side.GOD in wiped else Reason.FOLK_DEAD)


def never_wiped(state: GameState) -> tuple[Side, ...]:
    """The classes that 屠边 can never wipe out because none of their cards was dealt; none in 屠城."""
    if state.rules.win_mode is WinMode.CITY:
        return ()
    return tuple(side for side in (Side.GOD, Side.FOLK) if not _dealt(state, side))


# ---------------------------------------------------------------- camps


def wolves(state: GameState) -> Seats:
    """The living wolves: wolf cards, 隐狼 too, and a 野孩子 who has turned; never 丘比特."""
    return tuple(seat for seat in state.alive if is_wolf(state, seat))


def is_wolf(state: GameState, seat: Seat) -> bool:
    """Whether `seat` is a wolf for duel and victory."""
    return seat in state.turned or holds(state, seat, lambda role: role.side is Side.WOLF)


def hunters(state: GameState) -> Seats:
    """The living wolves that do not belong to a 人狼恋."""
    ours = state.lovers if couple_of(state) is Couple.MIXED else ()
    return tuple(seat for seat in wolves(state) if seat not in ours)


def couple_of(state: GameState) -> Couple | None:
    """What the 情侣 are by their cards; a 野孩子 who turns later changes nothing."""
    cards = [card for seat in state.lovers if (card := state.card_of(seat)) is not None]
    if not cards:
        return None
    wolf = [role_of(card).side is Side.WOLF for card in cards]
    if all(wolf):
        return Couple.WOLVES
    return Couple.MIXED if any(wolf) else Couple.GOOD


def couple_lives(state: GameState) -> bool:
    """Whether a 人狼恋 has been formed and both live."""
    return couple_of(state) is Couple.MIXED and all(seat in state.alive for seat in state.lovers)


def cupids(state: GameState) -> Seats:
    """Who holds 丘比特, dead or alive."""
    return tuple(seat for seat, card in state.cards if role_of(card).binds)


def cupid_blocks(state: GameState) -> bool:
    """House rule cupid_blocks: a living 丘比特 of a 人狼恋 keeps 好人 and 狼人 from winning."""
    if state.rules.cupid_blocks is SwitchOff.OFF or couple_of(state) is not Couple.MIXED:
        return False
    return any(seat in state.alive for seat in cupids(state))


def camp_of(state: GameState, seat: Seat) -> Winner:
    """With whom `seat` wins, dead or alive (rules 3.0, 3.2)."""
    couple = couple_of(state)
    binds = holds(state, seat, lambda role: role.binds)
    if couple is Couple.MIXED and (binds or seat in state.lovers):
        return Winner.THIRD
    if is_wolf(state, seat):
        return Winner.WOLF
    if binds and couple is Couple.WOLVES and state.rules.wolf_couple_cupid is CoupleCupid.WOLF:
        return Winner.WOLF
    if state.rules.bomber_camp is BomberCamp.THIRD and holds(state, seat, lambda role: role.blasts):
        return Winner.BOMBER
    return Winner.GOOD


# ---------------------------------------------------------------- classes


def class_of(state: GameState, role: Role) -> Side:
    """The class of a card for 屠边, as the house counts 丘比特 and 炸弹人."""
    if role.binds:
        return {CupidClass.NONE: Side.NONE, CupidClass.GOD: Side.GOD, CupidClass.VILLAGER: Side.FOLK}[
            state.rules.cupid_class
        ]
    if role.blasts and state.rules.bomber_camp is BomberCamp.THIRD:
        return Side.NONE
    return role.side


def _dealt(state: GameState, side: Side) -> int:
    """How many cards of a class are played."""
    return sum(class_of(state, role_of(role)) is side for _, role in state.cards)


def _living(state: GameState, side: Side) -> int:
    """How many cards of a class live; a 野孩子 who has turned is 狼 and no other class."""
    return sum(
        class_of(state, role_of(role)) is side
        for seat, role in state.cards
        if seat not in state.dead and seat not in state.turned
    )


def _gods(state: GameState) -> int:
    """How many 神 live: 白痴 who has flipped is one, unless the house stops counting him."""
    flipped = () if state.rules.idiot_counts_as_god_after is Switch.ON else state.flipped
    gone = (*state.dead, *flipped, *state.turned)
    return sum(class_of(state, role_of(role)) is Side.GOD for seat, role in state.cards if seat not in gone)

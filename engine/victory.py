"""胜负: who has won, as a function of who lives (rules 6).

Living cards of a class are counted against the start of the game: a class that was never in the deck
can never be wiped out. Nothing here knows when it is asked; `engine.deaths` asks after each stage of
every batch.
"""

from __future__ import annotations

import msgspec

from engine.events import Reason, Winner
from engine.houserules import Simultaneous, Switch, WinMode
from engine.roles import role_of
from engine.roles.role import Side
from engine.state import GameState


class Outcome(msgspec.Struct, frozen=True):
    """A decided game, and the reason that is told."""

    winner: Winner
    reason: Reason


def outcome(state: GameState) -> Outcome | None:
    """What the living decide, or None when the game goes on. All cards must be known."""
    good = good_win(state)
    wolf = wolves_win(state)
    if good is None or wolf is None:
        return good or wolf
    match state.rules.simultaneous_win:
        case Simultaneous.WOLF:
            return wolf
        case Simultaneous.GOOD:
            return good
        case Simultaneous.DRAW:
            return Outcome(Winner.DRAW, good.reason if state.alive else Reason.NOBODY)


def good_win(state: GameState) -> Outcome | None:
    """好人 win when no wolf lives."""
    return None if _living(state, Side.WOLF) else Outcome(Winner.GOOD, Reason.WOLVES_DEAD)


def wolves_win(state: GameState) -> Outcome | None:
    """狼人 win by 屠边 (no 神, or no 民, lives) or 屠城 (nobody good lives)."""
    if state.rules.win_mode is WinMode.CITY:
        good_left = _living(state, Side.GOD) + _living(state, Side.FOLK)
        return None if good_left else Outcome(Winner.WOLF, Reason.GOOD_DEAD)
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


def _dealt(state: GameState, side: Side) -> int:
    """How many cards of a class were dealt."""
    return sum(role_of(role).side is side for _, role in state.cards)


def _living(state: GameState, side: Side) -> int:
    """How many cards of a class live."""
    return sum(role_of(role).side is side for seat, role in state.cards if seat not in state.dead)


def _gods(state: GameState) -> int:
    """How many 神 live: 白痴 who has flipped is one, unless the house stops counting him."""
    flipped = () if state.rules.idiot_counts_as_god_after is Switch.ON else state.flipped
    gone = (*state.dead, *flipped)
    return sum(role_of(role).side is Side.GOD for seat, role in state.cards if seat not in gone)

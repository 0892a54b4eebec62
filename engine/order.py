"""In which order the living speak (rules 7.4): as the sheriff chooses, who speaks last, or by the clock.

A single death of the night is the anchor (死左死右); otherwise the sheriff is (警左警右). The walk begins
beside the anchor.
"""

from __future__ import annotations

from typing import Final

from engine.conversation import Judge, Procedure, read_lot, roll_call
from engine.day import read_clock, reveals
from engine.deaths import leavers
from engine.events import OrderBy, SpeechesOpened
from engine.houserules import Anchor, NoSheriffOrder
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.seats import DOWN, OWN_DOWN, OWN_UP, UP, Direction, Option, Seat, direction_of, walk
from engine.state import GameState

BESIDE_THE_SHERIFF: Final = (OWN_UP, OWN_DOWN)
UPWARDS: Final = (UP, OWN_UP)


def open_speeches(judge: Judge) -> Procedure[None]:
    """Today's order of speech.

    Raises:
        DayEnds: a seat took the offer of 自爆 while the sheriff chose.
        DuelBegins: a seat called a duel meanwhile.
    """
    if judge.state.sheriff is None:
        yield from without_sheriff(judge)
    else:
        yield from by_sheriff(judge, judge.state.sheriff)


def without_sheriff(judge: Judge) -> Procedure[None]:
    """单顺双逆 of the minute, beside the lowest of this morning's dead or from an end of the table; or by lot."""
    if judge.state.rules.no_sheriff_order is NoSheriffOrder.RANDOM:
        lot = yield from read_lot()
        yield from leavers(judge)
        state = judge.state
        direction = direction_of(lot)
        first = state.living[lot // 2 % len(state.living)]
        order = (first, *(seat for seat in walk(state.living, direction, after=first) if seat != first))
        yield SpeechesOpened(direction, order, None, OrderBy.LOT)
        return
    minute = yield from read_clock(judge)
    state = judge.state
    direction = direction_of(minute)
    anchor = state.fallen[0] if state.fallen else None
    yield SpeechesOpened(direction, walk(state.living, direction, after=anchor), minute, OrderBy.CLOCK)


def by_sheriff(judge: Judge, sheriff: Seat) -> Procedure[None]:
    """The sheriff chooses; without a choice in time the clock does. One who leaves meanwhile orders nothing."""
    state = judge.state
    options = ways(state)
    call = Call(
        line="speech.sheriff_pick",
        form=Form.CHOICE,
        eyes=Eyes.OPEN,
        seat=sheriff,
        options=options,
        firsts=tuple(order_of(state, sheriff, option)[0] for option in options),
    )
    prompt = RollCall(call=call, legal=(Legal(sheriff, options),), offers=reveals(state))
    chosen = (yield from roll_call(prompt)).of(sheriff)
    yield from leavers(judge)
    if judge.state.sheriff is None:
        yield from without_sheriff(judge)
        return
    if isinstance(chosen, str):
        direction = Direction.ASCENDING if chosen in UPWARDS else Direction.DESCENDING
        yield SpeechesOpened(direction, order_of(judge.state, sheriff, chosen), None, OrderBy.SHERIFF)
        return
    minute = yield from read_clock(judge)
    direction = direction_of(minute)
    yield SpeechesOpened(direction, order_of(judge.state, sheriff, direction), minute, OrderBy.AUTO)


def ways(state: GameState) -> tuple[Option, ...]:
    """What the sheriff may choose: up or down; with a free anchor after a single death also beside the own seat."""
    free = state.rules.order_anchor_single_death is Anchor.FREE and len(state.fallen) == 1
    return (UP, DOWN, *BESIDE_THE_SHERIFF) if free else (UP, DOWN)


def order_of(state: GameState, sheriff: Seat, way: Option) -> tuple[Seat, ...]:
    """Everybody alive beside the anchor and round the table, the sheriff last."""
    anchor = state.fallen[0] if len(state.fallen) == 1 and way not in BESIDE_THE_SHERIFF else sheriff
    direction = Direction.ASCENDING if way in UPWARDS else Direction.DESCENDING
    return sheriff_last(walk(state.living, direction, after=anchor), sheriff)


def sheriff_last(order: tuple[Seat, ...], sheriff: Seat | None) -> tuple[Seat, ...]:
    """警长不得抢先发言: the same order, with the sheriff at its end where it is in it."""
    return tuple(sorted(order, key=lambda seat: seat == sheriff))

"""The day: speeches in the order of the clock, and how a day ends (rules 7.4, 7.6).

Until there is a sheriff nobody chooses the order: 单顺双逆 of the minute, starting beside the lowest
of this morning's dead, or at an end of the table. 自爆 stands open during speeches and PK speeches.
"""

from __future__ import annotations

from engine.conversation import DayEnds, GameEnds, Judge, Procedure, floor, read
from engine.events import DayEnded, Phase, PhaseEntered, Reason, SpeechesOpened, SpeechesOver, Spoke, Winner
from engine.prompts import Call, Eyes, Floor, Form, Offer, OfferKind, Read, Wanted
from engine.roles import role_of
from engine.seats import Seat, direction_of, walk
from engine.state import GameState


def speeches(judge: Judge) -> Procedure[None]:
    """Everybody alive speaks once."""
    state = judge.state
    if not state.talking:
        minute = yield from read_minute()
        direction = direction_of(minute)
        anchor = state.fallen[0] if state.fallen else None
        yield SpeechesOpened(direction, walk(state.living, direction, after=anchor), minute)
    yield from round_of_speeches(judge, "speech.turn", "speech.next")
    yield SpeechesOver()
    yield PhaseEntered(Phase.BALLOT, judge.state.n)


def read_minute() -> Procedure[int]:
    """The minute of the local clock, hour * 60 + minute."""
    call = Call(line="", form=Form.SILENT, eyes=Eyes.OPEN)
    value = yield from read(Read(call=call, wanted=Wanted.MINUTE))
    return int(value)


def round_of_speeches(judge: Judge, first: str, later: str) -> Procedure[None]:
    """Whoever is still to speak, in order; `first` calls the first speaker of the round, `later` the others.

    Raises:
        DayEnds: a seat took the standing offer of 自爆.
    """
    while judge.state.speakers:
        seat = judge.state.speakers[0]
        line = later if judge.state.spoke else first
        call = Call(line=line, form=Form.FLOOR, eyes=Eyes.OPEN, seat=seat)
        taken = yield from floor(Floor(call=call, offers=(explode_offer(judge.state),)))
        if taken is not None:
            raise DayEnds(taken.seat)
        yield Spoke(seat)


def explode_offer(state: GameState) -> Offer:
    """自爆, open to the living whose card explodes; that it stands open is the same whoever they are."""
    who: list[Seat] = []
    for seat in state.alive:
        card = state.card_of(seat)
        if card is not None and role_of(card).explodes:
            who.append(seat)
    return Offer(OfferKind.EXPLODE, tuple(who))


def day_end(judge: Judge) -> Procedure[None]:
    """The day is over; after the last round of the house rules the game is a draw, else night falls."""
    n = judge.state.n
    yield DayEnded(n, early=judge.state.exploded)
    if n >= judge.state.rules.max_rounds:
        raise GameEnds(Winner.DRAW, Reason.ROUNDS)
    yield PhaseEntered(Phase.NIGHT, n + 1)

"""The whole game of 狼人杀 on one page.

    opening → night → dawn → (election) → announcement → windows, badge and words → speeches → ballot
            → windows, badge and words → end of day → night …

Every part leaves the state in the phase that comes next and does nothing in a phase that is not its
own, so the book can be opened at any page: where a game is, is in its state and nowhere else.
"""

from __future__ import annotations

from engine.aftermath import aftermath
from engine.badge import pass_badge
from engine.ballot import exile_vote
from engine.blast import window
from engine.conversation import DayEnds, DuelBegins, GameEnds, Judge, Procedure, press
from engine.dawn import announce, dawn
from engine.day import day_end
from engine.deal import deal
from engine.delayed import delayed
from engine.duel import challenge, duel, go_on
from engine.events import AnyEvent, GameAborted, GameBegan, GameOver, Phase, PhaseEntered, ReadyHeard, Revealed
from engine.explosion import explode, take
from engine.night import night
from engine.prompts import Call, Eyes, Form, Gesture, Press
from engine.sheriff import election
from engine.speeches import speeches

READY_ROUNDS = 3
"""How often it is asked whether everybody knows its card, before the game begins all the same."""


def whole_game(judge: Judge, opening_events: tuple[AnyEvent, ...]) -> Procedure[None]:
    """From where the state says the game is, after `opening_events`, to its end."""
    yield from opening_events
    try:
        while not at(judge, Phase.OVER):
            yield from one_round(judge)
    except GameEnds as end:
        yield from ending(judge, end)


def one_round(judge: Judge) -> Procedure[None]:
    """A night and its day; what of it is already behind the game is passed over."""
    if at(judge, Phase.READY):
        yield from opening(judge)
    if at(judge, Phase.NIGHT, Phase.STEP, Phase.CLAIMS):
        yield from night(judge)
    if at(judge, Phase.DAWN):
        yield from dawn(judge)
    if at(judge, Phase.ELECTION):
        yield from election(judge)
    yield from reveal(judge)
    yield from aftermath(judge)
    if at(judge, Phase.ANNOUNCE):
        yield from announce(judge)
    yield from aftermath(judge)
    yield from day(judge)
    yield from reveal(judge)
    if at(judge, Phase.BLAST):
        yield from window(judge)
    if at(judge, Phase.FLIP):
        yield from pass_badge(judge)
        yield PhaseEntered(Phase.DAY_END, judge.state.n)
    yield from aftermath(judge)
    if at(judge, Phase.DAY_END):
        yield from day_end(judge)


def day(judge: Judge) -> Procedure[None]:
    """The speeches, from where a duel has interrupted them too, and the ballot; 自爆 and duels may come in."""
    if at(judge, Phase.RETURN):
        yield from go_on(judge)
    try:
        if at(judge, Phase.SPEECHES, Phase.RETURN):
            yield from speeches(judge)
        if at(judge, Phase.DELAYED):
            yield from delayed(judge)
        if at(judge, Phase.BALLOT, Phase.PK):
            yield from exile_vote(judge)
    except DayEnds as end:
        yield from explode(judge, end.seat)
    except DuelBegins as begun:
        yield from challenge(judge, begun.seat, begun.left_ms)


def reveal(judge: Judge) -> Procedure[None]:
    """Whom a 自爆 takes along, or with whom 骑士 duels."""
    if at(judge, Phase.TAKE):
        yield from take(judge)
    if at(judge, Phase.DUEL):
        yield from duel(judge)


def at(judge: Judge, *phases: Phase) -> bool:
    """Whether the game is in one of `phases`."""
    return judge.state.phase in phases


def opening(judge: Judge) -> Procedure[None]:
    """The cards; then 看好身份的，请按一下, asked up to three times, then the first night."""
    yield from deal(judge)
    while judge.state.ready_rounds < READY_ROUNDS:
        who = tuple(seat for seat in judge.state.present if seat not in judge.state.ready)
        if not who:
            break
        call = Call(line="setup.ready_ask", form=Form.READY, eyes=Eyes.OPEN)
        yield ReadyHeard((yield from press(Press(call=call, gesture=Gesture.TAP, who=who))))
    yield GameBegan()
    yield PhaseEntered(Phase.NIGHT, 1)


def ending(judge: Judge, end: GameEnds) -> Procedure[None]:
    """The winner and all cards; or, where staff ended the game, no result."""
    if end.winner is None or end.reason is None:
        yield GameAborted()
        return
    yield GameOver(end.winner, end.reason)
    state = judge.state
    yield Revealed(state.cards, state.spares, state.lovers, state.models)

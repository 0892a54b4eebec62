"""What follows a batch of deaths: skill windows, the badge, last words, in the order of the house (rules 5, 7.3).

skill_badge_words    CHAIN → BADGE → WORDS → what the batch interrupted
words_skill_badge    WORDS → CHAIN → BADGE → what the batch interrupted
"""

from __future__ import annotations

from engine.badge import pass_badge
from engine.conversation import GameEnds, Judge, Procedure, floor, press, roll_call
from engine.day import spoken_by
from engine.deaths import leavers, may_shoot, shoot, words_first
from engine.events import (
    OutRuleTold,
    Phase,
    PhaseEntered,
    ShotHeld,
    SkillUnused,
    Spoke,
    WordsOpened,
    WordsOver,
)
from engine.prompts import Call, Eyes, Floor, Form, Gesture, Legal, Press, RollCall
from engine.seats import NO_SHOT, Option, Seat
from engine.state import GameState
from engine.victory import outcome


def aftermath(judge: Judge) -> Procedure[None]:
    """All windows, the badge and the last words, then on to what the batch interrupted."""
    while judge.state.phase in (Phase.CHAIN, Phase.BADGE, Phase.WORDS):
        yield from leavers(judge)
        match judge.state.phase:
            case Phase.CHAIN:
                yield from chain(judge)
            case Phase.BADGE:
                yield from pass_badge(judge)
                yield from (leave(judge) if words_first(judge.state) else enter(judge, Phase.WORDS))
            case _:
                yield from last_words(judge)
                yield from (enter(judge, Phase.CHAIN) if words_first(judge.state) else leave(judge))


def chain(judge: Judge) -> Procedure[None]:
    """The next skill window; after the last one a held end is due, else the badge.

    Where last words come first, those of a seat that was just shot come before the next window too.
    """
    if judge.state.pending:
        yield from skill_window(judge, judge.state.pending[0])
        speaks = words_first(judge.state) and judge.state.words
        yield from enter(judge, Phase.WORDS if speaks else Phase.CHAIN)
        return
    if judge.state.end_held:
        won = outcome(judge.state)
        assert won is not None, "a held end stays decided"
        raise GameEnds(won.winner, won.reason)
    yield from enter(judge, Phase.BADGE)


def enter(judge: Judge, phase: Phase) -> Procedure[None]:
    """On to `phase` of the same round."""
    yield PhaseEntered(phase, judge.state.n)


def leave(judge: Judge) -> Procedure[None]:
    """On to what the batch interrupted."""
    if not judge.state.out_rule_told:
        yield OutRuleTold()
    yield from enter(judge, judge.state.then)


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
    """遗言 of those who have them, or 没有遗言; a wolf after its 自爆 has a short one."""
    if not judge.state.words_open:
        yield WordsOpened(judge.state.words)
    while judge.state.words:
        seat = judge.state.words[0]
        line = spoken_by(judge.state, seat, _words_line)
        yield from floor(Floor(call=Call(line=line, form=Form.FLOOR, eyes=Eyes.OPEN, seat=seat)))
        yield Spoke(seat)
    if judge.state.words_open:
        yield WordsOver()


def _words_line(state: GameState, seat: Seat) -> str:
    """With which line `seat` is called to its last words."""
    return "boom.words" if seat == state.exploded else "words.ask"

"""女巫: one 解药 and one 毒药, not both in one night; shown tonight's victim while she has 解药 (rules 3.8)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Fact,
    Legal,
    Line,
    Mark,
    Nights,
    Procedure,
    Role,
    Seat,
    SeesKnife,
    SelfSave,
    Side,
    Step,
    Text,
    Tonight,
)

ANTIDOTE = "antidote"
POISON = "poison"
BIG_TABLE = 11
"""From this many players on, 女巫自救 by size is never."""

ROLE = Role(
    id="witch",
    name=Text("女巫", "Witch"),
    glyph="巫",
    side=Side.GOD,
    charges=(ANTIDOTE, POISON),
    lines=(
        Line("witch.wake", Text("女巫请睁眼。", "Witch, open your eyes."), 1500),
        Line(
            "witch.victim",
            Text("报号时灯亮的，今晚被击杀。", "Your lamp lights at tonight's victim."),
            0,
        ),
        Line("witch.heal", Text("要用解药，请按一下。", "Press once to use the antidote."), 0),
        Line(
            "witch.poison",
            Text("你有一瓶毒药，要用请选择目标。", "You have a poison. Choose a target to use it."),
            0,
        ),
        Line("witch.close", Text("女巫请闭眼。", "Witch, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """Victim, antidote, poison: all three always asked, whatever she still has."""
    victim = tonight.target(Mark.KNIFE)
    yield from tonight.count("witch.victim", tuple(_shown(tonight, witch, victim) for witch in tonight.actors))
    who = tuple(witch for witch in tonight.actors if _may_save(tonight, witch, victim))
    savers = yield from tonight.yes("witch.heal", who)
    for witch in savers:
        yield from tonight.spend(witch, ANTIDOTE)
        yield from tonight.mark(Mark.SAVE, (witch,), victim)
    legal = tuple(Legal(witch, _poisonable(tonight, witch, savers)) for witch in tonight.actors)
    chosen = yield from tonight.pick("witch.poison", legal)
    for pick in chosen.picks:
        yield from tonight.spend(pick.seat, POISON)
        yield from tonight.mark(Mark.POISON, (pick.seat,), pick.seat_chosen)


def _shown(tonight: Tonight, witch: Seat, victim: Seat | None) -> Fact:
    """Lit at the victim; a fast blink for nobody, or no antidote left (unless she always sees)."""
    sees = tonight.has(witch, ANTIDOTE) or tonight.rules.witch_sees_knife is SeesKnife.ALWAYS
    if victim is None or not sees:
        return Fact(witch, yes=False)
    return Fact(witch, at=(victim,))


def _may_save(tonight: Tonight, witch: Seat, victim: Seat | None) -> bool:
    if victim is None or not tonight.has(witch, ANTIDOTE):
        return False
    return victim != witch or _may_save_herself(tonight)


def _may_save_herself(tonight: Tonight) -> bool:
    """女巫自救."""
    rule = tonight.rules.witch_self_save
    if rule is SelfSave.BY_SIZE:
        rule = SelfSave.NEVER if tonight.players >= BIG_TABLE else SelfSave.FIRST_NIGHT
    return rule is SelfSave.ALWAYS or (rule is SelfSave.FIRST_NIGHT and tonight.n == 1)


def _poisonable(tonight: Tonight, witch: Seat, savers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Any living seat but her own; nobody when the poison is gone or she saved tonight."""
    if witch in savers or not tonight.has(witch, POISON):
        return ()
    return tuple(seat for seat in tonight.living if seat != witch)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night)

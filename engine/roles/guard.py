"""守卫: keeps the knife from one seat a night, never from the same one two nights running (rules 3.4)."""

from __future__ import annotations

from engine.roles.vocabulary import Legal, Line, Mark, Nights, Procedure, Role, Side, Step, Switch, Text, Tonight

ROLE = Role(
    id="guard",
    name=Text("守卫", "Guard"),
    glyph="守",
    side=Side.GOD,
    lines=(
        Line("guard.wake", Text("守卫请睁眼。", "Guard, open your eyes."), 1500),
        Line("guard.pick", Text("请选择今晚要守护的玩家。", "Choose whom to protect tonight."), 0),
        Line("guard.close", Text("守卫请闭眼。", "Guard, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """One living seat, the own one too, but not last night's; or nobody, which frees it again (空守)."""
    targets = tuple(seat for seat in tonight.living if seat != tonight.before(Mark.GUARD))
    legal = tuple(Legal(guard, targets) for guard in tonight.actors)
    filled: tuple[Legal, ...] = ()
    if tonight.rules.guard_may_skip is Switch.OFF:
        filled = yield from tonight.drawn(legal)
    chosen = yield from tonight.pick("guard.pick", legal, filled)
    for pick in chosen.picks:
        yield from tonight.mark(Mark.GUARD, (pick.seat,), pick.seat_chosen)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night)

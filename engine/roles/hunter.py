"""猎人: may shoot when he dies by knife, exile or a shot; told each night whether he could (rules 3.12)."""

from __future__ import annotations

from engine.roles.vocabulary import Cause, Fact, Line, Nights, Procedure, Role, Side, Step, Text, Tonight

ROLE = Role(
    id="hunter",
    name=Text("猎人", "Hunter"),
    glyph="猎",
    side=Side.GOD,
    charges=("shot",),
    fires_on=(Cause.KNIFE, Cause.EXILE, Cause.SHOT),
    lines=(
        Line("hunter.wake", Text("猎人请睁眼。", "Hunter, open your eyes."), 1500),
        Line("hunter.status", Text("你的开枪状态，请看灯。", "Your gun tonight: watch your lamp."), 0),
        Line("hunter.close", Text("猎人请闭眼。", "Hunter, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """His status: may not, when the night as it stands kills him by anything that bars the shot."""
    facts = tuple(Fact(seat, yes=tonight.cause(seat) in (None, *ROLE.fires_on)) for seat in tonight.actors)
    yield from tonight.answer("hunter.status", facts)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night)

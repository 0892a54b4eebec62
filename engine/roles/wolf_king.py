"""狼王: knifes with the pack; may shoot when he dies by knife, exile or a shot (rules 3.5)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Cause,
    Fact,
    Line,
    Nights,
    Procedure,
    Role,
    Side,
    Step,
    SwitchOff,
    Text,
    Tonight,
    asked,
)

ROLE = Role(
    id="wolf_king",
    key="wolfking",
    name=Text("狼王", "Wolf King"),
    glyph="王",
    side=Side.WOLF,
    charges=("shot",),
    pack=True,
    explodes=True,
    fires_on=(Cause.KNIFE, Cause.EXILE, Cause.SHOT),
    lines=(
        Line("wolfking.wake", Text("狼王请睁眼。", "Wolf King, open your eyes."), 1500),
        Line("wolfking.status", Text("你的开枪状态，请看灯。", "Your gun tonight: watch your lamp."), 0),
        Line("wolfking.close", Text("狼王请闭眼。", "Wolf King, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """His status, as 猎人 has one, where the house calls him for it."""
    facts = tuple(Fact(seat, yes=tonight.cause(seat) in (None, *ROLE.fires_on)) for seat in tonight.actors)
    yield from tonight.answer("wolfking.status", facts)


NIGHT = Step(
    role=ROLE,
    nights=Nights.EVERY,
    run=night,
    called=asked(lambda rules: rules.wolf_king_status_step is SwitchOff.ON),
    claims=False,
)

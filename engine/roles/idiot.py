"""白痴: exiled by vote he turns his card over and stays, without a vote (rules 3.13)."""

from __future__ import annotations

from engine.roles.vocabulary import Line, Nights, Role, Side, Step, Text

ROLE = Role(
    id="idiot",
    name=Text("白痴", "Idiot"),
    glyph="白",
    side=Side.GOD,
    flips=True,
    lines=(
        Line("idiot.wake", Text("白痴请睁眼。", "Idiot, open your eyes."), 1500),
        Line("idiot.close", Text("白痴请闭眼。", "Idiot, close your eyes."), 1500),
    ),
)


NIGHT = Step(role=ROLE, nights=Nights.FIRST)

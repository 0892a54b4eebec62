"""炸弹人: exiled by vote he takes everybody along who voted for him (rules 3.16)."""

from __future__ import annotations

from engine.roles.vocabulary import Line, Nights, Role, Side, Step, Text

ROLE = Role(
    id="bomber",
    name=Text("炸弹人", "Bomber"),
    glyph="炸",
    side=Side.GOD,
    blasts=True,
    lines=(
        Line("bomber.wake", Text("炸弹人请睁眼。", "Bomber, open your eyes."), 1500),
        Line("bomb.ask", Text("{seat}，要引爆请按一下。", "{seat}, press once to blow up."), 0),
        Line("bomb.held", Text("没有引爆。", "Nothing blows up."), 1000),
        Line("bomb.show", Text("{seat}是炸弹人，爆炸了。", "{seat} is the Bomber. Boom."), 1500),
        Line(
            "bomb.dead",
            Text("投他的{voters}，一同出局。", "{voters}, who voted for him, are out as well."),
            2000,
        ),
        Line("bomber.close", Text("炸弹人请闭眼。", "Bomber, close your eyes."), 1500),
    ),
)


NIGHT = Step(role=ROLE, nights=Nights.FIRST)

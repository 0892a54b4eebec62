"""老流氓: poison and shots kill him only after the next speeches, charm never; he counts as 民 (rules 3.15)."""

from __future__ import annotations

from engine.roles.vocabulary import Cause, Line, Nights, Role, Side, Step, Text

ROLE = Role(
    id="old_rogue",
    key="rogue",
    name=Text("老流氓", "Old Rogue"),
    glyph="流",
    side=Side.FOLK,
    delays=(Cause.POISON, Cause.SHOT),
    immune=(Cause.CHARM,),
    lines=(
        Line("rogue.wake", Text("老流氓请睁眼。", "Old Rogue, open your eyes."), 1500),
        Line(
            "rogue.hit",
            Text(
                "{seat}发动技能，打中{target}，{target}明天发言结束后出局。",
                "{seat} uses an ability and hits {target}, who will be out after tomorrow's speeches.",
            ),
            2000,
        ),
        Line("rogue.out", Text("{seat}出局。", "{seat} is out."), 1500),
        Line("rogue.close", Text("老流氓请闭眼。", "Old Rogue, close your eyes."), 1500),
    ),
)


NIGHT = Step(role=ROLE, nights=Nights.FIRST)

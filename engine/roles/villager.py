"""村民: no skill, never called; spoken 平民 (rules 3.17)."""

from __future__ import annotations

from engine.roles.vocabulary import Role, Side, Text

ROLE = Role(
    id="villager",
    name=Text("村民", "Villager"),
    spoken=Text("平民", "Villager"),
    glyph="民",
    side=Side.FOLK,
    at_most=None,
)

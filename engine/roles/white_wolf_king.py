"""白狼王: knifes with the pack; his 自爆 may take one player along (rules 3.5)."""

from __future__ import annotations

from engine.roles.vocabulary import Role, Side, Text

ROLE = Role(
    id="white_wolf_king",
    name=Text("白狼王", "White Wolf King"),
    glyph="帝",
    side=Side.WOLF,
    pack=True,
    explodes=True,
    takes=True,
)

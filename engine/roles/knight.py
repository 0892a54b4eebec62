"""骑士: reveals himself once by day and duels: a wolf dies and the day is over, else he dies (rules 3.14)."""

from __future__ import annotations

from engine.roles.vocabulary import Line, Nights, Role, Side, Step, Text

ROLE = Role(
    id="knight",
    name=Text("骑士", "Knight"),
    glyph="骑",
    side=Side.GOD,
    duels=True,
    charges=("duel",),
    lines=(
        Line("knight.wake", Text("骑士请睁眼。", "Knight, open your eyes."), 1500),
        Line("knight.draw", Text("{seat}是骑士，发起决斗。", "{seat} is the Knight and calls a duel."), 1000),
        Line("knight.ask", Text("请选择决斗的目标。", "Choose your opponent."), 0),
        Line("knight.none", Text("没有选择目标，决斗作废。", "No opponent was chosen. There is no duel."), 1500),
        Line(
            "knight.win",
            Text(
                "{target}是狼人，决斗成功，{target}出局。",
                "{target} is a wolf. The duel is won and {target} is out.",
            ),
            2000,
        ),
        Line("knight.win_night", Text("直接天黑。", "Night falls at once."), 1000),
        Line(
            "knight.lose",
            Text(
                "{target}是好人，决斗失败，{seat}出局。",
                "{target} is good. The duel is lost and {seat} is out.",
            ),
            2000,
        ),
        Line("knight.lose_go", Text("继续发言。", "Speeches go on."), 800),
        Line("knight.close", Text("骑士请闭眼。", "Knight, close your eyes."), 1500),
    ),
)


NIGHT = Step(role=ROLE, nights=Nights.FIRST)

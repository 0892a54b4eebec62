"""骑士: reveals himself once by day and duels: a wolf dies and the day is over, else he dies (rules 3.14)."""

from __future__ import annotations

from engine.roles.vocabulary import Line, Nights, Procedure, Role, Side, Step, Text, Tonight

ROLE = Role(
    id="knight",
    name=Text("骑士", "Knight"),
    glyph="骑",
    side=Side.GOD,
    duels=True,
    charges=("duel",),
    lines=(
        Line("knight.wake", Text("骑士请睁眼。", "Knight, open your eyes."), 1500),
        Line("knight.close", Text("骑士请闭眼。", "Knight, close your eyes."), 1500),
    ),
)


def night(_: Tonight) -> Procedure[None]:
    """Nothing but the claim of the wake line: the step tells the judge who holds the card."""
    yield from ()


NIGHT = Step(role=ROLE, nights=Nights.FIRST, run=night)

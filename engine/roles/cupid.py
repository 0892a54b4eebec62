"""丘比特: makes two seats 情侣, the own one too if he likes (rules 3.2)."""

from __future__ import annotations

from engine.roles.vocabulary import Legal, Line, Nights, Procedure, Role, Seat, Side, Step, Text, Tonight

ROLE = Role(
    id="cupid",
    name=Text("丘比特", "Cupid"),
    glyph="丘",
    side=Side.NONE,
    buriable=False,
    binds=True,
    lines=(
        Line("cupid.wake", Text("丘比特请睁眼。", "Cupid, open your eyes."), 1500),
        Line("cupid.pick", Text("请选择两名玩家，成为情侣。", "Choose two players to be lovers."), 0),
        Line("cupid.close", Text("丘比特请闭眼。", "Cupid, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """Two living seats; what is missing after the first count a lot fills."""
    legal = tuple(Legal(cupid, tonight.living) for cupid in tonight.actors)
    filled = yield from tonight.drawn(legal, 2)
    chosen = yield from tonight.pick("cupid.pick", legal, filled, places=2)
    for pick in chosen.picks:
        yield from tonight.bind(tuple(sorted(Seat(int(option)) for option in pick.options)))


NIGHT = Step(role=ROLE, nights=Nights.FIRST, run=night)

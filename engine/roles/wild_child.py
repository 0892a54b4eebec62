"""野孩子: chooses a model; when that dies he is a wolf and joins the pack (rules 3.3)."""

from __future__ import annotations

from engine.roles.vocabulary import Legal, Line, Nights, Procedure, Role, Side, Step, Text, Tonight

ROLE = Role(
    id="wild_child",
    key="wildchild",
    name=Text("野孩子", "Wild Child"),
    glyph="野",
    side=Side.NONE,
    lines=(
        Line("wildchild.wake", Text("野孩子请睁眼。", "Wild Child, open your eyes."), 1500),
        Line("wildchild.pick", Text("请选择一名玩家，做你的榜样。", "Choose a player as your model."), 0),
        Line("wildchild.close", Text("野孩子请闭眼。", "Wild Child, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """One other seat; if he chooses nobody, a lot does."""
    legal = tuple(Legal(child, tuple(s for s in tonight.living if s != child)) for child in tonight.actors)
    filled = yield from tonight.drawn(legal)
    chosen = yield from tonight.pick("wildchild.pick", legal, filled)
    for pick in chosen.picks:
        yield from tonight.follow(pick.seat, pick.seat_chosen)


NIGHT = Step(role=ROLE, nights=Nights.FIRST, run=night)

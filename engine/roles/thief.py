"""盗贼: takes one of the two spare cards and plays it from that night on; a wolf card he must take (rules 3.1)."""

from __future__ import annotations

from engine.roles.vocabulary import Fact, Legal, Line, Nights, Option, Procedure, Role, Side, Step, Text, Tonight

ROLE = Role(
    id="thief",
    name=Text("盗贼", "Thief"),
    glyph="盗",
    side=Side.NONE,
    spares=2,
    buriable=False,
    lines=(
        Line("thief.wake", Text("盗贼请睁眼。", "Thief, open your eyes."), 1500),
        Line(
            "thief.look",
            Text("我念身份，灯亮的是两张底牌。", "I name the roles; your lamp lights at the two spare cards."),
            0,
        ),
        Line(
            "thief.rule",
            Text("底牌里有狼人，就必须选狼人。", "If one of them is a wolf, you must take a wolf."),
            500,
        ),
        Line("thief.pick", Text("请在要选的身份上按一下。", "Press at the card you want."), 0),
        Line("thief.close", Text("盗贼请闭眼。", "Thief, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """The names of the deck are counted: his lamp lights at the two; then he chooses, or a lot does."""
    spares: tuple[Option, ...] = tuple(name for name in tonight.names if name in tonight.spares)
    facts = tuple(Fact(thief, at=spares) for thief in tonight.actors)
    yield from tonight.count("thief.look", facts, tonight.names)
    wolves = tuple(name for name in spares if tonight.is_wolf(str(name)))
    legal = tuple(Legal(thief, wolves or spares) for thief in tonight.actors)
    filled = yield from tonight.drawn(legal)
    chosen = yield from tonight.pick("thief.pick", legal, filled, options=tonight.names)
    for pick in chosen.picks:
        yield from tonight.take(pick.seat, str(pick.options[0]))


NIGHT = Step(role=ROLE, nights=Nights.FIRST, run=night)

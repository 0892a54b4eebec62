"""预言家: checks one other living seat a night, 好人 or 狼人 (rules 3.9).

A check works even when the seer dies in the same night. While the wolves' own claims are in doubt a
check could only be answered wrongly, so nothing can be picked then.
"""

from __future__ import annotations

from engine.roles.vocabulary import Fact, Legal, Line, Mark, Nights, Procedure, Role, Side, Step, Text, Tonight

ROLE = Role(
    id="seer",
    name=Text("预言家", "Seer"),
    glyph="预",
    side=Side.GOD,
    lines=(
        Line("seer.wake", Text("预言家请睁眼。", "Seer, open your eyes."), 1500),
        Line("seer.pick", Text("请选择今晚要查验的玩家。", "Choose whom to check tonight."), 0),
        Line("seer.result", Text("他的身份，请看灯。", "His identity: watch your lamp."), 0),
        Line("seer.close", Text("预言家请闭眼。", "Seer, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """The pick, then the answer by lamp: steady 好人, fast blink 狼人, dark when nobody was picked."""
    legal = tuple(
        Legal(seer, tuple(s for s in tonight.living if s != seer) if tonight.wolves_known else ())
        for seer in tonight.actors
    )
    chosen = yield from tonight.pick("seer.pick", legal)
    facts = []
    about = None
    for pick in chosen.picks:
        about = pick.seat_chosen
        yield from tonight.mark(Mark.CHECK, (pick.seat,), about)
        facts.append(Fact(pick.seat, yes=not tonight.appears_wolf(about)))
    yield from tonight.answer("seer.result", tuple(facts), about)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night)

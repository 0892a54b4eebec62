"""隐狼: a wolf that reads as good, knows the pack and is not known by it; has its knife when it is dead (rules 3.7)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Fact,
    HouseRules,
    Line,
    Nights,
    Procedure,
    Role,
    Seat,
    Side,
    Step,
    Switch,
    Text,
    Tonight,
)

ROLE = Role(
    id="hidden_wolf",
    key="hidden",
    name=Text("隐狼", "Hidden Wolf"),
    glyph="隐",
    side=Side.WOLF,
    hides=True,
    inherits=True,
    lines=(
        Line("wolf.not_hidden", Text("隐狼请不要睁眼。", "Hidden Wolf, keep your eyes closed."), 500),
        Line("hidden.wake", Text("隐狼请睁眼。", "Hidden Wolf, open your eyes."), 1500),
        Line("hidden.show", Text("我报号时灯亮的，是你的队友。", "Your lamp lights at the numbers of your team."), 0),
        Line("hidden.close", Text("隐狼请闭眼。", "Hidden Wolf, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """His lamp lights at the wolves' numbers; nothing is told where the house keeps them from him."""
    yield from tonight.count("hidden.show", tuple(_shown(tonight, wolf) for wolf in tonight.actors))


def blind(rules: HouseRules) -> bool:
    """Whether the house keeps the pack from him."""
    return rules.hidden_wolf_sees_pack is Switch.OFF


def _shown(tonight: Tonight, wolf: Seat) -> Fact:
    if blind(tonight.rules):
        return Fact(wolf, yes=False)
    return Fact(wolf, at=tonight.pack)


NIGHT = Step(role=ROLE, nights=Nights.FIRST, run=night)

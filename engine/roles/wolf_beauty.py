"""狼美人: knifes with the pack, then charms one seat that dies with her (rules 3.6). No 自爆, and no knife on her."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Cause,
    CharmTargets,
    Legal,
    Line,
    Mark,
    Nights,
    Procedure,
    Role,
    Seat,
    Seats,
    Side,
    Step,
    Switch,
    Text,
    Tonight,
)

ROLE = Role(
    id="wolf_beauty",
    key="beauty",
    name=Text("狼美人", "Wolf Beauty"),
    glyph="美",
    side=Side.WOLF,
    pack=True,
    spared=True,
    drags_on=(Cause.EXILE, Cause.SHOT, Cause.POISON, Cause.HEARTBREAK),
    lines=(
        Line("beauty.wake", Text("狼美人请睁眼。", "Wolf Beauty, open your eyes."), 1500),
        Line("beauty.pick", Text("请选择今晚要魅惑的玩家。", "Choose whom to charm tonight."), 0),
        Line("beauty.close", Text("狼美人请闭眼。", "Wolf Beauty, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """One other living seat, or nobody; what she charmed last night is free again either way."""
    legal = tuple(Legal(beauty, _targets(tonight, beauty)) for beauty in tonight.actors)
    chosen = yield from tonight.pick("beauty.pick", legal)
    for pick in chosen.picks:
        yield from tonight.mark(Mark.CHARM, (pick.seat,), pick.seat_chosen)


def _targets(tonight: Tonight, beauty: Seat) -> Seats:
    """Anybody but herself; no wolf, and nobody twice running, where the house says so."""
    barred = [beauty]
    if tonight.rules.charm_targets is CharmTargets.NON_WOLF:
        barred += tonight.pack
    if tonight.rules.charm_repeat is Switch.OFF:
        barred += [seat for seat in (tonight.before(Mark.CHARM),) if seat is not None]
    return tuple(seat for seat in tonight.living if seat not in barred)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night, claims=False)

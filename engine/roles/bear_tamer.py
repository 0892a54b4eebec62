"""驯熊师: his bear growls in the morning when a wolf sits beside him (rules 3.10)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    BearNeighbours,
    Growled,
    Line,
    Morning,
    Nights,
    Procedure,
    Role,
    Seat,
    Side,
    Step,
    Text,
    Tonight,
)

ROLE = Role(
    id="bear_tamer",
    key="bear",
    name=Text("驯熊师", "Bear Tamer"),
    glyph="熊",
    side=Side.GOD,
    lines=(
        Line("bear.wake", Text("驯熊师请睁眼。", "Bear Tamer, open your eyes."), 1500),
        Line("bear.close", Text("驯熊师请闭眼。", "Bear Tamer, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """Nothing to do; from night 2 on, when nothing is claimed, a while of silence."""
    if tonight.n > 1:
        yield from tonight.show("idle")


def growl(morning: Morning) -> Growled | None:
    """Said every morning before the dead are told; dead, or with a good seat on either side, the bear is quiet."""
    if morning.announced:
        return None
    tamer = morning.holder
    return Growled(tamer is not None and any(morning.appears_wolf(seat) for seat in _beside(morning, tamer)))


def _beside(morning: Morning, tamer: Seat) -> list[Seat]:
    """The nearest living seats on either side, after the deaths of the night; or those of the table, if they live."""
    physical = morning.rules.bear_neighbours is BearNeighbours.PHYSICAL
    table = morning.seats if physical else morning.alive
    place = table.index(tamer)
    return [s for s in (table[place - 1], table[(place + 1) % len(table)]) if s in morning.alive]


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night, morning=growl)

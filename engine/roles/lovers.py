"""情侣: no card. Every seat is told in turn whether it is one, then the two see each other (seat-language 4)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Fact,
    Line,
    Nights,
    Procedure,
    Role,
    Side,
    Step,
    Text,
    Tonight,
    lovers_in_deck,
    the_lovers,
)

ROLE = Role(
    id="lovers",
    name=Text("情侣", "Lovers"),
    glyph="侣",
    side=Side.NONE,
    lines=(
        Line(
            "lovers.tour",
            Text(
                "叫到号码的，请睁眼看自己的灯，一直亮是情侣，快闪不是。",
                "When called, open your eyes and look at your lamp: steady means lover, blinking means not.",
            ),
            1000,
        ),
        Line("lovers.look", Text("{seat}请睁眼。", "{seat}, open your eyes."), 0),
        Line("lovers.shut", Text("请闭眼。", "Close your eyes."), 800),
        Line("lovers.wake", Text("情侣请睁眼，确认彼此。", "Lovers, open your eyes and know each other."), 0),
        Line("lovers.close", Text("情侣请闭眼。", "Lovers, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """The tour of all living seats, the same for everybody; then the two alone."""
    facts = tuple(Fact(seat, yes=seat in tonight.lovers) for seat in tonight.there) if tonight.lovers else ()
    yield from tonight.tour("lovers.tour", facts)
    yield from tonight.show("lovers.wake")


NIGHT = Step(
    role=ROLE,
    nights=Nights.FIRST,
    run=night,
    who=the_lovers,
    called=lovers_in_deck,
    claims=False,
    wakes=False,
    card=False,
)

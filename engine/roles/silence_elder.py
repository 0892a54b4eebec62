"""禁言长老: silences one seat for the next day, never the same twice running (rules 3.11)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Legal,
    Line,
    Mark,
    Morning,
    Nights,
    Procedure,
    Role,
    Side,
    SilenceAnnounce,
    Silenced,
    Step,
    Text,
    Tonight,
)

ROLE = Role(
    id="silence_elder",
    key="elder",
    name=Text("禁言长老", "Silencing Elder"),
    glyph="禁",
    side=Side.GOD,
    lines=(
        Line("elder.wake", Text("禁言长老请睁眼。", "Silencing Elder, open your eyes."), 1500),
        Line("elder.pick", Text("请选择明天不能发言的玩家。", "Choose who may not speak tomorrow."), 0),
        Line("elder.close", Text("禁言长老请闭眼。", "Silencing Elder, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """One living seat, the own one too, but not last night's; or nobody."""
    targets = tuple(seat for seat in tonight.living if seat != tonight.before(Mark.SILENCE))
    chosen = yield from tonight.pick("elder.pick", tuple(Legal(elder, targets) for elder in tonight.actors))
    for pick in chosen.picks:
        yield from tonight.mark(Mark.SILENCE, (pick.seat,), pick.seat_chosen)


def silence(morning: Morning) -> Silenced | None:
    """Who may not speak today: told right after 天亮, or after the dead of the night."""
    with_deaths = morning.rules.silence_announce is SilenceAnnounce.WITH_DEATHS
    return Silenced(morning.target(Mark.SILENCE)) if morning.announced == with_deaths else None


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night, morning=silence)

"""狼人: the pack knifes one seat a night, and any of them may 自爆 by day (rules 3.5)."""

from __future__ import annotations

from engine.roles.vocabulary import (
    Consensus,
    Fact,
    Legal,
    Line,
    Mark,
    Nights,
    Procedure,
    Role,
    Seat,
    Side,
    Step,
    Switch,
    Text,
    Tonight,
    pack_in_deck,
    the_pack,
)

ROLE = Role(
    id="werewolf",
    key="wolf",
    name=Text("狼人", "Werewolf"),
    glyph="狼",
    side=Side.WOLF,
    at_most=None,
    pack=True,
    explodes=True,
    lines=(
        Line("wolf.wake", Text("狼人请睁眼。", "Werewolves, open your eyes."), 1500),
        Line("wolf.confirm", Text("每位狼人请连按两下。", "Each werewolf, tap twice."), 0),
        Line("wolf.special", Text("{role}请再连按两下。", "{role}, tap twice again."), 0),
        Line("wolf.know", Text("请互相确认队友。", "Recognise your team."), 0),
        Line("wolf.talk", Text("请用手势商量目标。", "Agree on a target by signs."), 0),
        Line("wolf.pick", Text("请选择今晚击杀的目标。", "Choose tonight's victim."), 0),
        Line(
            "wolf.verdict",
            Text("最后一遍，灯亮的今晚被击杀。", "Last count: the lit number dies tonight."),
            0,
        ),
        Line("wolf.close", Text("狼人请闭眼。", "Werewolves, close your eyes."), 1500),
    ),
)


def night(tonight: Tonight) -> Procedure[None]:
    """Recognise each other (first night), agree by signs, choose, and be shown who dies."""
    if tonight.n == 1:
        yield from tonight.show("wolf.know")
    yield from tonight.show("wolf.talk")
    targets = _targets(tonight)
    lot = (yield from tonight.lot()) if tonight.rules.wolf_consensus is Consensus.RANDOM_TIE else 0
    chosen = yield from tonight.pick("wolf.pick", tuple(Legal(wolf, targets) for wolf in tonight.actors))
    votes = tuple((pick.seat, pick.seat_chosen) for pick in chosen.picks)
    yield from tonight.pointed(votes)
    victim = _agreed(tonight, votes, lot)
    if tonight.actors:
        yield from tonight.mark(Mark.KNIFE, tonight.actors, victim)
    shown = tuple(Fact(wolf, yes=victim is not None, at=_option(victim)) for wolf in tonight.actors)
    yield from tonight.verdict("wolf.verdict", shown)


def _targets(tonight: Tonight) -> tuple[Seat, ...]:
    """Whom the pack may knife: anybody alive but 狼美人, its own unless 自刀 is off; nobody in a quiet first night."""
    if tonight.n == 1 and tonight.rules.first_night_knife is Switch.OFF:
        return ()
    own = tonight.actors if tonight.rules.wolf_self_knife is Switch.OFF else ()
    return tuple(seat for seat in tonight.living if seat not in (*own, *tonight.spared))


def _agreed(tonight: Tonight, votes: tuple[tuple[Seat, Seat], ...], lot: int) -> Seat | None:
    """The pack's one target: most votes, and a tie is 空刀 or drawn; or every wolf must have chosen it."""
    targets = [target for _, target in votes]
    if not targets:
        return None
    most = max(targets.count(target) for target in targets)
    leaders = sorted({target for target in targets if targets.count(target) == most})
    consensus = tonight.rules.wolf_consensus
    if consensus is Consensus.BY_DECK:
        consensus = Consensus.UNANIMOUS if tonight.lovers_in_deck else Consensus.PLURALITY
    if consensus is Consensus.UNANIMOUS and most < len(tonight.actors):
        return None
    if consensus is Consensus.RANDOM_TIE:
        return leaders[lot % len(leaders)]
    return leaders[0] if len(leaders) == 1 else None


def _option(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


NIGHT = Step(role=ROLE, nights=Nights.EVERY, run=night, who=the_pack, called=pack_in_deck)

"""Reviews and transcripts: what special cards did, one line an event, in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine import events as e
from engine.events import AnyEvent
from engine.seats import Seat


class Names(Protocol):
    """How seats and cards are written in the language that is read."""

    def who(self, seat: Seat) -> str:
        """A seat with its card, once that is known."""

    def everybody(self, seats: Iterable[Seat]) -> str:
        """Some seats with their cards; nobody when there are none."""

    def card(self, role: str) -> str:
        """A card by its name."""


Told = tuple[str, str]
"""A line in Chinese and in English, with names in whichever of the two is read."""


def told(event: AnyEvent, names: Names) -> Told | None:
    """The line of `event`, or None where it is none of a special card, or has nothing to tell."""
    return _secret(event, names) or _morning(event, names) or _act(event, names)


def _secret(event: AnyEvent, names: Names) -> Told | None:
    """What only the judge knew."""
    match event:
        case e.SparesKnown(cards=cards):
            spare = tuple(map(names.card, cards))
            return f"底牌：{'、'.join(spare)}", f"spare cards: {', '.join(spare)}"
        case e.CardTaken(seat=seat, card=card):
            return (
                f"{names.who(seat)}拿走底牌{names.card(card)}",
                f"{names.who(seat)} takes the spare {names.card(card)}",
            )
        case e.LoversBound(seats=seats):
            return f"情侣：{names.everybody(seats)}", f"lovers: {names.everybody(seats)}"
        case e.ModelChosen(seat=seat, model=model):
            return f"{names.who(seat)}的榜样：{names.who(model)}", f"the model of {names.who(seat)}: {names.who(model)}"
        case e.Turned(seat=seat):
            return f"{names.who(seat)}变成狼人", f"{names.who(seat)} turns wolf"
        case e.KnifeInherited(seat=seat):
            return f"{names.who(seat)}接着用刀", f"{names.who(seat)} takes over the knife"
        case e.Doomed(seat=seat, n=n):
            return (
                f"{names.who(seat)}要到第 {n} 天发言结束才出局",
                f"{names.who(seat)} will be out after the speeches of day {n}",
            )
        case _:
            return None


def _morning(event: AnyEvent, names: Names) -> Told | None:
    """What the room was told in the morning."""
    match event:
        case e.Growled(yes=True):
            return "熊咆哮了", "the bear growls"
        case e.Growled():
            return "熊没有咆哮", "the bear is quiet"
        case e.Silenced(seat=None):
            return "没有人被禁言", "nobody is silenced"
        case e.Silenced(seat=int(seat)):
            return f"{names.who(seat)}被禁言", f"{names.who(seat)} is silenced"
        case _:
            return None


def _act(event: AnyEvent, names: Names) -> Told | None:
    """What was done by day, and whom it dragged along."""
    match event:
        case e.Linked(seats=seats):
            return f"{names.everybody(seats)}随之出局", f"out as well: {names.everybody(seats)}"
        case e.ShotDelayed(by=by, target=target):
            return f"{names.who(by)}开枪打中{names.who(target)}", f"{names.who(by)} shoots {names.who(target)}"
        case e.DelayedOut(seat=seat):
            return f"{names.who(seat)}延后出局", f"{names.who(seat)} is out now"
        case e.TakenAlong(by=by, target=target):
            return f"{names.who(by)}带走{names.who(target)}", f"{names.who(by)} takes {names.who(target)} along"
        case e.NobodyTaken(by=by):
            return f"{names.who(by)}没有带人", f"{names.who(by)} takes nobody along"
        case e.DuelCalled(seat=seat):
            return f"{names.who(seat)}发起决斗", f"{names.who(seat)} calls a duel"
        case e.DuelDropped(seat=seat):
            return f"{names.who(seat)}没有选择，决斗作废", f"{names.who(seat)} names nobody; there is no duel"
        case e.DuelWon(by=by, target=target):
            return (
                f"{names.who(by)}决斗{names.who(target)}成功",
                f"{names.who(by)} wins the duel with {names.who(target)}",
            )
        case e.DuelLost(by=by, target=target):
            return (
                f"{names.who(by)}决斗{names.who(target)}失败，出局",
                f"{names.who(by)} loses the duel with {names.who(target)} and is out",
            )
        case e.Blasted(by=by, seats=()):
            return f"{names.who(by)}爆炸，没有带走人", f"{names.who(by)} blows up nobody"
        case e.Blasted(by=by, seats=seats):
            return (
                f"{names.who(by)}爆炸，带走{names.everybody(seats)}",
                f"{names.who(by)} blows up {names.everybody(seats)}",
            )
        case e.BlastHeld(by=by):
            return f"{names.who(by)}没有引爆", f"{names.who(by)} does not blow up"
        case _:
            return None

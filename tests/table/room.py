"""The room of the announcer's tests: a table of nine, what it hears of an event, and how it is asked."""

from __future__ import annotations

from audio.planner import render
from audio.say import Language
from engine import events as e
from engine.houserules import (
    HouseRules,
)
from engine.prompts import Call
from engine.public import PublicView
from engine.seats import Seat, Seats, seats_of
from engine.secrecy import Public
from engine.text import Text
from firmware.table.announcer import announce, question

ZH, EN = Language.ZH, Language.EN
NINE = seats_of(*range(1, 10))


def opened(
    seats: Seats = NINE,
    roles: tuple[tuple[str, int], ...] = (("werewolf", 3), ("seer", 1), ("witch", 1), ("hunter", 1), ("villager", 3)),
    rules: HouseRules | None = None,
    *,
    sheriff: bool = False,
) -> e.GameOpened:
    deck = tuple(e.Count(role, cards) for role, cards in roles)
    return e.GameOpened("B09", Text("预女猎", "Seer Witch Hunter"), seats, deck, rules or HouseRules(), sheriff)


def view_of(rules: HouseRules | None = None) -> PublicView:
    return PublicView().after(opened(rules=rules))


def heard(event: Public, rules: HouseRules | None = None, language: Language = ZH) -> list[str]:
    """What the room hears of `event` at a table with these rules."""
    return [render(say, language) for say in announce(event, view_of(rules))]


def asked(call: Call, view: PublicView | None = None) -> list[str]:
    return [render(say, ZH) for say in question(call, view or view_of())]


S = Seat

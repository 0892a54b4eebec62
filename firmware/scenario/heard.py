"""What the room hears of a case: the milestones of a day in their order, and the words of the announcement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from audio.planner import render
from audio.say import Language
from engine import events as e
from engine.events import AnyEvent
from engine.public import PublicView
from engine.secrecy import Public
from firmware.table.announcer import announce

NIGHTFALL: Final = "入夜"

MILESTONES: Final[Mapping[str, type[Public]]] = MappingProxyType(
    {
        "竞选": e.BidsClosed,
        "竞选警长": e.BidsClosed,
        "警长竞选": e.BidsClosed,
        "警长当选": e.SheriffElected,
        "移交警徽": e.BadgeAsked,
        "撕警徽": e.BadgeTorn,
        "翻牌": e.IdiotFlipped,
        "公布死讯": e.Announced,
        "开枪": e.ShotFired,
        "遗言": e.WordsOpened,
        "定发言顺序": e.SpeechesOpened,
        "发言": e.SpeechesOpened,
        "自爆": e.Exploded,
        "放逐投票": e.BallotOpened,
        "PK": e.PkOpened,
        "放逐": e.Exiled,
        "平安日": e.PeaceDay,
        "熊咆哮": e.Growled,
        "禁言": e.Silenced,
        "决斗": e.DuelCalled,
        "殉情": e.Linked,
        "带人": e.TakenAlong,
        "爆炸": e.Blasted,
        NIGHTFALL: e.NightFell,
    }
)
"""The words of a case for what everybody hears."""

TWICE: Final[Mapping[str, type[Public]]] = MappingProxyType({"咆哮只在天亮公布死讯后判一次": e.Growled})
"""The words of a case for what must not be heard a second time in one round."""

_SEAT: Final = re.compile(r"(\d+)号")


def in_order(events: Sequence[AnyEvent], words: Sequence[str]) -> list[str]:
    """Those of `words` that were heard, in the order in which each was heard first (at once: as given).

    入夜 is the end of a day, unless the order begins with it.
    """
    begins = words[:1] == [NIGHTFALL]
    first = {word: place for word in words if (place := _first(events, word, begins=begins)) is not None}
    return sorted(first, key=lambda word: first[word])


def _first(events: Sequence[AnyEvent], word: str, *, begins: bool) -> int | None:
    """Where `word` is heard first. "没有遗言" is not 遗言; nor is the night before any day 入夜 unless it `begins`."""
    day_over = begins
    for place, event in enumerate(events):
        day_over = day_over or isinstance(event, e.DayEnded)
        silent = isinstance(event, e.WordsOpened) and not event.seats
        opening = isinstance(event, e.NightFell) and not day_over
        if isinstance(event, MILESTONES[word]) and not silent and not opening:
            return place
    return None


def repeated(events: Iterable[AnyEvent], words: Iterable[str]) -> list[str]:
    """Those of `words` whose event was heard twice between two dawns."""
    found = []
    for word in words:
        heard = 0
        for event in events:
            heard = 0 if isinstance(event, e.DayBroke) else heard + isinstance(event, TWICE[word])
            if heard > 1 and word not in found:
                found.append(word)
    return found


def contains(events: Iterable[AnyEvent], words: Iterable[str]) -> list[str]:
    """Those of `words` that the announcements of the dead contain; "3号" is the seat, not the end of "13号"."""
    view = PublicView()
    text = ""
    seats: set[int] = set()
    for event in events:
        if not isinstance(event, Public):
            continue
        if isinstance(event, e.Announced):
            seats.update(event.seats)
            text += "".join(render(say, Language.ZH) for say in announce(event, view))
        view = view.after(event)
    found = []
    for word in words:
        seat = _SEAT.fullmatch(word)
        if int(seat[1]) in seats if seat else word in text:
            found.append(word)
    return found

"""The timeline of a game and its talk time as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from engine.events import Cause, DuelCalled, Exploded, IdiotFlipped, Mark, Silenced, Turned
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import Seat
from firmware.review import svg
from firmware.review.model import Day, Death, Happening, Night, Review, talk_of, took_ms
from firmware.review.words import ACT_SIGNS, CAUSES, DEATH_SIGNS, Words

LEFT: Final = 112
COLUMN: Final = 78
TOP: Final = 44
ROW: Final = 30
WIDE: Final = 360
BAR_LEFT: Final = 78
BAR_RIGHT: Final = 250


def timeline(review: Review, words: Words) -> Element:
    """A lane per seat, a column per night and day: what each did, when and of what it died, who had the badge."""
    width, height = LEFT + COLUMN * len(review.rounds) + 8, TOP + ROW * len(review.holders) + 8
    parts = [*_columns(review, words, height)]
    for index, holder in enumerate(review.holders):
        parts += _lane(review, words, holder.seat, TOP + ROW * index + ROW / 2)
    title = words.say("时间线：每一夜和每一天，每个座位", "timeline: every night and day, every seat")
    return svg.picture(max(width, WIDE), height, title, *parts)


def _columns(review: Review, words: Words, height: float) -> Iterator[Element]:
    for index, part in enumerate(review.rounds):
        x = LEFT + COLUMN * index
        night = isinstance(part, Night)
        yield svg.box(x, 0, COLUMN - 2, height, fill=svg.NIGHT if night else svg.DAY, radius=4)
        name = words.say(f"第{part.n}夜" if night else f"第{part.n}天", f"night {part.n}" if night else f"day {part.n}")
        yield svg.words(x + COLUMN / 2 - 1, 17, name, at="middle", bold=True)
        yield svg.words(x + COLUMN / 2 - 1, 34, words.clock(_took(review, index)), at="middle", size=11, fill=svg.SOFT)


def _took(review: Review, index: int) -> int | None:
    """How long a night or day lasted, by the journal; None where its clock was set."""
    ends = [part.from_ms for part in review.rounds[index + 1 :]]
    end = ends[0] if ends else review.ended_ms
    return took_ms(review.rounds[index].from_ms, end)


def _lane(review: Review, words: Words, seat: Seat, y: float) -> Iterator[Element]:
    """One seat from left to right."""
    death = review.death_of(seat)
    last = len(review.rounds) if death is None else column_of(review, death) + 1
    role = words.cards.get(seat)
    wolf = role is not None and role_of(role).side is Side.WOLF
    yield svg.words(4, y + 4, words.seat(seat), bold=True)
    yield svg.words(50, y + 4, words.role(role), fill=svg.WOLF if wolf else svg.GOOD, size=11)
    yield svg.line(LEFT, y, LEFT + COLUMN * last - 2, y, stroke=svg.SOFT if death is None else svg.PALE)
    spans = badge_spans(review, seat)
    for start, end in spans:
        x = LEFT + COLUMN * start
        yield svg.box(x, y - 11, COLUMN * (end - start) - 2, 22, fill=svg.GOLD, radius=4)
    for index, part in enumerate(review.rounds):
        signs = list(_signs(part, words, seat))
        middle = LEFT + COLUMN * index + COLUMN / 2 - 1 - (14 if death and index == last - 1 else 0)
        held = any(start <= index < end for start, end in spans)
        ground = svg.GOLD if held else svg.NIGHT if isinstance(part, Night) else svg.DAY
        if signs:
            yield svg.over(svg.words(middle, y + 4, " ".join(signs), at="middle", size=11), ground)
    if death is not None:
        x = LEFT + COLUMN * last - 16
        yield svg.dot(x, y, 11, svg.WOLF, words.cause(death))
        yield svg.words(x, y + 4, words.text(DEATH_SIGNS[death.cause]), at="middle", fill=svg.WHITE, bold=True)


def _signs(part: Night | Day, words: Words, seat: Seat) -> Iterator[str]:
    """What `seat` did in that night or day, short."""
    if isinstance(part, Night):
        yield from (f"{words.text(ACT_SIGNS[Mark.KNIFE])} {to}" for wolf, to in part.pointed if wolf == seat)
        for act in part.acts:
            if seat in act.by and act.mark is not Mark.KNIFE and act.target is not None:
                yield f"{words.text(ACT_SIGNS[act.mark])} {act.target}"
        return
    for item in part.items:
        match item:
            case Happening(event=IdiotFlipped(seat=flipped)) if flipped == seat:
                yield words.say("翻牌", "flips")
            case Happening(event=Exploded(seat=exploded)) if exploded == seat:
                yield words.say("自爆", "explodes")
            case Happening(event=DuelCalled(seat=knight)) if knight == seat:
                yield words.say("决斗", "duels")
            case Happening(event=Silenced(seat=silenced)) if silenced == seat:
                yield words.say("禁言", "silenced")
            case Happening(event=Turned(seat=child)) if child == seat:
                yield words.say("变狼", "turns")
            case _:
                pass


def column_of(review: Review, death: Death) -> int:
    """The column of a death: its night, or its day."""
    kind = Night if death.night else Day
    found = [i for i, part in enumerate(review.rounds) if isinstance(part, kind) and part.n == death.n]
    return found[-1] if found else max(0, len(review.rounds) - 1)


def badge_spans(review: Review, seat: Seat) -> list[tuple[int, int]]:
    """The columns in which `seat` had the badge: (first, behind the last)."""
    spans = []
    for place, move in enumerate(review.badge):
        if move.holder == seat:
            later = review.badge[place + 1 :]
            end = later[0].index if later else len(review.rounds)
            spans.append((move.index, max(end, move.index + 1)))
    return spans


def legend(review: Review, words: Words) -> str:
    """What the signs of the timeline mean, those that stand in it."""
    deaths = [
        words.say("：", ": ").join((words.text(DEATH_SIGNS[cause]), words.text(CAUSES[cause])))
        for cause in Cause
        if any(death.cause is cause for death in review.deaths)
    ]
    badge = [words.say("黄色：警徽", "yellow: the badge")] if any(move.holder for move in review.badge) else []
    return words.say("；", "; ").join([*deaths, *badge])


def talk_bars(review: Review, words: Words) -> Element:
    """How long each seat spoke."""
    talks = talk_of(review)
    longest = max([talk.ms for talk in talks] + [1])
    parts = []
    for index, talk in enumerate(talks):
        y = 6 + 24 * index
        parts += [
            svg.words(4, y + 14, words.seat(talk.seat), bold=True),
            svg.box(BAR_LEFT, y + 2, (BAR_RIGHT - BAR_LEFT) * talk.ms / longest, 16, fill=svg.GOOD, radius=3),
            svg.words(BAR_RIGHT + 8, y + 14, words.talk(talk.ms, talk.unknown), size=11),
        ]
    title = words.say("每个座位的发言时长", "talk time of every seat")
    return svg.picture(WIDE, 12 + 24 * len(talks), title, *parts)

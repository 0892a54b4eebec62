"""The public screen of a running game: a function of the status, its public part only.

By night nothing here depends on who acts: caption and count are what everybody hears anyway.
"""

from __future__ import annotations

from audio.say import Language
from engine.public import SETUP, PublicView
from engine.seats import Seat
from engine.text import Text
from firmware.menu.public import (
    LIST_ROOM,
    STANDING,
    chosen,
    clock,
    heading_of,
    listed,
    option_label,
    players,
    sheriff_corner,
    tally_lines,
)
from firmware.menu.status import TableStatus
from hardware.screen import VISIBLE, WIDTH, Big, Body, Row, Rows, Screen, clip, width, wrap

PAGE_MS = 2500
"""How long each part of a text stays that has more than fits."""

PAUSED = Text("暂停", "Pause")
WAITING = Text("请稍候", "One moment")
OUT = Text("出局", "Out")


def live_screen(status: TableStatus, language: Language) -> Screen:
    """The screen of `status`."""
    view = status.view
    if view is None:
        return Screen("", _body(status, language), "")
    heading = chosen(heading_of(view), language)
    corner = f"{sheriff_corner(view, language)}{len(view.living)}/{len(view.seats)}"
    if view.phase == SETUP:  # nobody is out yet: a quotient would look like who is ready
        corner = chosen(Text(f"{len(view.seats)}人", f"{len(view.seats)} seats"), language)
    if status.paused:
        corner = chosen(PAUSED, language)
    elif status.remaining_ms is not None and status.speaker is None:
        corner = clock(status.remaining_ms)
    if status.fault is not None or status.open_faults:
        corner = f"!{corner}"
    return Screen(heading, _body(status, language), corner)


def _body(status: TableStatus, language: Language) -> Body:
    """What matters most, largest: the number being counted, the speaker, the seat that is spoken of, else the words."""
    lines = () if status.caption is None else wrap(chosen(status.caption, language), WIDTH)
    footer = "".join(paged(lines, 1, status.said_ms))
    if status.counted is not None:
        label = option_label(status.counted, language)
        if 2 * width(label) > WIDTH:
            return Rows((Row(clip(label)), Row(""), Row(footer)))
        return Big(label, footer=footer)
    if status.speaker is not None:
        left = "" if status.remaining_ms is None else clock(status.remaining_ms)
        label = option_label(status.speaker, language)
        if 2 * width(label + left) > WIDTH:  # ten minutes and more
            return Big(label, footer=left)
        return Big(label, left, footer)
    if status.named is not None:
        return Big(option_label(status.named, language), footer=footer)
    return _words(status, lines, language)


def _words(status: TableStatus, lines: tuple[str, ...], language: Language) -> Rows:
    """The sentence; with room to spare, who stands for sheriff or who is out. In silence after a ballot, the votes."""
    if not lines and status.view is not None and (votes := tally_lines(status.view, language)):
        return Rows(tuple(Row(line) for line in paged(votes, VISIBLE, status.said_ms)))
    rows = [Row(line) for line in paged(lines or (chosen(WAITING, language),), VISIBLE, status.said_ms)]
    below = _below(status.view, language) if status.view is not None else ""
    if len(rows) < VISIBLE and below:
        rows.extend(Row("") for _ in range(VISIBLE - 1 - len(rows)))
        rows.append(Row(below))
    return Rows(tuple(rows))


def _below(view: PublicView, language: Language) -> str:
    """While the election runs, who stands; else who is out."""
    if view.electing:
        return _short(STANDING, view.standing, language) if view.standing else ""
    return _short(OUT, view.out, language) if view.out else ""


def _short(label: Text, seats: tuple[Seat, ...], language: Language) -> str:
    """Seats with a word before them, or how many where they do not all fit into a line."""
    line = listed(label, seats, language)
    return line if width(line) <= LIST_ROOM else f"{chosen(label, language)} {chosen(players(len(seats)), language)}"


def paged(lines: tuple[str, ...], count: int, said_ms: int) -> tuple[str, ...]:
    """The `count` lines to show `said_ms` after the text began; the last ones stay."""
    pages = max(1, -(-len(lines) // count))
    page = min(said_ms // PAGE_MS, pages - 1)
    return lines[page * count : (page + 1) * count]

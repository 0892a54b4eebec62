"""关于: where the pages are, and how full the journal is. What runs is told by 设备 · 版本."""

from __future__ import annotations

from typing import Final

from engine.text import Text
from firmware.menu.page import Desk
from firmware.menu.public import LIST_ROOM
from hardware.screen import Row, wrap

ABOUT = Text("关于", "About")
GAMES = Text("已记录局数", "Games kept")
FREE = Text("剩余空间", "Free")
PAGES = Text("网页地址", "Pages at")
NO_PAGES = Text("没有网页", "No pages")

GIB: Final = 1024
"""Megabytes in a gigabyte."""


def about_lines(desk: Desk) -> tuple[Row, ...]:
    """What there is to know, line by line."""
    machine = desk.machine
    rows = [Row(desk.words(GAMES), f"{machine.games}")]
    if machine.free_mb is not None:
        rows.append(Row(desk.words(FREE), space(machine.free_mb)))
    if machine.real:
        return tuple(rows)
    if not machine.address:
        return (*rows, Row(desk.words(NO_PAGES)))
    return (*rows, Row(desk.words(PAGES)), *map(Row, wrap(machine.address, LIST_ROOM)))


def space(mb: int) -> str:
    """Free space; from a gigabyte on in gigabytes with one digit."""
    return f"{mb}MB" if mb < GIB else f"{mb / GIB:.1f}GB"

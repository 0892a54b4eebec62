"""A game in the middle of which something is about to fail."""

from __future__ import annotations

from firmware.faults import Kind
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE


def at(key: str, n: int = 1) -> VirtualTable:
    """A game of nine, half a second into the sentence `key`."""
    players = Players(ScriptedMind())
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players,)))
    table.start()
    table.until_round(key, n) if n else table.until_key(key)
    table.wait(0.5)
    return table


def closed(key: str, after_s: float) -> VirtualTable:
    """A game so long after the question at the sentence `key` was closed."""
    table = at(key)
    before = len(table.steps)
    table.until(lambda: len(table.steps) > before, "the answer", patience_s=60)
    table.wait(after_s)
    return table


def open_kinds(table: VirtualTable) -> list[Kind]:
    return [fault.kind for fault in table.judge.status.faults if fault.over_ns is None]


def waits(table: VirtualTable) -> bool:
    return table.judge.status.paused

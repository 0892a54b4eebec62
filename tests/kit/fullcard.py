"""A journal on a card that may be full."""

from __future__ import annotations

import sqlite3

from engine.game import Step
from firmware.journal import MemoryJournal


class FullCard(MemoryJournal):
    """A card without space as long as `full`."""

    full = False

    def append(self, game: int, step: Step) -> None:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        super().append(game, step)

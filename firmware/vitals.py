"""How the program is doing, in the service's log: memory, threads, and whether the loop keeps up.

A line when the table is ready, after each game, and every hour between: a leak of a few kilobytes an hour shows after
a week, long before the service's limit of memory ends a game. Nothing in it comes from a game.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from firmware.audience import Audience
from firmware.loop import Loop
from firmware.memory import resident_mb
from hardware.ports import NS_PER_MS

log = logging.getLogger("faguan")

EVERY_NS: Final = 3_600_000 * NS_PER_MS


class Vitals(Audience):
    """Tells it. On the deciding thread."""

    def __init__(self, loop: Loop, memory_mb: Callable[[], float] = resident_mb) -> None:
        """Nothing is told before `start`."""
        self._loop = loop
        self._memory_mb = memory_mb
        self._games = 0

    def start(self) -> None:
        """Tell it now, and from now on every hour."""
        self._tell()
        self._loop.call_at(self._loop.now_ns() + EVERY_NS, self.start)

    def closed(self) -> None:
        """A game is over."""
        self._games += 1
        self._tell()

    def _tell(self) -> None:
        health = self._loop.health()
        log.info(
            "内存 / memory %.0f MB, threads %d, games %d, dropped %d, slowest %d ms, latest %d ms",
            self._memory_mb(), threading.active_count(), self._games, health.dropped,
            health.slowest_ns // NS_PER_MS, health.latest_ns // NS_PER_MS,
        )  # fmt: skip

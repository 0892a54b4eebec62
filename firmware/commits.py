"""The steps that wait for the card: each has effects when it is there, and staff are told when that takes long.

A card that hangs holds up the whole game, and nothing at the table shows why. When a step is written is public (a
question ends when its time is over, whoever pressed), so this may be told by night.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.game import Step
from firmware.journal_writer import Committed, JournalWriter
from firmware.loop import Loop
from hardware.ports import NS_PER_MS

SLOW_NS: Final = 5_000 * NS_PER_MS
"""A card writes a step in some milliseconds, a bad one in a second; after this long it hangs."""


class Commits:
    """All that is given to the journal's writer and not yet on the card."""

    def __init__(
        self, loop: Loop, writer: JournalWriter, *, done: Callable[[], object], hangs: Callable[[bool], object]
    ) -> None:
        """`done` follows each step that came onto the card; `hangs` is told whether the card keeps the game waiting."""
        self._loop = loop
        self._writer = writer
        self._done = done
        self._hangs = hangs
        self._waiting: dict[tuple[int, int], tuple[int, Callable[[], None]]] = {}
        self._told = False
        loop.on(Committed, self._was_committed)

    def give(self, game: int, step: Step, committed: Callable[[], None]) -> None:
        """Have `step` of `game` written; `committed` is called when it is on the card."""
        now_ns = self._loop.now_ns()
        self._waiting[game, step.number] = now_ns, committed
        self._writer.append(game, step)
        self._loop.call_at(now_ns + SLOW_NS, self._look)

    def forget(self) -> None:
        """Nobody waits any more."""
        self._waiting.clear()
        self._look()

    def _was_committed(self, committed: Committed) -> None:
        _, go_on = self._waiting.pop((committed.game, committed.n), (0, None))
        self._look()
        if go_on is not None:
            go_on()
        self._done()

    def _look(self) -> None:
        due_ns = self._loop.now_ns() - SLOW_NS
        hangs = any(at_ns <= due_ns for at_ns, _ in self._waiting.values())
        if hangs is not self._told:
            self._told = hangs
            self._hangs(hangs)

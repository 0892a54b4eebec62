"""Commits on a thread of their own, so that the card's slowness never holds up a lamp.

The loop's thread hands over steps and goes on; when a step is on the card the writer puts
`Committed` into the loop's inbox, and only then does the step have effects. Orders are carried out
in the order given. After the first failure nothing more is written: a journal with a hole in it
would be another game.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Final

import msgspec

from engine.game import Step
from engine.text import Text
from firmware.journal import JournalStore
from firmware.journal_file import sqlite_reason

MAX_WAITING: Final = 1024
"""Orders that may wait. The rulebook waits for each commit, so more than a few means a bug."""


class Committed(msgspec.Struct, frozen=True):
    """Step `n` of `game` is on the card."""

    game: int
    n: int


class JournalFailed(msgspec.Struct, frozen=True):
    """A commit failed (a full or broken card): the game must stop loudly. Everything before it is kept."""

    why: Text


_Order = Callable[[], Committed | None]


class JournalWriter:
    """Carries out appends, floors and ends; reports through `put`, which may be called from any thread.

    With `threaded=False` everything is carried out at once on the caller's thread, `put` included.
    """

    def __init__(
        self, journal: JournalStore, put: Callable[[Committed | JournalFailed], None], *, threaded: bool = True
    ) -> None:
        """Write to `journal` and report to `put`."""
        self._journal = journal
        self._put = put
        self._failed = False
        self._orders: queue.Queue[_Order | None] = queue.Queue(MAX_WAITING)
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True) if threaded else None
        if self._thread is not None:
            self._thread.start()

    def append(self, game: int, step: Step) -> None:
        """Commit `step`, then report `Committed`."""

        def order() -> Committed:
            self._journal.append(game, step)
            return Committed(game, step.number)

        self._give(order)

    def save_floor(self, game: int, n: int, left_ms: int) -> None:
        """Keep the remainder of a speech; not reported."""
        self._give(lambda: self._journal.save_floor(game, n, left_ms))

    def end_game(self, game: int, result: str) -> None:
        """Mark the game as over, after every step given before; not reported."""
        self._give(lambda: self._journal.end_game(game, result))

    def settle(self) -> None:
        """Return when everything given so far is carried out. Only between games: it waits for the card."""
        self._orders.join()

    def try_again(self) -> None:
        """After a failure: what was given since is lost (the game is rebuilt from the card), new orders are taken."""
        self.settle()
        self._failed = False

    def close(self) -> None:
        """Return when everything given so far is carried out, and take no more. The journal stays open."""
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join()

    def _give(self, order: _Order) -> None:
        """Queue `order`, or carry it out here."""
        if self._thread is None:
            self._carry_out(order)
        else:
            self._orders.put_nowait(order)

    def _work(self) -> None:
        """The thread: one order after the other."""
        while (order := self._orders.get()) is not None:
            self._carry_out(order)
            self._orders.task_done()

    def _carry_out(self, order: _Order) -> None:
        """Do `order` and report it; after a failure, nothing."""
        if self._failed:
            return
        try:
            committed = order()
        except sqlite3.Error as error:
            self._failed = True
            self._put(JournalFailed(_words(error)))
            return
        if committed is not None:
            self._put(committed)


def unwritten(error: Exception) -> Text | None:
    """Why the journal could not be written, in words; None when `error` is something else."""
    return _words(error) if isinstance(error, sqlite3.Error) else None


def _words(error: sqlite3.Error) -> Text:
    why = sqlite_reason(error)
    return Text(f"日志写入失败：{why.zh}", f"the journal cannot be written: {why.en}")

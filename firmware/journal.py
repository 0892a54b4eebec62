"""The journal of commands is the game: every game that was opened, every step of it, each its own commit.

One SQLite file per state folder (`firmware.journal_file` opens it), or one in memory for simulation.
A game is its opening snapshot (setup as JSON, and the number of the rules), then one row per step:
row 0 has no command, it holds the opening events; row n has the command that answered prompt n.
Nothing is ever deleted: rows behind a disagreement are set aside in a table of their own.

Rows hold secrets; their printed form shows none.
"""

from __future__ import annotations

import itertools
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from engine import commands
from engine.events import AnyEvent
from engine.game import RULES, Step
from engine.secrecy import Redacted
from engine.text import Text
from firmware.journal_file import MIGRATIONS, Lock, memory_database, open_database, read_database
from hardware.ports import NS_PER_MS

_events_encoder: Final = msgspec.json.Encoder(order="deterministic")
_events_decoder: Final[msgspec.json.Decoder[tuple[AnyEvent, ...]]] = msgspec.json.Decoder(tuple[AnyEvent, ...])

_GAMES: Final = "SELECT game, started_ms, setup, rules, result, ended_ms FROM games ORDER BY game"
_GAME: Final = "SELECT game, started_ms, setup, rules, result, ended_ms FROM games WHERE game = ?"
_UNFINISHED: Final = (
    "SELECT game, started_ms, setup, rules, result, ended_ms FROM games WHERE ended_ms IS NULL "
    "AND EXISTS (SELECT 1 FROM rows WHERE rows.game = games.game) ORDER BY game DESC LIMIT 1"
)
_SET_ASIDE: Final = (
    "INSERT INTO set_aside SELECT (SELECT coalesce(max(cut), 0) + 1 FROM set_aside WHERE game = ?1), "
    "game, n, command, events, digest, at_ms FROM rows WHERE game = ?1 AND n > ?2"
)


def encode_events(events: tuple[AnyEvent, ...]) -> bytes:
    """The events of one step as a row holds them."""
    return _events_encoder.encode(events)


def decode_events(data: bytes) -> tuple[AnyEvent, ...]:
    """The events that `encode_events` wrote.

    Raises:
        msgspec.ValidationError: the bytes are not events of this version.
    """
    return _events_decoder.decode(data)


class GameRecord(Redacted, frozen=True):
    """A game in the journal. `result` and `ended_ms` are None while it is open. Times: Unix time in ms."""

    game: int
    started_ms: int
    setup: bytes
    rules: int
    result: str | None
    ended_ms: int | None


class Row(Redacted, frozen=True):
    """Step `n` of a game as it was committed at `at_ms` (Unix time); `command` is None in row 0."""

    n: int
    command: bytes | None
    events: bytes
    digest: bytes
    at_ms: int


class FloorLeft(Redacted, frozen=True):
    """The newest remainder of a speech: at prompt `n`, `left_ms` were left."""

    n: int
    left_ms: int


class JournalStore(Protocol):
    """What the shell asks of a journal. Methods may be called from any thread; each is one commit when it returns."""

    def open_game(self, setup: bytes) -> int:
        """Begin a game and return its number. The one before it must have ended."""

    def append(self, game: int, step: Step) -> None:
        """Commit `step` as row `step.number`."""

    def save_floor(self, game: int, n: int, left_ms: int) -> None:
        """Keep what is left of the speech at prompt `n`; the newest replaces the one before."""

    def end_game(self, game: int, result: str) -> None:
        """The game is over (a `Winner` value, or "aborted"); it will not be offered again."""

    def unfinished(self) -> GameRecord | None:
        """The game that a power cut interrupted, if any: the newest that has not ended and has at least its row 0."""

    def rows(self, game: int) -> tuple[Row, ...]:
        """Every step of the game, in order."""

    def floor(self, game: int) -> FloorLeft | None:
        """What `save_floor` kept last."""

    def record(self, game: int) -> GameRecord | None:
        """The game with that number."""

    def games(self) -> tuple[GameRecord, ...]:
        """All games, oldest first."""

    def set_aside(self, game: int, after: int) -> None:
        """Take the rows behind row `after` out of the game, into a table that keeps them."""

    def close(self) -> None:
        """Let go of the file."""


def _unix_ms() -> int:
    """Now, for people who read the journal; nothing is ordered by it."""
    return time.time_ns() // NS_PER_MS


class _SqlJournal:
    """A journal on an SQLite connection; what file and memory share."""

    def __init__(self, connection: sqlite3.Connection, now_ms: Callable[[], int]) -> None:
        """Use `connection`, and `now_ms` for the times of rows."""
        self._connection = connection
        self._now_ms = now_ms
        # The loop's thread reads while the writer's commits; SQLite's own lock does not span our transactions.
        self._mutex = threading.RLock()

    def open_game(self, setup: bytes) -> int:
        """Begin a game and return its number.

        A game that never got its row 0 (the power went before anything was said) is closed on the way.
        """
        with self._mutex:
            assert self.unfinished() is None, "a game is still open: go on with it or end it first"
            self._connection.execute(
                "UPDATE games SET result = 'never_began', ended_ms = ? WHERE ended_ms IS NULL", (self._now_ms(),)
            )
            self._checkpoint()
            cursor = self._connection.execute(
                "INSERT INTO games (started_ms, setup, rules) VALUES (?, ?, ?)", (self._now_ms(), setup, RULES)
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def append(self, game: int, step: Step) -> None:
        """Commit `step` as row `step.number`."""
        command = None if step.command is None else commands.encode(step.command)
        row = (game, step.number, command, encode_events(step.events), step.digest, self._now_ms())
        with self._mutex:
            self._connection.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", row)

    def save_floor(self, game: int, n: int, left_ms: int) -> None:
        """Keep what is left of the speech at prompt `n`."""
        with self._mutex:
            self._connection.execute("INSERT OR REPLACE INTO floors VALUES (?, ?, ?)", (game, n, left_ms))

    def end_game(self, game: int, result: str) -> None:
        """The game is over. A game that has ended keeps its first result."""
        with self._mutex:
            self._connection.execute(
                "UPDATE games SET result = ?, ended_ms = ? WHERE game = ? AND ended_ms IS NULL",
                (result, self._now_ms(), game),
            )
            self._checkpoint()

    def unfinished(self) -> GameRecord | None:
        """The newest game that has not ended and has at least its row 0."""
        return self._one(_UNFINISHED)

    def rows(self, game: int) -> tuple[Row, ...]:
        """Every step of the game, in order."""
        found = self._all("SELECT n, command, events, digest, at_ms FROM rows WHERE game = ? ORDER BY n", game)
        return tuple(Row(*row) for row in found)

    def floor(self, game: int) -> FloorLeft | None:
        """What `save_floor` kept last."""
        found = self._all("SELECT n, left_ms FROM floors WHERE game = ?", game)
        return FloorLeft(*found[0]) if found else None

    def record(self, game: int) -> GameRecord | None:
        """The game with that number."""
        return self._one(_GAME, game)

    def games(self) -> tuple[GameRecord, ...]:
        """All games, oldest first."""
        return tuple(GameRecord(*row) for row in self._all(_GAMES))

    def set_aside(self, game: int, after: int) -> None:
        """Take the rows behind row `after` out of the game, into a table that keeps them."""
        with self._mutex, self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(_SET_ASIDE, (game, after))
            self._connection.execute("DELETE FROM rows WHERE game = ? AND n > ?", (game, after))
            self._connection.execute("DELETE FROM floors WHERE game = ? AND n > ?", (game, after))

    def close(self) -> None:
        """Let go of the database."""
        with self._mutex:
            self._connection.close()

    def _checkpoint(self) -> None:
        """Move the WAL into the file: only before and after a game, never in one."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _all(self, query: str, *parameters: int) -> list[tuple[Any, ...]]:
        """Every row that `query` finds."""
        with self._mutex:
            return self._connection.execute(query, parameters).fetchall()

    def _one(self, query: str, *parameters: int) -> GameRecord | None:
        """The one game that `query` finds, if any."""
        found = self._all(query, *parameters)
        return GameRecord(*found[0]) if found else None


class Journal(_SqlJournal):
    """The journal in a file, held by this process alone until `close`.

    `notice` says in both languages what was moved aside while opening, or is None.
    """

    def __init__(
        self, path: Path, *, migrations: tuple[str, ...] = MIGRATIONS, now_ms: Callable[[], int] = _unix_ms
    ) -> None:
        """Open `path` (its folder exists), made new where there is none.

        Raises:
            AlreadyRunning: another process holds it.
            BadJournal: it cannot be opened or written, and not because it is damaged.
        """
        self._lock = Lock(path.with_name(f"{path.name}.lock"))
        try:
            opened = open_database(path, migrations)
        except BaseException:
            self._lock.release()
            raise
        super().__init__(opened.connection, now_ms)
        self.notice: Text | None = opened.notice

    def close(self) -> None:
        """Let go of the file and of the lock."""
        super().close()
        self._lock.release()


class JournalReader(_SqlJournal):
    """The journal in a file for reading only (`faguan replay`), also while a judge is writing it."""

    def __init__(self, path: Path) -> None:
        """Open `path`.

        Raises:
            BadJournal: there is none, it is damaged, or of another version.
        """
        super().__init__(read_database(path), _unix_ms)


class MemoryJournal(_SqlJournal):
    """A journal in memory, for simulation and the tests; it lives as long as the object.

    Its times are a count of commits, so that two runs of one game give the same journal.
    """

    def __init__(self) -> None:
        """Begin empty."""
        connection = memory_database()
        super().__init__(connection, itertools.count().__next__)
        # A connection that is dropped open is a warning from Python 3.13 on.
        weakref.finalize(self, connection.close)

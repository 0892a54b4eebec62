"""The real program as a process, and what can be seen of it from outside: its output, its streams, its journal."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import msgspec
from websockets.sync.client import connect

from firmware.journal import GameRecord, JournalReader, Row
from firmware.state_dir import JOURNAL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

ROOT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = (sys.executable, "-m", "firmware")
PATIENCE_S: Final = 100
"""How long a test waits for what must come; it never has to when all is well."""

DEMO: Final = ("--demo", "--speed", "100", "--board", "B06a")

Message = dict[str, Any]


class Output(NamedTuple):
    """What a program that has ended left behind."""

    code: int
    out: str
    err: str


class Program:
    """A judge that was started and is ready. As a context: killed at the end if it still runs."""

    def __init__(self, state: Path, *arguments: str) -> None:
        """Start it on `state` and any port, and wait for its address."""
        self._process = subprocess.Popen(
            [*COMMAND, "--state", str(state), "--port", "0", *arguments],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.pid = self._process.pid
        self.greeting = self._first_line()
        self.address = self.greeting.rpartition("http://")[2].rstrip("/\n")

    def _first_line(self) -> str:
        out = self._process.stdout
        assert out is not None
        ready, _, _ = select.select([out], [], [], PATIENCE_S)
        line = out.readline() if ready else ""
        if "http://" not in line:
            self._process.kill()
            _, err = self._process.communicate()
            raise AssertionError(f"it did not start: {line!r} {err!r}")
        return line

    def __enter__(self) -> Self:
        """The program, ready."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing is left running."""
        if self._process.returncode is None:
            self.end(signal.SIGKILL)

    def messages(self, path: str) -> Iterator[Message]:
        """The views of the stream at `path`, from now on, for as long as somebody asks."""
        with connect(
            f"ws://{self.address}{path}", proxy=None, open_timeout=PATIENCE_S, close_timeout=0.1
        ) as connection:
            while True:
                yield msgspec.json.decode(connection.recv(timeout=PATIENCE_S))["view"]

    def end(self, number: signal.Signals) -> Output:
        """Send it a signal and wait until it is gone."""
        self._process.send_signal(number)
        out, err = self._process.communicate(timeout=PATIENCE_S)
        return Output(self._process.returncode, out, err)

    def error_line(self) -> str:
        """The next line that it writes to stderr, waited for."""
        err = self._process.stderr
        assert err is not None
        ready, _, _ = select.select([err], [], [], PATIENCE_S)
        assert ready, "nothing came on stderr"
        return err.readline()


def run(*arguments: str, **options: Any) -> Output:
    """A command of ours that ends by itself."""
    return command(*COMMAND, *arguments, **options)


def command(*words: str, **options: Any) -> Output:
    """A command that ends by itself."""
    done = subprocess.run(
        words,
        cwd=ROOT,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        **options,
    )
    return Output(done.returncode, done.stdout, done.stderr)


class Past(NamedTuple):
    """A game as the journal has it."""

    record: GameRecord
    rows: tuple[Row, ...]


def journal_of(state: Path) -> tuple[Past, ...]:
    """All games of the journal in `state`, oldest first."""
    journal = JournalReader(state / JOURNAL)
    try:
        return tuple(Past(record, journal.rows(record.game)) for record in journal.games())
    finally:
        journal.close()

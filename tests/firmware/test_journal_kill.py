"""kill -9 at random moments: no row that was reported committed is lost, none is torn."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine import commands
from firmware.journal import Journal, decode_events
from tests.firmware.journal_steps import step

ROOT: Final = Path(__file__).resolve().parents[2]
KILLS: Final = 8
SEED: Final = 20


def _kill_a_writer(file: Path, after: int) -> int:
    """Start the writer, kill it some time after `after` reports, and return the last step it reported."""
    command = [sys.executable, "-m", "tests.firmware.journal_child", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        seen = [child.stdout.readline() for _ in range(after)]
        child.kill()
        rest = child.stdout.read()
    reported = "".join(seen) + rest
    # A last line without its end was cut by the kill in the middle of printing.
    return int(reported[: reported.rindex("\n")].splitlines()[-1])


def test_what_was_reported_committed_survives_every_kill(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    chance = random.Random(SEED)
    for _ in range(KILLS):
        reported = _kill_a_writer(file, chance.randint(1, 40))
        journal = Journal(file)
        assert journal.notice is None
        found = journal.unfinished()
        assert found is not None
        rows = journal.rows(found.game)
        # One step more may be on the card than was reported, never one less, and none in between is missing.
        assert len(rows) - 1 in (reported, reported + 1)
        assert list(range(len(rows))) == [row.n for row in rows]
        for row in rows:
            assert step(row.n).digest == row.digest
            assert step(row.n).events == decode_events(row.events)
            assert row.command is None or step(row.n).command == commands.decode(row.command)
        floor = journal.floor(found.game)
        assert floor is None or floor.n in (len(rows), len(rows) - 1)
        journal.close()

"""A judge that does nothing but commit: the process that `test_journal_kill` kills.

Usage: python -m tests.firmware.journal_child JOURNAL. Goes on with the open game, or begins one, and
prints the number of every step that was reported committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from firmware.journal import Journal
from firmware.journal_writer import Committed, JournalFailed, JournalWriter
from tests.firmware.journal_steps import step


def main() -> None:
    """Commit until killed."""
    journal = Journal(Path(sys.argv[1]))
    assert journal.notice is None, journal.notice
    found = journal.unfinished()
    game = journal.open_game(b"{}") if found is None else found.game
    n = len(journal.rows(game))
    writer = JournalWriter(journal, report, threaded=False)
    while True:
        writer.append(game, step(n))
        writer.save_floor(game, n + 1, n)
        n += 1


def report(result: Committed | JournalFailed) -> None:
    """Say what is on the card."""
    assert isinstance(result, Committed), result
    sys.stdout.write(f"{result.n}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""The writer reports what is on the card, in order, and writes nothing after a failure."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

import pytest

from firmware.journal import FloorLeft, Journal, MemoryJournal
from firmware.journal_writer import Committed, JournalFailed, JournalWriter
from tests.firmware.journal_steps import step


@pytest.mark.parametrize("threaded", [True, False])
def test_commits_are_reported_in_the_order_given(threaded: bool, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    game = journal.open_game(b"{}")
    reports: queue.SimpleQueue[Committed | JournalFailed] = queue.SimpleQueue()
    writer = JournalWriter(journal, reports.put, threaded=threaded)
    for n in range(30):
        writer.append(game, step(n))
    writer.save_floor(game, 30, 1_500)
    writer.end_game(game, "good")
    writer.close()
    assert [Committed(game, n) for n in range(30)] == [reports.get_nowait() for _ in range(30)]
    assert reports.empty()
    assert list(range(30)) == [row.n for row in journal.rows(game)]
    assert FloorLeft(30, 1_500) == journal.floor(game)
    assert ["good"] == [record.result for record in journal.games()]
    journal.close()


def test_a_step_is_in_the_journal_when_it_is_reported(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    game = journal.open_game(b"{}")
    found: queue.SimpleQueue[int] = queue.SimpleQueue()
    writer = JournalWriter(journal, lambda _: found.put(len(journal.rows(game))))
    for n in range(5):
        writer.append(game, step(n))
        assert n + 1 == found.get(timeout=30)
    writer.close()
    journal.close()


def test_without_a_thread_the_report_comes_before_append_returns() -> None:
    journal = MemoryJournal()
    game = journal.open_game(b"{}")
    reports: list[Committed | JournalFailed] = []
    threads = threading.active_count()
    writer = JournalWriter(journal, reports.append, threaded=False)
    writer.append(game, step(0))
    assert [Committed(game, 0)] == reports
    assert threads == threading.active_count()


@pytest.mark.parametrize("threaded", [True, False])
def test_after_a_failure_nothing_more_is_written(threaded: bool) -> None:
    """A step that is given twice cannot be committed; the one behind it would leave a hole."""
    journal = MemoryJournal()
    game = journal.open_game(b"{}")
    reports: queue.SimpleQueue[Committed | JournalFailed] = queue.SimpleQueue()
    writer = JournalWriter(journal, reports.put, threaded=threaded)
    for n in (0, 1, 1, 2):
        writer.append(game, step(n))
    writer.end_game(game, "good")
    writer.close()
    assert [Committed(game, 0), Committed(game, 1)] == [reports.get_nowait(), reports.get_nowait()]
    failure = reports.get_nowait()
    assert isinstance(failure, JournalFailed)
    assert "journal cannot be written" in failure.why.en
    assert "日志写入失败" in failure.why.zh
    assert reports.empty()
    assert [0, 1] == [row.n for row in journal.rows(game)]
    assert journal.unfinished() is not None


def test_a_journal_that_has_gone_away_is_reported() -> None:
    journal = MemoryJournal()
    game = journal.open_game(b"{}")
    journal.close()
    reports: list[Committed | JournalFailed] = []
    JournalWriter(journal, reports.append, threaded=False).append(game, step(0))
    assert [JournalFailed] == [type(report) for report in reports]

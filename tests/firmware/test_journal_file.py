"""A damaged journal is moved aside and never deleted; a journal is held by one process; old ones are migrated."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from firmware.errors import AlreadyRunning, BadJournal
from firmware.journal import Journal
from firmware.journal_file import MIGRATIONS, open_database
from tests.firmware.journal_steps import step

ROOT: Final = Path(__file__).resolve().parents[2]
ROWS: Final = 60


def _write_journal(file: Path) -> None:
    """A whole journal with one open game of `ROWS` rows, all of it in the main file."""
    journal = Journal(file)
    game = journal.open_game(b"{}")
    for n in range(ROWS):
        journal.append(game, step(n))
    journal.close()


def _execute(file: Path, *statements: str) -> None:
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def _not_a_database(file: Path) -> None:
    file.write_text("昨晚的日志\n" * 500, encoding="utf-8")


def _header_and_noise(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)


def _cut_in_half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _page_overwritten(file: Path) -> None:
    with file.open("r+b") as handle:
        handle.seek(2 * 4096)
        handle.write(b"\xff" * 4096)


def _another_program(file: Path) -> None:
    file.unlink()
    _execute(file, "CREATE TABLE songs (name TEXT)")


def _table_gone(file: Path) -> None:
    _execute(file, "DROP TABLE floors")


def _column_more(file: Path) -> None:
    _execute(file, "ALTER TABLE rows ADD COLUMN mood TEXT")


def _newer_version(file: Path) -> None:
    _execute(file, "PRAGMA user_version = 99")


def _only_the_wal(file: Path) -> None:
    file.with_name(file.name + "-wal").write_bytes(b"the rows of a game" * 100)
    os.truncate(file, 0)


def _a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "notes").write_bytes(b"kept")


DAMAGE: Final = (
    _not_a_database,
    _header_and_noise,
    _cut_in_half,
    _page_overwritten,
    _another_program,
    _table_gone,
    _column_more,
    _newer_version,
    _only_the_wal,
    _a_folder,
)


def _contents(path: Path) -> dict[str, bytes]:
    """Every file below `path` (or `path` itself) with its bytes."""
    files = path.rglob("*") if path.is_dir() else [path]
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in files}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_a_damaged_journal_is_moved_aside_whole_and_a_fresh_one_begun(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "journal.db"
    _write_journal(file)
    damage(file)
    before = _contents(file)
    journal = Journal(file)
    assert journal.notice is not None
    assert "journal.db.damaged-1" in journal.notice.zh
    assert "journal.db.damaged-1" in journal.notice.en
    assert before == _contents(tmp_path / "journal.db.damaged-1")
    assert () == journal.games()
    journal.append(journal.open_game(b"{}"), step(0))
    journal.close()
    again = Journal(file)
    assert again.notice is None
    assert len(again.games()) == 1
    again.close()


def test_the_wal_goes_with_its_database(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    file.touch()
    _only_the_wal(file)
    Journal(file).close()
    assert b"the rows of a game" * 100 == (tmp_path / "journal.db.damaged-1-wal").read_bytes()


def test_a_wal_whose_database_is_gone_is_kept_too(tmp_path: Path) -> None:
    (tmp_path / "journal.db-wal").write_bytes(b"rows")
    journal = Journal(tmp_path / "journal.db")
    assert journal.notice is not None
    assert (tmp_path / "journal.db.damaged-1-wal").read_bytes() == b"rows"
    journal.close()


def test_every_damaged_journal_gets_a_name_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    for n in (1, 2, 3):
        file.write_bytes(b"broken %d" % n * 100)
        Journal(file).close()
        assert b"broken %d" % n * 100 == (tmp_path / f"journal.db.damaged-{n}").read_bytes()
    assert b"broken 1" * 100 == (tmp_path / "journal.db.damaged-1").read_bytes()


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.db").touch()
    journal = Journal(tmp_path / "journal.db")
    assert journal.notice is None
    journal.close()


def test_a_torn_end_of_the_wal_costs_nothing_that_was_committed(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    journal = Journal(file)
    game = journal.open_game(b"{}")
    for n in range(20):
        journal.append(game, step(n))
    copy = tmp_path / "after" / "journal.db"
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())
    wal = (tmp_path / "journal.db-wal").read_bytes()
    copy.with_name("journal.db-wal").write_bytes(wal + b"\x5a" * 1000)
    journal.close()
    reopened = Journal(copy)
    assert reopened.notice is None
    assert list(range(20)) == [row.n for row in reopened.rows(game)]
    reopened.close()


def test_commits_reach_the_card_and_no_checkpoint_comes_in_a_game(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    journal = Journal(file)
    game = journal.open_game(b"{}")
    size = file.stat().st_size
    for n in range(600):
        journal.append(game, step(n))
    assert size == file.stat().st_size
    journal.end_game(game, "good")
    assert size < file.stat().st_size
    assert (tmp_path / "journal.db-wal").stat().st_size == 0
    journal.close()


def test_a_busy_journal_is_reported_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    _write_journal(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadJournal, match="locked"):
        Journal(file)
    other.close()
    assert ["journal.db", "journal.db.lock"] == sorted(path.name for path in tmp_path.iterdir())
    journal = Journal(file)
    assert (None, 1) == (journal.notice, len(journal.games()))
    journal.close()


def test_a_folder_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadJournal):
        Journal(tmp_path / "nowhere" / "journal.db")


def test_a_second_judge_is_refused_and_told_who_holds_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    with pytest.raises(AlreadyRunning) as refusal:
        Journal(tmp_path / "journal.db")
    assert str(os.getpid()) in refusal.value.text.zh
    assert str(os.getpid()) in refusal.value.text.en
    journal.close()
    Journal(tmp_path / "journal.db").close()


def test_a_killed_judge_leaves_no_lock(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from firmware.journal import Journal\n"
        "held = Journal(Path(sys.argv[1])); print(1, flush=True); input()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "journal.db")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"1\n"
        with pytest.raises(AlreadyRunning, match=str(child.pid)):
            Journal(tmp_path / "journal.db")
        child.kill()
        child.wait()
    Journal(tmp_path / "journal.db").close()


def test_an_older_journal_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    _write_journal(file)
    newer = (*MIGRATIONS, "ALTER TABLE games ADD COLUMN note TEXT;", "CREATE TABLE guests (name TEXT) STRICT;")
    journal = Journal(file, migrations=newer)
    assert (None, ROWS) == (journal.notice, len(journal.rows(1)))
    journal.close()
    connection = sqlite3.connect(file)
    assert (len(newer),) == connection.execute("PRAGMA user_version").fetchone()
    connection.close()


def test_a_migration_that_fails_leaves_the_old_journal_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    _write_journal(file)
    broken = (*MIGRATIONS, "CREATE TABLE guests (name TEXT) STRICT; ALTER TABLE nothing ADD COLUMN note TEXT;")
    with pytest.raises(BadJournal):
        Journal(file, migrations=broken)
    journal = Journal(file)
    assert (None, ROWS) == (journal.notice, len(journal.rows(1)))
    journal.close()


def test_a_commit_is_on_the_card_when_it_returns(tmp_path: Path) -> None:
    connection = open_database(tmp_path / "journal.db").connection
    assert ("wal",) == connection.execute("PRAGMA journal_mode").fetchone()
    assert (2,) == connection.execute("PRAGMA synchronous").fetchone()
    connection.close()


def test_a_full_card_is_called_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    open_database(path).connection.close()
    # Where SQLite wants its shared memory there is no place for it.
    path.with_name("journal.db-shm").mkdir()
    with pytest.raises(BadJournal) as caught:
        open_database(path)
    assert "the card" not in caught.value.text.en
    free = list(os.statvfs(tmp_path))
    free[3] = free[4] = 0
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result(free))
    with pytest.raises(BadJournal) as caught:
        open_database(path)
    assert caught.value.text.zh.endswith("存储卡满了，请删掉一些文件")
    assert caught.value.text.en.endswith("the card is full, delete something")

"""What is appended is what is read back, in a file and in memory alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import commands
from engine.game import RULES
from firmware.errors import BadJournal
from firmware.journal import (
    FloorLeft,
    Journal,
    JournalReader,
    JournalStore,
    MemoryJournal,
    decode_events,
    encode_events,
)
from tests.firmware.journal_steps import step


@pytest.fixture(params=["file", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JournalStore]:
    """An empty journal of each kind."""
    made: JournalStore = Journal(tmp_path / "journal.db") if request.param == "file" else MemoryJournal()
    yield made
    made.close()


def test_a_game_is_read_back_row_by_row(journal: JournalStore) -> None:
    game = journal.open_game(b'{"seats":[1,2]}')
    for n in range(5):
        journal.append(game, step(n))
    rows = journal.rows(game)
    assert [0, 1, 2, 3, 4] == [row.n for row in rows]
    assert rows[0].command is None
    for n in range(1, 5):
        assert step(n).command == commands.decode(rows[n].command or b"")
        assert step(n).events == decode_events(rows[n].events)
        assert step(n).digest == rows[n].digest


def test_an_open_game_is_found_and_an_ended_one_is_not(journal: JournalStore) -> None:
    assert journal.unfinished() is None
    game = journal.open_game(b"{}")
    journal.append(game, step(0))
    found = journal.unfinished()
    assert found is not None
    assert (game, b"{}", RULES, None, None) == (found.game, found.setup, found.rules, found.result, found.ended_ms)
    journal.end_game(game, "wolf")
    assert journal.unfinished() is None
    ended = journal.record(game)
    assert ended is not None
    assert ended.result == "wolf"
    assert ended.ended_ms is not None


def test_the_first_result_of_a_game_stands(journal: JournalStore) -> None:
    game = journal.open_game(b"{}")
    journal.append(game, step(0))
    journal.end_game(game, "good")
    journal.end_game(game, "aborted")
    assert ["good"] == [record.result for record in journal.games()]


def test_a_game_without_its_opening_row_never_began(journal: JournalStore) -> None:
    """The power went between opening the game and telling anything: there is nothing to go on with."""
    journal.open_game(b"{}")
    assert journal.unfinished() is None
    second = journal.open_game(b"{}")
    journal.append(second, step(0))
    assert ["never_began", None] == [record.result for record in journal.games()]


def test_a_second_game_beside_an_open_one_is_a_bug(journal: JournalStore) -> None:
    journal.append(journal.open_game(b"{}"), step(0))
    with pytest.raises(AssertionError, match="still open"):
        journal.open_game(b"{}")


def test_games_do_not_mix(journal: JournalStore) -> None:
    first = journal.open_game(b"{}")
    journal.append(first, step(0))
    journal.end_game(first, "good")
    second = journal.open_game(b"{}")
    journal.append(second, step(0))
    journal.append(second, step(1))
    assert (1, 2) == (len(journal.rows(first)), len(journal.rows(second)))
    assert [first, second] == [record.game for record in journal.games()]
    assert journal.record(second + 1) is None


def test_one_step_is_one_row(journal: JournalStore) -> None:
    game = journal.open_game(b"{}")
    journal.append(game, step(0))
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(game, step(0))
    assert len(journal.rows(game)) == 1


def test_the_newest_remainder_of_a_speech_wins(journal: JournalStore) -> None:
    game = journal.open_game(b"{}")
    assert journal.floor(game) is None
    for left_ms in (60_000, 55_000, 50_000):
        journal.save_floor(game, 7, left_ms)
    assert FloorLeft(7, 50_000) == journal.floor(game)


def test_rows_set_aside_leave_the_game_and_make_room(journal: JournalStore) -> None:
    game = journal.open_game(b"{}")
    for n in range(4):
        journal.append(game, step(n))
    journal.save_floor(game, 4, 1_000)
    journal.set_aside(game, after=1)
    assert [0, 1] == [row.n for row in journal.rows(game)]
    assert journal.floor(game) is None
    journal.append(game, step(2))
    journal.set_aside(game, after=1)
    assert [0, 1] == [row.n for row in journal.rows(game)]


def test_rows_set_aside_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    journal = Journal(file)
    game = journal.open_game(b"{}")
    for n in range(3):
        journal.append(game, step(n))
    journal.set_aside(game, after=0)
    journal.append(game, step(1))
    journal.set_aside(game, after=0)
    journal.close()
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT cut, n, digest FROM set_aside ORDER BY cut, n").fetchall()
    connection.close()
    assert [(1, 1, step(1).digest), (1, 2, step(2).digest), (2, 1, step(1).digest)] == kept


def test_printing_a_row_or_a_game_tells_no_secret(journal: JournalStore) -> None:
    game = journal.open_game(b'{"secret":1}')
    journal.append(game, step(3))
    assert "<Row>" == repr(journal.rows(game)[0])
    assert "<GameRecord>" == repr(journal.record(game))


def test_events_keep_their_bytes() -> None:
    data = encode_events(step(3).events)
    assert data == encode_events(decode_events(data))


def test_a_reader_sees_what_a_running_judge_has_committed(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    journal = Journal(file)
    game = journal.open_game(b"{}")
    journal.append(game, step(0))
    reader = JournalReader(file)
    assert [0] == [row.n for row in reader.rows(game)]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.append(game, step(1))
    reader.close()
    journal.close()


def _write_text(file: Path) -> None:
    file.write_bytes(b"hello" * 1000)


def _write_newer(file: Path) -> None:
    _write_version(file, 99)


def _write_older(file: Path) -> None:
    _write_version(file, 0)


def _write_version(file: Path, version: int) -> None:
    Journal(file).close()
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def _write_nothing(file: Path) -> None:
    assert not file.exists()


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (_write_nothing, "there is no journal"),
        (_write_text, "not a database"),
        (_write_newer, "newer version"),
        (_write_older, "cannot read"),
    ],
)
def test_a_reader_needs_a_whole_journal_of_this_version(
    write: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "journal.db"
    write(file)
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(BadJournal, match=said):
        JournalReader(file)
    assert before == (file.read_bytes() if file.exists() else None)

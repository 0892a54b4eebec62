"""Whatever bytes a journal has become: it opens, or it is moved aside; the program starts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from firmware.journal import Journal
from tests.kit.table import VirtualTable


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal with an open game in it."""
    path = tmp_path_factory.mktemp("whole") / "journal.db"
    journal = Journal(path)
    table = VirtualTable("B06a", journal=journal)
    table.start()
    table.ready()
    table.wait(100)
    table.judge.close()
    journal.close()
    return path.read_bytes()


@pytest.mark.parametrize("seed", range(60))
def test_twenty_wrong_bytes_never_stop_the_program_from_starting(whole: bytes, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(whole)
    for _ in range(20):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path = tmp_path / "journal.db"
    path.write_bytes(data)
    journal = Journal(path)
    table = VirtualTable("B06a", journal=journal)
    moved = list(tmp_path.glob("journal.db.damaged-*"))
    assert (journal.notice is not None) == bool(moved)
    assert table.judge.unfinished or journal.unfinished() is None
    journal.close()

"""What Python makes of hashes reaches no journal: two processes with two hash seeds write the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BOARDS: Final = ("B07", "B10c")
PROGRAM: Final = f"""
import sys
from tests.golden.playthroughs import PLAYTHROUGHS, journal_of
for game in PLAYTHROUGHS:
    if game.board in {BOARDS}:
        sys.stdout.write(game.board + " " + journal_of(game).hex() + "\\n")
"""


def journals(hash_seed: str) -> str:
    """The journals of the golden games as another process writes them, in hexadecimal."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return run.stdout


def test_two_hash_seeds_write_the_same_journal_byte_for_byte() -> None:
    first, second = journals("1"), journals("4711")
    assert list(BOARDS) == [line.split()[0] for line in first.splitlines()]
    assert all(len(line) > 10_000 for line in first.splitlines())
    assert first == second

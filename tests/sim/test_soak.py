"""One judge, many games: nothing of a game may stay behind. The short version of `faguan simulate --soak`."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine.game import Step
from firmware.audience import Audience
from firmware.boards import find_board, preset_boards
from firmware.sim.soak import FLAT_MB, Soak, Soaked, to_text
from tests.arch.source import ROOT

BOARD: Final = find_board("B06a", preset_boards())
WARM: Final = 4
GAMES: Final = 8
KEPT: Final = 120
"""Objects that a game may leave behind: caches fill for some hundred games, and the last game is still shown."""


class Hoarder(Audience):
    """Keeps every step of every game, as somebody might who forgets to forget."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def step(self, step: Step) -> None:
        self.steps.append(step)


def kept_a_game(folder: Path, audience: tuple[Audience, ...] = ()) -> float:
    """How many objects each game leaves behind once everything has been used."""
    table = Soak(BOARD, folder, audience=audience)
    try:
        table.play(WARM)
        gc.collect()
        before = len(gc.get_objects())
        table.play(GAMES)
        gc.collect()
        return (len(gc.get_objects()) - before) / GAMES
    finally:
        table.close()


def test_games_leave_nothing_behind(tmp_path: Path) -> None:
    assert KEPT > kept_a_game(tmp_path)


def test_what_is_kept_of_every_game_is_noticed(tmp_path: Path) -> None:
    assert KEPT < kept_a_game(tmp_path, (Hoarder(),))


def test_what_is_flat_and_what_is_not() -> None:
    flat = Soaked("B06a", 1000, (60.0, 62.0, 61.0, 63.0))
    leaky = Soaked("B06a", 1000, (60.0, 64.0, 61.0 + FLAT_MB))
    assert (True, False) == (flat.flat, leaky.flat)
    assert "flat" in to_text(flat)
    assert "+9.0 MB，一直在增长 / it grows" in to_text(leaky)


def test_the_command_tells_the_memory_of_ten_marks() -> None:
    command = [sys.executable, "-P", "-m", "firmware", "simulate", "--board", "B06a", "--soak", "--games"]
    done = subprocess.run([*command, "10", "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    told = json.loads(done.stdout)
    assert (0, "B06a", 10) == (done.returncode, told["board"], len(told["memory_mb"])), done.stderr
    assert all(memory > 10 for memory in told["memory_mb"])
    few = subprocess.run([*command, "9"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (2, 1) == (few.returncode, few.stderr.count("\n"))

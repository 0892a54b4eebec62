"""A whole game at the wires: every press goes in at a chip's input, every lamp is read back from a chip's output."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.journal import JournalReader
from firmware.menu.status import Mode
from firmware.state_dir import JOURNAL
from hardware.oled import draw
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.wired import WiredTable


def test_a_game_is_played_from_the_first_press_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = Players(SeededMind(3))
    with ExitStack() as stack:
        table = WiredTable(tmp_path, monkeypatch, stack, "B06a", audience=(players,))
        players.sit(table)
        table.start()
        table.until_over()
        assert Mode.OVER is table.judge.status.mode
        assert table.watch.frames > 50
        assert set(table.seats) == table.watch.seen_lit, "every seat's lamp was lit once, and none without a seat"
        assert table.judge.status.fault is None
        assert table.bench.dark
        table.until_shown(draw(table.judge.staff.menu.screen(table.now_ns)))
    reader = JournalReader(tmp_path / JOURNAL)
    (game,) = reader.games()
    assert game.result in ("wolves", "good")
    assert not any(row.command is None for row in reader.rows(game.game)[1:])
    reader.close()

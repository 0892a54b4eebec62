"""The line about itself that the service logs: memory above all, and nothing of any game."""

from __future__ import annotations

import logging
import os

import pytest

from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.memory import resident_mb
from firmware.vitals import EVERY_NS, Vitals
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import VirtualTable


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "memory" in record.getMessage()]


def test_memory_is_told_at_once_and_every_hour(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    loop, grown = Loop(FakeClock()), iter((80.2, 81.7, 83.0))
    Vitals(loop, lambda: next(grown)).start()
    assert ["memory 80 MB"] == [line[5:17] for line in told(caplog)]
    loop.step_until(EVERY_NS - 1)
    assert 1 == len(told(caplog))
    loop.step_until(2 * EVERY_NS)
    assert ["memory 80 MB", "memory 82 MB", "memory 83 MB"] == [line[5:17] for line in told(caplog)]
    assert "dropped 0" in told(caplog)[-1]


def test_after_a_game_it_is_told_in_words_that_are_the_same_for_all_games(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    lines = []
    for seed in (1, 2):
        caplog.clear()
        players = Players(SeededMind(seed))
        vitals = Vitals(Loop(FakeClock()), lambda: 80.0)
        table = VirtualTable("B06a", audience=(players, vitals))
        players.sit(table)
        table.start()
        table.until_over()
        lines.append(told(caplog))
    assert 1 == len(lines[0])
    assert "games 1" in lines[0][0]
    assert lines[0] == lines[1]


def test_the_system_says_how_much_memory_we_have() -> None:
    assert 10 < resident_mb() < 10_000
    assert pytest.approx(resident_mb(), rel=0.2) == resident_mb(os.getpid())
    assert 0 == resident_mb("no-such-process")

"""What a watchdog may believe: the beats move while there is sound, or while one is looked for, and else not."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.player import Back, Limits, Lost, Player
from audio.wire import Drive, Setup
from tests.audio.sound import Ear, file_device, in_time


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def player(tmp_path: Path, ear: Ear) -> Iterator[Player]:
    made = Player(ear.put, Setup(drive=Drive.CLOCK), environ=file_device(tmp_path), limits=Limits(silent_s=60))
    yield made
    made.close()


def moves(player: Player) -> bool:
    """Whether the beats move; returns only when they do."""
    before = player.beats()
    in_time(lambda: player.beats() != before)
    return True


def test_they_move_with_the_stream_and_stand_still_with_it(player: Player, ear: Ear) -> None:
    ear.until(Back)
    assert moves(player)
    worker = player.health().pid
    os.kill(worker, signal.SIGSTOP)
    try:
        # What it had said before it was stopped may still be on its way.
        in_time(lambda: stands(player))
    finally:
        os.kill(worker, signal.SIGCONT)
    assert moves(player)


def stands(player: Player) -> bool:
    """Whether the beats stand still for longer than a worker ever is between two signs of life."""
    beats, until_s = player.beats(), time.monotonic() + 0.6
    in_time(lambda: time.monotonic() > until_s)
    return beats == player.beats()


def test_they_move_while_a_loudspeaker_is_looked_for(tmp_path: Path, ear: Ear) -> None:
    player = Player(ear.put, Setup(drive=Drive.CLOCK), command=("/bin/false",), environ=file_device(tmp_path))
    ear.until(Lost)
    assert moves(player)
    assert moves(player)
    player.close()


def test_they_end_with_the_player(tmp_path: Path, ear: Ear) -> None:
    player = Player(ear.put, Setup(drive=Drive.CLOCK), command=("/bin/false",), environ=file_device(tmp_path))
    ear.until(Lost)
    player.close()
    assert stands(player)

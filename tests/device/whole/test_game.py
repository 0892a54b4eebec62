"""The program itself, a process of its own at a wired table, from the switch to the end of a game.

Nobody asks it anything: buttons and keys are pressed from outside, lamps are looked at on the boards, and what it says
is read from the display. Time jumps wherever everybody waits.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from firmware.journal import JournalReader
from firmware.menu.choices import Choices
from firmware.settings import SettingsFile
from firmware.state_dir import JOURNAL
from firmware.table.pace import FAST
from hardware.wiring import Wiring
from tests.device.hands import Pins, until
from tests.device.party import REACTION_S, TAP_S, Glass, Party
from tests.device.rigs import EXPANDER, NINE, Board, Pinboard
from tests.device.served import Served

ROOT: Final = Path(__file__).resolve().parents[3]
SIX: Final = {1: "狼人", 2: "狼人", 3: "预言家", 4: "女巫", 5: "村民", 6: "村民"}
SIX_SEATS: Final = ("--board", "B06a", "--seats", "1-6")
PATIENCE_S: Final = 60


@pytest.fixture
def board(pins: Pins) -> Board:
    return Board(pins)


@pytest.fixture
def party(board: Board) -> Iterator[Party]:
    """Six people at a table that has power; nothing runs yet."""
    assert EXPANDER.oled is not None
    glass = Glass()
    board.wire.plug(EXPANDER.oled.address, glass)
    with Served(board.wire):
        yield Party(board, glass, SIX)


@contextmanager
def judge(state: Path, *arguments: str, wiring: str = "expander") -> Iterator[subprocess.Popen[str]]:
    """The program at the table, ready, at its fastest; its state is kept in `state`."""
    SettingsFile(state).keep(Choices(pace=FAST.name))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(state / "notify"))
        manager.settimeout(PATIENCE_S)
        with subprocess.Popen(
            (sys.executable, "-P", "-m", "firmware", "--wiring", wiring, "--state", str(state), "--no-sound",
             "--language", "zh", *arguments),
            env={**os.environ, "PYTHONPATH": str(ROOT), "NOTIFY_SOCKET": str(state / "notify")},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            try:
                told = ""
                while "READY=1" not in told:
                    told = manager.recv(4096).decode()
                yield process
            finally:
                if process.poll() is None:
                    process.kill()
                _, told = process.communicate(timeout=PATIENCE_S)
                sys.stderr.write(told)
    (state / "notify").unlink()


def ended(process: subprocess.Popen[str], number: signal.Signals) -> int:
    process.send_signal(number)
    return process.wait(PATIENCE_S)


def press_ok(pins: Pins, wiring: Wiring) -> None:
    assert wiring.keys is not None
    pins.press(wiring.keys.ok)
    threading.Event().wait(TAP_S)
    pins.let_go(wiring.keys.ok)


def begin(party: Party, pins: Pins, wiring: Wiring = EXPANDER) -> None:
    """Staff begin a game: OK on the first row, and OK again wherever they are asked, as they are for the time."""
    party.until("开始")
    while True:
        press_ok(pins, wiring)
        party.pause()
        if "OK" not in party.page().text:
            return


def finished(state: Path) -> list[bool]:
    journal = JournalReader(state / JOURNAL)
    try:
        return [record.result is not None for record in journal.games()]
    finally:
        journal.close()


def test_six_people_play_a_game_to_its_end(party: Party, pins: Pins, tmp_path: Path) -> None:
    """The wolves knife one villager, the witch poisons the other: all villagers are out at dawn, and that is told."""
    party.plan("请选择今晚击杀的目标", party.holders("狼人"), 5)
    party.plan("你有一瓶毒药", party.holders("女巫"), 6)
    party.plan("请选择今晚要查验", party.holders("预言家"), 1)
    with judge(tmp_path, *SIX_SEATS) as process:
        assert frozenset() == party.board.lit()
        begin(party, pins)
        party.until("狼人阵营获胜")
        party.until("下局见")
        until(lambda: finished(tmp_path) == [True], "the result in the journal", PATIENCE_S, REACTION_S)
        assert 0 == ended(process, signal.SIGTERM)
    assert frozenset() == party.board.lit()
    assert "所有平民出局。" in "".join(party.heard)


def at_ready(party: Party, pins: Pins, wiring: Wiring = EXPANDER) -> None:
    """Begin a game, and play until the first lamps answer that somebody has looked at the own card."""
    party.ready = (1, 4)
    begin(party, pins, wiring)
    party.until("看好身份的")
    until(lambda: party.board.lit() == {1, 4}, "the lamps that answer")


def test_switched_off_in_a_game_no_lamp_stays_lit(party: Party, pins: Pins, tmp_path: Path) -> None:
    with judge(tmp_path, *SIX_SEATS) as process:
        at_ready(party, pins)
        assert 0 == ended(process, signal.SIGTERM)
    assert frozenset() == party.board.lit()
    assert not party.glass.lit or party.glass.image().getbbox() is None


def test_after_it_was_killed_the_next_start_puts_the_lamps_off_and_offers_the_game(
    party: Party, pins: Pins, tmp_path: Path
) -> None:
    with judge(tmp_path, *SIX_SEATS) as process:
        at_ready(party, pins)
        ended(process, signal.SIGKILL)
    assert party.board.lit(), "an expander keeps what it was told last"
    with judge(tmp_path) as process:
        assert frozenset() == party.board.lit()
        party.until("继续上一局")
        assert 0 == ended(process, signal.SIGTERM)


def test_a_direct_table_that_was_killed_starts_again_dark_and_with_its_pins(pins: Pins, tmp_path: Path) -> None:
    """The kernel takes the pins of whoever is killed, and leaves the lamps to what leaks into them."""
    assert NINE.oled is not None
    table, glass = Pinboard(pins), Glass()
    table.wire.plug(NINE.oled.address, glass)
    with Served(table.wire):
        party = Party(table, glass, SIX)
        with judge(tmp_path, *SIX_SEATS, wiring="D9") as process:
            at_ready(party, pins, NINE)
            ended(process, signal.SIGKILL)
        assert len(table.lit()) == len(NINE.seats), "they glow until somebody drives or pulls them"
        with judge(tmp_path, wiring="D9") as process:
            assert frozenset() == table.lit()
            party.until("继续上一局")
            assert 0 == ended(process, signal.SIGTERM)
        assert frozenset() == table.lit()

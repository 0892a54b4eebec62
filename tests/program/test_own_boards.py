"""A board that staff made at the menu is in the café's folder when the plug is pulled, and in the list after."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import msgspec
from websockets.sync.client import connect

from firmware.boards import all_boards, preset_boards
from tests.program.program import PATIENCE_S, Program

if TYPE_CHECKING:
    from pathlib import Path

FROM_THE_FIRST = ("down", "ok", "up", "ok", "up", "ok", "ok", "ok", "up", "ok", "ok", "ok")
"""板子, 新板子, 照着一个改, the first size and its first board, 保存, that its cards are known, the first name."""


def test_a_board_made_at_the_menu_outlives_a_killed_program(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        with connect(f"ws://{program.address}/ws/room", proxy=None, open_timeout=PATIENCE_S, close_timeout=0.1) as room:
            for key in FROM_THE_FIRST:
                for down in (True, False):
                    room.send(msgspec.json.encode({"key": key, "down": down}).decode())
            while not all_boards(tmp_path).own:
                room.recv(timeout=PATIENCE_S)
        program.end(signal.SIGKILL)
    (made,) = all_boards(tmp_path).own.values()
    assert ("own-1", preset_boards()[0].cards) == (made.id, made.cards)
    with Program(tmp_path, "--demo", "--speed", "100", "--board", "own-1") as program:
        assert next(message for message in program.messages("/ws/room") if message["phase"] == "night")
        ended = program.end(signal.SIGTERM)
    assert (0, "") == (ended.code, ended.err)

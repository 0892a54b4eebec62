"""What staff choose with the keys is on the card when the plug is pulled, and a damaged file is told of."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import msgspec
from websockets.sync.client import connect

from audio.say import Language
from firmware.settings import SETTINGS, SettingsFile
from tests.program.program import PATIENCE_S, Program

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH = ("up", "up", "up", "up", "ok")
"""From the home page to the row of the language, and change it."""


def test_what_was_chosen_at_the_menu_outlives_a_killed_program(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        with connect(f"ws://{program.address}/ws/room", proxy=None, open_timeout=PATIENCE_S, close_timeout=0.1) as room:
            for key in ENGLISH:
                for down in (True, False):
                    room.send(msgspec.json.encode({"key": key, "down": down}).decode())
            while SettingsFile(tmp_path).choices.language is not Language.EN:
                room.recv(timeout=PATIENCE_S)
        program.end(signal.SIGKILL)
    with Program(tmp_path, "--no-sound") as program:
        assert "en" == next(program.messages("/ws/room"))["language"]
        assert "" == program.end(signal.SIGTERM).err


def test_a_voice_that_is_not_there_is_named_at_the_start_and_the_program_starts(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('{"voice": "nosuch"}', encoding="utf-8")
    with Program(tmp_path, "--no-sound") as program:
        assert next(program.messages("/ws/room"))["speech"]["aloud"] is True
        told = program.end(signal.SIGTERM).err
    assert "没有嗓音 nosuch，由别的嗓音念。 / There is no voice nosuch; another one speaks.\n" == told


def test_damaged_settings_cost_one_line_and_not_the_start(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('{"pace": ', encoding="utf-8")
    with Program(tmp_path) as program:
        line = program.error_line()
        assert ("设置文件坏了" in line, "The settings were damaged" in line) == (True, True)
        assert 0 == program.end(signal.SIGTERM).code
    assert (tmp_path / f"{SETTINGS}.damaged-1").is_file()

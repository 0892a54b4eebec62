"""Whole games, word for word: what the room hears, what lamps and screen show, what stays sealed.

    FAGUAN_REGENERATE=1 .venv/bin/python -m pytest tests/golden

writes them anew; read the difference before it is committed: a rule changed.
"""

from __future__ import annotations

import difflib
import os
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from engine import events as e
from tests.golden.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, transcript_of
from tests.kit.transcript import HEADING

LARGEST_BYTES: Final = 80_000


@pytest.mark.parametrize("game", PLAYTHROUGHS, ids=lambda game: game.board)
def test_the_game_goes_as_it_is_written_down(game: Playthrough) -> None:
    played = transcript_of(game)
    if os.environ.get("FAGUAN_REGENERATE"):
        game.file.write_text(played, encoding="utf-8")
    expected = game.file.read_text(encoding="utf-8").splitlines()
    actual = played.splitlines()
    difference = list(difflib.unified_diff(expected, actual, "written", "played", lineterm="", n=2))
    assert [] == difference, "\n".join(["", *difference[:60], "", "FAGUAN_REGENERATE=1 writes it anew"])


def test_every_board_has_its_game_and_every_file_its_board() -> None:
    boards = [game.board for game in PLAYTHROUGHS]
    preset = [Path(str(file)).stem for file in files("engine").joinpath("boards").iterdir() if file.name[0] == "B"]
    assert sorted(preset) == sorted(boards)
    assert sorted(f"{board}.txt" for board in boards) == sorted(path.name for path in FOLDER.glob("*.txt"))


def test_a_transcript_can_be_read_in_a_review() -> None:
    assert [] == [game.board for game in PLAYTHROUGHS if game.file.stat().st_size > LARGEST_BYTES]
    columns = HEADING.count("│")
    for game in PLAYTHROUGHS:
        rows = [row for row in game.file.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
        assert {columns} == {row.count("│") for row in rows}, game.board


def test_the_games_show_what_can_happen() -> None:
    written = "\n".join(game.file.read_text(encoding="utf-8") for game in PLAYTHROUGHS)
    assert HEADING in written
    heard = {
        e.ShotFired: "发动技能，带走",
        e.Exploded: "自爆出局",
        e.PkOpened: "平票玩家再发言一轮",
        e.PeaceDay: "今天平安日",
        e.WithdrawalNamed: "四号退水。",
        e.WithdrawalClosed: "退水的玩家有",
        e.SheriffPkOpened: "平票，再发言一轮",
        e.SheriffElected: "当选警长",
        e.ElectionSuspended: "竞选暂停，明天继续",
        e.ElectionResumed: "继续竞选警长",
        e.BadgePassed: "警徽移交给",
        e.BadgeTorn: "警徽撕掉",
        e.IdiotFlipped: "翻牌，身份是白痴，不出局",
        e.DealOpened: "发身份",
        e.Silenced: "被禁言",
        e.Growled: "咆哮",
        e.Linked: "随之出局",
        e.TakenAlong: "是白狼王，自爆带走",
        e.DuelCalled: "发起决斗",
        e.DuelLost: "决斗失败",
    }
    assert [] == [event.__name__ for event, words in heard.items() if words not in written]
    for pattern in ("steady", "fast", "slow", "heartbeat"):
        assert f" │ {pattern} " in written

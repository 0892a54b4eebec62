"""`faguan boards ID`: everything about one board, for a person and for a program."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from engine.game import Setup
from engine.seats import seats_of
from firmware.boards import preset_boards
from firmware.lengths import night_lengths
from firmware.table.pace import PACES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.program.program import Output

    Cli = Callable[..., Output]

TWELVE = "B12-预女猎守"
OWN = """\
id = "own"
players = 7
[name]
zh = "我家七人"
en = "Seven at home"
[cards]
werewolf = 4
seer = 1
witch = 1
guard = 1
[rules]
sheriff = "on"
vote_self = "off"
"""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "200")


def row_of(out: str, label: str) -> list[str]:
    """The cells of the row that begins with `label`, each with its lines joined."""
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines() if "│" in line]
    at = next(index for index, cells in enumerate(lines) if label in cells[0])
    below = lines[at + 1] if at + 1 < len(lines) and not re.search(r"第\d夜| / |^id$", lines[at + 1][0]) else []
    return [" | ".join(filter(None, pair)) for pair in zip(lines[at], below or [""] * len(lines[at]), strict=True)]


def test_a_board_tells_everything_about_itself_in_both_languages(cli: Cli, tmp_path: Path) -> None:
    told = cli("boards", TWELVE, "--state", str(tmp_path))
    assert (0, "") == (told.code, told.err)
    assert [TWELVE] == row_of(told.out, "id")[1:]
    assert ["预女猎守 | Seer, Witch, Hunter, Guard"] == row_of(told.out, "name")[1:]
    assert ["12"] == row_of(told.out, "players")[1:]
    deck = "1 Guard, 4 Werewolf, 1 Witch, 1 Seer, 1 Hunter, 4 Villager"
    assert [f"1守卫 4狼人 1女巫 1预言家 1猎人 4村民 | {deck}"] == row_of(told.out, "cards")[1:]
    assert ["有 / yes"] == row_of(told.out, "sheriff")[1:]
    note = "4狼 预 女 猎 守 4民，十二人板，有警长。 | Four wolves, Seer, Witch, Hunter, Guard, four villagers: twelve, "
    assert [f"{note}with a sheriff."] == row_of(told.out, "note")[1:]
    assert ["没有不同 / none"] == row_of(told.out, "house rules")[1:]
    assert [] == list(tmp_path.iterdir()), "looking changes nothing"


@pytest.mark.parametrize("board", [TWELVE, "B09"])
def test_the_nights_of_a_board_are_told_at_every_pace_in_minutes_and_seconds(board: str, cli: Cli) -> None:
    told = cli("boards", board).out
    (chosen,) = (known for known in preset_boards() if known.id == board)
    setup = Setup(chosen, seats_of(*range(1, chosen.players + 1)), chosen.rules)
    for number, alive in ((1, chosen.players), (2, chosen.players - 2)):
        row = row_of(told, f"第{number}夜，{alive}人存活")
        assert [f"第{number}夜，{alive}人存活 | night {number}, {alive} alive", "中文 | English"] == row[:2]
        lengths = [night_lengths(setup, PACES[name]) for name in ("fast", "normal", "slow")]
        expected = [length.first_ms if number == 1 else length.second_ms for length in lengths]
        shown = [re.findall(r"(\d+):(\d\d)", cell)[0] for cell in row[2:]]
        assert [round(ms / 1000) for ms in expected] == [int(minutes) * 60 + int(rest) for minutes, rest in shown]
    assert chosen.id.startswith("B12") == ("竞选警长的报名" in told)


def test_what_a_board_plays_differently_is_told_with_its_explanation_and_what_is_unusual(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    told = cli("boards", str(file))
    assert (0, "") == (told.code, told.err)
    for said in ("放逐不能投自己", "you may not vote for yourself", "有警长", "there is a sheriff"):
        assert said in told.out
    assert "without villagers" in told.out
    assert "没有平民" in told.out


def test_the_same_as_json(cli: Cli) -> None:
    (sheet,) = json.loads(cli("boards", TWELVE, "--json").out)
    assert (TWELVE, 12, True, [], []) == tuple(
        sheet[key] for key in ("id", "players", "sheriff", "departures", "warnings")
    )
    assert {"guard": 1, "werewolf": 4, "witch": 1, "seer": 1, "hunter": 1, "villager": 4} == sheet["cards"]
    shown = [(night["n"], night["alive"], night["language"], night["pace"]) for night in sheet["nights"]]
    paces = ("fast", "normal", "slow")
    assert sorted(shown) == sorted(
        (n, alive, language, pace) for n, alive in ((1, 12), (2, 10)) for language in ("zh", "en") for pace in paces
    )
    assert all(120 < night["seconds"] < 400 for night in sheet["nights"])
    everything = json.loads(cli("boards", "--json").out)
    assert [board.id for board in preset_boards()] == [sheet["id"] for sheet in everything]
    (six,) = (sheet for sheet in everything if sheet["id"] == "B06a")
    expected = {"rule": "sheriff", "value": "off", "says": {"zh": "没有警长", "en": "there is no sheriff"}}
    assert [expected] == six["departures"]

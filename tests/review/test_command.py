"""`faguan review` and `faguan stats`, as they are typed."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.review.archive import Past
from firmware.review.model import Review
from tests.kit.engine_play import Play, setup_of
from tests.program.program import Output
from tests.review.kept import Page, Shelf

Cli = Callable[..., Output]
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A terminal in which nothing is broken, in a known time zone."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def state(tmp_path: Path, wide: None) -> str:
    """A state folder with a game that was played out, one that was aborted, and one that is open."""
    del wide
    folder = tmp_path / "state"
    folder.mkdir()
    shelf = Shelf(folder)
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.night(knife=9).vote({1: 2, 3: 2, 4: 2}).night(knife=8, poison=1).until()
    shelf.played(play, "good")
    shelf.short("aborted", 5 * 60_000, setup_of("B07"))
    shelf.keep(shelf.open(setup_of("B12-预女猎白")), play.steps)
    shelf.journal.close()
    return str(folder)


def test_without_a_number_it_reviews_the_newest_that_was_played_out(cli: Cli, state: str) -> None:
    zh, en = cli("review", "--state", state), cli("review", "--state", state, "--language", "en")
    assert (0, "", 0, "") == (zh.code, zh.err, en.code, en.err)
    for words in ("复盘：第 1 局", "好人阵营获胜（所有狼人出局）", "第 1 夜", "第 2 夜被狼人击杀", "毒药毒1号（狼人）"):
        assert words in zh.out
    for words in ("Review of game 1", "the good camp wins", "Night 1", "killed by the werewolves, night 2"):
        assert words in en.out
    assert not CHINESE.search(en.out.replace("★", ""))
    assert zh.out == cli("review", "1", "--state", state).out
    assert "timeline" not in en.out.lower(), "a terminal shows no picture, and no heading of one"


def test_an_aborted_game_is_reviewed_by_its_number(cli: Cli, state: str) -> None:
    told = cli("review", "2", "--state", state)
    assert (0, "") == (told.code, told.err)
    assert "工作人员结束，没有胜负" in told.out


@pytest.mark.parametrize(
    ("typed", "en"),
    [
        (("review", "3"), "game 3 is still open and must not be read"),
        (("review", "4"), "there is no game 4; finished: 1, 2"),
        (("review", "3", "--json"), "game 3 is still open and must not be read"),
        (("review", "3", "--out", "x.html"), "game 3 is still open and must not be read"),
        (("review", "--out", "review.txt"), "the name must end in .html or .json: review.txt"),
        (("stats", "--html", "stats.png"), "the name must end in .html: stats.png"),
        (("review", "--out", "nowhere/x.html"), "cannot write nowhere/x.html: there is no such file or folder"),
    ],
)
def test_what_cannot_be_done_is_one_line_in_both_languages(
    cli: Cli, state: str, typed: tuple[str, ...], en: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(state).parent
    monkeypatch.chdir(folder)
    told = cli(*typed, "--state", state)
    assert (1, "") == (told.code, told.out)
    (line,) = told.err.splitlines()
    assert line.endswith(f" / {en}")
    assert CHINESE.search(line)
    assert ["state"] == [path.name for path in folder.iterdir()], "nothing is written"


@pytest.mark.parametrize(
    ("typed", "zh"),
    [
        (("review", "1", "--json", "--out", "x.html"), "--out 写成文件"),
        (("review", "--list", "--json", "--out", "x.json"), "--out 写成文件"),
        (("review", "1", "--list"), "--list 列出所有的局"),
        (("review", "0", "--list"), "--list 列出所有的局"),
    ],
)
def test_what_excludes_each_other_is_refused_and_nothing_is_done(
    cli: Cli, state: str, typed: tuple[str, ...], zh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(state).parent)
    told = cli(*typed, "--state", state)
    assert (2, "") == (told.code, told.out)
    (line,) = told.err.splitlines()
    first, _, second = line.partition(" / ")
    assert zh in first
    assert second
    assert not CHINESE.search(second)
    assert ["state"] == [path.name for path in Path(state).parent.iterdir()]


@pytest.mark.parametrize("typed", [("review",), ("review", "--list"), ("stats",)])
def test_without_a_journal_it_says_so_and_makes_none(cli: Cli, tmp_path: Path, typed: tuple[str, ...]) -> None:
    told = cli(*typed, "--state", str(tmp_path))
    assert (1, "") == (told.code, told.out)
    assert "there is no journal" in told.err
    assert [] == list(tmp_path.iterdir())


def test_the_list_has_what_is_over_and_nothing_of_the_open_game(cli: Cli, state: str) -> None:
    told = cli("review", "--list", "--state", state)
    assert (0, "") == (told.code, told.err)
    assert "预女猎白" not in told.out
    (aborted,) = [line for line in told.out.splitlines() if "B07" in line]
    for cell in ("2", "2025-12-31 ", "7", "工作人员结束，没有胜负", "5分00秒"):
        assert cell in aborted
    assert told.out.index("工作人员结束") < told.out.index("好人阵营获胜"), "the newest first"


def test_the_list_is_data_or_a_file_too(cli: Cli, state: str, tmp_path: Path) -> None:
    shown = cli("review", "--list", "--json", "--state", state)
    games = msgspec.json.decode(shown.out, type=tuple[Past, ...])
    assert [(1, "good"), (2, "aborted")] == [(game.game, game.result) for game in games]
    page, data = tmp_path / "list.html", tmp_path / "list.json"
    for file in (page, data):
        assert Output(0, "", "") == cli("review", "--list", "--out", str(file), "--state", state)
    assert shown.out == data.read_text(encoding="utf-8")
    assert {"过去的游戏", "工作人员结束，没有胜负"} <= set(Page(page.read_text(encoding="utf-8")).texts)


def test_it_is_written_as_a_page_or_as_data_by_the_name(cli: Cli, state: str, tmp_path: Path) -> None:
    page, data = tmp_path / "一局.html", tmp_path / "game.JSON"
    for file in (page, data):
        assert Output(0, "", "") == cli("review", "1", "--out", str(file), "--state", state, "--language", "en")
    assert "Review of game 1" in Page(page.read_text(encoding="utf-8")).texts
    review = msgspec.json.decode(data.read_bytes(), type=Review)
    shown: dict[str, Any] = json.loads(cli("review", "--json", "--state", state).out)
    assert review == msgspec.convert(shown, Review)
    assert ("good", {"zh": "测试", "en": "test"}) == (shown["result"], shown["name"])


def test_statistics_as_text_and_as_a_page(cli: Cli, state: str, tmp_path: Path) -> None:
    zh, en = cli("stats", "--state", state), cli("stats", "--state", state, "--language", "en")
    assert (0, "", 0, "") == (zh.code, zh.err, en.code, en.err)
    assert "胜率" in zh.out
    assert "1 (100%)" in zh.out
    assert "预女猎白" not in zh.out
    assert not CHINESE.search(en.out)
    file = tmp_path / "stats.html"
    assert Output(0, "", "") == cli("stats", "--html", str(file), "--state", state)
    assert "统计" in Page(file.read_text(encoding="utf-8")).texts


@pytest.mark.parametrize("command", ["review", "stats"])
@pytest.mark.usefixtures("wide")
def test_help_is_in_both_languages(cli: Cli, command: str) -> None:
    told = cli(command, "--help")
    assert (0, "") == (told.code, told.err)
    options = [line for line in told.out.splitlines() if "--" in line and "--help" not in line]
    assert options
    for line in options:
        words = re.sub(r"--\w+|\[.*?\]|<.*?>|\b[A-Z|]+\b", "", line)
        assert CHINESE.search(words), line
        assert re.search(r"[A-Za-z]{2,}", words), line

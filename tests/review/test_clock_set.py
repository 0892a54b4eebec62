"""Games during which the clock of the machine was set, to any time at all: they spoil neither lists nor pictures."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

import pytest

from audio.say import Language
from firmware.review.archive import past_games
from firmware.review.blocks import Picture, Report
from firmware.review.console import show
from firmware.review.desk import review_page, stats_page
from firmware.review.stats import length_dots, stats_of
from firmware.review.words import Words
from firmware.state_dir import JOURNAL
from tests.program.program import Output
from tests.review.kept import Page, Shelf

MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS
FIRST, LAST = -(2**63), 2**63 - 1
"""SQLite's numbers."""
SET: Final = {
    "no clock at the start": "started_ms = 0",
    "long before": "started_ms = -99999999999999",
    "the first number": f"started_ms = {FIRST + 1} - 1",
    "the last number": f"started_ms = {LAST}",
    "ended in no time": f"ended_ms = {LAST}",
    "ended before all time": f"ended_ms = {FIRST + 1} - 1",
    "as far apart as can be": f"started_ms = {FIRST + 1} - 1, ended_ms = {LAST}",
    "a moment more than a day": f"ended_ms = started_ms + {DAY_MS + 1}",
    "a moment less than nothing": "ended_ms = started_ms - 1",
}
IN_NO_CALENDAR: Final = ("long before", "the first number", "the last number", "as far apart as can be")


@pytest.fixture(params=SET)
def clock(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def state(tmp_path: Path, clock: str) -> Path:
    """Games of 20, 25 and 30 minutes; in the second the clock was set, and in its rows too."""
    shelf = Shelf(tmp_path)
    for minutes in (20, 25, 30):
        shelf.short("good", minutes * MINUTE_MS)
    shelf.journal.close()
    other = sqlite3.connect(tmp_path / JOURNAL)
    with other:
        other.execute(f"UPDATE games SET {SET[clock]} WHERE game = 2")  # noqa: S608 - written down above
        other.execute("UPDATE rows SET at_ms = (SELECT started_ms FROM games WHERE game = 2) WHERE game = 2")
    other.close()
    return tmp_path


def test_its_length_is_unknown_and_counts_nowhere(
    state: Path, clock: str, cli: Callable[..., Output], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    listed = json.loads(cli("review", "--list", "--json", "--state", str(state)).out)
    assert [20 * MINUTE_MS, None, 30 * MINUTE_MS] == [game["length_ms"] for game in listed]
    told, games = cli("stats", "--state", str(state)), cli("review", "--list", "--state", str(state))
    reviewed, replayed = cli("review", "2", "--state", str(state)), cli("replay", "2", "--state", str(state))
    assert [(0, "")] * 4 == [(output.code, output.err) for output in (told, games, reviewed, replayed)]
    assert ["20分00秒", "25分00秒", "30分00秒"] == re.findall(r"\d+分\d\d秒", told.out)[:3], "shortest, median, longest"
    unknown = 2 if clock in IN_NO_CALENDAR else 1
    (line,) = [line for line in games.out.splitlines() if re.match(r"│ 2 ", line)]
    assert unknown == line.count("不明"), "the length, and a date that is in no calendar"
    assert unknown <= reviewed.out.count("不明")


def test_the_page_stays_small(state: Path) -> None:
    shelf = Shelf(state)
    try:
        text = stats_page(shelf.journal, Language.ZH)
        review = review_page(shelf.journal, 2, Language.ZH)
    finally:
        shelf.journal.close()
    (_, dots) = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert 2 == dots.count("<circle")
    assert ["0", "5", "10", "15", "20", "25", "30"] == re.findall(r">(\d+)</text>", dots)
    assert [] == Page(text).wrong + Page(review).wrong


@pytest.mark.parametrize("longest_ms", [1, 90 * MINUTE_MS, DAY_MS, 400 * DAY_MS, 2**64])
def test_an_axis_has_few_marks_however_long_a_game_is(longest_ms: int, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.short("good", MINUTE_MS)
    (board,) = stats_of(past_games(shelf.journal))
    shelf.journal.close()
    timed = type(board)(
        board=board.board, name=board.name, good=1, wolf=0, draw=0, no_result=0, lengths_ms=(longest_ms,)
    )
    marks = [text for text in length_dots((timed,), Words(Language.EN)).iter("text") if (text.text or "").isdigit()]
    assert 2 <= len(marks) <= 7
    assert longest_ms <= int(marks[-1].text or "") * MINUTE_MS, "the last mark is behind the last dot"


def test_a_terminal_has_no_picture_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    drawn: list[str] = []

    def draw() -> Element:
        drawn.append("picture")
        return Element("svg")

    show(Report("Statistics", (Picture(draw),)))
    assert ("Statistics\n", []) == (capsys.readouterr().out, drawn)

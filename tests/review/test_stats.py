"""Wins and lengths, counted by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.say import Language
from engine.events import Winner
from firmware.review.archive import past_games
from firmware.review.desk import stats_page
from firmware.review.stats import stats_of
from tests.kit.engine_play import setup_of
from tests.review.kept import Page, Shelf

MINUTE_MS = 60_000
EVENING = (
    ("B09", "good", 20),
    ("B09", "wolf", 30),
    ("B06a", "draw", 10),
    ("B09", "wolf", 25),
    ("B09", "aborted", 5),
    ("B07", "dropped", 70),
)
"""Board, result and minutes of every game."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    for board, result, minutes in EVENING:
        shelf.short(result, minutes * MINUTE_MS, setup_of(board))
    yield shelf
    shelf.journal.close()


def test_the_numbers(evening: Shelf) -> None:
    b06a, b07, b09 = stats_of(past_games(evening.journal))
    assert ("B06a", "B07", "B09") == (b06a.board, b07.board, b09.board)
    assert (1, 2, 0, 1, 3) == (b09.good, b09.wolf, b09.draw, b09.no_result, b09.played)
    assert (33, 67, 0) == tuple(b09.percent(winner) for winner in (Winner.GOOD, Winner.WOLF, Winner.DRAW))
    assert [20, 25, 30] == [ms // MINUTE_MS for ms in b09.lengths_ms], "what ended without a result is not counted"
    assert (0, 0, 1, 100) == (b06a.good, b06a.wolf, b06a.draw, b06a.percent(Winner.DRAW))
    assert (0, 1, 0, ()) == (b07.played, b07.no_result, b07.percent(Winner.GOOD), b07.lengths_ms)


def test_the_list_is_newest_first_with_result_and_length(evening: Shelf) -> None:
    texts = Page(stats_page(evening.journal, Language.EN)).texts
    listed = texts[texts.index("Past games") :]
    head = listed.index("length") + 1
    assert ["6", "5", "4", "3", "2", "1"] == listed[head::6]
    assert [
        *("given up after an interruption, no result", "1 h 10 min"),
        *("ended by staff, no result", "5 min 00 s"),
        *("the werewolves win", "25 min 00 s"),
        *("a draw", "10 min 00 s"),
        *("the werewolves win", "30 min 00 s"),
        *("the good camp wins", "20 min 00 s"),
    ] == [word for word in listed if re.search(r"result$|wins?$|draw$|min$| s$", word) and word != "result"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.ZH, ("1 (33%)", "2 (67%)", "20分00秒", "25分00秒", "30分00秒", "狼人 67%", "好人 33%", "平局 100%")),
        (
            Language.EN,
            ("1 (33%)", "2 (67%)", "20 min 00 s", "25 min 00 s", "30 min 00 s", "wolves 67%", "good 33%", "draw 100%"),
        ),
    ],
)
def test_the_page_shows_them_in_words_and_pictures(evening: Shelf, language: Language, told: tuple[str, ...]) -> None:
    page = Page(stats_page(evening.journal, language))
    assert [] == [word for word in told if word not in page.texts]
    assert ([], []) == (page.wrong, page.addresses)


def test_the_bars_are_as_long_as_the_shares(evening: Shelf) -> None:
    text = stats_page(evening.journal, Language.EN)
    bars, dots = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    widths = [float(width) for width in re.findall(r'<rect[^>]* width="([\d.]+)"', bars)]
    assert [359, 119, 239] == widths, "of 360, a hair between them: all of B06a, a third and two thirds of B09"
    marks = [float(x) for x in re.findall(r'<circle[^>]* cx="([\d.]+)"', dots)]
    zero, half_hour = 8.0, 336.0
    minutes = [30 * (x - zero) / (half_hour - zero) for x in marks]
    assert [10, 20, 25, 30] == [round(minute) for minute in minutes]


def test_a_page_of_a_server_leads_to_every_review(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.open()
    for result in ("good", "aborted"):
        shelf.short(result, MINUTE_MS)
    page = Page(stats_page(shelf.journal, Language.ZH, lambda game: f"/review/{game}"))
    shelf.journal.close()
    assert ["/review/3", "/review/2"] == page.addresses, "1 never began"


def test_no_game_makes_no_number() -> None:
    assert () == stats_of(())

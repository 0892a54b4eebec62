"""The games of the past in the browser: what is served below /review, and what never is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from audio.say import Language
from firmware.review.desk import reading, review_page
from firmware.state_dir import JOURNAL
from tests.kit.engine_play import Play
from tests.review.kept import Page, Shelf
from tests.web.leaks import CARD_WORDS
from tests.web.stage import Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OPEN_GAME = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder: game 1 was won by the wolves, game 2 was aborted, game 3 is open."""
    folder = tmp_path_factory.mktemp("state")
    shelf = Shelf(folder)
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.night(knife=9).vote({1: 2, 3: 2, 4: 2}).until("wolf.pick")
    shelf.played(play, "wolf")
    shelf.short("aborted", 60_000)
    game = shelf.open(play.setup)
    shelf.keep(game, play.steps)
    shelf.journal.close()
    assert OPEN_GAME == game
    return folder


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """A table between games, with a past."""
    table = Served(Stage(), folder=folder)
    try:
        yield table
    finally:
        table.web.stop()


def page(served: Served, path: str, status: int = 200) -> Page:
    """The page at `path`, well-formed, with nothing in it from outside."""
    response, body = served.get(path)
    assert status == response.status
    assert "script-src" not in response.getheader("Content-Security-Policy", "")
    assert response.getheader("Content-Security-Policy", "").startswith("default-src 'none'")
    seen = Page(body.decode())
    assert [] == seen.wrong
    assert "script" not in seen.tags
    assert [] == [address for address in seen.addresses if not address.startswith("/")]
    return seen


def test_the_list_leads_to_every_game_that_is_over_and_back_to_the_room(served: Served) -> None:
    seen = page(served, "/review?lang=zh")
    assert "过去的游戏" in seen.texts
    assert ["/", "/review?lang=en", "/review/2?lang=zh", "/review/1?lang=zh"] == seen.addresses


def test_a_review_is_what_the_command_line_writes_with_ways_on(served: Served, folder: Path) -> None:
    seen = page(served, "/review/1?lang=en")
    with reading(folder) as journal:
        plain = Page(review_page(journal, 1, Language.EN))
    assert plain.texts == [text for text in seen.texts if text not in WAYS]
    assert ["/", "/review?lang=en", "/review/1.html?lang=en", "/review/1?lang=zh"] == seen.addresses


WAYS = ("← Room", "Past games", "Save as one file", "中文", "English")


def test_the_language_is_the_one_asked_for_else_the_judges(folder: Path) -> None:
    table = Served(Stage(Language.EN), folder=folder)
    try:
        titles = [page(table, f"/review/1{query}").texts[0] for query in ("", "?lang=zh", "?lang=en", "?lang=fr")]
    finally:
        table.web.stop()
    assert ["Review of game 1", "复盘：第 1 局", "Review of game 1", "Review of game 1"] == titles


def test_the_file_to_keep_is_the_one_that_the_command_line_writes(served: Served, folder: Path) -> None:
    response, body = served.get("/review/1.html?lang=zh")
    with reading(folder) as journal:
        assert review_page(journal, 1, Language.ZH) == body.decode()
    assert 'attachment; filename="faguan-1-zh.html"' == response.getheader("Content-Disposition")


@pytest.mark.parametrize("path", [f"/review/{OPEN_GAME}", f"/review/{OPEN_GAME}.html"])
def test_an_open_game_is_refused_in_both_languages_and_nothing_of_it_is_told(served: Served, path: str) -> None:
    seen = page(served, path, 404)
    assert "第 3 局还没有结束，不能查看" in seen.texts
    assert "game 3 is still open and must not be read" in seen.texts
    assert [] == [text for text in seen.texts for word in CARD_WORDS if len(word) > 1 and word in text]


@pytest.mark.parametrize("number", ["4", "0", "-1", "01", "²", "x", "9" * 30, "1%2e%2e", "%00"])
def test_what_is_no_games_number_is_refused(served: Served, number: str) -> None:
    assert "No review" in page(served, f"/review/{number.replace('²', '%C2%B2')}", 404).texts


def test_while_a_game_is_played_nothing_of_the_past_is_shown(served: Served) -> None:
    served.stage.open()
    for acts in ((), (served.stage.night,), (served.stage.day,)):
        for act in acts:
            act()
        for path in ("/review", "/review/1", "/review/1.html", f"/review/{OPEN_GAME}"):
            seen = page(served, path, 409)
            assert "正在玩一局。复盘等它结束以后再看。" in seen.texts
            assert "A game is being played. Reviews can be read once it is over." in seen.texts
    served.stage.over()
    assert "过去的游戏" in page(served, "/review").texts
    page(served, f"/review/{OPEN_GAME}", 404)


def test_foreign_names_of_this_machine_are_refused(served: Served) -> None:
    for path in ("/review", "/review/1", "/review/1.html"):
        assert 421 == served.get(path, Host="judge.example:80")[0].status


@pytest.mark.parametrize("damaged", [True, False])
def test_without_a_journal_that_can_be_read_the_page_says_so(tmp_path: Path, damaged: bool) -> None:
    if damaged:
        (tmp_path / JOURNAL).write_bytes(b"not a database" * 100)
    table = Served(Stage(), folder=tmp_path)
    try:
        texts = page(table, "/review", 503).texts
    finally:
        table.web.stop()
    assert {"读不出过去的游戏。", "The past games cannot be read."} <= set(texts)


def test_a_table_without_a_folder_has_no_past() -> None:
    table = Served(Stage())
    try:
        page(table, "/review", 404)
    finally:
        table.web.stop()


def test_only_digits_and_words_of_ours_stand_in_the_name_of_the_file(served: Served) -> None:
    for path in ("/review/1.html?lang=zh%0d%0aX:y", '/review/1.html?lang="'):
        name = served.get(path.replace('"', "%22"))[0].getheader("Content-Disposition", "")
        assert re.fullmatch(r'attachment; filename="faguan-1-(zh|en)\.html"', name)

"""The pages speak the judge's language until their reader has chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from audio.say import Language
from engine.seats import Seat
from firmware.menu.actions import SetLanguage, StartGame
from firmware.web.views import Maker, Own, Room
from tests.web.joined import BOARD, Program
from tests.web.stage import SEATS, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_what_staff_choose_on_the_display_reaches_every_page(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.judge.act(SetLanguage(Language.EN))
    for view in (program.sees(Room()), program.sees(Own(Seat(5))), program.sees(Maker())["room"]):
        assert "en" == view["language"]
    program.judge.act(StartGame(BOARD, SEATS))
    program.wait(3)
    text = program.sees(Room())["caption"]["text"]
    assert (False, True) == (text["zh"].isascii(), text["en"].isascii()), "each sentence stands in its own language"
    program.judge.act(SetLanguage(Language.ZH))
    assert "zh" == program.sees(Room())["language"]


@pytest.mark.browser
def test_an_open_page_follows_the_judge_until_its_reader_chooses(
    served: Served, open_page: Callable[..., Page]
) -> None:
    followers = [open_page(path) for path in ("/?wall", "/?seat=5", "/maker")]
    chooser = open_page("/")
    chooser.get_by_role("button", name="中文").click()
    for language in (Language.EN, Language.ZH, Language.EN):
        served.stage.publisher.speaks(language)
        for page in followers:
            expect(page.locator("html")).to_have_attribute("lang", "en" if language is Language.EN else "zh-CN")
    served.web.stop()
    again = Served(Stage(Language.ZH), int(served.address.partition(":")[2]))
    try:
        for page in followers:
            expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
        again.stage.publisher.speaks(Language.EN)
        expect(followers[0].locator("html")).to_have_attribute("lang", "en")
        expect(chooser.locator("body")).to_have_attribute("data-online", "true")
        expect(chooser.locator("html")).to_have_attribute("lang", "zh-CN")
    finally:
        again.web.stop()

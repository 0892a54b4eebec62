"""The pages as a browser shows them: nothing is fetched, nothing sticks out, on a phone and on a screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Request

from audio.say import Language
from firmware.journal import JournalReader
from firmware.review.desk import review_page, stats_page
from firmware.state_dir import JOURNAL
from tests.kit.chromium import chromium
from tests.review.golden import play_golden

PATIENCE_S = 60


def _note(fetched: list[str], request: Request) -> None:
    fetched.append(request.url)


@pytest.mark.browser
def test_pages_fit_and_need_nothing(tmp_path: Path) -> None:
    play_golden(tmp_path)
    journal = JournalReader(tmp_path / JOURNAL)
    pages = {
        "review-zh": review_page(journal, 1, Language.ZH),
        "review-en": review_page(journal, 1, Language.EN),
        "stats-en": stats_page(journal, Language.EN),
    }
    journal.close()
    with chromium(PATIENCE_S) as browser:
        for name, text in pages.items():
            file = tmp_path / f"{name}.html"
            file.write_text(text, encoding="utf-8")
            page = browser.new_page()
            fetched: list[str] = []
            page.on("request", partial(_note, fetched))
            page.goto(file.as_uri())
            for width in (390, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                assert width == page.evaluate("document.documentElement.scrollWidth"), f"{name} at {width}"
                assert page.locator("svg").first.is_visible()
            assert [file.as_uri()] == fetched
            page.close()

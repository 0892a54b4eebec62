"""A served table for every test that wants one, and a real browser to look at it with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.chromium import chromium
from tests.web.stage import PATIENCE_S, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def served() -> Iterator[Served]:
    """A table before the game, served."""
    table = Served(Stage())
    try:
        yield table
    finally:
        table.web.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all tests that want one."""
    with chromium(PATIENCE_S) as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open a page of the served table and wait until it is connected; an error in it fails the test.

    `before` is run in it before everything else.
    """
    errors: list[str] = []
    contexts = []

    def open_one(path: str, before: str = "", **options: Any) -> Page:
        context = browser.new_context(**options)
        context.add_init_script(before)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://{served.address}{path}")
        expect(page.locator("body")).to_have_attribute("data-online", "true")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []

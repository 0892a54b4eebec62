"""A served table for every test that wants one, and a real browser to look at it with."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.stage import PATIENCE_S, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


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
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium on this machine")
    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open a page of the served table and wait until it is connected; an error in it fails the test."""
    errors: list[str] = []
    contexts = []

    def open_one(path: str, **options: Any) -> Page:
        context = browser.new_context(**options)
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

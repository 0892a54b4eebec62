"""The browser that the tests look at pages with."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


START_MS: Final = 120_000
"""How long it may take to start; a busy machine needs many times what an idle one does."""


_running: list[Browser] = []
"""The browser that is open now: a process can have one driver at a time."""


@contextmanager
def chromium(patience_s: float) -> Iterator[Browser]:
    """Debian's Chromium; what a test expects may take `patience_s` to come. Without it the test is skipped."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("there is no chromium on this machine")
    expect.set_options(timeout=patience_s * 1000)
    if _running:
        yield _running[0]
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=START_MS)
        _running.append(browser)
        try:
            yield browser
        finally:
            _running.remove(browser)
        browser.close()

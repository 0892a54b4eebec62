"""A served table for every test that wants one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.stage import Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def served() -> Iterator[Served]:
    """A table before the game, served."""
    table = Served(Stage())
    try:
        yield table
    finally:
        table.web.stop()

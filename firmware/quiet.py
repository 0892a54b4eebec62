"""For a while, less is said in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet(name: str, level: int) -> Iterator[None]:
    """Of the logger `name` nothing below `level` is heard meanwhile; afterwards it is as it was."""
    logger = logging.getLogger(name)
    was = logger.level
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(was)

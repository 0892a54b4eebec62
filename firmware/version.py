"""Which version of this program runs, and on which Python: what to tell when you ask somebody."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version


def number() -> str:
    """The version as it was installed; "-" where it was not."""
    try:
        return version("faguan")
    except PackageNotFoundError:  # run from its sources
        return "-"


def versions() -> str:
    """Both on one line."""
    return f"faguan {number()} · Python {platform.python_version()}"

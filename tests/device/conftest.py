"""The tests here need the guest's kernel (scripts/test_device). Everywhere else they are not even collected."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from tests.device.hands import Pins

GUEST: Final = os.environ.get("FAGUAN_GUEST", "")
"""How time passes in the guest: "real", "virtual" or "fast"; empty outside."""

collect_ignore_glob = [] if GUEST else ["*/test_*.py"]


@pytest.fixture
def pins() -> Iterator[Pins]:
    """The pins of the Pi, as nobody touches them."""
    made = Pins()
    for pin in range(28):
        made.pull(pin, high=False)
    yield made
    made.close()


_MEASURED: Final = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> Callable[[str, list[float]], None]:
    """Hand over what was measured, in ms: it is told below all results."""

    def tell(what: str, took_ms: list[float]) -> None:
        ordered = sorted(took_ms)
        median = statistics.median(ordered)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        line = f"{what}: n={len(ordered)} median {median:.1f} ms, p95 {p95:.1f} ms, max {ordered[-1]:.1f} ms"
        pytestconfig.stash.setdefault(_MEASURED, []).append(line)

    return tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was measured: a number that nobody reads proves nothing."""
    for line in terminalreporter.config.stash.get(_MEASURED, []):
        terminalreporter.write_line(line)

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
        median, p95 = _middle_and_tail(took_ms)
        line = f"{what}: n={len(took_ms)} median {median:.1f} ms, p95 {p95:.1f} ms, max {max(took_ms):.1f} ms"
        pytestconfig.stash.setdefault(_MEASURED, []).append(line)

    return tell


@pytest.fixture
def compared(pytestconfig: pytest.Config) -> Callable[[str, list[float], list[float]], None]:
    """Hand over what was measured of us and of what we are compared with, in the same run: ratios are told below."""

    def tell(what: str, ours: list[float], theirs: list[float]) -> None:
        (our_median, our_p95), (their_median, their_p95) = _middle_and_tail(ours), _middle_and_tail(theirs)
        tail = "" if len(ours) == 1 else f", p95 {our_p95 / their_p95:.2f}"
        line = f"{what}: ratio {our_median / their_median:.2f}{tail} ({our_median:.1f} to {their_median:.1f})"
        pytestconfig.stash.setdefault(_MEASURED, []).append(line)

    return tell


def _middle_and_tail(values: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was measured: a number that nobody reads proves nothing."""
    for line in terminalreporter.config.stash.get(_MEASURED, []):
        terminalreporter.write_line(line)

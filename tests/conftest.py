"""What holds in every test: nobody sleeps or leaves this machine, no stray ERROR log, Hypothesis has no wall clock."""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, SupportsIndex

import pytest
from hypothesis import HealthCheck, settings

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = tuple(str(ROOT / name) for name in ("engine", "audio", "hardware", "firmware", "tests", "scripts"))

# A busy machine must not turn a pass into a failure: no deadline, a bounded number of examples.
settings.register_profile(
    "faguan", deadline=None, max_examples=60, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("faguan")

_real_sleep: Final = time.sleep


def _no_sleep(seconds: float | SupportsIndex, /) -> None:
    """Stand in for `time.sleep`: ours may not sleep, libraries (subprocess with a timeout, xdist) may."""
    caller = sys._getframe(1).f_code.co_filename  # noqa: SLF001 - the only way to know who asks
    if caller.startswith(PACKAGES):
        raise AssertionError(f"{caller} sleeps: time moves on the fake clock only")
    _real_sleep(seconds)


time.sleep = _no_sleep

_real_connect: Final = socket.socket.connect
_LOOPBACK: Final = ("127.", "::1", "localhost")


def _inside(self: socket.socket, address: Any, /) -> None:
    """Stand in for `socket.connect`: no test opens a socket beyond this machine."""
    if self.family in (socket.AF_INET, socket.AF_INET6) and not str(address[0]).startswith(_LOOPBACK):
        raise AssertionError(f"a test connects to {address[0]}")
    _real_connect(self, address)


socket.socket.connect = _inside  # type: ignore[method-assign, assignment]


class _Errors(logging.Handler):
    """Keeps every record of level ERROR and above."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record as text."""
        self.seen.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_error_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves an ERROR log, unless it is marked `logs_errors`."""
    handler = _Errors()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    if request.node.get_closest_marker("logs_errors") is None:
        assert handler.seen == [], "the test left ERROR logs"

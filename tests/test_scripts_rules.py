"""The rules of the test suite itself: no sleep, no socket beyond this machine, no stray ERROR log."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time

import pytest
from hypothesis import settings


def test_our_own_code_cannot_sleep() -> None:
    nap = time.sleep
    with pytest.raises(AssertionError, match="fake clock"):
        nap(0)


def test_a_library_may_wait_for_a_process() -> None:
    assert subprocess.run([sys.executable, "-c", "pass"], check=False, timeout=60).returncode == 0


def test_no_test_opens_a_socket_beyond_this_machine() -> None:
    """Not even one that sends nothing: the address is nobody's."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out, pytest.raises(AssertionError, match="connects to"):
        out.connect(("192.0.2.1", 9))


def test_hypothesis_has_no_deadline() -> None:
    assert settings().deadline is None


@pytest.mark.logs_errors
def test_an_expected_error_log_is_allowed_by_its_mark() -> None:
    logging.getLogger("faguan.test").error("expected")
    assert logging.getLogger("faguan.test").isEnabledFor(logging.ERROR)

"""The rules of the test suite itself: no sleep, no stray ERROR log."""

from __future__ import annotations

import logging
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


def test_hypothesis_has_no_deadline() -> None:
    assert settings().deadline is None


@pytest.mark.logs_errors
def test_an_expected_error_log_is_allowed_by_its_mark() -> None:
    logging.getLogger("faguan.test").error("expected")
    assert logging.getLogger("faguan.test").isEnabledFor(logging.ERROR)

"""Switching the machine off: what is asked of the system, and what is told when it does not do it."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from firmware.shell import NOT_ALLOWED, POWEROFF, Shell, power_off


def test_the_service_manager_is_asked_once() -> None:
    asked: list[Any] = []

    def run(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    assert None is power_off(run)
    assert [POWEROFF] == asked


@pytest.mark.parametrize(
    ("answer", "zh"),
    [
        (1, NOT_ALLOWED.zh),
        (FileNotFoundError(2, "systemctl"), "没有这个文件"),
        (subprocess.TimeoutExpired(POWEROFF, 5), "系统没有回应"),
    ],
)
def test_why_it_does_not_is_told(answer: int | Exception, zh: str) -> None:
    def run(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[bytes]:
        if isinstance(answer, Exception):
            raise answer
        return subprocess.CompletedProcess(command, answer)

    why = power_off(run)
    assert why is not None
    assert zh in why.zh


def test_a_simulated_table_switches_nothing_off() -> None:
    assert NOT_ALLOWED == Shell().power_off()

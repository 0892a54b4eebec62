"""What the judge can ask of the machine around it. A simulated table has next to nothing of that."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Final

import msgspec

from engine.text import Text
from firmware.reasons import os_reason

POWEROFF: Final = ("systemctl", "poweroff")
PATIENCE_S: Final = 5.0
"""The service manager only notes the wish; one that takes longer does not work."""

NOT_ALLOWED: Final = Text("这台机器不许程序关机", "This machine lets no program switch it off")


def _cannot() -> Text | None:
    return NOT_ALLOWED


def _nothing() -> None:
    """Nothing to stop."""


def _no_display(driver: str) -> None:
    del driver


class Shell(msgspec.Struct, frozen=True, kw_only=True):
    """`power_off` begins to switch the machine off; it returns why that cannot be, or None.

    `stop` ends the program in order. `use_driver` drives the display differently; "": as the wiring says.
    """

    power_off: Callable[[], Text | None] = _cannot
    stop: Callable[[], None] = _nothing
    use_driver: Callable[[str], None] = _no_display


def power_off(run: Callable[..., subprocess.CompletedProcess[bytes]] = subprocess.run) -> Text | None:
    """Have the service manager switch the machine off; why it does not, where it does not."""
    try:
        done = run(POWEROFF, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        return Text("系统没有回应", "The system does not answer")
    except OSError as error:
        why = os_reason(error)
        return Text(f"不能关机（{why.zh}）", f"Cannot switch off ({why.en})")
    return None if done.returncode == 0 else NOT_ALLOWED

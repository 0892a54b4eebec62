"""One judge for the pins of one machine, whoever starts it and whatever state folder it has.

The lock is on the device itself: no file to be left over, no folder that one user may write and another not. The kernel
gives it back when the process dies, however, and knows whose it is.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from engine.text import Text
from firmware.errors import AlreadyRunning
from hardware.wiring import Wiring

LOCKS: Final = Path("/proc/locks")
CHIPS: Final = tuple(Path(f"/dev/gpiochip{number}") for number in (0, 4))


def devices(wiring: Wiring) -> tuple[Path, ...]:
    """What a table wired so may be locked by: the first that is there, the same for every table of a machine."""
    carriers = (wiring.expander, wiring.key_pad, wiring.oled)
    buses = sorted({carrier.bus for carrier in carriers if carrier is not None})
    return (*CHIPS, *(Path(f"/dev/i2c-{bus}") for bus in buses))


class PinsInUse(AlreadyRunning):
    """Raised when another process drives the table."""


class PinLock:
    """The right of one process to a table's pins."""

    def __init__(self, candidates: tuple[Path, ...]) -> None:
        """Take the lock on the first of `candidates` that can be opened; with none of them there is nothing to lock.

        Raises:
            PinsInUse: another process has it.
        """
        self._file: int | None = None
        for device in candidates:
            try:
                number = os.open(device, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            except OSError:
                # What is not there or not ours to open is told by whoever needs it.
                continue
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                who = holder(number)
                os.close(number)
                raise PinsInUse(
                    Text(
                        f"另一个法官正在使用这张桌子（{device}，进程 {who}）；先停掉它：sudo systemctl stop faguan",
                        f"another judge is at this table ({device}, process {who}); first: sudo systemctl stop faguan",
                    )
                ) from error
            self._file = number
            return

    def release(self) -> None:
        """Give the lock back. Harmless when called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def holder(number: int, locks: Path = LOCKS) -> str:
    """Who has the lock on the open file `number`: process number and name as far as they can be seen, else "?"."""
    about = os.fstat(number)
    wanted = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    try:
        lines = locks.read_text(encoding="ascii").splitlines()
    except OSError:
        return "?"
    for line in lines:
        # 1: FLOCK  ADVISORY  WRITE 8334 00:06:4 0 EOF
        fields = line.split()
        if len(fields) > 5 and fields[1] == "FLOCK" and fields[5] == wanted:
            return _named(fields[4])
    return "?"


def _named(process: str) -> str:
    try:
        name = Path("/proc", process, "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return process
    return f"{process} {name}"

"""Whether the judge before this one fell in the middle of its work a moment ago, and was put up again by systemd.

Then players sit at the table with their eyes shut, and the game goes on by itself. After anything else, a power cut
above all, nobody knows whether they are still there: staff decide on the OLED.

The trace is a file in the service's runtime folder, which lies in memory (the card is not written for it), outlives a
restart of the service and nothing else. Who ends in order takes it away. A game over which the judge falls again and
again goes on by itself a few times only.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from firmware.clock import NS_PER_S
from hardware.plainfile import read_plain

TRACE: Final = "running"
"""The file's name."""

FRESH_NS: Final = 60 * NS_PER_S
"""So long after its last sign of life a judge that fell is missed by people who still sit there."""

FALLS: Final = 3
"""So many falls in a row are got over without staff."""

STEADY_NS: Final = 600 * NS_PER_S
"""Who has run for so long has left the last fall behind."""


def runtime_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The folder in memory that systemd made for the service; None where there is none."""
    first = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(first) if first else None


class _Trace(msgspec.Struct, frozen=True):
    """The last sign of life, on the machine's monotonic clock, and how many falls in a row came before it."""

    at_ns: int
    falls: int


class Trace:
    """The trace in a folder; without a folder there is none, and nothing is ever found."""

    def __init__(self, folder: Path | None, now_ns: int) -> None:
        """Look for what the judge before left, and leave one of our own."""
        self._file = None if folder is None else folder / TRACE
        self._begun_ns = now_ns
        before = self._read()
        fell = before is not None and 0 <= now_ns - before.at_ns <= FRESH_NS
        self._falls = before.falls + 1 if before is not None and fell else 0
        self.goes_on = 0 < self._falls <= FALLS
        """Whether a game that was found open goes on by itself."""
        self.alive(now_ns)

    def alive(self, now_ns: int) -> None:
        """A sign of life at `now_ns`."""
        if self._file is None:
            return
        falls = 0 if now_ns - self._begun_ns >= STEADY_NS else self._falls
        # In one write: half of it is as good as none.
        with suppress(OSError):
            self._file.write_bytes(msgspec.json.encode(_Trace(now_ns, falls)))

    def remove(self) -> None:
        """We end in order."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _read(self) -> _Trace | None:
        if self._file is None:
            return None
        try:
            return msgspec.json.decode(read_plain(self._file), type=_Trace)
        except (OSError, msgspec.MsgspecError):
            return None

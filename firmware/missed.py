"""Whether a loudspeaker is missed where there is none: kept beyond a power cut, as a file that is there or not.

Once one has been heard it is missed until staff go on without it. A machine that never had one misses none.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from firmware.state_dir import put_down

log = logging.getLogger("faguan.voice")

NOTE: Final = "上电后没有喇叭时，夜里先等 / without a loudspeaker after a start, wait by night\n"
"""What stands in the file, for whoever finds it."""


class Missed:
    """The note of one table. Where it cannot be kept it holds until the power goes."""

    def __init__(self, file: Path) -> None:
        """Read it; nothing is made before there is something to keep."""
        self._file = file
        self._holds = file.is_file()

    @property
    def holds(self) -> bool:
        """Whether sound is missed where there is none."""
        return self._holds

    def note(self, missed: bool) -> None:
        """From now on it is, or is not. Touches the disk only for what is new."""
        if missed == self._holds:
            return
        self._holds = missed
        try:
            if missed:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                put_down(self._file, NOTE.encode())
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            log.info("not kept whether sound is missed: %s", error)

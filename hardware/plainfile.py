"""Reading a file that somebody else has put there: never waits, and never reads without end.

A pipe would wait for a writer that never comes, and /dev/zero has no end: only regular files of a sane size are read.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES: Final = 1 << 20
"""No file that people write by hand comes near."""

NOT_PLAIN: Final = errno.ENODEV
"""Error number of what is no regular file."""


def read_plain(path: Path, limit: int = MAX_BYTES) -> bytes:
    """What is in the regular file `path`.

    Raises:
        OSError: it cannot be read; it is no regular file (`NOT_PLAIN`), or longer than `limit` (EFBIG).
    """
    # Without O_NONBLOCK a pipe without a writer would hold us here already.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb", buffering=0) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            number = errno.EISDIR if stat.S_ISDIR(found.st_mode) else NOT_PLAIN
            raise OSError(number, os.strerror(number), str(path))
        if found.st_size > limit:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read(limit)

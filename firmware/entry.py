"""Where programs begin: before anything of ours is loaded, so that Ctrl-C is quiet from the first moment on."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Final

INTERRUPTED: Final = 130
"""Exit code of what somebody broke off."""
PIPE_CLOSED: Final = 1
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers of output that goes into a file, where there is no more room for it."""


def main() -> None:
    """Run the command line of `faguan`."""
    run(_commands, "faguan")


def _commands() -> Callable[..., object]:
    from firmware.cli import app

    return app


def run(load: Callable[[], Callable[..., object]], name: str) -> None:
    """Run what `load` gives, which people know as `name`. Nothing they type, break off or pipe makes a traceback."""
    try:
        code = _run(load, name)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run(load: Callable[[], Callable[..., object]], name: str) -> int:
    program = load()
    from firmware.usage import obeyed

    out = sys.stdout if isinstance(sys.stdout, io.TextIOWrapper) else None
    if out:
        # A terminal that cannot write Chinese gets marks in its place.
        out.reconfigure(errors="replace")
    try:
        code = obeyed(program, name)
    except OSError as error:
        if error.errno not in FULL:
            raise
        code = _unwritten(error, out)
    try:
        if out:
            out.flush()
    except BrokenPipeError:
        _discard(out)
        code = code or PIPE_CLOSED
    except OSError as error:
        code = _unwritten(error, out)
    return code


def _unwritten(error: OSError, out: io.TextIOWrapper | None) -> int:
    """Tell that what was asked for cannot be written; the exit code."""
    from engine.text import Text
    from firmware.reasons import one_line, os_reason
    from firmware.usage import REFUSED

    _discard(out)
    why = os_reason(error)
    with contextlib.suppress(OSError):
        line = one_line(Text(f"写不出来：{why.zh}", f"what was asked for cannot be written: {why.en}"))
        sys.stderr.write(f"{line}\n")
    return REFUSED


def _discard(out: io.TextIOWrapper | None) -> None:
    """Let what is left for `out` go nowhere: Python flushes once more on its way out, and nobody can read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno() if out else 1)

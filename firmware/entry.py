"""Where `faguan` begins: before anything of ours is loaded, so that Ctrl-C is quiet from the first moment on."""

from __future__ import annotations

import io
import os
import sys
from typing import Final

INTERRUPTED: Final = 130
"""Exit code of what somebody broke off."""
PIPE_CLOSED: Final = 1


def main() -> None:
    """Run the command line. Nothing that a person types, breaks off or pipes makes a traceback."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    from firmware.cli import app
    from firmware.usage import obeyed

    out = sys.stdout if isinstance(sys.stdout, io.TextIOWrapper) else None
    if out:
        # A terminal that cannot write Chinese gets marks in its place.
        out.reconfigure(errors="replace")
    code = obeyed(app, "faguan")
    try:
        if out:
            out.flush()
    except BrokenPipeError:
        # Python flushes once more on its way out, and nobody is there to read it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno() if out else 1)
        code = code or PIPE_CLOSED
    return code

"""How much memory a process has: for the log of the service, the benchmarks and the soak."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_LINE: Final = "VmRSS:"


def resident_mb(pid: int | str = "self") -> float:
    """What the process `pid` has in memory at this moment, in MB; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(_LINE)), 0.0)

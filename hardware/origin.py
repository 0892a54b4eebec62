"""Where this program runs from: so that a remedy is a command that works there, for whoever reads it.

Three ways lead to it: the folder of the sources with its scripts, the service below /opt that `scripts/install` made
from such a folder, and an environment of somebody's own. Each has other commands that bring in what is missing.
"""

from __future__ import annotations

import shlex
import sys
from enum import Enum, auto
from pathlib import Path
from typing import Final

from hardware.words import Words

ROOT: Final = Path(__file__).resolve().parent.parent
SERVICE: Final = Path("/opt/faguan")
"""Where `scripts/install` puts the program."""

LGPIO: Final = "lgpio>=0.2.2"
"""Below that the index has an empty stub."""


class Origin(Enum):
    """From where the program was started."""

    SOURCES = auto()
    SERVICE = auto()
    ELSEWHERE = auto()


def origin(root: Path = ROOT, prefix: str = sys.prefix) -> Origin:
    """From where we run: `root` is the folder of our packages, `prefix` the environment."""
    if (root / "scripts" / "run").is_file():
        return Origin.SOURCES
    return Origin.SERVICE if Path(prefix).resolve().is_relative_to(SERVICE) else Origin.ELSEWHERE


def faguan(*words: str, here: Origin | None = None) -> str:
    """A command of this program, as it is typed where it was started."""
    called = {
        Origin.SOURCES: ("scripts/run",),
        Origin.SERVICE: ("sudo", "-u", "faguan", f"{SERVICE}/venv/bin/faguan"),
        Origin.ELSEWHERE: ("faguan",),
    }
    return shlex.join((*called[here or origin()], *words))


def pip(*words: str, here: Origin | None = None) -> str:
    """pip of this environment, as it is typed."""
    sudo = ("sudo",) if (here or origin()) is Origin.SERVICE else ()
    return shlex.join((*sudo, sys.executable, "-m", "pip", *words))


def get_lgpio(here: Origin | None = None) -> Words:
    """What installs the library of pins."""
    match here or origin():
        case Origin.SOURCES:
            return Words(
                "在树莓派上 scripts/run 会装好它；装过又没了，先 rm -r .venv",
                "on a Raspberry Pi scripts/run installs it; if it was lost since, first rm -r .venv",
            )
        case Origin.SERVICE:
            return _service_anew()
        case Origin.ELSEWHERE:
            command = pip("install", LGPIO, here=Origin.ELSEWHERE)
            return Words(f"运行 {command}", f"run {command}")


def renew_lgpio(here: Origin | None = None) -> Words:
    """What takes the empty stub away, and installs the library."""
    match here or origin():
        case Origin.SOURCES:
            return Words("rm -r .venv，再 scripts/run", "rm -r .venv, then scripts/run")
        case Origin.SERVICE:
            return _service_anew()
        case Origin.ELSEWHERE:
            command = pip("install", "--force-reinstall", LGPIO, here=Origin.ELSEWHERE)
            return Words(f"运行 {command}", f"run {command}")


def get_sound(here: Origin | None = None) -> Words:
    """What installs the libraries of sound."""
    match here or origin():
        case Origin.SOURCES:
            return Words("运行 scripts/sound", "run scripts/sound")
        case Origin.SERVICE:
            return _service_anew()
        case Origin.ELSEWHERE:
            command = pip("install", "numpy", "pyaudio", "soundfile", here=Origin.ELSEWHERE)
            return Words(f"运行 {command}", f"run {command}")


def renew_packs(here: Origin | None = None) -> Words:
    """What brings back voice packs that are spoilt."""
    match here or origin():
        case Origin.SOURCES:
            return Words(
                "运行 git checkout audio/packs，或 scripts/voice_pack",
                "run git checkout audio/packs, or scripts/voice_pack",
            )
        case Origin.SERVICE:
            return _service_anew()
        case Origin.ELSEWHERE:
            return Words("重新安装", "install it again")


def _service_anew() -> Words:
    """An installation that is as its sources say is left alone: only one that is gone is made anew."""
    return Words(
        f"先 sudo rm -r {SERVICE}，再到程序的文件夹里 sudo scripts/install",
        f"first sudo rm -r {SERVICE}, then in the folder of the program sudo scripts/install",
    )

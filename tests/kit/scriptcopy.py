"""A copy of the scripts whose Python, apt-get and sudo only write down how they were called."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

PYTHON: Final = """#!/bin/bash
printf 'python' >>"$CALLS"; printf ' [%s]' "$@" >>"$CALLS"; printf '\\n' >>"$CALLS"
case "$*" in
    *ensurepip*) [ -e "$HOME/has-venv" ] ;;
    *"version_info < (3, 13)"*) [ -e "$HOME/is-313" ] ;;
    *version_info\\ \\<*) [ ! -e "$HOME/is-old" ] ;;
    *version_info*) echo '(3, 11)' ;;
    "-m venv --clear "*)
        mkdir -p "${@: -1}/bin" && cp "$0" "${@: -1}/bin/python"
        case "$*" in *system-site*) echo 'include-system-site-packages = true' >"${@: -1}/pyvenv.cfg" ;; esac ;;
    *"import numpy, pyaudio"*) [ ! -e "$HOME/spoilt" ] || { echo "ImportError: no pyaudio here"; exit 1; } ;;
    *--force-reinstall*) [ -e "$HOME/beyond-help" ] || rm -f "$HOME/spoilt" ;;
    "-m pip install "*) [ ! -e "$HOME/no-network" ] ;;
    "-P -m firmware"*) exit 7 ;;
esac
"""
APT: Final = """#!/bin/bash
echo "apt-get $*" >>"$CALLS"
case "$*" in *install*) touch "$HOME/has-venv"; rm -f "$HOME/is-old" ;; esac
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the scripts in `root`, with stand-ins for programs in `bin`; `calls` is what they wrote down."""

    root: Path
    bin: Path
    home: Path

    def run(self, script: str, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run `script` of the copy as a person would."""
        environ = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(self.home),
            "CALLS": str(self.home / "calls"),
            "DESTDIR": str(self.home / "disk"),
        }
        command = [str(self.root / script), *arguments]
        return subprocess.run(
            command, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    def calls(self) -> list[str]:
        """What was called since the last look."""
        log = self.home / "calls"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    def stand_in(self, name: str, text: str) -> None:
        """Put a program called `name` first on the path."""
        file = self.bin / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)

    def is_a_pi(self) -> None:
        """The machine calls itself a Raspberry Pi."""
        model = self.home / "disk/proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
        self.stand_in("uname", "#!/bin/bash\necho aarch64\n")
        self.stand_in("dpkg", '#!/bin/bash\n[ -e "$HOME/has-lgpio" ]\n')

    def note(self, name: str) -> None:
        """Tell the stand-ins something about this machine."""
        (self.home / name).touch()


def fresh_copy(tmp_path: Path) -> Copy:
    """A fresh clone on a machine that has everything from Debian, with an ordinary user."""
    made = Copy(tmp_path / "两 spaces here", tmp_path / "bin", tmp_path / "home")
    for folder in (made.bin, made.home):
        folder.mkdir()
    shutil.copytree(ROOT / "scripts", made.root / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / ".ci", made.root / ".ci")
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, made.root / name)
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        made.stand_in(name, PYTHON)
    made.stand_in("apt-get", APT)
    made.stand_in("id", "#!/bin/bash\necho 1000\n")
    made.stand_in("sudo", "#!/bin/bash\nexit 1\n")
    made.stand_in("chromium", "#!/bin/bash\n")
    made.stand_in("fc-list", "#!/bin/bash\necho Noto Sans CJK SC\n")
    made.note("has-venv")
    return made


def installs(calls: list[str]) -> list[str]:
    """Those of `calls` with which pip installs something."""
    return [call for call in calls if "[-m] [pip] [install]" in call]

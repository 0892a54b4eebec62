"""A Debian machine in a folder for the installer: users, groups, pip and systemctl write down how they were called."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from engine.game import Game
from engine.seats import seats_of
from engine.setup import Setup
from firmware.boards import find_board, preset_boards
from firmware.journal import Journal
from firmware.state_dir import JOURNAL

ROOT: Final = Path(__file__).resolve().parents[2]

PYTHON: Final = """#!/bin/bash
printf 'python' >>"$CALLS"; printf ' [%s]' "$@" >>"$CALLS"; printf '\\n' >>"$CALLS"
case "$*" in
    *platform*) echo "3.11.2 aarch64" ;;
    *version_info\\ \\>=*|*"version_info < (3, 13)"*) exit 1 ;;
    "-m venv --clear "*) mkdir -p "${@: -1}/bin" && cp "$0" "${@: -1}/bin/python" ;;
    *"-m pip install "*)
        [ ! -e "$HOME/no-network" ] || exit 1
        [ ! -e "$HOME/signal" ] || { kill -s "$(cat "$HOME/signal")" $PPID; exit 1; }
        printf '#!/bin/bash\\n' >"$(dirname "$0")/faguan"; chmod +x "$(dirname "$0")/faguan" ;;
    "-P - "*) exec "$REAL_PYTHON" "$@" ;;
esac
"""
ID: Final = """#!/bin/bash
case "$*" in
    "-u") echo "${WHO:-0}" ;;
    "-u faguan") [ -e "$HOME/user" ] ;;
    "-nG faguan") cat "$HOME/groups" 2>/dev/null || true ;;
esac
"""
STAND_INS: Final = {
    "python3": PYTHON,
    "id": ID,
    "apt-get": '#!/bin/bash\necho "apt-get $*" >>"$CALLS"\n',
    "getent": '#!/bin/bash\n[ $1 = group ] || exit 0\n[ -e "$HOME/group-$2" ] || exit 2\n'
    'members=$(cat "$HOME/group-$2")\n! grep -qsx "$2" "$HOME/groups" || members=$members,faguan\n'
    'echo "$2:x:99:${members#,}"\n',
    "groupdel": '#!/bin/bash\necho "groupdel $*" >>"$CALLS"; rm "$HOME/group-$1"\n',
    "groupadd": '#!/bin/bash\necho "groupadd $*" >>"$CALLS"; touch "$HOME/group-${@: -1}"\n',
    "useradd": '#!/bin/bash\necho "useradd $*" >>"$CALLS"; touch "$HOME/user"\n',
    "userdel": '#!/bin/bash\necho "userdel $*" >>"$CALLS"; rm "$HOME/user"\n',
    "usermod": '#!/bin/bash\necho "usermod $*" >>"$CALLS"; echo "$3" >>"$HOME/groups"\n',
    "runuser": '#!/bin/bash\nshift 3; exec "$@"\n',
    "systemctl": '#!/bin/bash\necho "systemctl $*" >>"$CALLS"\ncase "$1" in\n'
    '    is-enabled) [ -e "$HOME/enabled" ] ;;\n    is-active) [ -e "$HOME/active" ] ;;\n'
    '    enable) touch "$HOME/enabled" ;;\n    restart) touch "$HOME/active" ;;\n'
    '    disable) rm -f "$HOME/enabled" "$HOME/active" ;;\nesac\n',
    "ls": '#!/bin/bash\n[ ! -e "$HOME/no-right" ]\n',
    "udevadm": '#!/bin/bash\necho "udevadm $*" >>"$CALLS"\n',
    "modprobe": "#!/bin/bash\n",
    # Files belong to whoever runs the test.
    "install": "#!/bin/bash\nkept=()\n"
    'while [ $# -gt 0 ]; do case $1 in -o|-g) shift ;; *) kept+=("$1") ;; esac; shift; done\n'
    'exec /usr/bin/install "${kept[@]}"\n',
}


def copy_project(folder: Path) -> Path:
    """What the installer installs from, but for the thousands of clips, which only cost time; returns `folder`."""
    for name in ("audio", "engine", "firmware", "hardware", "scripts"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.ogg", "*.pyc"))
    for name in ("pyproject.toml", "constraints.txt", "LICENSE", "README.md"):
        shutil.copy2(ROOT / name, folder / name)
    return folder


class Machine:
    """A Debian machine in a folder. `project`: what is installed on it (`copy_project`)."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.project = project
        self.home = folder / "home"
        self.bin = folder / "bin"
        self.disk = folder / "disk"
        for made in (self.home, self.bin, self.disk):
            made.mkdir()
        for name, text in STAND_INS.items():
            (self.bin / name).write_text(text, "utf-8")
            (self.bin / name).chmod(0o755)
        self.state = self.disk / "var/lib/faguan"
        self.environ = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(self.home),
            "CALLS": str(self.home / "calls"),
            "DESTDIR": str(self.disk),
            "REAL_PYTHON": sys.executable,
        }

    def install(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            # Whoever runs the tests in the background has them ignore what a terminal's Ctrl-C sends.
            ["/usr/bin/env", "--default-signal", str(self.project / "scripts/install"), *arguments],
            env=self.environ | environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def calls(self) -> list[str]:
        log = self.home / "calls"
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    def boots_systemd(self) -> None:
        (self.disk / "run/systemd/system").mkdir(parents=True)

    def is_a_pi(self) -> None:
        model = self.disk / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")

    def files(self) -> dict[str, bytes]:
        return {
            str(file.relative_to(self.disk)): b"" if file.is_symlink() else file.read_bytes()
            for file in self.disk.rglob("*")
            if file.is_file()
        }

    def plays(self, *, over: bool) -> None:
        """A game in its journal."""
        self.state.mkdir(parents=True, exist_ok=True)
        journal = Journal(self.state / JOURNAL)
        board = find_board("B09", preset_boards())
        setup = Setup(board=board, seats=seats_of(*range(1, 10)), rules=board.rules)
        number = journal.open_game(msgspec.json.encode(setup))
        journal.append(number, Game.start(setup)[1])
        if over:
            journal.end_game(number, "good")
        journal.close()

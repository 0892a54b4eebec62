"""What is kept of a run, so that it can be gone on with: the tree it looks at, the record, and each mutant's fate."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import msgspec

CODE: Final = ("audio", "engine", "firmware", "hardware", "scripts", "tests")
LINKED: Final = ("audio/packs", "docs")
"""Large, and no rule is in it."""
LOOSE: Final = ("pyproject.toml", "constraints.txt", "README.md", "CHANGELOG.md")


class Fate(StrEnum):
    """What became of a mutant. `UNTESTED`: no test runs the function it is in."""

    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"
    UNTESTED = "untested"
    BROKEN = "broken"


NOTICED: Final = (Fate.KILLED, Fate.ENDLESS)


class Result(msgspec.Struct, frozen=True):
    """A mutant's fate, the test that noticed it, and how many seconds of processor time that took."""

    id: str
    fate: Fate
    by: str = ""
    seconds: float = 0.0


class Equivalent(msgspec.Struct, frozen=True):
    """A mutant that no test can notice, because it changes nothing that a game or a person could tell; and why."""

    id: str
    reason: str


def equivalents(file: Path) -> dict[str, str]:
    """The reasons by mutant."""
    if not file.exists():
        return {}
    listed = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, list[Equivalent]])
    return {entry.id: entry.reason for entry in listed.get("equivalent", [])}


class Ledger:
    """A folder below build/: `tree` (a copy of the code, which may change meanwhile), fates, record, report."""

    def __init__(self, folder: Path) -> None:
        """Made when it is missing."""
        self._folder = folder
        self.tree = folder / "tree"
        self._results = folder / "results.jsonl"
        self._record = folder / "record.json"
        self._stamp = folder / "stamp.json"
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self, root: Path, package: str, folders: Sequence[str], *, resume: bool) -> None:
        """Copy the tree (or keep the copy), and drop what is no longer true.

        Another package: every fate. Other tests or helpers: the record and the survivors, who may be noticed now.
        """
        if not (resume and self.tree.exists()):
            _copy(root, self.tree)
        old = json.loads(self._stamp.read_text(encoding="utf-8")) if self._stamp.exists() else {}
        new = {"package": _digest(self.tree / package), "tests": _digest(self.tree, package), "folders": [*folders]}
        if old == new:
            return
        self._record.unlink(missing_ok=True)
        kept = self.results().values() if old.get("package") == new["package"] else ()
        lines = [msgspec.json.encode(result) + b"\n" for result in kept if result.fate in NOTICED]
        self._results.write_bytes(b"".join(lines))
        self._stamp.write_text(json.dumps(new), encoding="utf-8")

    def record(self) -> dict[str, Any] | None:
        """The record of the clean run, where there is one."""
        found: dict[str, Any] | None = None
        if self._record.exists():
            found = json.loads(self._record.read_text(encoding="utf-8"))
        return found

    def keep_record(self, record: dict[str, Any]) -> None:
        """Keep it."""
        self._record.write_text(json.dumps(record), encoding="utf-8")

    def results(self) -> dict[str, Result]:
        """All fates so far; a line that was cut off by an interruption is none."""
        found: dict[str, Result] = {}
        for line in self._results.read_bytes().splitlines() if self._results.exists() else ():
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError:
                continue
            found[result.id] = result
        return found

    def add(self, result: Result) -> None:
        """One more, on disk at once."""
        with self._results.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")

    def report(self, text: str) -> Path:
        """Keep the report for people."""
        file = self._folder / "report.txt"
        file.write_text(text, encoding="utf-8")
        return file


def _copy(root: Path, tree: Path) -> None:
    """A copy of what is tested; what is large is linked."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "packs")
    for name in CODE:
        if (root / name).exists():
            shutil.copytree(root / name, tree / name, ignore=ignored)
    for name in LOOSE:
        if (root / name).exists():
            shutil.copy(root / name, tree / name)
    for name in LINKED:
        if (root / name).exists():
            (tree / name).symlink_to(root / name)


def _digest(folder: Path, *without: str) -> str:
    """What is in a folder, leaving out some of its own folders."""
    digest = hashlib.sha256()
    for path in _files(folder):
        name = path.relative_to(folder)
        if name.parts[0] not in without:
            digest.update(f"{name.as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)

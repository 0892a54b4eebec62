"""Style as a test: lengths, banned words, and that what is shipped is declared."""

from __future__ import annotations

import re
import tomllib
from pathlib import PurePath
from typing import Final

import pytest

from tests.arch import rules
from tests.arch.source import PACKAGES, ROOT, Source, read_sources

FOLDERS: Final = (*PACKAGES, "scripts", "tests", ".ci")
WRITTEN: Final = frozenset({".py", ".sh", ".md", ".toml", ".txt", ".js", ".css", ".html", ""})
"""Suffixes of what people write (scripts have none); the rest is data."""

SPEAKS_OF_SLEEP: Final = frozenset({"tests/conftest.py", "tests/test_scripts_rules.py"})
"""The guard against sleeps and its test."""


def _written() -> list[tuple[str, str]]:
    """Name and text of every written file but the rules' own, which must spell what they ban."""
    below = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    files = [path for path in (*sorted(ROOT.iterdir()), *below) if path.is_file() and path.suffix in WRITTEN]
    names = [(path.relative_to(ROOT).as_posix(), path) for path in files if "__pycache__" not in path.parts]
    return [
        (name, path.read_text(encoding="utf-8"))
        for name, path in names
        if not name.startswith("tests/arch/") and name not in SPEAKS_OF_SLEEP
    ]


def test_no_banned_word_stands_in_any_file() -> None:
    assert [] == [finding for name, text in _written() for finding in rules.banned_words(name, text)]


def test_no_file_and_no_function_is_too_long() -> None:
    sources = read_sources(*PACKAGES, "scripts", "tests")
    assert [] == [finding for source in sources for finding in rules.too_long(source)]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("tests/test_a.py", "from unittest import mock"),
        ("tests/test_a.py", "import unittest.mock"),
        ("tests/test_a.py", "    time.sleep(1)"),
        ("tests/test_a.py", "    await asyncio.sleep(1)"),
        ("tests/test_a.py", "    page.wait_for_timeout(100)"),
        ("engine/a.py", "# TODO: later"),
        ("engine/a.py", "# FIXME(): later"),
        ("scripts/run", "pip install -i https://pypi.org/simple"),
        ("README.md", "see /work/main"),
    ],
)
def test_a_planted_word_is_found(name: str, line: str) -> None:
    assert len(rules.banned_words(name, f"fine\n{line}\n")) == 1


def test_an_owned_todo_is_allowed() -> None:
    assert [] == rules.banned_words("engine/a.py", "# TODO(wang): the second sweep")


def test_a_long_file_a_long_role_and_a_long_function_are_found() -> None:
    assert ["engine.a has 401 lines, more than 400"] == rules.too_long(Source("engine.a", "x = 1\n" * 401))
    assert ["engine.roles.seer has 121 lines, more than 120"] == rules.too_long(
        Source("engine.roles.seer", "x = 1\n" * 121)
    )
    body = "    x = 1\n" * 60
    assert ["engine.a:1 f has 61 lines"] == rules.too_long(Source("engine.a", f"def f():\n{body}"))
    assert [] == rules.too_long(Source("engine.a", "x = 1\n" * 400))


def test_every_data_file_of_a_package_is_declared() -> None:
    """What is not declared as package data is missing from an installed program."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data = declared["tool"]["setuptools"]["package-data"]
    undeclared = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.is_file()
        and path.suffix not in (".py", ".pyc")
        and not any(_covers(pattern, path.relative_to(ROOT / package)) for pattern in data.get(package, []))
    ]
    assert [] == undeclared


def _covers(pattern: str, path: PurePath) -> bool:
    """Whether `pattern` (with ** for any folders) names `path`."""
    expression = re.escape(pattern).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
    return re.fullmatch(expression, path.as_posix()) is not None


def test_versions_are_pinned_by_name_and_version_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [] == [line for line in pins if re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line) is None]
    assert sorted(pins, key=str.lower) == pins

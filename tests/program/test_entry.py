"""The first moment of `faguan`, and what it says of itself."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware import state_dir
from firmware.entry import INTERRUPTED
from tests.program.program import Output, run

if TYPE_CHECKING:
    from collections.abc import Callable

    Cli = Callable[..., Output]


@pytest.mark.parametrize("loaded", ["typer", "msgspec"])
def test_breaking_it_off_while_it_is_still_loading_is_as_quiet_as_later(loaded: str, tmp_path: Path) -> None:
    """As if Ctrl-C came just when that is imported."""
    (tmp_path / f"{loaded}.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    broken_off = run("boards", env={**os.environ, "PYTHONPATH": path})
    assert (INTERRUPTED, "", "") == broken_off


def test_its_version_and_pythons_are_told(cli: Cli) -> None:
    told = cli("--version")
    assert 0 == told.code
    number, python = re.fullmatch(r"faguan (\S+) · Python (\S+)\n", told.out).groups()  # type: ignore[union-attr]
    assert ("0.1.0", platform.python_version()) == (number, python)


@pytest.mark.parametrize(
    "command", [(), ("doctor",), ("boards",), ("replay", "0"), ("review",), ("stats",), ("lamps-off",)]
)
def test_a_user_without_a_home_is_told_in_one_line_to_name_a_folder(
    command: tuple[str, ...], cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(state_dir, "user_data_path", nobody)
    told = cli(*command)
    assert (1, "", 1) == (told.code, told.out, told.err.count("\n"))
    assert "--state DIR" in told.err

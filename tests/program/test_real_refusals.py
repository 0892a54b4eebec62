"""What a person reads who starts a real table where there is none, or asks it for what only the simulated one has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.program import run


def test_without_hardware_it_is_one_line_and_nothing_listens(tmp_path: Path) -> None:
    refused = run("--state", str(tmp_path), "--wiring", "expander", "--no-sound")
    assert 1 == refused.code
    (line,) = refused.err.splitlines()
    assert "I2C" in line
    assert " / " in line
    assert "" == refused.out


@pytest.mark.parametrize("option", [("--demo",), ("--speed", "8"), ("--port", "8100")])
def test_what_only_the_simulated_table_has_is_refused(option: tuple[str, ...], tmp_path: Path) -> None:
    refused = run("--state", str(tmp_path), "--wiring", "expander", *option)
    assert 2 == refused.code
    (line,) = refused.err.splitlines()
    assert option[0] in line
    assert "--wiring simulated" in line


def test_a_wiring_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('wiring = "mine.toml"\n', "utf-8")
    refused = run("--state", str(tmp_path))
    assert 1 == refused.code
    (line,) = refused.err.splitlines()
    assert str(tmp_path / "mine.toml") in line


def test_the_settings_name_the_wiring_and_the_command_line_another(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('wiring = "simulated"\n', "utf-8")
    assert "I2C" in run("--state", str(tmp_path), "--wiring", "expander", "--no-sound").err


def test_putting_lamps_off_at_a_simulated_table_is_nothing(tmp_path: Path) -> None:
    done = run("lamps-off", "--state", str(tmp_path))
    assert (0, "") == (done.code, done.out)
    (line,) = done.err.splitlines()
    assert "什么也没做" in line
    assert "simulated one: nothing was done" in line
    refused = run("lamps-off", "--state", str(tmp_path), "--wiring", "expander")
    assert 1 == refused.code
    assert 1 == len(refused.err.splitlines())

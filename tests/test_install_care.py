"""The installer, when it is broken off, started twice, or given what the service could never start with."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from tests.kit.debian import Machine, copy_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("project"))


@pytest.fixture
def machine(tmp_path: Path, project: Path) -> Machine:
    return Machine(tmp_path, project)


@pytest.mark.parametrize(("signal", "code"), [("INT", 130), ("TERM", 143), ("HUP", 129)])
def test_what_is_broken_off_says_so_and_leaves_no_copy_behind(
    machine: Machine, tmp_path: Path, signal: str, code: int
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (machine.home / "signal").write_text(signal, "utf-8")
    broken_off = machine.install("--wiring", "D9", TMPDIR=str(scratch))
    assert code == broken_off.returncode
    assert "broken off" in broken_off.stderr.splitlines()[-1]
    assert "network" not in broken_off.stderr
    assert [] == list(scratch.iterdir())
    assert not (machine.disk / "opt/faguan/build").exists()
    (machine.home / "signal").unlink()
    assert 0 == machine.install("--wiring", "D9", TMPDIR=str(scratch)).returncode
    assert [] == list(scratch.iterdir())
    assert not (machine.disk / "opt/faguan/build").exists()


@pytest.mark.parametrize("arguments", [(), ("--uninstall",)])
def test_of_two_at_once_the_second_is_told_to_wait(machine: Machine, arguments: tuple[str, ...]) -> None:
    folder = os.open(machine.disk, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        refused = machine.install(*arguments)
        assert (1, {}) == (refused.returncode, machine.files())
        (line,) = refused.stderr.splitlines()
        assert "another installation is running" in line
        assert 0 == machine.install("--dry-run").returncode, "it only tells"
    finally:
        os.close(folder)
    assert 0 == machine.install(*arguments).returncode


def test_groups_go_with_the_judge_that_made_them_unless_somebody_else_is_in_them(machine: Machine) -> None:
    (machine.home / "group-audio").touch()  # was there before
    machine.install("--wiring", "D9")
    (machine.home / "group-i2c").write_text("anna", "utf-8")  # joined since
    machine.calls()
    machine.install("--uninstall")
    assert ["groupdel gpio"] == [call for call in machine.calls() if call.startswith("groupdel")]
    assert not (machine.disk / "opt/faguan").exists()


@pytest.mark.parametrize("arguments", [(), ("--wiring", "D9")])
def test_settings_that_are_no_toml_are_told_of_once_before_anything_is_done(
    machine: Machine, arguments: tuple[str, ...]
) -> None:
    machine.state.mkdir(parents=True)
    (machine.state / "config.toml").write_text("wiring = \n", "utf-8")
    before = machine.files()
    refused = machine.install(*arguments)
    assert (1, before) == (refused.returncode, machine.files())
    (line,) = refused.stderr.splitlines()
    assert "correct them first" in line
    assert [] == [call for call in machine.calls() if not call.startswith("python")]


def test_a_wiring_of_the_settings_that_cannot_be_is_told_of_before_anything_is_done(machine: Machine) -> None:
    machine.state.mkdir(parents=True)
    (machine.state / "config.toml").write_text('wiring = "wiring.toml"\n', "utf-8")
    (machine.state / "wiring.toml").write_text('profile = "D9"\n[seat.3]\nbutton = 2\nlamp = 2\n', "utf-8")
    before = machine.files()
    refused = machine.install()
    assert (1, before) == (refused.returncode, machine.files())
    (line,) = refused.stderr.splitlines()
    assert "scripts/run wiring wiring.toml" in line, "and that there is more"


@pytest.mark.parametrize("written", ["simulated", "file", "settings"])
def test_a_service_that_could_never_start_is_refused(machine: Machine, tmp_path: Path, written: str) -> None:
    """The simulated table is a page, and the service has no network."""
    own = tmp_path / "own.toml"
    own.write_text('profile = "simulated"\n', "utf-8")
    arguments: tuple[str, ...] = ("--wiring", str(own) if written == "file" else "simulated")
    if written == "settings":
        machine.state.mkdir(parents=True)
        (machine.state / "config.toml").write_text('wiring = "simulated"\n', "utf-8")
        arguments = ()
    before = machine.files()
    refused = machine.install(*arguments)
    assert (1, before) == (refused.returncode, machine.files())
    (line,) = refused.stderr.splitlines()
    assert "scripts/run" in line

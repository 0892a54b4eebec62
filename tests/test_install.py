"""The installer, below a folder of its own: what it does once, what it does twice, and what it refuses.

Users, groups, pip and systemctl are stand-ins that write down how they were called; files are real.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.kit.debian import ROOT, Machine, copy_project

UNIT: Final = ROOT / "scripts" / "system" / "faguan.service"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("project"))


@pytest.fixture
def machine(tmp_path: Path, project: Path) -> Machine:
    return Machine(tmp_path, project)


def test_once_installs_everything(machine: Machine) -> None:
    done = machine.install("--wiring", "D9")
    assert (0, "") == (done.returncode, done.stdout), done.stderr
    calls = machine.calls()
    assert ["gpio", "i2c", "audio"] == [call.split()[-1] for call in calls if call.startswith("groupadd")]
    (user,) = [call for call in calls if call.startswith("useradd")]
    assert "--shell /usr/sbin/nologin" in user
    assert {"gpio", "i2c", "audio"} == {call.split()[-2] for call in calls if call.startswith("usermod")}
    (pip,) = [call for call in calls if "[-m] [pip] [install]" in call]
    assert "[pi,sound,voice]]" in pip
    assert "--editable" not in pip
    assert 'wiring = "D9"\n' == (machine.state / "config.toml").read_text("utf-8")
    assert UNIT.read_bytes() == (machine.disk / "etc/systemd/system/faguan.service").read_bytes()
    assert (machine.disk / "opt/faguan/venv/bin/faguan").exists()
    assert "systemd does not run here" in done.stderr
    assert [] == [call for call in calls if call.startswith("systemctl")]


def test_twice_changes_nothing_and_says_so(machine: Machine) -> None:
    machine.install("--wiring", "D9")
    before = machine.files()
    machine.calls()
    (machine.home / "no-network").touch()
    done = machine.install()
    assert 0 == done.returncode
    assert "没有要改的 / nothing to change" in done.stderr
    assert before == machine.files()
    assert [] == [call for call in machine.calls() if not call.startswith("python")]


def test_with_systemd_it_starts_now_and_at_boot(machine: Machine) -> None:
    machine.boots_systemd()
    assert 0 == machine.install().returncode
    calls = machine.calls()
    assert "systemctl daemon-reload" in calls
    assert "systemctl enable --quiet faguan" in calls
    assert "systemctl restart faguan" == calls[-1]
    assert 'wiring = "expander"\n' == (machine.state / "config.toml").read_text("utf-8")
    machine.install()
    assert "systemctl restart faguan" not in machine.calls()
    machine.install("--wiring", "D12")
    assert "systemctl restart faguan" in machine.calls()


def test_a_pi_that_hangs_is_started_anew_by_its_chip_and_no_other_machine_is(machine: Machine) -> None:
    machine.boots_systemd()
    machine.install()
    hangs = machine.disk / "etc/systemd/system.conf.d/60-faguan.conf"
    assert not hangs.exists()
    machine.is_a_pi()
    machine.calls()
    assert 0 == machine.install().returncode
    assert "RuntimeWatchdogSec=14s" in hangs.read_text("utf-8").splitlines()
    assert "systemctl daemon-reload" in machine.calls()
    assert "nothing to change" in machine.install().stderr
    machine.install("--uninstall")
    assert not hangs.exists()


def test_what_staff_have_set_stays(machine: Machine) -> None:
    machine.install("--wiring", "D9")
    config = machine.state / "config.toml"
    config.write_text('language = "en"\nwiring = "D9"\n', "utf-8")
    machine.install()
    assert 'language = "en"\nwiring = "D9"\n' == config.read_text("utf-8")
    machine.install("--wiring", "D10")
    assert 'wiring = "D10"\nlanguage = "en"\n' == config.read_text("utf-8")


@pytest.mark.parametrize(
    "line", ["wiring = 'D10'", '"wiring" = "D10"', 'wiring\t= "D10"', ' wiring = "D10"', 'wiring="D10" # "ours"']
)
def test_a_wiring_stays_and_is_replaced_whichever_way_it_is_written(machine: Machine, line: str) -> None:
    machine.state.mkdir(parents=True)
    config = machine.state / "config.toml"
    config.write_text(f'language = "en"\n{line}\n', "utf-8")
    machine.install()
    assert f'language = "en"\n{line}\n' == config.read_text("utf-8")
    machine.install("--wiring", "D9")
    assert 'wiring = "D9"\nlanguage = "en"\n' == config.read_text("utf-8")


def test_a_wiring_file_is_kept_with_the_settings(machine: Machine, tmp_path: Path) -> None:
    own = tmp_path / "my table.toml"
    own.write_text('profile = "D9"\n', "utf-8")
    assert 0 == machine.install("--wiring", str(own)).returncode
    assert own.read_bytes() == (machine.state / "wiring.toml").read_bytes()
    assert 'wiring = "wiring.toml"\n' == (machine.state / "config.toml").read_text("utf-8")


def test_a_wiring_that_cannot_be_is_refused_before_it_is_kept(machine: Machine) -> None:
    machine.install("--wiring", "D9")
    refused = machine.install("--wiring", "D99")
    assert 1 == refused.returncode
    assert 'wiring = "D9"\n' == (machine.state / "config.toml").read_text("utf-8")


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
@pytest.mark.parametrize("named", ["nosuch", "./nosuch.toml", "19.toml"])
def test_a_wiring_that_cannot_be_is_refused_before_anything_is_done(
    machine: Machine, tmp_path: Path, named: str, dry: tuple[str, ...]
) -> None:
    crowded = tmp_path / "19.toml"
    crowded.write_text('profile = "expander"\nseats = 19\n', "utf-8")
    refused = machine.install(*dry, "--wiring", str(crowded) if named == crowded.name else named)
    assert (1, {}) == (refused.returncode, machine.files())
    (line,) = refused.stderr.splitlines()
    assert named.removesuffix(".toml").removeprefix("./") in line
    assert [] == [call for call in machine.calls() if not call.startswith("python")]


def test_a_dry_run_without_rights_says_what_it_cannot_see(machine: Machine) -> None:
    machine.install("--wiring", "D9")
    (machine.home / "no-right").touch()
    told = machine.install("--dry-run", WHO="1000")
    assert 0 == told.returncode
    assert "cannot be seen without sudo" in told.stderr
    assert "wiring =" not in told.stderr


def test_a_dry_run_tells_and_does_nothing(machine: Machine) -> None:
    told = machine.install("--dry-run", "--wiring", "D9", WHO="1000")
    assert 0 == told.returncode
    assert {} == machine.files()
    assert [] == [call for call in machine.calls() if not call.startswith("python")]
    lines = [line for line in told.stderr.splitlines() if line.startswith("会 / would: ")]
    assert len(lines) > 10
    assert any("faguan.service" in line for line in lines)


@pytest.mark.parametrize("arguments", [(), ("--uninstall",)])
def test_nothing_is_touched_while_a_game_is_open(machine: Machine, arguments: tuple[str, ...]) -> None:
    machine.plays(over=False)
    before = machine.files()
    refused = machine.install(*arguments)
    assert 1 == refused.returncode
    assert 1 == len(refused.stderr.splitlines())
    assert "game 1 is not over" in refused.stderr
    assert before == machine.files()


def test_a_game_that_is_over_holds_nobody_up(machine: Machine) -> None:
    machine.plays(over=True)
    assert 0 == machine.install().returncode


def test_without_root_it_is_one_line(machine: Machine) -> None:
    refused = machine.install("--wiring", "D9", WHO="1000")
    assert 1 == refused.returncode
    (line,) = refused.stderr.splitlines()
    assert line.endswith("scripts/install --wiring D9")
    assert "sudo" in line


def test_on_another_system_it_is_one_line(machine: Machine) -> None:
    bare = machine.home / "bare"
    bare.mkdir()
    for name in ("bash", "dirname", "env", "sed", "cat"):
        (bare / name).symlink_to(shutil.which(name) or "")
    refused = machine.install(PATH=str(bare))
    assert 1 == refused.returncode
    (line,) = refused.stderr.splitlines()
    assert "only for Debian" in line


def test_a_failed_installation_leaves_the_old_program_where_it_was(machine: Machine) -> None:
    machine.install()
    old = (machine.disk / "opt/faguan/venv").readlink()
    shutil.rmtree(machine.disk / "opt/faguan" / old)
    (machine.disk / "opt/faguan" / "venv-old/bin").mkdir(parents=True)
    (machine.disk / "opt/faguan/venv").unlink()
    (machine.disk / "opt/faguan/venv").symlink_to("venv-old")
    (machine.home / "no-network").touch()
    failed = machine.install()
    assert 1 == failed.returncode
    assert "what was there is untouched" in failed.stderr
    assert Path("venv-old") == (machine.disk / "opt/faguan/venv").readlink()
    (machine.home / "no-network").unlink()
    assert 0 == machine.install().returncode
    assert old == (machine.disk / "opt/faguan/venv").readlink()
    assert not (machine.disk / "opt/faguan/venv-old").exists()


def test_uninstalling_leaves_journals_and_settings(machine: Machine) -> None:
    machine.boots_systemd()
    machine.install("--wiring", "D9")
    machine.plays(over=True)
    machine.calls()
    done = machine.install("--uninstall")
    assert 0 == done.returncode
    calls = machine.calls()
    assert calls.index("systemctl disable --now --quiet faguan") < calls.index("userdel faguan")
    assert str(machine.state) in done.stderr
    left = machine.files()
    assert {"var/lib/faguan/config.toml", "var/lib/faguan/journal.db"} <= set(left)
    assert all(name.startswith("var/lib/faguan/") for name in left)
    again = machine.install("--uninstall")
    assert "没有要改的" in again.stderr


@pytest.mark.parametrize("wrong", [("--fast",), ("--wiring",), ("--uninstall", "--wiring", "D9")])
def test_what_is_typed_wrong_is_one_line(machine: Machine, wrong: tuple[str, ...]) -> None:
    refused = machine.install(*wrong)
    assert 2 == refused.returncode
    assert 1 == len(refused.stderr.splitlines())
    assert {} == machine.files()

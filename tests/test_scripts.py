"""The scripts, run in a copy whose Python, apt-get and sudo only write down how they were called.

The copy lies in a folder with spaces in its name. The real thing, network included, is tried by hand
on a fresh clone; what is held here is what they decide and what they hand on.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.kit.scriptcopy import Copy, fresh_copy, installs

ROOT: Final = Path(__file__).resolve().parent.parent
SCRIPTS: Final = (
    "run",
    "sound",
    "test",
    "test_device",
    "check",
    "scenario",
    "simulate",
    "bench",
    "bench_pi",
    "mutants",
    "screenshots",
    "voice_pack",
    "install",
)
FONT: Final = ROOT / "scripts" / "make_font.py"
SCREEN: Final = 24
"""Lines of a terminal as it opens."""
WIDE: Final = 120


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A fresh clone on a machine that has everything from Debian, with an ordinary user."""
    return fresh_copy(tmp_path)


GUEST: Final = ("guest", "guest_init", "build_kernel")
"""Of tests/device: what makes and starts the guest."""


@pytest.mark.parametrize(
    "name",
    [
        *(f"scripts/{name}" for name in SCRIPTS),
        *(f"tests/device/{name}" for name in GUEST),
        "scripts/lib.sh",
        ".ci/run",
    ],
)
def test_every_script_is_sound_bash(name: str) -> None:
    assert "" == subprocess.run(["bash", "-n", str(ROOT / name)], capture_output=True, text=True, check=True).stderr
    assert os.access(ROOT / name, os.X_OK) is (name != "scripts/lib.sh")


def test_the_first_start_makes_an_environment_with_the_pinned_versions_and_starts(copy: Copy) -> None:
    started = copy.run("scripts/run", "--demo")
    calls = copy.calls()
    assert 7 == started.returncode
    assert [f"python [-m] [venv] [--clear] [{copy.root}/.venv]"] == [call for call in calls if "[venv]" in call]
    (install,) = installs(calls)
    assert f"[--constraint] [{copy.root}/constraints.txt] [--editable] [{copy.root}]" in install
    assert "python [-P] [-m] [firmware] [--demo]" == calls[-1]


def test_the_second_start_installs_nothing(copy: Copy) -> None:
    copy.run("scripts/run")
    copy.calls()
    copy.note("no-network")
    assert 7 == copy.run("scripts/run", "--speed", "8").returncode
    calls = copy.calls()
    assert [] == [call for call in calls if "pip" in call or "apt-get" in call or "venv" in call]
    assert "python [-P] [-m] [firmware] [--speed] [8]" == calls[-1]


def test_arguments_and_exit_code_pass_through_from_any_folder(copy: Copy, tmp_path: Path) -> None:
    started = copy.run("scripts/run", "--state", "my state", "", "a'b\"", cwd=tmp_path)
    assert 7 == started.returncode
    assert "python [-P] [-m] [firmware] [--state] [my state] [] [a'b\"]" == copy.calls()[-1]


def test_nothing_but_the_program_writes_to_stdout(copy: Copy) -> None:
    """A first start with --json must print JSON only."""
    assert "" == copy.run("scripts/simulate", "--json").stdout
    assert "python [-P] [-m] [firmware] [simulate] [--json]" == copy.calls()[-1]


@pytest.mark.parametrize(
    ("script", "module"),
    [("scenario", "firmware.scenario"), ("bench", "firmware.bench"), ("bench_pi", "firmware.bench_pi")],
)
def test_the_other_scripts_set_up_and_start_their_module(script: str, module: str, copy: Copy) -> None:
    copy.run(f"scripts/{script}", "a b")
    assert f"python [-P] [-m] [{module}] [a b]" == copy.calls()[-1]


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_a_changed_declaration_installs_again(changed: str, copy: Copy) -> None:
    copy.run("scripts/run")
    copy.calls()
    with (copy.root / changed).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    copy.run("scripts/run")
    calls = copy.calls()
    assert 1 == len(installs(calls))
    assert [] == [call for call in calls if "[venv]" in call]


def test_a_folder_that_was_moved_installs_again(copy: Copy, tmp_path: Path) -> None:
    copy.run("scripts/run")
    copy.calls()
    copy.root.rename(tmp_path / "moved")
    moved = Copy(tmp_path / "moved", copy.bin, copy.home)
    moved.run("scripts/run")
    assert 1 == len(installs(moved.calls()))


def test_a_failed_installation_is_told_and_tried_again(copy: Copy) -> None:
    copy.note("no-network")
    failed = copy.run("scripts/run")
    assert 1 == failed.returncode
    assert "installation failed" in failed.stderr
    assert "安装失败" in failed.stderr
    copy.calls()
    (copy.home / "no-network").unlink()
    assert 7 == copy.run("scripts/run").returncode
    assert 1 == len(installs(copy.calls()))


def test_the_tests_need_the_dev_extra_and_the_program_then_needs_no_more(copy: Copy) -> None:
    copy.run("scripts/run")
    copy.calls()
    copy.run("scripts/test", "-k", "two words")
    calls = copy.calls()
    (install,) = installs(calls)
    assert f"[--editable] [{copy.root}[dev]]" in install
    assert "python [-P] [-m] [pytest] [-n] [2] [-k] [two words]" == calls[-1]
    copy.run("scripts/run")
    assert [] == installs(copy.calls())


def test_a_loudspeaker_needs_its_libraries_once_and_the_program_keeps_them(copy: Copy) -> None:
    copy.run("scripts/run")
    copy.calls()
    told = copy.run("scripts/sound")
    assert 0 == told.returncode
    assert "scripts/run" in told.stderr
    (install,) = installs(copy.calls())
    assert f"[--editable] [{copy.root}[sound,voice]]" in install
    for script in ("sound", "run"):
        copy.run(f"scripts/{script}")
        assert [] == installs(copy.calls())


def test_libraries_of_sound_that_were_lost_since_are_installed_anew(copy: Copy) -> None:
    copy.run("scripts/sound")
    copy.calls()
    copy.note("spoilt")
    again = copy.run("scripts/sound")
    assert 0 == again.returncode
    assert "ImportError: no pyaudio here" in again.stderr
    (install,) = installs(copy.calls())
    assert "[--force-reinstall]" in install
    assert "[pyaudio]" in install


def test_libraries_of_sound_that_do_not_load_are_not_called_installed(copy: Copy) -> None:
    copy.note("spoilt")
    copy.note("beyond-help")
    refused = copy.run("scripts/sound")
    assert 1 == refused.returncode
    last = refused.stderr.splitlines()[-1]
    assert "装好了，但是不能用 / installed, but it does not load: ImportError: no pyaudio here" == last


@pytest.mark.parametrize("asked", ["--help", "-h"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_help_comes_before_anything_is_installed(name: str, asked: str, copy: Copy, tmp_path: Path) -> None:
    told = copy.run(f"scripts/{name}", asked, cwd=tmp_path)
    assert (0, "", []) == (told.returncode, told.stderr, copy.calls())
    lines = told.stdout.splitlines()
    assert 1 < len(lines) <= SCREEN, "one screen"
    assert [] == [line for line in lines if len(line) > WIDE or line.startswith("#")]
    assert not (copy.root / ".venv").exists()
    assert not (copy.root / "build").exists()


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_the_script_of_the_font_tells_what_it_takes_as_well(asked: str, tmp_path: Path) -> None:
    """It needs nothing but Python, so it is run as it stands."""
    told = subprocess.run([FONT, asked], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True, timeout=60)
    lines = told.stdout.splitlines()
    assert "" == told.stderr
    assert 1 < len(lines) <= SCREEN, "one screen"
    assert [] == [line for line in lines if len(line) > WIDE]
    assert "小屏" in told.stdout
    assert "display" in told.stdout


def test_a_font_that_is_not_there_is_one_line_in_both_languages(tmp_path: Path) -> None:
    refused = subprocess.run([FONT, tmp_path / "none"], capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (1, "", 1) == (refused.returncode, refused.stdout, refused.stderr.count("\n"))
    assert f"没有 {tmp_path}/none" in refused.stderr
    assert f"{tmp_path}/none is not there" in refused.stderr


@pytest.mark.parametrize("name", ["sound", "check"])
def test_a_script_without_options_refuses_what_it_does_not_know(name: str, copy: Copy) -> None:
    refused = copy.run(f"scripts/{name}", "--fast")
    assert (2, []) == (refused.returncode, copy.calls())
    assert "不认识 --fast；请看 --help / --fast means nothing here; see --help\n" == refused.stderr


def test_an_ordinary_user_is_told_in_one_line_what_is_missing(copy: Copy) -> None:
    (copy.home / "has-venv").unlink()
    refused = copy.run("scripts/run")
    assert 1 == refused.returncode
    assert 1 == len(refused.stderr.splitlines())
    assert refused.stderr.rstrip().endswith("apt-get install -y python3-venv")
    assert [] == [call for call in copy.calls() if "apt-get" in call]


def test_root_installs_what_is_missing(copy: Copy) -> None:
    (copy.home / "has-venv").unlink()
    copy.stand_in("id", "#!/bin/bash\necho 0\n")
    assert 7 == copy.run("scripts/run").returncode
    assert [
        "apt-get update -qq",
        "apt-get install -y -qq --no-install-recommends python3-venv",
    ] == [call for call in copy.calls() if call.startswith("apt-get")]


def test_sudo_without_a_password_installs_what_is_missing(copy: Copy) -> None:
    (copy.home / "has-venv").unlink()
    copy.stand_in("sudo", '#!/bin/bash\necho "sudo $*" >>"$CALLS"\nshift\nexec "$@"\n')
    assert 7 == copy.run("scripts/run").returncode
    asked = [call for call in copy.calls() if call.startswith("sudo -n env")]
    assert 2 == len(asked)
    assert asked[1].endswith("apt-get install -y -qq --no-install-recommends python3-venv")


def test_the_tests_need_a_browser_and_a_chinese_font(copy: Copy) -> None:
    copy.stand_in("fc-list", "#!/bin/bash\n")
    refused = copy.run("scripts/test")
    assert 1 == refused.returncode
    assert "fonts-noto-cjk" in refused.stderr
    assert [] == copy.calls()


@pytest.mark.parametrize(
    ("there", "package"),
    [
        ("/usr/include/portaudio.h", "portaudio19-dev"),
        ("command -v pulseaudio", "pulseaudio"),
        ("command -v systemd-analyze", "systemd"),
        ("command -v espeak-ng", "espeak-ng"),
    ],
)
def test_the_tests_need_what_plays_sound_and_the_program_does_not(there: str, package: str, copy: Copy) -> None:
    library = (copy.root / "scripts/lib.sh").read_text(encoding="utf-8")
    assert there in library
    (copy.root / "scripts/lib.sh").write_text(library.replace(there, f"{there}-not"), encoding="utf-8")
    refused = copy.run("scripts/test")
    assert 1 == refused.returncode
    assert refused.stderr.rstrip().endswith(f"apt-get install -y {package}")
    assert [] == installs(copy.calls())
    assert 7 == copy.run("scripts/run").returncode


def test_a_python_that_is_too_old_is_told(copy: Copy) -> None:
    """The machine's own /usr/bin/python3 is tried last; the stand-ins before it are all too old."""
    copy.note("is-old")
    library = (copy.root / "scripts/lib.sh").read_text(encoding="utf-8")
    (copy.root / "scripts/lib.sh").write_text(library.replace(" /usr/bin/python3;", ";"), encoding="utf-8")
    refused = copy.run("scripts/run")
    assert 1 == refused.returncode
    assert refused.stderr.rstrip().endswith("apt-get install -y python3 python3-venv")


@pytest.mark.parametrize(
    ("failing", "ran"),
    [
        ("check", ["check"]),
        ("test", ["check", "test"]),
        ("test_device", ["check", "test", "test_device"]),
        ("", ["check", "test", "test_device"]),
    ],
)
def test_ci_checks_then_tests_here_and_in_the_guest_and_stops_at_the_first_failure(
    failing: str, ran: list[str], copy: Copy
) -> None:
    for name in ("check", "test", "test_device"):
        script = (
            f'#!/bin/bash\necho "{name}" >>"$CALLS"\necho "== 7 passed in {name} =="\n'
            f'[ -z "$(cat)" ] && [ "{name}" != "{failing}" ]\n'
        )
        (copy.root / "scripts" / name).write_text(script, encoding="utf-8")
    finished = copy.run(".ci/run")
    assert ran == copy.calls()
    assert (finished.returncode != 0) is (failing != "")
    if not failing:
        last = finished.stdout.splitlines()[-1]
        assert "scripts/test: 7 passed in test; scripts/test_device: 7 passed in test_device" == last


def test_the_guest_is_left_out_where_its_kernel_cannot_run(copy: Copy) -> None:
    copy.stand_in("uname", "#!/bin/bash\necho aarch64\n")
    told = copy.run("scripts/test_device")
    assert (0, []) == (told.returncode, copy.calls())
    (line,) = told.stdout.splitlines()
    assert "aarch64" in line


def test_an_ordinary_user_is_told_what_the_guest_needs(copy: Copy) -> None:
    copy.stand_in("uname", "#!/bin/bash\necho x86_64\n")
    library = (copy.root / "scripts/lib.sh").read_text(encoding="utf-8")
    (copy.root / "scripts/lib.sh").write_text(library.replace("command -v arecord", "command -v not-arecord"), "utf-8")
    refused = copy.run("scripts/test_device")
    assert 1 == refused.returncode
    assert refused.stderr.rstrip().endswith("apt-get install -y alsa-utils")
    assert [] == copy.calls()

"""Everything can be imported on a machine without any library of pins, buses or displays."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.arch.source import PACKAGES, read_sources

ROOT: Final = Path(__file__).resolve().parents[2]

PIN_LIBRARIES: Final = ("lgpio", "RPi", "pigpio", "gpiod", "smbus2", "luma", "spidev")

COMPILED: Final = frozenset({"lgpio", "rpi.gpio", "pyaudio", "pigpio", "gpiod", "spidev"})
"""Packages that are compiled where they are installed, at least on some machine that we are for."""


def _import(modules: list[str], without: tuple[str, ...]) -> str:
    """Import `modules` in a process where the libraries `without` are not there; what went wrong."""
    code = (
        "import sys, importlib\n"
        f"for name in {without!r}: sys.modules[name] = None\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        f"print(sorted(name for name in sys.modules if name.partition('.')[0] in {without!r} and sys.modules[name]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    return run.stderr or run.stdout.strip()


MODULES: Final = sorted(source.module for source in read_sources(*PACKAGES) if not source.module.endswith("__main__"))


def test_every_module_but_the_pins_imports_without_any_gpio_library() -> None:
    modules = [name for name in MODULES if not name.startswith("hardware.pins.")]
    assert len(modules) > 100

    assert "[]" == _import(modules, ("gpiozero", *PIN_LIBRARIES))


def test_the_pins_import_with_gpiozero_alone() -> None:
    modules = [name for name in MODULES if name.startswith("hardware.pins")]
    assert {"hardware.pins.direct", "hardware.pins.factory", "hardware.pins.keys"} <= set(modules)

    assert "[]" == _import(modules, PIN_LIBRARIES)


def test_importing_the_pins_starts_no_search_for_a_library() -> None:
    """gpiozero's own search would end, with only a warning, at a library that hears nothing."""
    code = (
        "import threading, gpiozero\n"
        "import hardware.pins.direct, hardware.pins.keys, hardware.pins.factory\n"
        "print(gpiozero.Device.pin_factory, threading.active_count())"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)

    assert "None 1" == run.stdout.strip()


def _declared() -> dict[str, list[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {"": project["dependencies"], **project["optional-dependencies"]}


def _name(requirement: str) -> str:
    return (
        requirement.split(";", maxsplit=1)[0]
        .split(">", maxsplit=1)[0]
        .split("=", maxsplit=1)[0]
        .split("<", maxsplit=1)[0]
        .strip()
        .lower()
    )


def test_no_hard_dependency_needs_a_compiler() -> None:
    assert not {_name(requirement) for requirement in _declared()[""]} & COMPILED


@pytest.mark.parametrize("extra", ["pi", "pi-legacy"])
def test_libraries_of_pins_are_extras_for_the_machines_that_have_them(extra: str) -> None:
    for requirement in _declared()[extra]:
        assert _name(requirement) in COMPILED
        assert "platform_machine == 'aarch64'" in requirement
        assert "platform_machine == 'armv7l'" in requirement


def test_the_empty_stub_of_lgpio_is_never_asked_for() -> None:
    """For Python 3.13 the index has only that."""
    (requirement,) = _declared()["pi"]

    assert requirement.startswith("lgpio>=0.2.2;")
    assert "python_version < '3.13'" in requirement


def test_nothing_asks_for_the_package_that_overwrites_another() -> None:
    assert not [one for requirements in _declared().values() for one in requirements if "rpi-lgpio" in one.lower()]


ONE_SMALL_PACKAGE: Final = "smbus2"


def _pip(folder: Path, *wanted: str) -> subprocess.CompletedProcess[str]:
    """Have pip find out what it would install for `wanted`, with no compiler and nothing that it would need one for."""
    return subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--only-binary", ":all:",
            "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "15", "--quiet",
            "--constraint", str(ROOT / "constraints.txt"), "--report", str(folder / "report.json"), *wanted,
        ],
        cwd=folder, env=os.environ | {"CC": "false", "CXX": "false"}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip


def test_the_program_itself_is_installed_without_a_compiler(tmp_path: Path) -> None:
    """`pip install .`, for real up to the copying: every package comes as a wheel, and our own is built without one."""
    if _pip(tmp_path, "--no-deps", ONE_SMALL_PACKAGE).returncode:
        pytest.skip("there is no package index within reach")
    source = tmp_path / "source"
    source.mkdir()
    for name in (*PACKAGES, "pyproject.toml", "constraints.txt", "LICENSE", "README.md"):
        (source / name).symlink_to(ROOT / name)

    done = _pip(tmp_path, str(source))

    assert 0 == done.returncode, done.stderr
    found = msgspec.json.decode((tmp_path / "report.json").read_bytes())["install"]
    urls = {one["metadata"]["name"].lower(): one["download_info"]["url"] for one in found}
    assert {_name(requirement) for requirement in _declared()[""]} < set(urls)
    assert urls.pop("faguan").startswith("file:")
    assert [] == [url for url in urls.values() if not url.endswith(".whl")]

"""`faguan doctor` as a process of its own on the kernel's pins, on a bus that is really scanned, and without rights."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from hardware.fake_oled import FakeSsd1306
from hardware.pattern import pattern
from hardware.wiring import Driver
from tests.device.hands import Pins, Watch
from tests.device.rigs import DIRECT, EXPANDER, Board
from tests.device.served import Served

ROOT: Final = Path(__file__).resolve().parents[3]
NOBODY: Final = 65534
ALL_LAMPS: Final = tuple(seat.lamp for seat in DIRECT.seats)

Findings = dict[str, dict[str, Any]]


def doctor(state: Path, wiring: str, *arguments: str) -> tuple[int, Findings]:
    """Its exit code, and what it found, by the English name of each thing; of several by that name the last."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "firmware", "doctor", "--state", str(state), "--wiring", wiring, "--json",
         *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=state, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    report = json.loads(done.stdout)
    assert report["code"] == done.returncode
    return done.returncode, {found["name"]["en"]: found for found in report["findings"]}


class Seen(FakeSsd1306):
    """A display that remembers the pictures that it showed."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: set[bytes] = set()

    def write(self, data: bytes) -> None:
        super().write(data)
        if self.lit:
            self.pictures.add(self.image().tobytes())


@pytest.fixture
def display() -> Seen:
    return Seen()


@pytest.fixture
def board(pins: Pins, display: Seen) -> Iterator[Board]:
    """The boards of an expander table and its display, on the bus."""
    assert EXPANDER.oled is not None
    made = Board(pins)
    made.wire.plug(EXPANDER.oled.address, display)
    with Served(made.wire):
        yield made


def test_a_table_of_expanders_is_found_as_it_is(board: Board, display: Seen, tmp_path: Path) -> None:
    _, found = doctor(tmp_path, "expander")
    assert "gpiochip1 pinctrl-bcm2711" == found["GPIO chip"]["what"]["en"]
    assert "0x20 0x21 0x3C" in found["I2C 1"]["what"]["en"]
    assert "0 errors in 1000 transfers" in found["I2C 1"]["what"]["en"]
    for name in ("GPIO chip", "Rights", "Pin library", "I2C 1", "Expander 1-6", "Expander 7-12", "OLED"):
        assert "ok" == found[name]["condition"], found[name]
    assert "ok" == found["Buttons and lamps"]["condition"], found["Buttons and lamps"]
    assert pattern(Driver.SSD1306).tobytes() in display.pictures
    assert not board.lit()


def test_a_board_that_is_pulled_out_is_named(board: Board, tmp_path: Path) -> None:
    board.wire.unplug(0x21)
    code, found = doctor(tmp_path, "expander", "--quiet")
    assert 13 == code
    assert "wrong" == found["Expander 7-12"]["condition"]
    assert "ok" == found["Expander 1-6"]["condition"]


def test_a_table_on_pins_lights_all_its_lamps_once(board: Board, pins: Pins, tmp_path: Path) -> None:
    """Its key pad is not there, and everything else is looked at all the same."""
    pins.let_go(*(seat.button for seat in DIRECT.seats))
    with Watch(pins, ALL_LAMPS) as watch:
        code, found = doctor(tmp_path, "D12")
    assert 13 == code
    assert "wrong" == found["Key pad"]["condition"]
    assert "ok" == found["Buttons and lamps"]["condition"], found["Buttons and lamps"]
    assert "ok" == found["Boot configuration"]["condition"]
    assert set(ALL_LAMPS) in watch.seen
    assert board.wire.log


DEVICES: Final = ("/dev/gpiochip1", "/dev/i2c-1")


@pytest.fixture(params=["audio", "root"])
def owners(request: pytest.FixtureRequest, board: Board) -> Iterator[str]:
    """The group that has the devices: as udev's rules give them away, or as the kernel makes them."""
    assert not board.wire.log
    for device in DEVICES:
        shutil.chown(device, group=request.param)
    yield request.param
    for device in DEVICES:
        shutil.chown(device, group="root")


def test_who_has_no_right_to_pins_and_bus_is_told_what_to_do(owners: str, board: Board) -> None:
    """Only the rights: Python itself may lie where nobody else can read it."""
    code = (
        "import os, msgspec\n"
        "from firmware.doctor import machine, probes\n"
        "from hardware.wiring import load_wiring\n"
        "wiring = load_wiring('expander')\n"
        "os.setgroups([])\n"
        f"os.setuid({NOBODY})\n"
        "print(msgspec.json.encode(tuple(machine.rights(probes.Probes(), wiring))).decode())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert {"wrong"} == {one["condition"] for one in found}
    for device in DEVICES:
        (told,) = [one for one in found if device in one["what"]["en"]]
        # The group root is nobody's to join.
        advice = "run sudo scripts/install" if owners == "root" else f"sudo usermod -aG {owners} nobody"
        assert advice in told["todo"]["en"]
    assert not board.wire.log

"""The way to the pins: which library, which chip, and clear words where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from gpiozero import LED, PinUnknownPi

from hardware.pinlibs import bad_work_folder, chip_numbers, legacy_refusal, pick_chip, rpi_packages
from hardware.pins import factory
from hardware.pins.contacts import Contacts
from hardware.pins.factory import find_chip, open_factory, own_tables
from hardware.wiring import PinLibrary
from hardware.words import NoHardware
from tests.hardware.contract import MachineClock
from tests.hardware.mock_pins import Pins

ROOT: Final = Path(__file__).resolve().parents[2]


class Kernel:
    """The chips of a machine, by what lgpio asks of them: number, label, and whether it may be opened."""

    def __init__(self, labels: dict[int, str], locked: tuple[int, ...] = ()) -> None:
        self.labels = labels
        self.locked = locked
        self.open: list[int] = []

    def gpiochip_open(self, number: int) -> int:
        if number in self.locked or number not in self.labels:
            raise RuntimeError("can not open gpiochip")
        self.open.append(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({0: "gpio-brcmstb@107d508500", 1: "gpio-brcmstb@107d508520", 4: "pinctrl-rp1"}, 4),
        ({0: "mcp23017", 10: "pinctrl-bcm2711"}, 10),
        ({0: "pinctrl-rp1", 4: "pinctrl-rp1"}, 0),
    ],
)
def test_chip_is_found_by_label_when_numbers_change(labels: dict[int, str], number: int) -> None:
    kernel = Kernel(labels)

    assert number == pick_chip(labels) == find_chip(kernel, labels)
    assert [] == kernel.open


def test_a_chip_that_may_not_be_opened_does_not_hide_the_right_one() -> None:
    assert 4 == find_chip(Kernel({0: "gpio-brcmstb", 4: "pinctrl-rp1"}, locked=(0,)), (0, 4))


@pytest.mark.parametrize(
    ("kernel", "numbers", "zh", "en"),
    [
        (Kernel({}), (), "没有 /dev/gpiochip*", "there is no /dev/gpiochip*"),
        (Kernel({0: "pinctrl-bcm2711"}, locked=(0,)), (0,), "usermod -aG gpio", "no permission to open"),
        (Kernel({0: "a", 4: "pinctrl-rp1"}, locked=(4,)), (0, 4), "usermod -aG gpio", "no permission to open"),
        (Kernel({0: "gpio-ich"}), (0,), "只有 gpiochip0 gpio-ich", "only gpiochip0 gpio-ich"),
    ],
)
def test_no_chip_is_refused_with_what_to_do(kernel: Kernel, numbers: tuple[int, ...], zh: str, en: str) -> None:
    with pytest.raises(NoHardware) as caught:
        find_chip(kernel, numbers)

    assert zh in caught.value.words.zh
    assert en in caught.value.words.en
    assert [] == kernel.open


def test_chips_are_numbered_by_their_names_as_whole_numbers(tmp_path: Path) -> None:
    for name in ("gpiochip0", "gpiochip10", "gpiochip4", "gpiochipx", "gpiomem"):
        (tmp_path / name).touch()

    assert (0, 4, 10) == chip_numbers(tmp_path)


def test_a_second_gpiochip_has_pins_of_its_own() -> None:
    """gpiozero's local factories share one table: line 8 of a second chip would silently be line 8 of the first."""
    first, second = Pins(), Pins()
    second.pins = first.pins
    own_tables(first)
    own_tables(second)

    with LED(8, pin_factory=first), LED(8, pin_factory=second) as lamp:
        lamp.on()
        assert not first.at(8).state
        assert second.at(8).state


# Packages.


def _install(folder: Path, name: str) -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")


@pytest.mark.parametrize("names", [(), ("RPi.GPIO",), ("rpi-lgpio",), ("RPi.GPIO", "rpi-lgpio")])
def test_both_rpi_gpio_packages_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    for name in names:
        _install(tmp_path, name)
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(ROOT)])

    assert names == rpi_packages()


@pytest.mark.parametrize(
    ("packages", "release", "model", "zh", "en"),
    [
        (("RPi.GPIO",), "6.6.31+rpt-rpi-v8", "Raspberry Pi 4 Model B Rev 1.4", "内核 6.6.31", "the kernel 6.6.31"),
        (("RPi.GPIO",), "6.12.5", "Raspberry Pi 3 Model B", "内核 6.12.5", "the kernel 6.12.5"),
        (("RPi.GPIO",), "6.1.21-v8+", "Raspberry Pi 5 Model B Rev 1.0", "树莓派 5", "a Raspberry Pi 5"),
        ((), "5.15.0", "Raspberry Pi 4 Model B", "没有安装 RPi.GPIO", "RPi.GPIO is not installed"),
        (("rpi-lgpio",), "5.15.0", "Raspberry Pi 4 Model B", "没有安装 RPi.GPIO", "RPi.GPIO is not installed"),
        (("RPi.GPIO", "rpi-lgpio"), "5.15.0", "Raspberry Pi 4", "两个都卸载", "uninstall both"),
    ],
)
def test_an_old_library_is_refused_where_it_hears_no_buttons(
    packages: tuple[str, ...], release: str, model: str, zh: str, en: str
) -> None:
    words = legacy_refusal(packages, release, model)

    assert words is not None
    assert zh in words.zh
    assert en in words.en


@pytest.mark.parametrize("release", ["6.1.21-v8+", "5.10.103-v7l+", "4.19.66"])
def test_an_old_library_is_taken_where_it_works(release: str) -> None:
    assert legacy_refusal(("RPi.GPIO",), release, "Raspberry Pi 4 Model B Rev 1.4") is None


def test_a_machine_without_pins_is_not_sent_for_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "chip_numbers", tuple)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(NoHardware, match="没有 GPIO"):
        open_factory()


def test_the_old_library_is_never_a_silent_second_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "chip_numbers", lambda: (0,))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(NoHardware, match="没有安装 lgpio") as caught:
        open_factory()

    assert "scripts/run" in caught.value.words.en
    with pytest.raises(NoHardware, match="RPi"):
        open_factory(PinLibrary.RPI_GPIO)


# lgpio itself, as it is installed here. It cannot be unloaded, so each of these has a process of its own.


def _python(code: str, folder: Path, **environment: str) -> str:
    """What a program prints that was started in `folder`."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**{k: v for k, v in os.environ.items() if k != "LG_WD"}, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "" == run.stderr
    return run.stdout.strip()


LOAD: Final = """
import os
from hardware.words import NoHardware
from hardware.pins.factory import load_lgpio
try:
    library = load_lgpio()
    print(os.getcwd(), os.environ.get("LG_WD"), library._notify_thread.is_alive(), os.listdir("."))
except NoHardware as error:
    print(error)
"""

needs_lgpio: Final = pytest.mark.skipif(
    __import__("importlib.util").util.find_spec("lgpio") is None, reason="lgpio is not installed here"
)


@needs_lgpio
def test_loading_lgpio_leaves_no_pipe_and_stays_in_its_folder(tmp_path: Path) -> None:
    assert f"{tmp_path} None True []" == _python(LOAD, tmp_path)


@needs_lgpio
def test_lgpio_is_loaded_where_the_working_folder_cannot_be_written() -> None:
    assert _python(LOAD, Path("/proc")).startswith("/proc None True ")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
def test_lgpio_is_loaded_where_the_working_folder_is_somebody_elses_home(tmp_path: Path) -> None:
    """As with `sudo -u faguan` typed at home: what was left cannot be entered again."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    said = _python(
        "import os, sys, tempfile, types\n"
        "from hardware.pins.factory import load_lgpio\n"
        "sys.modules['lgpio'] = types.SimpleNamespace(gpiochip_open=None)\n"
        "os.setgroups([])\nos.setgid(65534)\nos.setuid(65534)\n"
        "load_lgpio()\nprint(os.getcwd())",
        home,
    )
    assert "/" == said


@needs_lgpio
def test_lgpio_keeps_its_pipe_in_the_folder_of_the_service(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()

    assert f"{tmp_path} {run} True ['run']" == _python(LOAD, tmp_path, LG_WD=str(run))
    assert [] != list(run.iterdir())


@pytest.mark.parametrize("folder", ["run", "/nowhere/at/all", ""])
def test_a_folder_for_lgpio_that_does_not_do_is_refused(tmp_path: Path, folder: str) -> None:
    (tmp_path / "run").mkdir()

    assert f"LG_WD={folder} 不能用" in _python(LOAD, tmp_path, LG_WD=folder)
    assert bad_work_folder(folder) is not None
    assert bad_work_folder(str(tmp_path)) is None


def test_an_empty_stub_of_lgpio_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("", encoding="utf-8")

    said = _python(LOAD, tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert "空壳" in said
    assert "empty stub" in said


def test_off_a_pi_the_pins_are_refused_in_one_line(tmp_path: Path) -> None:
    if chip_numbers():
        pytest.skip("this machine has a gpiochip")
    said = _python(
        "from hardware.pins.factory import open_factory\n"
        "try:\n    open_factory()\nexcept Exception as error:\n    print(type(error).__name__, error)",
        tmp_path,
    )

    assert said.startswith("NoHardware ")
    assert 1 == len(said.splitlines())


def test_a_machine_that_is_no_pi_is_told_so() -> None:
    """gpiozero cannot tell pins apart where the board does not say which it is."""

    class Nameless(Pins):
        def _get_revision(self) -> int:
            raise PinUnknownPi("unable to locate Pi revision")

    contacts = Contacts({3: 6}, lambda *_: None, MachineClock(), lambda *_: None)
    (words,) = contacts.open(Nameless()).values()

    assert "认不出" in words.zh
    assert "run on one, or use the simulated table" in words.en

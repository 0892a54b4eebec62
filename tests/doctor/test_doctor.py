"""`faguan doctor`: every class of fault gives its line, what to do about it, and its exit code; files apart."""

from __future__ import annotations

import errno
import fcntl
import sys
from pathlib import Path
from typing import Final

import pytest

from engine.text import Text
from firmware.clocktrust import Signs
from firmware.doctor.command import try_by_hand
from firmware.doctor.probes import Access, Adapter
from firmware.errors import BadConfig, StartError
from firmware.onlyone import PinLock
from firmware.state_dir import CONFIG
from firmware.version import versions
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSsd1306
from hardware.pins.factory import NO_RIGHTS
from hardware.words import NoHardware, Words
from tests.doctor.ward import NOON_S, Page, Ward

LEGACY: Final = 'profile = "D9"\nlibrary = "RPi.GPIO"\n[keys]\nup = 18\ndown = 19\nok = 20\nback = 21\n'


def test_where_all_is_well_the_page_says_so_and_the_exit_is_0(ward: Ward) -> None:
    page = ward.look()
    assert 0 == page.code, page.text
    assert page.text.endswith("一切正常 / all is well\n")
    assert page.text.startswith(f"doctor · expander · {versions()}\n")
    assert "✓ 主板 / Board: Raspberry Pi 4 Model B Rev 1.4" in page.text
    assert "gpiochip0 pinctrl-bcm2711" in page.text
    assert "0x20 0x21 0x3C, 400 kHz" in page.line("I2C 1")
    assert "0 errors in 1000 transfers" in page.line("I2C 1")
    assert "seats 1-12" in page.line("Buttons")
    assert 24 >= len(page.text.splitlines()), "one page"
    assert ward.bench.dark, "lamps are off again"
    assert ["pins", "bus 1", "bus 1"] == ward.opened
    assert 1 == ward.pins.closed


def test_a_table_in_the_browser_lacks_nothing_on_a_laptop(ward: Ward) -> None:
    def no_bus(number: int) -> FakeWire:
        raise AssertionError(f"bus {number} was opened")

    ward.stage(
        model=lambda: "", labels=dict, wire_of=no_bus, loudspeakers=tuple, signs=lambda: Signs(now_s=NOON_S)
    )  # fmt: skip
    page = ward.look("simulated")
    assert (0, set()) == (page.code, page.wrong)
    for word in ("no Raspberry Pi", "there is no sound card", "the header's chip is not there"):
        assert word in page.text
    assert [] == ward.opened


def test_a_table_with_wires_needs_a_pi(ward: Ward) -> None:
    ward.stage(model=lambda: "", labels=dict)
    page = ward.look()
    assert 10 == page.code
    assert "no Raspberry Pi" in page.line("Board")
    assert "--wiring simulated" in page.line("Board")


def test_a_kernel_on_which_rpi_gpio_hears_nothing(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(LEGACY)
    ward.stage(packages=lambda: ("RPi.GPIO",))
    page = ward.look(str(tmp_path / "table.toml"))
    assert 10 == page.code
    assert "6.12.34" in page.line("Kernel")
    assert 'library = "lgpio"' in page.line("Kernel")
    ward.stage(kernel=lambda: "6.1.21-v8+")
    assert 10 not in ward.look(str(tmp_path / "table.toml")).wrong


def test_a_missing_group_is_named_and_nothing_is_touched(ward: Ward) -> None:
    ward.stage(access=lambda path: Access("i2c" if "i2c" in path.name else "gpio", usable="i2c" not in path.name))
    page = ward.look()
    assert 11 == page.code
    assert "sudo usermod -aG i2c anna" in page.line("/dev/i2c-1")
    assert [] == ward.opened, "nobody could have told whether a judge plays"


def test_nobody_is_told_to_join_the_group_root(ward: Ward) -> None:
    ward.stage(access=lambda path: Access("root", usable="i2c" not in path.name))
    page = ward.look()
    assert 11 == page.code
    assert "usermod" not in page.text
    assert "scripts/install" in page.text


def test_a_bus_that_refuses_us_is_a_matter_of_rights(ward: Ward) -> None:
    def refuse(number: int) -> FakeWire:
        raise NoHardware(
            Words(f"没有权限使用 {number}：进组", f"no right to use {number}: join")
        ) from PermissionError()

    ward.stage(wire_of=refuse)
    page = ward.look()
    assert (11, {11}) == (page.code, page.wrong)


def test_rpi_gpio_and_rpi_lgpio_together(ward: Ward) -> None:
    ward.stage(packages=lambda: ("RPi.GPIO", "rpi-lgpio"))
    page = ward.look()
    assert 12 == page.code
    assert "are both installed and overwrite each other" in page.line("Pin library")
    assert f"{sys.executable} -m pip uninstall RPi.GPIO rpi-lgpio" in page.line("Pin library")
    assert 12 == ward.look("simulated").code, "whatever the wiring: the module is gone with either"


def test_pins_that_cannot_be_opened(ward: Ward) -> None:
    def refuse(_library: object) -> None:
        raise NoHardware(NO_RIGHTS)

    ward.stage(open_factory=refuse)
    page = ward.look()
    assert 12 == page.code
    assert "usermod -aG gpio" in page.line("Pin library")


def test_a_wiring_that_cannot_be_used_is_told_and_the_rest_is_looked_at(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('kind = "expander"\nseats = 99\n')
    (tmp_path / CONFIG).write_text('wiring = "table.toml"\n')
    page = ward.look(None)
    assert (12, {12}) == (page.code, page.wrong)
    assert "99" in page.line("接线 / Wiring")
    assert "5000 MB" in page.text
    assert 12 == ward.look("no-such").code
    (tmp_path / "table.toml").write_text('kind = "direct"\nseats = 12\n')
    page = ward.look(None)
    assert "11 more" in page.text or "12 more" in page.text
    assert 24 >= len(page.text.splitlines()), "one page"


@pytest.mark.parametrize("settings", ['wiring = "table.toml"\n', 'wiring = "no-such"\n', 'wirring = "expander"\n'])
def test_without_a_wiring_nothing_that_hangs_on_it_counts_as_well(settings: str, ward: Ward, tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text(settings)
    page = ward.look(None)
    assert page.code != 0
    for name in ("Rights", "Pin library", "Buttons and lamps"):
        assert page.line(f"/ {name}:").startswith("? ")
        assert "the wiring is not known" in page.line(f"/ {name}:")
        assert name in page.text.splitlines()[-1]
    assert not page.line("/ Wiring:").startswith("✓")
    assert [] == ward.opened


def test_without_a_wiring_libraries_that_overwrite_each_other_are_found_all_the_same(ward: Ward) -> None:
    ward.stage(packages=lambda: ("RPi.GPIO", "rpi-lgpio"))
    assert page_marks(ward.look("no-such")) >= {"✗ [12] 接线 / Wiring", "✗ [12] 针脚库 / Pin library"}


def page_marks(page: Page) -> set[str]:
    """What stands before the colon of every line."""
    return {line.partition(":")[0] for line in page.text.splitlines()}


def test_settings_that_cannot_be_read_are_told_before_anything_is_tried_by_hand(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text('wirring = "expander"\n')
    with pytest.raises(BadConfig, match="wirring"):
        try_by_hand(ward.folder, None, None, lamps=True, buttons=False, probes=ward.probes)


def test_an_expander_that_does_not_answer(ward: Ward) -> None:
    ward.bench.wires[1].unplug(0x21)
    page = ward.look()
    assert (13, {13}) == (page.code, page.wrong)
    assert "0x21 does not answer" in page.line("Expander 7-12")
    assert "✓" in page.line("Expander 1-6")


def test_no_bus_at_all(ward: Ward) -> None:
    def gone(number: int) -> FakeWire:
        raise NoHardware(Words(f"没有 I2C 总线 {number}：打开它", f"no I2C bus {number}: turn it on"))

    ward.stage(wire_of=gone)
    page = ward.look()
    assert 13 == page.code
    assert "turn it on" in page.line("no I2C bus 1")
    for word in ("OLED", "Buttons"):
        assert "not looked at" in page.line(word)
    assert page.text.splitlines()[-1].endswith("not looked at: OLED, Buttons and lamps")


def test_on_a_pi_whose_settings_name_no_table_nothing_with_wires_counts_as_well(ward: Ward) -> None:
    """A maker's own state folder says nothing of the table that the service has."""
    page = ward.look(None)
    assert 0 == page.code
    line = page.line("the settings name the simulated table")
    assert "--wiring" in line
    assert "--state /var/lib/faguan" in line
    assert "all is well" not in page.text
    assert "not looked at: Wiring" in page.text.splitlines()[-1]
    assert "all is well" in ward.look("simulated").text, "it was asked for"


class Flaky(FakeWire):
    """Loses one transfer in so many; of those that are shorter than `shortest` none."""

    def __init__(self, inner: FakeWire, one_in: int, shortest: int = 0) -> None:
        super().__init__()
        self.chips = inner.chips
        self._one_in, self._shortest, self._count = one_in, shortest, 0

    def write(self, address: int, data: bytes) -> None:
        self._lose(len(data))
        super().write(address, data)

    def receive(self, address: int, count: int) -> bytes:
        self._lose(count)
        return super().receive(address, count)

    def _lose(self, size: int) -> None:
        if size >= self._shortest:
            self._count += 1
            if self._count % self._one_in == 0:
                raise OSError(errno.EREMOTEIO, "no answer")


@pytest.mark.parametrize(("one_in", "mark", "code"), [(50, "✗ [13]", 13), (500, "·", 0)])
def test_transfers_that_fail_are_counted_and_a_slower_bus_is_advised(
    one_in: int, mark: str, code: int, ward: Ward
) -> None:
    ward.stage(wire_of=lambda _: Flaky(ward.bench.wires[1], one_in))
    page = ward.look()
    line = page.line("I2C 1")
    assert (code, True) == (page.code, line.startswith(mark)), page.text
    assert f"{1000 // one_in} errors in 1000 transfers" in line
    assert "i2c_arm_baudrate=100000" in line
    assert "hardware bus" not in line


def test_a_bus_made_by_software_is_told_to_be_one(ward: Ward) -> None:
    ward.stage(wire_of=lambda _: Flaky(ward.bench.wires[1], 50), adapter=lambda _: Adapter("3.i2c"))
    line = ward.look().line("I2C 1")
    assert "bus made by software" in line
    assert "use the hardware bus 1" in line


def test_transfers_of_which_only_the_long_ones_fail_are_found_and_told_apart(ward: Ward) -> None:
    """So it is on some buses made by software: every chip answers, and no picture arrives."""
    ward.stage(wire_of=lambda _: Flaky(ward.bench.wires[1], 25, shortest=30), adapter=lambda _: Adapter("3.i2c"))
    page = ward.look(quiet=True)
    line = page.line("I2C 1")
    assert 13 == page.code
    assert "20 errors in 1000 transfers, all of them of 32 bytes" in line
    assert "use the hardware bus 1" in line


def test_a_bus_that_hangs_is_asked_a_few_times_only(ward: Ward) -> None:
    ward.bench.wires[1].lock_up()
    page = ward.look()
    assert 13 == page.code
    assert "the bus hangs" in page.line("I2C 1")
    assert 10 > len(ward.bench.wires[1].log), "each of these takes a second"


def test_a_display_that_does_not_answer(ward: Ward) -> None:
    ward.bench.wires[1].unplug(0x3C)
    page = ward.look()
    assert (14, {14}) == (page.code, page.wrong)
    ward.bench.wires[1].plug(0x3D, FakeSsd1306())
    assert "address = 0x3D" in ward.look().line("OLED")


def test_a_button_that_is_down(ward: Ward) -> None:
    ward.bench.press(7)
    page = ward.look()
    assert (15, {15}) == (page.code, page.wrong)
    assert "down though nobody presses: 7" in page.line("Buttons")


def test_a_loudspeaker_that_is_not_there_or_does_not_open(ward: Ward) -> None:
    ward.stage(listen=lambda **_: Text("被占用", "it is in use"))
    page = ward.look()
    assert 16 == page.code
    assert "it is in use" in page.line("Loudspeaker")
    ward.stage(loudspeakers=tuple)
    assert "there is no sound card" in ward.look().line("Loudspeaker")
    ward.stage(sound_libraries=lambda: Text("没有安装 numpy", "numpy not installed"))
    assert "scripts/sound" in ward.look().line("numpy not installed")


@pytest.mark.parametrize(
    ("signs", "code", "word"),
    [
        (Signs(now_s=3600), 17, "no year of ours"),
        (Signs(now_s=NOON_S, rtc_s=NOON_S - 7200), 17, "more than a minute"),
        (Signs(now_s=NOON_S), 0, "nothing stands behind it"),
        (Signs(now_s=NOON_S, rtc_s=NOON_S - 1), 0, "with a battery"),
    ],
)
def test_a_clock_that_cannot_be_believed(signs: Signs, code: int, word: str, ward: Ward) -> None:
    ward.stage(signs=lambda: signs)
    page = ward.look()
    assert code == page.code
    assert word in page.line("Clock: ")


def test_of_several_faults_the_lowest_code_is_the_exit(ward: Ward) -> None:
    ward.bench.wires[1].unplug(0x3C)
    ward.stage(loudspeakers=tuple, free_mb=lambda _: 3)
    page = ward.look()
    assert (14, {14, 16, 19}) == (page.code, page.wrong)
    assert "14 小屏 / display; 16 喇叭 / loudspeaker; 19 " in page.text.splitlines()[-1]


def test_while_a_judge_plays_pins_bus_and_loudspeaker_are_left_alone(ward: Ward, tmp_path: Path) -> None:
    def never(*, tone: bool) -> None:
        del tone
        raise AssertionError("the loudspeaker was opened")

    device = tmp_path / "gpiochip0"
    device.touch()
    with device.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ward.stage(candidates=lambda _: (device,), lock=PinLock, listen=never)
        page = ward.look()
        assert [] == ward.opened
        assert 0 == page.code
        assert "sudo systemctl stop faguan" in page.line("a judge is running")
        for word in ("I2C 1", "OLED", "Buttons"):
            assert "not looked at: a judge is running" in page.line(word)
        last = page.text.splitlines()[-1]
        assert "what was looked at is well; 没有看：I2C 1、小屏、按钮和灯 / not looked at: I2C 1, OLED" in last
        assert "the judge uses it" in page.line("Loudspeaker")
        for word in ("Board", "Clock", "Voice packs", "Card"):
            assert "✓" in page.line(word)
        with pytest.raises(StartError, match="another judge is at this table"):
            try_by_hand(ward.folder, "expander", None, lamps=True, buttons=True, probes=ward.probes)
        assert [] == ward.opened
    ward.stage(listen=lambda **_: None)
    assert 0 == ward.look().code
    assert ward.opened


def test_a_check_that_fails_itself_is_a_line_and_the_others_are_made(ward: Ward) -> None:
    def broken() -> str:
        raise ZeroDivisionError

    ward.stage(model=broken, signs=broken)
    page = ward.look()
    assert (10, {10, 17}) == (page.code, page.wrong)
    assert "ZeroDivisionError" in page.line("Board")
    assert "✓" in page.line("Card")

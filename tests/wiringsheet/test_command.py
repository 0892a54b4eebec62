"""`faguan wiring`: what a maker reads in a terminal before the soldering iron is warm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from typer.testing import CliRunner

from firmware.cli import app
from hardware.connections import key_wires, seat_wires
from hardware.wiring import load_wiring

if TYPE_CHECKING:
    from pathlib import Path

WIDE: Final = {"COLUMNS": "200"}


def faguan(*arguments: object) -> tuple[int, str, str]:
    """Exit code and what is printed."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], env=WIDE)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("name", ["expander", "direct", "D9", "D10", "D12"])
def test_every_wire_of_a_profile_is_listed(name: str) -> None:
    code, out, err = faguan("wiring", name)
    assert (0, "") == (code, err)
    for wires in seat_wires(load_wiring(name)):
        (row,) = [line for line in out.splitlines() if f"{wires.seat} 号 / seat {wires.seat} " in line]
        assert str(wires.button) in row
        assert str(wires.lamp) in row
    for _, terminal in key_wires(load_wiring(name)):
        assert str(terminal) in out
    assert "i2c_arm_baudrate=400000" in out
    assert "take out of cmdline.txt: console=serial0,115200" in out or name == "expander"
    assert "with a clock, write into config.txt: dtoverlay=i2c-rtc,ds3231" in out


def test_without_a_name_it_is_the_default() -> None:
    assert faguan("wiring", "expander") == faguan("wiring")


def test_the_table_in_the_browser_has_nothing_to_be_wired() -> None:
    code, out, err = faguan("wiring", "simulated")
    assert (0, "") == (code, err)
    assert "模拟桌" in out
    assert "nothing to be wired" in out


def test_every_mistake_of_a_table_is_one_line_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('profile = "direct"\n[seat.1]\nbutton = 2\nlamp = 27\n', encoding="utf-8")
    code, out, err = faguan("wiring", file)
    assert (1, "") == (code, out)
    button, lamp = sorted(err.splitlines(), key=lambda line: "GPIO27" in line)
    assert "座位 1 的按钮不能接 GPIO2（3 脚）" in button
    assert "the button of seat 1 cannot be on GPIO2 (pin 3)" in button
    assert "GPIO27 (pin 13) is used twice" in lamp


def test_a_lamp_that_glows_at_the_start_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('profile = "D9"\n[seat.1]\nbutton = 17\nlamp = 4\n', encoding="utf-8")
    code, out, _ = faguan("wiring", file)
    assert 0 == code
    assert "座位 1 的灯" in out
    assert "glows for twenty seconds" in out


def test_the_diagrams_are_written_and_named(tmp_path: Path) -> None:
    code, out, err = faguan("wiring", "D12", "--svg", tmp_path / "new")
    assert (0, "") == (code, err)
    files = sorted((tmp_path / "new").iterdir())
    names = ["wiring-bus.svg", "wiring-header.svg", "wiring-keys.svg", "wiring-seat.svg"]
    assert names == [file.name for file in files]
    assert all(str(file) in out for file in files)
    assert all(file.read_text(encoding="utf-8").startswith("<svg ") for file in files)


def test_diagrams_of_an_earlier_wiring_go_and_what_is_somebody_elses_stays(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("seats = 18\n[expander]\nboards = [0x20, 0x24, 0x27]\n", encoding="utf-8")
    faguan("wiring", tmp_path / "mine.toml", "--svg", tmp_path)
    kept = ["wiring-chip-28.svg", "wiring-expander-chip-24.svg", "wiring-pad.svg", "chip-24.svg"]
    for name in kept:
        (tmp_path / name).write_text("", encoding="utf-8")
    code, out, err = faguan("wiring", "expander", "--svg", tmp_path)
    assert (0, "") == (code, err)
    ours = ["bus", "chip-20", "chip-21", "header", "seat"]
    assert sorted([*kept, *(f"wiring-{name}.svg" for name in ours)]) == sorted(p.name for p in tmp_path.glob("*.svg"))
    gone = [line for line in out.splitlines() if "删掉了" in line and "removed" in line]
    assert [f"wiring-chip-{address}.svg" for address in (24, 27)] == [line.rpartition("/")[2] for line in gone]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")
    code, _, err = faguan("wiring", "D9", "--svg", taken / "below")
    assert 1 == code
    (line,) = err.splitlines()
    assert "写不了" in line
    assert "cannot write into" in line


def test_an_unknown_name_tells_which_there_are() -> None:
    code, out, err = faguan("wiring", "D11")
    assert (1, "") == (code, out)
    assert "D11" in err
    assert "expander" in err

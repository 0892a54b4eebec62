"""The guide to building a table tells what is there: parts, pictures, commands, settings, menu, faults."""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING, Any, Final

import pytest
import typer

from firmware.cli import app
from firmware.doctor.finding import Area
from firmware.faults import WORDS, Kind
from firmware.wiringsheet.header import boot_lines
from firmware.wiringsheet.sheet import guide_pictures
from hardware.connections import uses
from hardware.header import HIGH_AT_BOOT
from hardware.wiring import Output, Profile, load_wiring
from tests.arch.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.wiring import Wiring

PAGE: Final = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
ZH, EN = PAGE.split("\n---\n")
BOTH: Final = pytest.mark.parametrize("half", [ZH, EN], ids=["zh", "en"])
SIZES: Final = (6, 12, 18)

MENU: Final = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "firmware" / "menu").glob("*.py")))
LABELS: Final = re.findall(r'^\w+ = Text\("(.+?)", "(.+?)"\)$', MENU, re.MULTILINE)
NAMED: Final = "设备 自检 灯测试 时间 版本 故障 关机 座位检查 试一次 座位按钮 店员代答 继续上一局 声音".split()
"""What the guide has people choose."""


def table(half: str, heading: str) -> list[list[str]]:
    """The rows of the table below a heading that begins like this."""
    section = half.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert len(rows) > 2
    return rows[2:]


def blocks(half: str, language: str) -> list[str]:
    """The code blocks in `language`."""
    return re.findall(rf"^```{language}\n(.*?)^```$", half, re.DOTALL | re.MULTILINE)


def written(tmp_path: Path, text: str) -> Wiring:
    """The wiring that a maker has who writes this file."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return load_wiring(file)


def test_both_languages_have_the_same_parts() -> None:
    for part in (r"^# ", r"^## ", r"^\| ", r"^\d\. ", r"^- ", r"^```", r"^\*\*"):
        assert len(re.findall(part, ZH, re.MULTILINE)) == len(re.findall(part, EN, re.MULTILINE)), part
    assert re.findall(r'src="(.+?)"', ZH) == re.findall(r'src="(.+?)"', EN)
    codes = [
        [sorted(re.findall(r"`.+?`|\bF\d\d\b", row[2])) for row in table(half, name)]
        for half, name in ((ZH, "出了问题"), (EN, "What is wrong"))
    ]
    assert codes[0] == codes[1]


@BOTH
def test_every_diagram_is_shown_as_large_as_it_is(half: str) -> None:
    shown = dict(re.findall(r'<img src="img/(.+?)" width="(\d+)"', half))
    drawn = {name: re.findall(r' width="(\d+)"', svg)[0] for name, svg in guide_pictures().items()}
    assert drawn == shown


@pytest.mark.parametrize(("half", "heading"), [(ZH, "零件"), (EN, "Parts")], ids=["zh", "en"])
def test_there_are_as_many_parts_as_the_diagrams_need(half: str, heading: str, tmp_path: Path) -> None:
    counts = [tuple(int(cell) for cell in row[1:4]) for row in table(half, heading)]
    names = [row[0] for row in table(half, heading)]
    chips = []
    for seats in SIZES:
        expander = written(tmp_path, f"seats = {seats}\n").expander
        assert expander is not None
        chips.append(len(expander.chips))
    needed = {
        "MCP23017": tuple(chips),
        "LED": SIZES,
        "1 kΩ": tuple(2 * seats for seats in SIZES),
        "10 kΩ": tuple(seats + 2 for seats in SIZES),
        "100 nF": tuple(seats + chip for seats, chip in zip(SIZES, chips, strict=True)),
        "SRV05-4": tuple(seats // 2 for seats in SIZES),
    }
    for part, count in needed.items():
        (row,) = [index for index, name in enumerate(names) if re.search(rf"(?<!\d){re.escape(part)}", name)]
        assert count == counts[row], part


@pytest.mark.parametrize(("half", "heading"), [(ZH, "选哪种接法"), (EN, "Which wiring")], ids=["zh", "en"])
def test_what_is_told_of_each_wiring_is_so(half: str, heading: str, tmp_path: Path) -> None:
    rows = {re.findall(r"`(\w+)`", row[0])[0]: row for row in table(half, heading)}
    assert {"expander", "D9", "D10", "D12"} == set(rows)
    for name, row in rows.items():
        wiring = load_wiring(name)
        if wiring.profile is Profile.DIRECT:
            assert str(len(wiring.numbers)) == row[1]
        pad = "按键板" if half is ZH else "key pad"
        needs_pad = wiring.key_pad is not None
        if "I2S" in row[3]:
            with_i2s = written(tmp_path, f'profile = "{name}"\noutput = "i2s"\n')
            assert Output.I2S is with_i2s.output
            needs_pad = needs_pad or with_i2s.key_pad is not None
        else:
            with pytest.raises(ValueError, match="I2S"):
                written(tmp_path, f'profile = "{name}"\noutput = "i2s"\n')
        assert needs_pad is (pad in row[2]), name


@BOTH
def test_the_examples_of_wiring_files_can_be_built(half: str, tmp_path: Path) -> None:
    six, expander, direct, own_bus = (written(tmp_path, text) for text in blocks(half, "toml"))
    assert six.expander is not None
    assert ((1, 2, 3, 4, 5, 6), [0x20]) == (six.numbers, [chip.address for chip in six.expander.chips])
    assert (Profile.EXPANDER, (14,), "sh1106") == (
        expander.profile,
        expander.spares,
        expander.oled and expander.oled.driver,
    )
    assert (Profile.DIRECT, 9, "mcp23008") == (
        direct.profile,
        len(direct.numbers),
        direct.key_pad and direct.key_pad.chip,
    )
    assert "dtoverlay=i2c-gpio,bus=4,i2c_gpio_sda=26,i2c_gpio_scl=15" in " ".join(boot_lines(own_bus))


def test_both_languages_have_the_same_examples(tmp_path: Path) -> None:
    for zh, en in zip(blocks(ZH, "toml"), blocks(EN, "toml"), strict=True):
        assert written(tmp_path, zh) == written(tmp_path, en)


@BOTH
def test_the_boot_configuration_has_every_line_that_a_wiring_needs(half: str) -> None:
    (config,) = blocks(half, "ini")
    for name in ("expander", "D9", "D10", "D12"):
        for line in boot_lines(load_wiring(name)):
            what, _, setting = line.split(" · ")[0].rpartition(": ")
            assert f"`{setting}`" in half if "take out" in what else setting in config.splitlines()


@BOTH
def test_the_amplifier_goes_where_the_program_has_it(half: str) -> None:
    (line,) = [line for line in half.splitlines() if "MAX98357A" in line and "BCLK" in line]
    told = {name: int(bcm) for name, bcm in re.findall(r"(BCLK|LRC|DIN|SD) (?:接|to) GPIO(\d+)", line)}
    assert {"BCLK": 18, "LRC": 19, "DIN": 21, "SD": load_wiring("expander").mute} == told


def test_no_lamp_that_comes_with_the_program_glows_at_the_start() -> None:
    for name in ("expander", "D9", "D10", "D12"):
        assert not any(use.lamp and use.bcm in HIGH_AT_BOOT for use in uses(load_wiring(name)))


def test_the_menu_has_what_people_are_told_to_choose() -> None:
    for zh in NAMED:
        names = [en for name, en in LABELS if name == zh]
        assert names, f"the menu has no {zh}"
        assert f"“{zh}”" in ZH
        assert any(f"“{name}”" in EN for name in names), names


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name)
def test_every_fault_has_its_row_under_its_code_and_name(kind: Kind) -> None:
    for half, heading, name in (
        (ZH, "出了问题", WORDS[kind].name.zh),
        (EN, "What is wrong", WORDS[kind].name.en),
    ):
        assert 1 == len([row for row in table(half, heading) if row[0].startswith(f"{kind.value} {name}")]), half[:9]


def test_no_code_is_told_of_that_there_is_not() -> None:
    assert {kind.value for kind in Kind} == set(re.findall(r"\bF\d\d\b", PAGE))


@pytest.mark.parametrize("area", Area, ids=lambda area: area.name)
def test_every_exit_code_of_the_doctor_is_told(area: Area) -> None:
    assert f"{int(area)} {area.title.zh}" in ZH
    assert f"{int(area)} {area.title.en}" in EN


@BOTH
def test_what_is_installed_against_a_machine_that_hangs_is_told_of_as_it_is(half: str) -> None:
    installed = (ROOT / "scripts" / "system" / "watchdog.conf").read_text(encoding="utf-8").splitlines()
    (patience,) = [line for line in installed if line.startswith("RuntimeWatchdogSec=")]
    assert f"`{patience}`" in half
    assert "`/etc/systemd/system.conf.d/60-faguan.conf`" in half


@BOTH
def test_the_card_is_spared_in_every_way_that_there_is(half: str) -> None:
    for told in ("`Storage=volatile`", "`RuntimeMaxUse=16M`", "noatime", "swap"):
        assert told in half


# ------------------------------------------------------------ commands

INSTALLED: Final = "/opt/faguan/venv/bin/faguan"
FAGUAN: Final[Any] = typer.main.get_command(app)
COMMANDS: Final = [
    words
    for half in (ZH, EN)
    for text in (*blocks(half, "sh"), *re.findall(r"`((?:sudo )?(?:faguan|scripts/\w+)\b[^`]*)`", half))
    for line in text.splitlines()
    if (words := shlex.split(line, comments=True)) and words != ["faguan"]
]


def test_the_table_is_looked_for_where_it_is_installed() -> None:
    install = (ROOT / "scripts" / "install").read_text(encoding="utf-8")
    (program,) = re.findall(r"^HOME_DIR=(?:\$\{DESTDIR:-\})?(.+?)$", install, re.MULTILINE)
    (state,) = re.findall(r"^STATE=(?:\$\{DESTDIR:-\})?(.+?)$", install, re.MULTILINE)
    assert INSTALLED == f"{program.replace('$NAME', 'faguan')}/venv/bin/faguan"
    assert {state.replace("$NAME", "faguan")} == set(re.findall(r"/var/lib/\w+", PAGE))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_of_the_guide_is_understood(words: list[str]) -> None:
    if words[:2] == ["sudo", "systemctl"]:
        assert words[2:] in (["stop", "faguan"], ["start", "faguan"])
        return
    assert words[0] != "sudo" or words[1] == "scripts/install" or words[1:3] == ["-u", "faguan"]
    program, *arguments = words[3:] if words[:2] == ["sudo", "-u"] else words[words[0] == "sudo" :]
    if program == "scripts/install":
        head = (ROOT / program).read_text(encoding="utf-8").partition("\nsource ")[0]
        assert os.access(ROOT / program, os.X_OK)
        assert all(f"{program} {argument}" in head for argument in arguments if argument.startswith("--"))
    elif arguments:
        assert program in {"faguan", "scripts/run", INSTALLED}
        command = FAGUAN.commands[arguments[0]]
        assert command.make_context(arguments[0], arguments[1:]) is not None
    else:
        assert os.access(ROOT / program, os.X_OK)

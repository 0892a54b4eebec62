"""What `faguan wiring` prints: every wire of a table with both ends, what the Pi must be told, and what to mind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import os_reason, text_of
from firmware.wiringsheet.header import boot_lines
from firmware.wiringsheet.jobs import KEY_WORDS, Kind, jobs, seat_words
from firmware.wiringsheet.sheet import PICTURES, pictures
from hardware.connections import Terminal, key_wires, seat_wires
from hardware.header import HEADER
from hardware.wiring import Profile, Wiring, load_wiring, warnings
from hardware.words import BadWiring, Words


class BadTable(StartError):
    """Raised when a wiring cannot be used; `others` are the faults besides the first."""

    def __init__(self, error: BadWiring) -> None:
        """Every fault of `error`."""
        super().__init__(text_of(error.words))
        self.others = tuple(StartError(text_of(words)) for words in error.others)


class Drawn(NamedTuple):
    """The pictures of a table that were `written`, and those of another one that are `gone`."""

    written: tuple[Path, ...]
    gone: tuple[Path, ...]


class Unwritten(StartError):
    """Raised when the pictures cannot be written."""


def read_table(source: str) -> Wiring:
    """The wiring of a profile's name or of a file.

    Raises:
        BadTable: it cannot be used.
    """
    try:
        return load_wiring(source)
    except BadWiring as error:
        raise BadTable(error) from error


def print_wiring(wiring: Wiring) -> None:
    """Every wire of the table, in both languages."""
    console = Console()
    if wiring.profile is Profile.SIMULATED:
        console.print("模拟桌：没有要接的线。 / The simulated table: there is nothing to be wired.")
        return
    console.print(_seats(wiring))
    console.print(_others(wiring))
    for line in boot_lines(wiring):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    for words in warnings(wiring):
        console.print(f"注意 / mind: {words.zh} / {words.en}", markup=False, highlight=False, soft_wrap=True)


def write_pictures(wiring: Wiring, folder: Path) -> Drawn:
    """Write every picture of `wiring` into `folder`, made when it is missing, and take those of another wiring away.

    Raises:
        Unwritten: the folder or a file in it cannot be written.
    """
    drawn = pictures(wiring)
    written, gone = [], []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            file = folder / f"wiring-{name}.svg"
            file.write_text(svg, encoding="utf-8")
            written.append(file)
        for name in PICTURES:
            file = folder / f"wiring-{name}.svg"
            if name not in drawn and file.is_file():
                file.unlink()
                gone.append(file)
    except OSError as error:
        reason, shown = os_reason(error), os.fsdecode(folder)
        raise Unwritten(Text(f"写不了 {shown}：{reason.zh}", f"cannot write into {shown}: {reason.en}")) from error
    return Drawn(tuple(written), tuple(gone))


def _seats(wiring: Wiring) -> Table:
    table = Table("座位 / seat", "按钮 / button", "灯 / lamp", title=f"{wiring.name} ({wiring.profile})")
    for wires in seat_wires(wiring):
        name = seat_words(wiring, wires.seat)
        table.add_row(f"{name.zh} / {name.en}", str(wires.button), str(wires.lamp))
    return table


def _others(wiring: Wiring) -> Table:
    """Keys, display, bus and sound."""
    table = Table("其他 / else", "接在 / on")
    for name, terminal in key_wires(wiring):
        table.add_row(_both(KEY_WORDS[name]), str(terminal))
    if wiring.oled is not None:
        table.add_row(f"小屏幕 / OLED ({wiring.oled.driver})", f"0x{wiring.oled.address:02X}, I2C {wiring.oled.bus}")
    taken = jobs(wiring)
    for bcm in sorted(taken):
        if taken[bcm].kind in (Kind.BUS, Kind.CHIPS, Kind.SOUND, Kind.KEPT):
            table.add_row(_both(taken[bcm].words), str(Terminal(f"GPIO{bcm}", header=HEADER[bcm])))
    table.add_row("声音 / sound", wiring.output.value)
    return table


def _both(words: Words) -> str:
    return f"{words.zh} / {words.en}"

"""What the Pi itself does at pins that the table has: SPI, serial port, 1-wire.

Each of them looks like a dead seat, or like presses that nobody made. The running system is asked: what config.txt says
holds from the next start only.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from engine.text import Text
from firmware.doctor.finding import Area, Finding, ok, wrong
from hardware.connections import uses
from hardware.header import ONE_WIRE_PINS, SERIAL_PINS, SPI_PINS
from hardware.wiring import Profile, Wiring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.doctor.probes import Probes

BOOT: Final = Text("启动配置", "Boot configuration")

_CONSOLE: Final = re.compile(r"(?:^|\s)console=(ttyAMA|ttyS|serial)(\d+)")
_OWN_PLUG: Final = "ttyAMA10"
"""The serial port of a Pi 5 that has a plug of its own and is not on the header."""


class Interfaces(msgspec.Struct, frozen=True):
    """What is switched on, by the thing that shows it; empty where it is off."""

    spi: str = ""
    console: str = ""
    serial: str = ""
    one_wire: str = ""


def read_interfaces(root: Path = Path("/")) -> Interfaces:
    """What this machine says, its files below `root`."""
    try:
        said = (root / "proc/cmdline").read_text(encoding="ascii", errors="replace")
    except OSError:
        said = ""
    consoles = ["".join(found) for found in _CONSOLE.findall(said)]
    port = root / "dev/serial0"
    named = port.readlink().name if port.is_symlink() else port.name
    return Interfaces(
        spi=_first(root / "dev", "spidev0.*"),
        console=next((name for name in consoles if name != _OWN_PLUG), ""),
        serial="serial0" if port.exists() and named != _OWN_PLUG else "",
        one_wire=_first(root / "sys/bus/w1/devices", "w1_bus_master*"),
    )


def _first(folder: Path, pattern: str) -> str:
    return min((path.name for path in folder.glob(pattern)), default="")


def interfaces(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Whether all pins of the table are the table's."""
    if wiring.profile is Profile.SIMULATED:
        return
    taken = {use.bcm for use in uses(wiring)}
    found = tuple(_clashes(probes.interfaces(), taken))
    yield from found
    if not found and taken & (SPI_PINS | SERIAL_PINS | ONE_WIRE_PINS):
        yield ok(Area.PINS, BOOT, Text("SPI、串口、单总线都不占脚", "no pin is taken by SPI, serial port or 1-wire"))


def _clashes(there: Interfaces, taken: set[int]) -> Iterator[Finding]:
    if there.spi and taken & SPI_PINS:
        yield _clash(
            Text("SPI 开着", "SPI is on"), there.spi, taken & SPI_PINS,
            Text("在 config.txt 里写 dtparam=spi=off", "write dtparam=spi=off into config.txt"),
        )  # fmt: skip
    if there.console and taken & SERIAL_PINS:
        yield _clash(
            Text("系统在串口上说话", "the system talks on the serial port"),
            f"console={there.console}", taken & SERIAL_PINS,
            Text("在 cmdline.txt 里去掉 console=serial0,115200", "take console=serial0,115200 out of cmdline.txt"),
        )  # fmt: skip
    elif there.serial and taken & SERIAL_PINS:
        yield _clash(
            Text("串口开着", "the serial port is on"), there.serial, taken & SERIAL_PINS,
            Text("在 config.txt 里写 enable_uart=0", "write enable_uart=0 into config.txt"),
        )  # fmt: skip
    if there.one_wire and taken & ONE_WIRE_PINS:
        yield _clash(
            Text("单总线开着", "1-wire is on"), there.one_wire, taken & ONE_WIRE_PINS,
            Text("在 config.txt 里去掉 dtoverlay=w1-gpio", "take dtoverlay=w1-gpio out of config.txt"),
        )  # fmt: skip


def _clash(what: Text, shown: str, pins: set[int], todo: Text) -> Finding:
    names = " ".join(f"GPIO{pin}" for pin in sorted(pins))
    return wrong(
        Area.PINS,
        BOOT,
        Text(f"{what.zh}（{shown}），占着桌子的 {names}", f"{what.en} ({shown}) and has the table's {names}"),
        Text(f"{todo.zh}，然后重启", f"{todo.en} and reboot"),
    )

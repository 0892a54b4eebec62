"""What is known about the libraries that drive pins, before one of them is loaded: chips, packages, kernels, folders.

Chips are told apart by their label: their numbers change with models and kernels. The two packages that own the module
`RPi.GPIO` cannot live together: pip installs both without a word, and removing one takes the other's module away.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

from hardware.origin import pip
from hardware.words import Words

CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chip behind the header: of a Pi 5, of a Pi 4, of all older ones."""

RPI_PACKAGES: Final = ("RPi.GPIO", "rpi-lgpio")
"""Both bring a module `RPi`; only one may be installed."""

BROKEN_SINCE: Final = (6, 6)
"""From this kernel on RPi.GPIO hears no edges: the numbers that it uses are gone."""

MODEL_FILE: Final = Path("/proc/device-tree/model")


def pick_chip(labels: Mapping[int, str]) -> int | None:
    """The number of the chip behind the header, given the label of every chip; None when it is not there."""
    for wanted in CHIP_LABELS:
        numbers = [number for number, label in labels.items() if label == wanted]
        if numbers:
            return min(numbers)
    return None


def chip_numbers(devices: Path = Path("/dev")) -> tuple[int, ...]:
    """The numbers of all gpiochips, ascending."""
    found = (re.fullmatch(r"gpiochip(\d+)", path.name) for path in devices.glob("gpiochip*"))
    return tuple(sorted(int(match[1]) for match in found if match))


def rpi_packages() -> tuple[str, ...]:
    """Which of `RPI_PACKAGES` are installed."""
    return tuple(name for name in RPI_PACKAGES if _installed(name))


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def model() -> str:
    """What this machine calls itself ("Raspberry Pi 4 Model B Rev 1.4"); empty when it does not say."""
    try:
        return MODEL_FILE.read_bytes().rstrip(b"\0\n").decode(errors="replace")
    except OSError:
        return ""


def kernel() -> str:
    """The kernel's release, as it says it."""
    return platform.release()


def legacy_refusal(packages: tuple[str, ...], release: str, of_model: str) -> Words | None:
    """Why RPi.GPIO cannot be used with these packages, this kernel and this model; None when it can."""
    if len(packages) > 1:
        return both_packages()
    if packages != ("RPi.GPIO",):
        return Words(
            f'没有安装 RPi.GPIO：在接法里写 library = "lgpio"，或 {pip("install", "RPi.GPIO")}',
            f'RPi.GPIO is not installed: write library = "lgpio" in the wiring, or {pip("install", "RPi.GPIO")}',
        )
    if "Raspberry Pi 5" in of_model:
        return Words(
            '树莓派 5 不能用 RPi.GPIO：在接法里写 library = "lgpio"',
            'RPi.GPIO does not work on a Raspberry Pi 5: write library = "lgpio" in the wiring',
        )
    number = re.match(r"(\d+)\.(\d+)", release)
    if number and (int(number[1]), int(number[2])) >= BROKEN_SINCE:
        return Words(
            f'内核 {release} 起 RPi.GPIO 收不到按键（6.6 以后都不行）：在接法里写 library = "lgpio"',
            f'with the kernel {release} RPi.GPIO hears no buttons (none since 6.6 does): write library = "lgpio" in'
            " the wiring",
        )
    return None


def both_packages() -> Words:
    """What to do where both packages are installed."""
    command = pip("uninstall", *RPI_PACKAGES)
    return Words(
        f"RPi.GPIO 和 rpi-lgpio 同时装着，互相覆盖：两个都卸载（{command}），再装要用的一个",
        "RPi.GPIO and rpi-lgpio are both installed and overwrite each other: uninstall both"
        f" ({command}), then install the one you need",
    )


def bad_work_folder(folder: str) -> Words | None:
    """Why lgpio cannot keep its pipe in `folder` (the variable LG_WD); None when it can."""
    if Path(folder).is_absolute() and Path(folder).is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return None
    return Words(
        f"环境变量 LG_WD={folder} 不能用：要写一个已有的、可写的绝对路径，或不设这个变量",
        f"the variable LG_WD={folder} does not do: it must be an absolute path of a folder that exists and can be"
        " written, or be unset",
    )

"""A direct table on gpiozero's own lgpio factory, with a stand-in for the library below it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_direct_table_on_gpiozeros_own_factory_from_start_to_close() -> None:
    """Found by label on chip 4; the kernel's times; an exception ends no thread; busy lines are freed, lamps low."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.hardware.lgpio_child"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert "" == run.stderr
    assert [
        "held (2,)",
        "edges {(3, True)}",
        "after an exception True",
        "key [('ok', True), ('ok', False)]",
        "lamp 1 chips [4, 4]",
        "closed 0 [] []",
        "lamps rest True",
        "pad 5 GPIO8（24 脚） 被“spi0 CS0”占用：关掉 SPI、串口、单总线，或停掉那个程序",
        "pins 0 1号的灯不亮：GPIO17（11 脚） 被另一个用 lgpio 的程序占用：关掉 SPI、串口、单总线，或停掉那个程序",
        'GPIO18 (pin 12) is in use by "spi1 CS0": switch SPI, serial or 1-wire off, or stop that program',
        "threads 2",
    ] == run.stdout.splitlines()

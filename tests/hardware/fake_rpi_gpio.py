"""RPi.GPIO on a machine without pins: what gpiozero's own factory asks of it, and how each line was left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

BCM: Final = 11
OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 0, 1, 40, 41, 42, 43, -1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33

functions: dict[int, int] = {}
pulls: dict[int, int] = {}
levels: dict[int, int] = {}


def setmode(_mode: int) -> None:
    """Lines are called by their BCM numbers."""


def setwarnings(_on: bool) -> None:
    """Nobody is warned."""


def setup(line: int, function: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
    functions[line], pulls[line] = function, pull_up_down
    levels[line] = initial if initial >= 0 else int(pull_up_down == PUD_UP)


def cleanup(line: int | None = None) -> None:
    """A line becomes an input that is pulled nowhere; without a line, every one that was ever set up does."""
    for each in list(functions) if line is None else [line]:
        functions[each], pulls[each] = IN, PUD_OFF


def gpio_function(line: int) -> int:
    return functions.get(line, IN)


def output(line: int, level: object) -> None:
    levels[line] = int(bool(level))


def input(line: int) -> int:  # noqa: A001 - its name there
    return levels[line]


def add_event_detect(line: int, edges: int, callback: Callable[[int], None], bouncetime: int) -> None:
    """No edge ever comes."""


def remove_event_detect(line: int) -> None:
    """None is listened for any more."""

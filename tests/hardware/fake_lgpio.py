"""lgpio on a machine without pins: what gpiozero's own factory asks of it, and the one thread that hears all edges.

Stands in for the module in a process of its own. There are two chips, the header's is number 4.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

SET_ACTIVE_LOW, SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 4, 32, 64, 128
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
IS_OUTPUT: Final = 2

LABELS: Final = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}


class error(Exception):  # noqa: N801 - its name there
    """What lgpio raises."""


levels: dict[int, int] = {}
modes: dict[int, int] = {}
pressed: set[int] = set()
busy: set[int] = set()
"""Lines that refuse to be claimed once, as while an event is in flight."""
owners: dict[int, str] = {}
"""Who else has a line, and keeps it."""
opened: list[int] = []


class _Listener(threading.Thread):
    """As in lgpio: an exception in a callback ends it, and with it every edge of every line."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.edges: SimpleQueue[tuple[int, int, int, int]] = SimpleQueue()
        self.callbacks: list[tuple[int, int, Callable[..., object]]] = []
        self.start()

    def run(self) -> None:
        while True:
            chip, line, level, tick = self.edges.get()
            for on_chip, on_line, called in self.callbacks:
                if (on_chip, on_line) == (chip, line):
                    called(chip, line, level, tick)


_notify_thread: Final = _Listener()


def move(line: int, level: int) -> int:
    """The world changes a line of the header; the kernel's time of it."""
    levels[line] = level
    (pressed.discard if level else pressed.add)(line)
    tick = time.monotonic_ns()
    _notify_thread.edges.put((4, line, level, tick))
    return tick


def gpiochip_open(number: int) -> int:
    if number not in LABELS:
        raise error("can not open gpiochip")
    opened.append(number)
    return number


def gpiochip_close(handle: int) -> None:
    opened.remove(handle)


def gpio_get_chip_info(handle: int) -> list[Any]:
    return [0, 54, f"gpiochip{handle}", LABELS[handle]]


def gpio_get_line_info(_handle: int, line: int) -> list[Any]:
    return [0, line, 1, f"GPIO{line}", owners.get(line, "")]


def gpio_claim_input(_handle: int, line: int, flags: int = 0) -> None:
    if line in owners:
        raise error("GPIO busy")
    if line in busy:
        busy.remove(line)
        raise error("GPIO busy")
    modes[line] = flags & ~IS_OUTPUT
    levels[line] = 1 if flags & SET_PULL_UP and line not in pressed else levels.get(line, 0)


def gpio_claim_output(_handle: int, line: int, level: int = 0, _flags: int = 0) -> None:
    modes[line] = IS_OUTPUT
    levels[line] = level


def gpio_claim_alert(_handle: int, line: int, _edges: int, flags: int = 0) -> None:
    modes[line] = flags


def gpio_free(_handle: int, line: int) -> None:
    modes.pop(line, None)


def gpio_get_mode(_handle: int, line: int) -> int:
    return modes.get(line, 0)


def gpio_read(_handle: int, line: int) -> int:
    return levels[line]


def gpio_write(_handle: int, line: int, level: int) -> None:
    levels[line] = int(level)


def gpio_set_debounce_micros(_handle: int, _line: int, micros: int) -> None:
    assert micros == 0, "debounce is ours"


class callback:  # noqa: N801 - its name there
    """A handler of a line's edges."""

    def __init__(self, handle: int, line: int, _edges: int, called: Callable[..., object]) -> None:
        self._entry = (handle, line, called)
        _notify_thread.callbacks.append(self._entry)

    def cancel(self) -> None:
        if self._entry in _notify_thread.callbacks:
            _notify_thread.callbacks.remove(self._entry)

"""Hands that press and eyes that look: the outside of the guest's simulated pins. For any process of the guest.

A button connects its pin to ground and a lamp is lit while its pin is high, as on a table. What the kernel's gpio-sim
does besides: an input that a program asks to be pulled up lets go of what pressed it, and a pin that is given back
takes the level of its pull again, which is low where nobody pulled.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable

CHIPS: Final = Path("/sys/kernel/config/gpio-sim")
LOOK_S: Final = 0.0005
"""How long eyes are shut between two looks at a thing that tells nobody when it changes."""
PATIENCE_S: Final = 10.0
"""How long anything may take on a busy machine."""

TICK_S: Final = 0.002
"""How long fingers take at least: this kernel tells of an edge at its next tick, and misses what is over before."""

_UP: Final = b"pull-up"
_DOWN: Final = b"pull-down"


def until(true: Callable[[], bool], what: str, patience_s: float = PATIENCE_S, look_s: float = LOOK_S) -> None:
    """Wait for `true`, looking every `look_s`; AssertionError with `what` when it does not come within `patience_s`."""
    never = threading.Event()
    for _ in range(int(patience_s / look_s)):
        if true():
            return
        never.wait(look_s)
    assert true(), f"waited {patience_s} s in vain: {what}"


def stays(true: Callable[[], bool], what: str, long_s: float) -> None:
    """Look for `long_s` whether `true` remains so; AssertionError with `what` when it does not."""
    never = threading.Event()
    for _ in range(int(long_s / LOOK_S)):
        assert true(), what
        never.wait(LOOK_S)


class Pins:
    """The pins of one chip, by their numbers on it."""

    def __init__(self, name: str = "pi") -> None:
        """The chip that the guest made under `name`: "pi" or "board"."""
        device = (CHIPS / name / "dev_name").read_text(encoding="ascii").strip()
        chip = (CHIPS / name / "bank0" / "chip_name").read_text(encoding="ascii").strip()
        self._lines = Path("/sys/devices/platform") / device / chip
        self._files: dict[Path, int] = {}

    def pull(self, pin: int, *, high: bool) -> None:
        """Something outside pulls `pin` up, or down."""
        os.pwrite(self._file(pin, "pull", os.O_WRONLY), _UP if high else _DOWN, 0)

    def press(self, *pins: int) -> None:
        """Close the buttons on `pins`, one straight after the other."""
        for pin in pins:
            self.pull(pin, high=False)

    def let_go(self, *pins: int) -> None:
        """Open them again."""
        for pin in pins:
            self.pull(pin, high=True)

    def bounce(self, pin: int, times: int, *, down: bool, gap_s: float = 0.0) -> None:
        """Close (or open, not `down`) the button on `pin` with a contact that bounces `times` times on the way."""
        never = threading.Event()
        for _ in range(times):
            for high in (not down, down):
                self.pull(pin, high=high)
                never.wait(gap_s)
        self.pull(pin, high=not down)

    def high(self, pin: int) -> bool:
        """Whether `pin` is high: its lamp is lit."""
        return os.pread(self._file(pin, "value", os.O_RDONLY), 2, 0)[:1] == b"1"

    def lit(self, pins: tuple[int, ...]) -> set[int]:
        """Those of `pins` that are high."""
        return {pin for pin in pins if self.high(pin)}

    def close(self) -> None:
        """Look away."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()

    def _file(self, pin: int, name: str, flags: int) -> int:
        path = self._lines / f"sim_gpio{pin}" / name
        if path not in self._files:
            self._files[path] = os.open(path, flags)
        return self._files[path]


class Watch:
    """Somebody who keeps an eye on pins and remembers all that was seen, until the watch is over."""

    def __init__(self, pins: Pins, watched: tuple[int, ...]) -> None:
        """Watch the pins `watched` of `pins` from now on; for a `with` statement."""
        self.seen: list[set[int]] = []
        """The pins that were high, each time that changed; the first is how they were at the beginning."""
        self.times: list[int] = []
        """When each of these was seen, in ns of the monotonic clock."""
        self._pins = pins
        self._watched = watched
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="eyes")

    def __enter__(self) -> Self:
        self._see(self._pins.lit(self._watched))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(PATIENCE_S)

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            self._see(self._pins.lit(self._watched))

    def _see(self, lit: set[int]) -> None:
        if not self.seen or self.seen[-1] != lit:
            self.times.append(time.monotonic_ns())
            self.seen.append(lit)

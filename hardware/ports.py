"""What the shell asks of the table's body. Each port says what an adapter must and may do.

Inputs are values put into the daemon's inbox by any thread; outputs are "latest wins": the newest
frame replaces one that was not yet shown. No adapter ever raises into the loop.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

if TYPE_CHECKING:
    from PIL import Image

NS_PER_MS: Final = 1_000_000
"""Nanoseconds in a millisecond: clocks count in ns, everything at the table in ms."""


class Edge(msgspec.Struct, frozen=True):
    """A raw level change of a seat's button at `at_ns` (monotonic clock of the edge itself), before debounce."""

    seat: int
    down: bool
    at_ns: int


class Key(StrEnum):
    """The four staff keys."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"


class KeyEdge(msgspec.Struct, frozen=True):
    """A raw level change of a staff key."""

    key: Key
    down: bool
    at_ns: int


class Pattern(StrEnum):
    """What a lamp does (seat-language 2). Periods: fast 4 Hz, slow 1 Hz, half on and half off, on first."""

    OFF = "off"
    STEADY = "steady"
    FAST = "fast"
    SLOW = "slow"
    DOUBLE = "double"
    """Two flashes of 120 ms with 120 ms between, once, then dark."""
    HEARTBEAT = "heartbeat"


class Lamp(msgspec.Struct, frozen=True):
    """The lamp of `seat` shows `pattern`, begun at `since_ns` (patterns are functions of time since then)."""

    seat: int
    pattern: Pattern
    since_ns: int


LampFrame = tuple[Lamp, ...]
"""All lamps that are not off, ascending by seat; a seat that is missing is off."""


class Lamps(Protocol):
    """The seats' lamps.

    Must: take a frame from the loop without blocking; the newest frame wins. May: drop frames in
    between. Errors: kept and reported as health, never raised.
    """

    def show(self, frame: LampFrame) -> None:
        """Make the lamps look like `frame` from now on."""


class Display(Protocol):
    """The staff's 128x64 one-bit display. Same rules as `Lamps`."""

    def show(self, image: Image.Image) -> None:
        """Show `image` (mode "1", 128x64) from now on."""


class Clock(Protocol):
    """Monotonic time in ns, and the wall clock's minute of the day (only for 单顺双逆)."""

    def now_ns(self) -> int:
        """Monotonic nanoseconds."""

    def minute_of_day(self) -> int:
        """hour * 60 + minute of the local clock."""


class Timer(Protocol):
    """A timer that was set."""

    def cancel(self) -> None:
        """Never fire; harmless when it already has."""


class Timers(Protocol):
    """Timers of the one deciding thread, on the injected clock."""

    def now_ns(self) -> int:
        """The clock's time."""

    def call_at(self, at_ns: int, action: Action) -> Timer:
        """Run `action` at `at_ns` or as soon after as the loop can.

        At one instant: the inbox first, then timers in the order they were set.
        """


class Action(Protocol):
    """Something to do on the deciding thread."""

    def __call__(self) -> None:
        """Do it."""

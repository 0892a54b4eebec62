"""What the shell asks of the table's body. Each port says what an adapter must and may do.

Inputs are values put into the daemon's inbox by any thread; outputs are "latest wins": the newest
frame replaces one that was not yet shown. No adapter ever raises into the loop.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from hardware.words import Words

if TYPE_CHECKING:
    from PIL import Image

    from hardware.wiring import Oled

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
    """A level change of a staff key.

    `lost`: no finger has let it go, it just cannot be read any more. What was shown while it was held is hidden, and
    nothing of what letting go does is done.
    """

    key: Key
    down: bool
    at_ns: int
    lost: bool = False


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


class Device(StrEnum):
    """What of the body a report of health is about."""

    BUS = "bus"
    CHIP = "chip"
    """An expander; its number is the address."""
    PAD = "pad"
    """One seat's button; its number is the seat."""
    KEYS = "keys"
    """The staff keys, or the chip that reads them."""
    OLED = "oled"
    PINS = "pins"
    """The pins of the Pi itself."""


class Condition(StrEnum):
    """How a device is."""

    OK = "ok"
    DEGRADED = "degraded"
    """It works, but not as it should: it was reset, it makes errors, a button is noisy."""
    ABSENT = "absent"
    """It does not answer."""


class Health(msgspec.Struct, frozen=True):
    """A device has become `condition`. Put into the inbox when that changes or presses were missed, not otherwise.

    `number` tells devices of a kind apart (0 where there is one only). `seats`: whose button and lamp it carries,
    ascending. `detail`: one line for the log and the doctor, in both languages; never a secret. `missed`: a press that
    began and ended since the device was last known to be well may have gone unseen (a chip that was reset between two
    checks, a bus that hung); whoever it concerned is asked again. That is told every time, and never depends on
    whether anybody pressed. A device that was absent has missed presses anyway.
    """

    device: Device
    condition: Condition
    at_ns: int
    number: int = 0
    seats: tuple[int, ...] = ()
    detail: Words = Words("", "")
    missed: bool = False

    @property
    def told_by_scan(self) -> bool:
        """Whether a look at the device finds it, whoever presses and whatever lamp is lit; only this may show by night.

        A button that chatters, edges or an interrupt that stay away, a lamp's pin that cannot be set: these come out
        at the instant of a press or of a lamp, and so does their end. A lost one's return is found by looking too.
        """
        return self.condition is Condition.ABSENT or self.device not in (Device.PAD, Device.PINS)


class SeatPort(Lamps, Protocol):
    """The buttons and lamps of all seats. Same rules as `Lamps`; edges and health go into the inbox it was made with.

    Must: put every level change as an `Edge` with its own time; read each pressed pin again at least every 250 ms and
    report what it finds, so that a lost release comes out; never debounce. An error of a bus or pin is a `Health`.
    """

    def start(self) -> tuple[int, ...]:
        """Put all lamps off and begin to report; the seats whose buttons were found down, ascending.

        Raises:
            NoHardware: there is nothing to read at all. A missing part of it is a `Health` instead.
        """

    def beats(self) -> int:
        """How often the port has come round: a number for the watchdog, and 0 until an input has really been read once.

        It moves when the inputs have been read, and also when nothing answers and all was done on time that can be
        done about it: that has been told as health, staff are called, and a new start of the program could do no more.
        It stands still when the port is stuck: in a transfer that never returns, or in a fault of its own.
        """

    def close(self) -> None:
        """Put all lamps off, stop, and free the pins. Harmless when called again."""


class KeyPort(Protocol):
    """The four staff keys; they put `KeyEdge` into the inbox they were made with, already debounced.

    Must: tell of a key that was told down, and that cannot be read any more, as up and `lost`, at once.
    """

    def start(self) -> None:
        """Begin to report. NoHardware: they cannot be opened."""

    def close(self) -> None:
        """Stop and free the pins. Harmless when called again."""


class DisplayPort(Display, Protocol):
    """The display of a real table, with what a menu of tests asks of it.

    It rests when it is not used: dimmed after a minute, dark after five. A picture that is not the one before is use.
    """

    @property
    def oled(self) -> Oled:
        """How the display is wired."""

    @property
    def asleep(self) -> bool:
        """Whether it is dark because nobody used it: a key should then only `touch`. Never when it does not answer."""

    def touch(self) -> None:
        """Staff pressed a key: light up."""

    def keep_lit(self, *, on: bool) -> None:
        """Whether it is never dark, only dimmed, when nothing is done: a game is open."""

    def use(self, oled: Oled) -> None:
        """From now on the display is one wired as `oled` says, on the same bus; what is shown is sent to it at once."""

    def start(self) -> None:
        """Begin to look for the display and to show what is wanted; never raises, a display is optional."""

    def close(self) -> None:
        """Leave the panel blank and free it. Harmless when called again."""


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

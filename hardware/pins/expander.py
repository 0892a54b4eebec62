"""gpiozero on expanders: a pin factory for MCP23017, for unchanged devices of gpiozero.

Pins are called X0A0 to X2B7: chip, port, line; chips are numbered in the order of their addresses as given. The
factory has a table of pins and reservations of its own: those that gpiozero makes for the Pi's chips share one, where
line 8 of a second chip silently is line 8 of the first.

What a device reads is what the last scan found, never a transaction; what it sets is on its way when the call returns.
No error of the bus ever comes out of a device: what was wished is kept, and done when the chip is back. There is no
PWM, no pull down and no debounce; GPA7 and GPB7 are outputs only. A pin that is closed is an output, and low.
Handlers run on the thread of the expanders: they hand on what happened, and return.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from types import MethodType
from typing import TYPE_CHECKING, Any, Final
from weakref import ReferenceType, WeakMethod, ref

from gpiozero import (
    Factory,
    Pin,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinSetInput,
)
from gpiozero.pins import BoardInfo, HeaderInfo, PinInfo

from hardware.expanders import Expanders
from hardware.mcp23017 import LINES, OUTPUTS_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.expander_chip import Change
    from hardware.expander_link import PiLines
    from hardware.expanders import Owner
    from hardware.i2c import Bus
    from hardware.ports import Clock, Condition, Device
    from hardware.words import Words

EDGES: Final = {"both": (True, False), "rising": (True,), "falling": (False,), "none": ()}


def pin_name(chip: int, line: int) -> str:
    """What `line` (0-7: GPA0-7, 8-15: GPB0-7) of the chip number `chip` is called."""
    return f"X{chip}{'AB'[line // 8]}{line % 8}"


class ExpanderPin(Pin):  # type: ignore[misc]
    """One line of a chip."""

    def __init__(self, factory: ExpanderFactory, info: PinInfo, chip: int, line: int) -> None:
        """Known, and left as it is."""
        super().__init__()
        self.factory = factory
        self.chip = chip
        self.line = line
        self._info = info
        self._expanders = factory.expanders
        self._edges = "both"
        self._when_changed: ReferenceType[Any] | None = None

    def __repr__(self) -> str:
        return str(self._info.name)

    def close(self) -> None:
        """Nobody uses it any more: low, and an output, so that it makes no noise."""
        self._when_changed = None
        self._expanders.output(self.chip, self.line, on=False)

    def output_with_state(self, state: float) -> None:
        """Make it an output that begins with `state`."""
        self._expanders.output(self.chip, self.line, on=bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Make it an input, pulled `up` or `floating`."""
        self._make_input(pull)

    def _get_info(self) -> PinInfo:
        return self._info

    def _get_function(self) -> str:
        return "input" if self._expanders.is_input(self.chip, self.line) else "output"

    def _set_function(self, value: str) -> None:
        if value == "input":
            self._make_input("floating")
        elif value == "output":
            self._expanders.output(self.chip, self.line, on=self._get_function() == "output" and self._get_state() == 1)
        else:
            raise PinInvalidFunction(f"{self} is an input or an output, not {value}")

    def _get_state(self) -> int:
        return int(self._expanders.level(self.chip, self.line))

    def _set_state(self, value: float) -> None:
        if self._get_function() == "input":
            raise PinSetInput(f"{self} is an input, its state cannot be set")
        self._expanders.output(self.chip, self.line, on=bool(value))

    def _get_pull(self) -> str:
        return "up" if self._expanders.is_pulled_up(self.chip, self.line) else "floating"

    def _set_pull(self, value: str) -> None:
        if self._get_function() != "input":
            raise PinFixedPull(f"{self} is an output, it has no pull")
        self._make_input(value)

    def _get_bounce(self) -> float | None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce(f"{self} is not debounced: do that from the times of its edges")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"{self} watches {', '.join(EDGES)}, not {value}")
        self._edges = value

    def _get_when_changed(self) -> Any:
        return None if self._when_changed is None else self._when_changed()

    def _set_when_changed(self, value: Any) -> None:
        # Only a weak reference: a device that nobody holds any more must be able to go.
        if value is None:
            self._when_changed = None
        else:
            self._when_changed = WeakMethod(value) if isinstance(value, MethodType) else ref(value)

    def call(self, at_ns: int, *, level: bool) -> None:
        """Its level has changed."""
        handler = self._get_when_changed()
        if handler is not None and level in EDGES[self._edges]:
            handler(at_ns, int(level))

    def _make_input(self, pull: str) -> None:
        if OUTPUTS_ONLY >> self.line & 1:
            raise PinInvalidFunction(f"{self} is an output only: as an input it corrupts the bus")
        if pull == "down":
            raise PinFixedPull(f"{self} has no pull down")
        if pull not in ("up", "floating"):
            raise PinInvalidPull(f"{self} is pulled up or floating, not {pull}")
        self._expanders.input(self.chip, self.line, pulled_up=pull == "up")


class ExpanderFactory(Factory):  # type: ignore[misc]
    """Pins of all chips of one bus. Ticks are nanoseconds of the clock it was given.

    Make the devices, then `start`, so that every chip is set up once and right. Close the devices, then the factory.
    """

    def __init__(
        self,
        bus: Bus,
        addresses: Sequence[int],
        clock: Clock,
        *,
        lines: PiLines | None = None,
        owner: Owner | None = None,
    ) -> None:
        """Chip number n has `addresses[n]`; `owner` is told what happens to chips, and says when outputs change."""
        super().__init__()
        self.expanders = Expanders(bus, addresses, clock, self, lines)
        self._clock = clock
        self._owner = owner
        self._pins: dict[tuple[int, int], ExpanderPin] = {}
        self._pin_lock = threading.Lock()
        self._board = _board(len(addresses))

    def start(self) -> bool:
        """Set up the chips and look after them from now on; whether any of them answers."""
        return self.expanders.start()

    def close(self) -> None:
        """All outputs low, and the thread ended."""
        self.expanders.close()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """What devices set inside is written together, in one transaction a chip."""
        with self.expanders.batch():
            yield

    def pin(self, name: str) -> ExpanderPin:
        """The pin of that name: always the same object."""
        for _, info in self._board.find_pin(name):
            place = (int(info.name[1]), "AB".index(info.name[2]) * 8 + int(info.name[3]))
            with self._pin_lock:
                if place not in self._pins:
                    self._pins[place] = ExpanderPin(self, info, *place)
                return self._pins[place]
        raise PinInvalidPin(f"{name} is no pin of an expander: they are X0A0 to X{len(self.expanders.chips) - 1}B7")

    def ticks(self) -> int:
        """The clock, in ns."""
        return self._clock.now_ns()

    def ticks_diff(self, later: int, earlier: int) -> float:
        """Seconds between two ticks."""
        return (later - earlier) / 1e9

    def changed(self, change: Change) -> None:
        """An input has changed."""
        pin = self._pins.get((change.chip, change.line))
        if pin is not None:
            pin.call(change.at_ns, level=change.level)

    def condition(
        self, device: Device, number: int, condition: Condition, detail: Words, *, missed: bool = False
    ) -> None:
        """A chip, the bus or the INT line have become `condition`."""
        if self._owner is not None:
            self._owner.condition(device, number, condition, detail, missed=missed)

    def turn(self, now_ns: int) -> int | None:
        """A round begins."""
        return None if self._owner is None else self._owner.turn(now_ns)

    def _get_board_info(self) -> BoardInfo:
        return self._board


def _board(chips: int) -> BoardInfo:
    """What gpiozero looks pins up in: a header for each chip, two rows of eight."""
    headers = {}
    for chip in range(chips):
        pins = {}
        for line in range(LINES):
            name = pin_name(chip, line)
            names = frozenset((name,))
            row, column = line % 8 + 1, line // 8 + 1
            pins[line + 1] = PinInfo(line + 1, name, names, "", row, column, frozenset(("gpio",)))
        headers[f"X{chip}"] = HeaderInfo(f"X{chip}", 8, 2, pins)
    return BoardInfo(
        revision="",
        model="MCP23017",
        pcb_revision="",
        released="",
        soc="",
        manufacturer="Microchip",
        memory=0,
        storage="",
        usb=0,
        usb3=0,
        ethernet=0,
        eth_speed=0,
        wifi=False,
        bluetooth=False,
        csi=0,
        dsi=0,
        headers=headers,
        board="",
    )

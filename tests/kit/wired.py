"""A virtual table whose hands and eyes are at the wires: buttons are chips' inputs, lamps their outputs.

Everything between is the daemon's own: expander driver, seat bus, inbox. Time stands still while a press is on its way
through threads, so that it arrives at the instant at which it was pressed. What is on the bus can be pulled off it.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.prompts import Eyes
from firmware.audience import Audience
from firmware.judge import Judge
from firmware.loop import Loop
from hardware.dots import shifted
from hardware.fake_i2c import FakeWire
from hardware.patterns import is_lit
from hardware.ports import NS_PER_MS, Condition, Device, Edge, Health
from hardware.rest import shift
from tests.kit.realtable import PATIENCE_S, Bench, real_table
from tests.kit.table import VirtualTable

if TYPE_CHECKING:
    import pytest
    from PIL import Image

    from engine.seats import Seat
    from hardware.ports import LampFrame, Timers

OLED: Final = 0x3C
"""Where the display is."""

BUS: Final = 0
"""The bus itself, where an address is asked for."""

NOTICED_S: Final = 60
"""Within this everything that comes or goes has been noticed."""

ROUND_S: Final = 0.05
"""How far time jumps while the bus is watched."""

ARRIVED: Final = threading.Condition()
"""Notified whenever an edge has come in, or a chip was written to."""


class HeardLoop(Loop):
    """The daemon's loop, which tells when an edge of a seat has come in."""

    edges = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Nothing has come in."""
        super().__init__(*arguments, **named)
        self.known: dict[tuple[Device, int], Condition] = {}
        """What each device has reported of itself last."""

    def put(self, value: object) -> None:
        """Leave `value` for the deciding thread."""
        super().put(value)
        with ARRIVED:
            if isinstance(value, Edge):
                self.edges += 1
            elif isinstance(value, Health):
                self.known[value.device, value.number] = value.condition
            ARRIVED.notify_all()


class HeardWire(FakeWire):
    """A bus that tells when something was written."""

    def write(self, address: int, data: bytes) -> None:
        """One write transaction."""
        super().write(address, data)
        with ARRIVED:
            ARRIVED.notify_all()

    def reset(self) -> None:
        """RESET was pulled."""
        super().reset()
        with ARRIVED:
            ARRIVED.notify_all()


class WirePad:
    """The button of one seat, as far as players use it."""

    def __init__(self, seat: Seat, bench: Bench, loop: HeardLoop, timers: Timers) -> None:
        """Up."""
        self._seat = seat
        self._bench = bench
        self._loop = loop
        self._timers = timers

    def press(self, at_ns: int, hold_ms: int = 120) -> None:
        """Down at `at_ns`, up `hold_ms` later."""
        self._timers.call_at(at_ns, self._down)
        self._timers.call_at(at_ns + hold_ms * NS_PER_MS, self._up)

    def _down(self) -> None:
        self._move(down=True)

    def _up(self) -> None:
        self._move(down=False)

    def _move(self, *, down: bool) -> None:
        before, heard = self._loop.edges, self._bench.is_set_up(self._seat)
        (self._bench.press if down else self._bench.let_go)(self._seat)
        if not heard:
            return  # perhaps it is, later
        with ARRIVED:
            assert ARRIVED.wait_for(lambda: self._loop.edges > before, PATIENCE_S), f"seat {self._seat} was not heard"


class LampWatch(Audience):
    """Looks at the chips whenever the judge has set the lamps."""

    def __init__(self, table: WiredTable) -> None:
        """Nothing was seen yet."""
        self._table = table
        self.frames = 0
        self.seen_lit: set[int] = set()

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """What gives light is what the judge says, at this very instant and nowhere else; without a chip it is dark."""
        del eyes
        bench, now_ns = self._table.bench, self._table.now_ns
        wanted = {lamp.seat for lamp in frame if is_lit(lamp, now_ns)}

        def lit() -> set[int]:
            return {seat for seat in bench.wiring.numbers if bench.lit(seat)}

        def lawful() -> bool:
            return lit() == {seat for seat in wanted if bench.is_set_up(seat)}

        with ARRIVED:
            assert ARRIVED.wait_for(lawful, PATIENCE_S), f"lit {lit()}, not {wanted}"
        self.frames += 1
        self.seen_lit |= wanted


class WiredTable(VirtualTable):
    """A virtual table with a real body on modelled chips."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, stack: ExitStack, *arguments: Any, **named: Any
    ) -> None:
        """The daemon keeps its state in `folder`, and is closed by `stack`."""
        self.bench = Bench()
        self.bench.rewire(HeardWire())
        self._folder = folder
        self._patch = patch
        self._stack = stack
        self.watch = LampWatch(self)
        super().__init__(*arguments, **named)

    def _boot(self) -> None:
        """Switch the machine on."""

        def judge(**named: Any) -> Judge:
            followers = (*named.pop("audience"), self.watch, *self._audience)
            return Judge(audience=followers, threaded_journal=False, **named)

        self._patch.setattr("firmware.realtable.Judge", judge)
        self._patch.setattr("firmware.realtable.Loop", HeardLoop)
        self.machine = self._stack.enter_context(real_table(self.bench, self._folder, clock=self.clock))
        self.loop = self.machine.loop
        self.judge = self.machine.judge
        assert isinstance(self.loop, HeardLoop)
        self.pads = {seat: WirePad(seat, self.bench, self.loop, self.loop) for seat in self.seats}  # type: ignore[misc]

    def pull_off(self, *addresses: int) -> None:
        """Pull what is at `addresses` off the wire; returns when that has been noticed."""
        for address in addresses:
            self.bench.wires[1].unplug(address)
        self.until_known(Condition.ABSENT, *addresses)

    def put_back(self, *addresses: int) -> None:
        """Plug it in again; returns when that has been noticed."""
        for address in addresses:
            chip = self.bench.oled if address == OLED else self.bench.chips[address]
            self.bench.wires[1].plug(address, chip)
        self.until_known(Condition.OK, *addresses)

    def until_known(self, condition: Condition, *addresses: int) -> None:
        """Let time pass until those at `addresses` (`BUS`: the bus itself) have reported `condition`."""
        loop = self.loop
        assert isinstance(loop, HeardLoop)
        places = [
            (Device.BUS, 0) if address == BUS else (Device.OLED, 0) if address == OLED else (Device.CHIP, address)
            for address in addresses
        ]

        def noticed() -> bool:
            return all(loop.known.get(place) is condition for place in places)

        deadline_ns = self.now_ns + NOTICED_S * 1000 * NS_PER_MS
        while not noticed():
            assert self.now_ns < deadline_ns, f"nobody noticed that {places} are {condition.value}: {loop.known}"
            self.pass_bus(2 * ROUND_S)
            if OLED in addresses:
                self.pass_bus(8 * ROUND_S)
                # Its thread waits by the machine's clock, and is drawn to ten times a second at most.
                with ARRIVED:
                    ARRIVED.wait_for(noticed, ROUND_S)
        self.wait(0)

    def pass_bus(self, seconds: float) -> None:
        """Let time pass while the thread of the bus keeps up with it, as it does where time is real."""
        for _ in range(round(seconds / ROUND_S)):
            self.wait(ROUND_S)
            assert self.machine.body.seats.settle(PATIENCE_S)  # type: ignore[attr-defined]
        self.wait(0)

    def until_shown(self, image: Image.Image) -> None:
        """Wait until the glass shows `image`, moved by the dot or two that spare it."""
        # A display is drawn ten times a second at most, and here time stands still.
        self.wait(1)

        def shown() -> bool:
            seen = self.bench.picture.tobytes()
            return any(shifted(image, *shift(minute)).tobytes() == seen for minute in range(4))

        with ARRIVED:
            assert ARRIVED.wait_for(shown, PATIENCE_S), "the display shows something else"

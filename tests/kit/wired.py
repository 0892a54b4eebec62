"""A virtual table whose hands and eyes are at the wires: buttons are chips' inputs, lamps their outputs.

Everything between is the daemon's own: expander driver, seat bus, inbox. Time stands still while a press is on its way
through threads, so that it arrives at the instant at which it was pressed.
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
from hardware.ports import NS_PER_MS, Edge
from hardware.rest import shift
from tests.kit.realtable import PATIENCE_S, Bench, real_table
from tests.kit.table import VirtualTable

if TYPE_CHECKING:
    import pytest
    from PIL import Image

    from engine.seats import Seat
    from hardware.ports import LampFrame, Timers

ARRIVED: Final = threading.Condition()
"""Notified whenever an edge has come in, or a chip was written to."""


class HeardLoop(Loop):
    """The daemon's loop, which tells when an edge of a seat has come in."""

    edges = 0

    def put(self, value: object) -> None:
        """Leave `value` for the deciding thread."""
        super().put(value)
        if isinstance(value, Edge):
            with ARRIVED:
                self.edges += 1
                ARRIVED.notify_all()


class HeardWire(FakeWire):
    """A bus that tells when something was written."""

    def write(self, address: int, data: bytes) -> None:
        """One write transaction."""
        super().write(address, data)
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
        before = self._loop.edges
        (self._bench.press if down else self._bench.let_go)(self._seat)
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
        """What gives light is what the judge says, at this very instant and nowhere else."""
        del eyes
        bench, now_ns = self._table.bench, self._table.now_ns
        wanted = {lamp.seat for lamp in frame if is_lit(lamp, now_ns)}

        def lit() -> set[int]:
            return {seat for seat in bench.wiring.numbers if bench.lit(seat)}

        with ARRIVED:
            assert ARRIVED.wait_for(lambda: lit() == wanted, PATIENCE_S), f"lit {lit()}, not {wanted}"
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

    def until_shown(self, image: Image.Image) -> None:
        """Wait until the glass shows `image`, moved by the dot or two that spare it."""
        # A display is drawn ten times a second at most, and here time stands still.
        self.wait(1)

        def shown() -> bool:
            seen = self.bench.picture.tobytes()
            return any(shifted(image, *shift(minute)).tobytes() == seen for minute in range(4))

        with ARRIVED:
            assert ARRIVED.wait_for(shown, PATIENCE_S), "the display shows something else"

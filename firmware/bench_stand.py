"""A table to be measured: the real adapters on modelled wires, a judge on his loop, and a finger that presses."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from audio.say import Language
from engine.seats import seats_of
from firmware.boards import preset_boards
from firmware.clock import RealClock
from firmware.journal import MemoryJournal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.menu.actions import CheckSeats
from firmware.table.pace import NORMAL
from hardware.body import open_body
from hardware.debounce import DOWN_STAYS_NS
from hardware.fake_i2c import FakeIntLine, FakeMcp23017, FakeWire
from hardware.i2c import Wire, open_wire
from hardware.ports import Edge
from hardware.wiring import Chip, Expander, Profile, SeatPins, Wiring

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S: Final = 30
ANSWER_S: Final = 2.0
TRIES: Final = 5
RESTS_S: Final = 0.06
"""Longer than a contact is not believed after a press (30 ms) and has to stay open (15 ms)."""
INT: Final = 17


class _Again:
    """Put into the inbox: begin the seat check anew, all lamps dark; `done` is set then."""

    def __init__(self) -> None:
        self.done = threading.Event()


class _Watched(FakeMcp23017):
    """A chip that tells when its outputs were written."""

    def __init__(self, written: Callable[[], None]) -> None:
        super().__init__()
        self._written = written

    def write(self, data: bytes) -> None:
        """As the chip does, and tell."""
        super().write(data)
        self._written()


class _Dull:
    """A display that takes everything and keeps nothing: what a model costs is not to be measured."""

    def write(self, data: bytes) -> None:
        """Taken."""

    def read(self, register: int, count: int) -> bytes:
        """Nothing."""
        del register
        return bytes(count)

    def receive(self, count: int) -> bytes:
        """Nothing."""
        return bytes(count)


def expander_wiring(seats: int) -> Wiring:
    """Six seats a chip."""
    chips = tuple(
        Chip(address=0x20 + n, seats=tuple(range(first, min(first + 6, seats + 1))))
        for n, first in enumerate(range(1, seats + 1, 6))
    )
    expander = Expander(chips=chips, interrupt=INT, reset=None)
    return Wiring(profile=Profile.EXPANDER, name="bench", expander=expander)


def direct_wiring(seats: int) -> Wiring:
    """Button and lamp of each seat on pins of the Pi."""
    pins = tuple(SeatPins(seat=n, button=3 + n, lamp=15 + n) for n in range(1, seats + 1))
    return Wiring(profile=Profile.DIRECT, name="bench", seats=pins, oled=None)


class Judged:
    """A body with a judge who checks its seats: a press lights its lamp.

    `waits`: the press has to stay for the judge's five milliseconds; without, its edge is told with a time that long
    ago, so that what is measured is the way alone.
    """

    def __init__(
        self, wiring: Wiring, *, waits: bool, factory: Any = None, wire_of: Callable[[int], Wire] = open_wire
    ) -> None:
        """Everything runs when this returns. NoHardware: the body cannot be opened."""
        self.wiring = wiring
        self._early_ns = 0 if waits else DOWN_STAYS_NS
        clock = RealClock()
        self._loop = Loop(clock)
        self._body = open_body(wiring, self._put, clock, wire_of=wire_of, factory=factory)
        self.display = self._body.display
        self._body.start()
        self._judge = Judge(
            loop=self._loop, clock=clock, journal=MemoryJournal(), boards=preset_boards(), pace=NORMAL,
            language=Language.ZH, display=self.display, lamps=self._body.seats, threaded_journal=False,
        )  # fmt: skip
        self._loop.on(_Again, self._begin_again)
        self._thread = threading.Thread(target=self._loop.run, name="bench judge", daemon=True)
        self._thread.start()
        self.again()

    def _put(self, item: object) -> None:
        if isinstance(item, Edge) and self._early_ns:
            item = msgspec.structs.replace(item, at_ns=item.at_ns - self._early_ns)
        self._loop.put(item)

    def _begin_again(self, asked: _Again) -> None:
        self._judge.act(CheckSeats(seats_of(*self.wiring.numbers)))
        asked.done.set()

    def again(self) -> None:
        """All lamps dark, and every seat may press anew: a button that was let go has been so for a moment."""
        threading.Event().wait(RESTS_S)
        asked = _Again()
        self._loop.put(asked)
        assert asked.done.wait(PATIENCE_S), "the judge does not answer"

    def close(self) -> None:
        """End everything."""
        self._loop.stop()
        self._thread.join(PATIENCE_S)
        self._judge.close()
        self._body.close()


class Stand(Judged):
    """The same on modelled wires, with a finger. `bus_time`: every transfer lasts as long as its bits."""

    def __init__(self, wiring: Wiring, *, waits: bool = False, bus_time: bool = False) -> None:
        """Everything runs when this returns."""
        from hardware.pins.bare import mock_pins  # noqa: PLC0415 - no library of pins before it is asked for

        self.wiring = wiring
        self._lit = threading.Event()
        self._written = threading.Condition()
        self._seat, self._lit_ns = 0, 0
        self.unanswered = 0
        self._pins = mock_pins()
        self.wire = FakeWire()
        self.wire.plug(0x3C, _Dull())
        self._chips: dict[int, _Watched] = {}
        self._plug()
        if bus_time:
            self.wire.sleep = threading.Event().wait
        self._watch_pins()
        super().__init__(wiring, waits=waits, factory=self._pins, wire_of=lambda _: self.wire)

    def _plug(self) -> None:
        if self.wiring.expander is None:
            return
        pin = self._pins.pin(INT)
        pin.drive_high()
        line = FakeIntLine(lambda low: (pin.drive_low if low else pin.drive_high)())
        for chip in self.wiring.expander.chips:
            self._chips[chip.address] = _Watched(self._look)
            self.wire.plug(chip.address, self._chips[chip.address])
            line.join(self._chips[chip.address])

    def _watch_pins(self) -> None:
        for pins in self.wiring.seats:
            self._pins.pin(pins.lamp).switched = self._look

    def lit(self, seat: int) -> bool:
        """Whether the lamp of `seat` burns."""
        if self.wiring.expander is None:
            lamp = next(pins.lamp for pins in self.wiring.seats if pins.seat == seat)
            return bool(self._pins.pin(lamp).state)
        chip, line = self._place(seat)
        return chip.gives(8 + line)

    def _place(self, seat: int) -> tuple[_Watched, int]:
        number, line = divmod(seat - 1, 6)
        return self._chips[0x20 + number], line

    def again(self) -> None:
        """All lamps dark; here they really are, or a press would be answered by the light of the one before."""
        super().again()
        with self._written:
            dark = self._written.wait_for(lambda: not any(map(self.lit, self.wiring.numbers)), PATIENCE_S)
        assert dark, "the lamps do not go dark"

    def _look(self) -> None:
        """Note when the lamp that is waited for has come on; on whatever thread writes."""
        with self._written:
            self._written.notify_all()
        if self._seat and not self._lit.is_set() and self.lit(self._seat):
            self._lit_ns = time.perf_counter_ns()
            self._lit.set()

    def press(self, seat: int) -> int:
        """Press; nanoseconds until its lamp burns. Lets go then. A press that no lamp answers is counted and repeated.

        That is so where the release before it was heard so late, on a busy machine, that it was too short to count.
        """
        for _ in range(TRIES):
            self._lit.clear()
            self._seat = seat
            button = self._button(seat)
            began_ns = time.perf_counter_ns()
            button(True)
            answered = self._lit.wait(ANSWER_S)
            took_ns = self._lit_ns - began_ns
            self._seat = 0
            button(False)
            if answered:
                return took_ns
            self.unanswered += 1
            self.again()
        raise AssertionError(f"the lamp of seat {seat} stays dark")

    def press_others(self, seat: int) -> None:
        """Everybody else presses at this moment, too."""
        for other in self.wiring.numbers:
            if other != seat:
                self._button(other)(True)

    def let_go_others(self, seat: int) -> None:
        """They let go."""
        for other in self.wiring.numbers:
            if other != seat:
                self._button(other)(False)

    def _button(self, seat: int) -> Callable[[bool], Any]:
        if self.wiring.expander is None:
            pin = self._pins.pin(next(pins.button for pins in self.wiring.seats if pins.seat == seat))
            return lambda down: (pin.drive_low if down else pin.drive_high)()
        chip, line = self._place(seat)
        return lambda down: (chip.press if down else chip.let_go)(line)

    def close(self) -> None:
        """End everything."""
        super().close()
        self._pins.reset()

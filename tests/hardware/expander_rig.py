"""A table of expanders on a fake wire: gpiozero's mock pins for INT and RESET, a clock that is moved by hand."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.fake_i2c import FakeIntLine, FakeMcp23017, FakeWire
from hardware.i2c import Bus
from hardware.ports import NS_PER_MS, Edge, Health, Lamp, Pattern
from hardware.seatbus import ExpanderSeats
from hardware.wiring import Chip, Expander, Profile, Wiring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.ports import LampFrame

INT, RESET = 17, 27
PATIENCE_S = 20.0
"""Long enough for a busy machine; nothing waits that long where it works."""


class HandClock:
    """Time that moves when a test says so."""

    def __init__(self) -> None:
        self.time_ns = 1_000_000 * NS_PER_MS

    def now_ns(self) -> int:
        return self.time_ns

    def minute_of_day(self) -> int:
        return 0

    def pass_ms(self, ms: float) -> None:
        self.time_ns += int(ms * NS_PER_MS)


def mock_factory(wire: FakeWire) -> MockFactory:
    """Mock pins; the one of RESET is soldered to the chips of `wire`."""

    class Soldered(MockPin):  # type: ignore[misc]
        def _change_state(self, value: bool) -> bool:
            changed = bool(super()._change_state(value))
            if changed and not value and self.info.name == f"GPIO{RESET}" and self.function == "output":
                wire.reset()
            return changed

    factory = MockFactory(pin_class=Soldered)
    factory.pin(f"GPIO{INT}").drive_high()
    return factory


def wiring(seats: int = 18, *, interrupt: int | None = INT, reset: int | None = RESET) -> Wiring:
    """Six seats a chip."""
    chips = tuple(
        Chip(address=0x20 + number, seats=tuple(range(first, min(first + 6, seats + 1))))
        for number, first in enumerate(range(1, seats + 1, 6))
    )
    return Wiring(
        profile=Profile.EXPANDER, name="test", expander=Expander(chips=chips, interrupt=interrupt, reset=reset)
    )


class Inbox:
    """What was put, from any thread; it can be waited for."""

    def __init__(self) -> None:
        self.all: list[object] = []
        self._came = threading.Condition()

    def put(self, item: object) -> None:
        with self._came:
            self.all.append(item)
            self._came.notify_all()

    def edges(self) -> list[tuple[int, bool]]:
        return [(item.seat, item.down) for item in list(self.all) if isinstance(item, Edge)]

    def health(self) -> list[tuple[str, int, str]]:
        return [(item.device, item.number, item.condition) for item in list(self.all) if isinstance(item, Health)]

    def wait_for(self, count: int, kind: type[Any] = Edge) -> bool:
        """Whether `count` of that kind have come."""
        with self._came:
            return self._came.wait_for(
                lambda: sum(isinstance(item, kind) for item in self.all) >= count, timeout=PATIENCE_S
            )

    def clear(self) -> None:
        with self._came:
            self.all.clear()


class Rig:
    """A table with everything on it. `press`, `let_go` and `lit` are by seat."""

    def __init__(
        self, seats: int = 18, *, interrupt: int | None = INT, reset: int | None = RESET, clock: Any = None
    ) -> None:
        self.clock = clock or HandClock()
        self.inbox = Inbox()
        self.wire = FakeWire()
        self.wiring = wiring(seats, interrupt=interrupt, reset=reset)
        self.factory = mock_factory(self.wire)
        self.int_pin = self.factory.pin(f"GPIO{INT}")
        line = FakeIntLine(self._pull_int)
        self.int_cut = False
        assert self.wiring.expander is not None
        self.chips = {chip.address: FakeMcp23017() for chip in self.wiring.expander.chips}
        for address, chip in self.chips.items():
            self.wire.plug(address, chip)
            line.join(chip)
        self.bus = Bus(self.wire)
        self.seats = ExpanderSeats(self.wiring, self.bus, self.inbox.put, self.clock, factory=self.factory)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.seats.close()
        self.factory.reset()

    def start(self) -> tuple[int, ...]:
        return self.seats.start()

    def settle(self) -> None:
        """The seats' thread has seen everything that was done before."""
        assert self.seats.settle(PATIENCE_S), "the seats' thread does not come round"

    def pass_ms(self, ms: float, step_ms: float = 50) -> None:
        """Time passes, and the thread comes round in it every `step_ms`."""
        while ms > 0:
            self.clock.pass_ms(min(ms, step_ms))
            ms -= step_ms
            self.settle()

    def place(self, seat: int) -> tuple[FakeMcp23017, int]:
        number, line = divmod(seat - 1, 6)
        return self.chips[0x20 + number], line

    def press(self, seat: int) -> None:
        chip, line = self.place(seat)
        chip.press(line)

    def let_go(self, seat: int) -> None:
        chip, line = self.place(seat)
        chip.let_go(line)

    def lit(self) -> set[int]:
        return {seat for seat in self.wiring.numbers if self.place(seat)[0].gives(8 + self.place(seat)[1])}

    def show(self, *seats: int, pattern: Pattern = Pattern.STEADY) -> None:
        """Show a frame begun now, and wait until it is on the lamps."""
        self.seats.show(frame(*seats, since_ns=self.clock.now_ns(), pattern=pattern))
        self.settle()

    @contextmanager
    def counting(self) -> Iterator[list[tuple[int, bytes]]]:
        """The write transactions inside, as (address, bytes)."""
        written: list[tuple[int, bytes]] = []
        before = len(self.wire.log)
        yield written
        written += [(t.address, t.sent) for t in list(self.wire.log)[before:] if not t.asked]

    def _pull_int(self, low: bool) -> None:
        if not self.int_cut and self.int_pin.function == "input":
            (self.int_pin.drive_low if low else self.int_pin.drive_high)()


def frame(*seats: int, since_ns: int, pattern: Pattern = Pattern.STEADY) -> LampFrame:
    return tuple(Lamp(seat, pattern, since_ns) for seat in sorted(seats))


def works(rig: Rig, seat: int) -> bool:
    """Whether a press of `seat` arrives by INT alone, without any time passing, and its lamp lights."""
    rig.inbox.clear()
    rig.press(seat)
    rig.settle()
    rig.let_go(seat)
    rig.settle()
    rig.show(seat)
    return rig.inbox.edges() == [(seat, True), (seat, False)] and rig.lit() == {seat}


def missed(rig: Rig) -> list[bool]:
    """Whether presses may have gone unseen, report by report."""
    return [item.missed for item in rig.inbox.all if isinstance(item, Health)]

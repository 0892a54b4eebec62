"""A real table on modelled chips: the daemon's own start and end, and everybody's hands on the wires."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPin
from PIL import Image

from audio.say import Language
from firmware.config import Config
from firmware.loop import PacedClock
from firmware.realtable import RealTable
from firmware.start import Options, opened
from hardware.fake_i2c import FakeIntLine, FakeMcp23017, FakeWire
from hardware.fake_oled import FakeSsd1306
from hardware.wiring import Wiring, load_wiring

PATIENCE_S: Final = 60
"""How long a test waits for a thread; it never has to when all is well."""

NS_PER_S: Final = 1_000_000_000
LOOK_NS: Final = NS_PER_S // 200
"""How often a script looks whether what it waits for has come."""


class Bench:
    """What is wired to the machine: chips on a bus, pins of the Pi. It outlives the programs that use it."""

    def __init__(self, named: str = "expander") -> None:
        """Everything that the wiring `named` says, and nobody presses anything."""
        self.wiring: Wiring = load_wiring(named)
        self.factory: Any = MockFactory(pin_class=self._soldered())
        self.oled = FakeSsd1306()
        self.chips: dict[int, FakeMcp23017] = {}
        self.wires: dict[int, FakeWire] = {}
        self.rewire(FakeWire())

    def rewire(self, wire: FakeWire) -> None:
        """Plug everything into another bus."""
        self.wires[1] = wire
        wire.plug(0x3C, self.oled)
        if self.wiring.expander is not None:
            interrupt = self.wiring.expander.interrupt
            line = FakeIntLine(lambda low: self._pull(interrupt, low=low))
            for chip in self.wiring.expander.chips:
                self.chips[chip.address] = FakeMcp23017()
                self.wires[1].plug(chip.address, self.chips[chip.address])
                line.join(self.chips[chip.address])

    def _soldered(self) -> type[MockPin]:
        """Pins of which the one that is wired to RESET pulls that of all chips."""
        bench = self

        class Soldered(MockPin):  # type: ignore[misc]
            def _change_state(self, value: bool) -> bool:
                changed = bool(super()._change_state(value))
                wired = bench.wiring.expander
                is_reset = wired is not None and self.info.name == f"GPIO{wired.reset}"
                if changed and not value and is_reset and self.function == "output":
                    bench.wires[1].reset()
                return changed

        return Soldered

    def _pull(self, number: int | None, *, low: bool) -> None:
        if number is not None:
            pin = self.factory.pin(f"GPIO{number}")
            if pin.function == "input":
                (pin.drive_low if low else pin.drive_high)()

    def wire_of(self, number: int) -> FakeWire:
        """The bus with that number, opened anew."""
        wire = self.wires[number]
        wire.closed = False
        return wire

    def place(self, seat: int) -> tuple[FakeMcp23017, int]:
        """The chip of `seat`, and the number of its button and lamp there."""
        assert self.wiring.expander is not None
        for chip in self.wiring.expander.chips:
            if seat in chip.seats:
                return self.chips[chip.address], chip.seats.index(seat)
        raise AssertionError(f"seat {seat} is not wired")

    def is_set_up(self, seat: int) -> bool:
        """Whether the chip of `seat` has power, answers, and knows its button and its lamp."""
        chip, line = self.place(seat)
        if self.wires[1].hangs or chip not in self.wires[1].chips.values():
            return False
        return bool(chip.peek(chip.GPINTEN, 0) >> line & 1) and not chip.peek(chip.IODIR, 1) >> line & 1

    def press(self, seat: int) -> None:
        """The button of `seat` closes."""
        chip, line = self.place(seat)
        chip.press(line)

    def let_go(self, seat: int) -> None:
        """It opens."""
        chip, line = self.place(seat)
        chip.let_go(line)

    def lit(self, seat: int) -> bool:
        """Whether the chip gives out light for `seat` now."""
        chip, line = self.place(seat)
        return chip.gives(8 + line)

    @property
    def dark(self) -> bool:
        """Whether no lamp is lit."""
        return not any(self.lit(seat) for seat in self.wiring.numbers)

    @property
    def picture(self) -> Image.Image:
        """What staff see."""
        return self.oled.image()


@contextmanager
def real_table(
    bench: Bench,
    folder: Path,
    *,
    clock: PacedClock | None = None,
    board: str | None = None,
    seats: str | None = None,
    locks: tuple[Path, ...] = (),
) -> Iterator[RealTable]:
    """The daemon on `bench` with its state in `folder`, without a loudspeaker; closed at the end."""
    options = Options(sound=False, board=board, seats=seats, language=Language.ZH)
    folder.mkdir(exist_ok=True)
    opening = opened(options, folder, Config(), bench.wiring)
    table = RealTable(
        options, opening, bench.wiring, wire_of=bench.wire_of, factory=bench.factory, clock=clock, locks=locks
    )
    try:
        yield table
    finally:
        table.close()


def serve(table: RealTable, script: Iterator[Callable[[], bool]]) -> None:
    """Run the loop while `script` goes on: it gets the next word when what it yielded holds, and ends at its end."""
    failed: list[BaseException] = []
    deadline_ns = table.clock.now_ns() + PATIENCE_S * NS_PER_S
    wanted = [next(script)]

    def look() -> None:
        try:
            assert table.clock.now_ns() < deadline_ns, "waited in vain"
            while wanted[0]():
                wanted[0] = next(script)
        except StopIteration:
            table.loop.stop()
        except BaseException as error:  # noqa: BLE001 - raised below; the loop would take it for a fault of the judge
            failed.append(error)
            table.loop.stop()
        else:
            table.loop.call_at(table.clock.now_ns() + LOOK_NS, look)

    table.loop.call_at(table.clock.now_ns(), look)
    table.serve()
    if failed:
        raise failed[0]

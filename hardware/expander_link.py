"""Transactions with the expanders, and what becomes of those that fail. On the thread that looks after them only."""

from __future__ import annotations

import errno
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from hardware.expander_chip import Backoff
from hardware.ports import Condition, Device
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.expander_chip import ChipState
    from hardware.i2c import Bus, Wire
    from hardware.ports import Clock

T = TypeVar("T")

TRIES: Final = 3
"""So often a transaction is tried at once before its chip, or the bus, counts as absent."""

HANGS: Final = frozenset({errno.ETIMEDOUT, errno.ENODEV, errno.EBADF, errno.ESHUTDOWN})
"""Errors of the bus itself, not of a chip."""


class Gone(Exception):
    """Raised when a chip, or the bus, did not answer; the condition has been told."""


class PiLines(Protocol):
    """The pins of the Pi that belong to the expanders. None of the calls raises."""

    @property
    def heard(self) -> bool:
        """Whether an INT line is wired."""

    def listen(self, fell: Callable[[int], None]) -> None:
        """Call `fell` with the time in ns, on any thread, whenever INT is pulled low."""

    def low(self) -> bool:
        """Whether INT is low now."""

    def reset(self) -> None:
        """Pull the RESET line of all chips for a moment; nothing where there is none."""

    def close(self) -> None:
        """Free the pins."""


class NoLines:
    """No INT and no RESET: the inputs are read every 5 ms."""

    heard = False

    def listen(self, fell: Callable[[int], None]) -> None:
        """Nothing will ever be heard."""

    def low(self) -> bool:
        """Never."""
        return False

    def reset(self) -> None:
        """Nothing to pull."""

    def close(self) -> None:
        """Nothing to free."""


class Tell(Protocol):
    """Who hears of conditions."""

    def __call__(self, device: Device, number: int, condition: Condition, detail: Words) -> None:
        """The chip at the address `number`, the bus or the Pi's pins have become `condition`."""


class Link:
    """The bus as its chips see it."""

    def __init__(self, bus: Bus, chips: Sequence[ChipState], clock: Clock, lines: PiLines, tell: Tell) -> None:
        """Everything is assumed to work; what does not is told to `tell`."""
        self._bus = bus
        self._chips = chips
        self._clock = clock
        self._lines = lines
        self._tell = tell
        self._hung = 0
        self._retry = Backoff()

    @property
    def hangs(self) -> bool:
        """Whether the last transaction found that the bus hangs."""
        return self._hung > 0

    def rests(self, now_ns: int) -> bool:
        """Whether the bus hangs and is to be left alone at `now_ns`."""
        return now_ns < self._retry.at_ns

    def ask(self, chip: ChipState, action: Callable[[Wire], T]) -> T:
        """Do `action` with the bus, in the seats' turn.

        Raises:
            Gone: it failed `TRIES` times, or the bus hangs.
        """
        refused: OSError | None = None
        for _ in range(TRIES):
            try:
                with self._bus.turn(seats=True) as wire:
                    answer = action(wire)
            except OSError as error:
                if error.errno in HANGS:
                    self._hang(error)
                    raise Gone from error
                refused = error
            else:
                self._bus_answers()
                return answer
        self._bus_answers()
        self._lose(chip, refused)
        raise Gone

    def found(self, chip: ChipState) -> None:
        """`chip` has been set up: whatever it was, it is there."""
        chip.retry.clear()
        if chip.absent:
            chip.absent = False
            words = Words(f"扩展板 0x{chip.address:02X} 又有应答了", f"expander 0x{chip.address:02X} answers again")
            self._tell(Device.CHIP, chip.address, Condition.OK, words)

    def _lose(self, chip: ChipState, error: OSError | None) -> None:
        """A chip does not answer."""
        chip.applied = None
        chip.retry.put_off(self._clock.now_ns())
        if not chip.absent:
            chip.absent, chip.shaken = True, False
            number = error.errno if error is not None else 0
            words = Words(
                f"扩展板 0x{chip.address:02X} 没有应答（错误 {number}）：检查它的插头和电源",
                f"expander 0x{chip.address:02X} does not answer (error {number}): look at its plug and power",
            )
            self._tell(Device.CHIP, chip.address, Condition.ABSENT, words)

    def _hang(self, error: OSError) -> None:
        """The bus hangs: do what can be done about that, and let all chips be set up anew."""
        self._hung += 1
        for chip in self._chips:
            chip.applied = None
        self._lines.reset()
        # If that fails, too, it will be tried again.
        with suppress(OSError):
            self._bus.reopen()
        if self._hung >= TRIES:
            self._retry.put_off(self._clock.now_ns())
        if self._hung == TRIES:
            words = Words(
                f"I2C 总线没有反应（错误 {error.errno}）：关机断电，检查接线",
                f"the I2C bus does not respond (error {error.errno}): switch off and look at its wires",
            )
            self._tell(Device.BUS, 0, Condition.ABSENT, words)

    def _bus_answers(self) -> None:
        if self._hung >= TRIES:
            words = Words("I2C 总线恢复了", "the I2C bus works again")
            self._tell(Device.BUS, 0, Condition.OK, words)
        if self._hung:
            self._hung = 0
            self._retry.clear()

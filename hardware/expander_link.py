"""Transactions with the expanders, and what becomes of those that fail. On the thread that looks after them only."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from hardware.expander_chip import Backoff
from hardware.expander_rate import ErrorRate
from hardware.i2c import HANGS
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


class Gone(Exception):
    """Raised when a chip, or the bus, did not answer; what is to be told of it has been."""


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

    def __call__(
        self, device: Device, number: int, condition: Condition, detail: Words, *, missed: bool = False
    ) -> None:
        """The chip at the address `number`, the bus or the Pi's pins have become `condition`, and may have `missed`."""


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
        self._rate = ErrorRate()
        self._known_hangs = bus.hangs
        self._begun = False
        """Whether any chip was ever set up, so that there were presses to be missed."""

    @property
    def hangs(self) -> bool:
        """Whether the last transaction found that the bus hangs."""
        return self._hung > 0

    def rests(self, now_ns: int) -> bool:
        """Whether the bus hangs and is to be left alone at `now_ns`."""
        return now_ns < self._retry.at_ns

    def ask(self, chip: ChipState, action: Callable[[Wire], T], *, by_clock: bool) -> T:
        """Do `action` with the bus, in the seats' turn.

        `by_clock`: it is done now whoever presses. Only then a chip that does not answer is absent, and only then it
        counts for the error rate: a chip that was away for a moment must not be found by a press, and tell of it.

        Raises:
            Gone: it failed `TRIES` times, or the bus hangs.
        """
        refused: OSError | None = None
        for tries in range(TRIES):
            try:
                with self._bus.turn(seats=True) as wire:
                    answer = action(wire)
            except OSError as error:
                if error.errno in HANGS:
                    self._hang(error)
                    raise Gone from error
                refused = error
            else:
                if by_clock:
                    self._rate.count(chip.address, tries)
                self._bus_answers()
                return answer
        self._bus_answers()
        if by_clock:
            self._lose(chip, refused)
        raise Gone

    def found(self, chip: ChipState) -> None:
        """`chip` has been set up: whatever it was, it is there."""
        self._begun = True
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

    def judge_rate(self) -> None:
        """Another second of counting is over: tell when errors have become many, or few again."""
        if not self._rate.second_over():
            return
        rate, worst = self._rate.per_1000, self._rate.worst
        if self._rate.ill:
            words = Words(
                f"I2C 总线常出错（1000 次里 {rate} 次，多在 0x{worst:02X}），重试后都成了：检查插头和接线",
                f"the I2C bus makes errors ({rate} of 1000 transfers, most at 0x{worst:02X}), which tries again hide: "
                "look at plugs and wires",
            )
            self._tell(Device.BUS, 0, Condition.DEGRADED, words)
        else:
            self._tell(Device.BUS, 0, Condition.OK, Words("I2C 总线不再出错", "the I2C bus makes no errors any more"))

    def _bus_answers(self) -> None:
        """It does again, if it did not; what was pressed meanwhile, and let go, nobody has seen.

        Somebody else's transfer that hung has kept us from looking for as long as one of our own. A chip holds only the
        first change since it was read, and RESET takes even that. So presses count as missed whoever pressed: what the
        judge does about it must not tell.
        """
        hung, self._hung = self._hung, 0
        missed = self._begun and self._known_hangs != self._bus.hangs
        self._known_hangs = self._bus.hangs
        if hung:
            self._retry.clear()
        if hung >= TRIES:
            self._rate = ErrorRate()
            self._tell(Device.BUS, 0, Condition.OK, Words("I2C 总线恢复了", "the I2C bus works again"))
        elif missed:
            words = Words(
                "I2C 总线停了一下，又好了，其间按的可能漏了：检查接线",
                "the I2C bus hung for a moment, and presses may have been missed: look at its wires",
            )
            condition = Condition.DEGRADED if self._rate.ill else Condition.OK
            self._tell(Device.BUS, 0, condition, words, missed=True)

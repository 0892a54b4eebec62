"""The INT and RESET lines of the expanders, on pins of the Pi."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from gpiozero import InputDevice, OutputDevice

from hardware.pins.contacts import why_no_pin
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.ports import Clock

log = logging.getLogger(__name__)

PLAUSIBLE_NS = 1_000_000_000
"""A time of an edge that lies further back than this, or ahead, was not taken by our clock."""


class GpioLines:
    """`hardware.expander_link.PiLines` on gpiozero. INT is open drain: pulled low by any chip, up by a resistor."""

    def __init__(self, factory: Any, clock: Clock, interrupt: int | None, reset: int | None) -> None:
        """Take the pins of `factory`, by their BCM numbers; None: not wired.

        Raises:
            NoHardware: one of them cannot be had; none is taken then.
        """
        self._clock = clock
        self._fell: Callable[[int], None] | None = None
        self._interrupt: Any = None
        self._reset: Any = None
        wanted = interrupt
        try:
            if interrupt is not None:
                self._interrupt = InputDevice(interrupt, pull_up=True, pin_factory=factory)
            wanted = reset
            if reset is not None:
                self._reset = OutputDevice(reset, active_high=False, initial_value=False, pin_factory=factory)
        except Exception as error:
            self.close()
            raise NoHardware(why_no_pin(wanted or 0, error, factory)) from error

    @property
    def heard(self) -> bool:
        """Whether INT is wired."""
        return self._interrupt is not None

    def listen(self, fell: Callable[[int], None]) -> None:
        """Call `fell` with the time whenever INT falls."""
        self._fell = fell
        if self._interrupt is not None:
            self._interrupt.pin.edges = "falling"
            self._interrupt.pin.when_changed = self._changed

    def low(self) -> bool:
        """Whether INT is low now; False where that cannot be read."""
        try:
            return self._interrupt is not None and bool(self._interrupt.value)
        except Exception as error:  # noqa: BLE001 -- each library of pins has errors of its own
            log.warning("INT cannot be read: %r", error)
            return False

    def reset(self) -> None:
        """Pull RESET for a moment: it takes a microsecond, Python takes longer."""
        try:
            if self._reset is not None:
                self._reset.on()
                self._reset.off()
        except Exception as error:  # noqa: BLE001 -- same
            log.warning("RESET cannot be pulled: %r", error)

    def close(self) -> None:
        """Free the pins, each by itself: one that is busy must not keep the other."""
        for device in (self._interrupt, self._reset):
            try:
                if device is not None:
                    device.close()
            except Exception as error:  # noqa: BLE001 -- same
                log.warning("a pin could not be closed: %r", error)

    def _changed(self, ticks: float, _state: int) -> None:
        """INT fell. `ticks` is the kernel's time in seconds where the library has it, else the library's own."""
        try:
            now_ns = self._clock.now_ns()
            at_ns = int(ticks * 1e9)
            if self._fell is not None:
                self._fell(at_ns if now_ns - PLAUSIBLE_NS <= at_ns <= now_ns else now_ns)
        except Exception as error:  # noqa: BLE001 -- an exception here would end the library's only thread
            log.warning("INT fell, and that failed: %r", error)

"""The seats' devices on expanders: a `DigitalInputDevice` for each button, an `LED` for each lamp."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Protocol

from gpiozero import LED, DigitalInputDevice

from hardware.pins.expander import ExpanderFactory, pin_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.wiring import Chip

log = logging.getLogger(__name__)

LAMPS: Final = 8
"""Lamp n is on GPBn, this many lines after button n on GPAn."""


class Report(Protocol):
    """Who hears of the buttons."""

    def __call__(self, seat: int, *, down: bool, at_ns: int) -> None:
        """The button of `seat` has gone down or up at `at_ns`."""


class _Pad:
    """One seat: its button to ground, and its lamp."""

    def __init__(self, factory: ExpanderFactory, chip: int, line: int, seat: int, report: Report) -> None:
        self.chip = chip
        self.line = line
        self._seat = seat
        self._report = report
        self.lamp = LED(pin_name(chip, LAMPS + line), pin_factory=factory)
        self.button = DigitalInputDevice(pin_name(chip, line), pull_up=True, pin_factory=factory)
        # The pin's own handler, not the device's events: they do not hand on when it happened.
        self.button.pin.when_changed = self._changed

    def _changed(self, ticks: int, state: int) -> None:
        self._report(self._seat, down=not state, at_ns=ticks)


class ExpanderPads:
    """All seats' buttons and lamps. Made before the factory is started, closed before it is closed."""

    def __init__(self, factory: ExpanderFactory, chips: Sequence[Chip], report: Report) -> None:
        """Button n of a chip is on GPAn, its lamp on GPBn; `report` is called on the factory's thread."""
        self._factory = factory
        self._pads = {
            seat: _Pad(factory, number, line, seat, report)
            for number, chip in enumerate(chips)
            for line, seat in enumerate(chip.seats)
        }
        self._lit: frozenset[int] = frozenset()

    def is_down(self, seat: int) -> bool:
        """Whether the button of `seat` was down when it was last read."""
        return bool(self._pads[seat].button.value)

    def held(self) -> tuple[int, ...]:
        """The seats whose buttons were down when they were last read, ascending."""
        return tuple(sorted(seat for seat in self._pads if self.is_down(seat)))

    def light(self, lit: frozenset[int]) -> None:
        """Let the lamps of exactly these seats shine; only what changes is touched, and that at once."""
        if lit == self._lit:
            return
        with self._factory.batch():
            for seat in lit ^ self._lit:
                self._pads[seat].lamp.value = seat in lit
        self._lit = lit

    def listen(self, seat: int, *, on: bool) -> None:
        """Whether the button of `seat` pulls INT; without, it is read in every round."""
        pad = self._pads[seat]
        self._factory.expanders.watch(pad.chip, pad.line, watched=on)

    def close(self) -> None:
        """Free all pins, each by itself."""
        with self._factory.batch():
            for pad in self._pads.values():
                for device in (pad.button, pad.lamp):
                    try:
                        device.close()
                    except Exception as error:  # noqa: BLE001 -- one that fails must not keep the others
                        log.warning("a pin could not be closed: %r", error)

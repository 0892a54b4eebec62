"""What somebody writes with gpiozero alone who wants no more than a lamp that follows a button. For the benchmark."""

from __future__ import annotations

import time
from typing import Any, Final

from gpiozero import LED, Button, DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

BUTTON: Final = 4
LAMP: Final = 17


class LampPin(MockPin):  # type: ignore[misc]
    """A mock pin that remembers when it went high; `switched` is called whenever it changes."""

    def __init__(self, factory: Any, info: Any) -> None:
        """It never rose."""
        self.rose_ns = 0
        self.switched: Any = None
        super().__init__(factory, info)

    def _change_state(self, value: Any) -> bool:
        changed = bool(super()._change_state(value))
        if changed and value:
            self.rose_ns = time.perf_counter_ns()
        if changed and self.switched is not None:
            self.switched()
        return changed


def mock_pins() -> Any:
    """A Pi without wires whose lamps remember."""
    return MockFactory(pin_class=LampPin)


class BareLamp:
    """One button and one lamp: `button.when_activated = lamp.on`, and nothing else."""

    def __init__(self) -> None:
        """Ready."""
        self._factory = mock_pins()
        self._button = DigitalInputDevice(BUTTON, pull_up=True, pin_factory=self._factory)
        self._lamp = LED(LAMP, pin_factory=self._factory)
        self._button.when_activated = self._lamp.on

    def press(self) -> int:
        """Press and let go; nanoseconds from the press to the lamp."""
        pin = self._factory.pin(BUTTON)
        began_ns = time.perf_counter_ns()
        pin.drive_low()
        took_ns = int(self._factory.pin(LAMP).rose_ns - began_ns)
        pin.drive_high()
        self._lamp.off()
        return took_ns

    def close(self) -> None:
        """Free everything."""
        self._button.close()
        self._lamp.close()
        self._factory.reset()


def bare_buttons(count: int) -> tuple[Any, tuple[Any, ...]]:
    """So many idle buttons as gpiozero's examples have them, and their pins. Close them."""
    factory = MockFactory()
    return factory, tuple(Button(4 + n, pin_factory=factory) for n in range(count))

"""Pins of gpiozero's own mock factory that can be waited for, and that can lose their events as real ones do."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.pins.factory import Unfailing
from tests.hardware.contract import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable


class Pin(Unfailing, MockPin):  # type: ignore[misc]
    """A mock pin. While `deaf` its changes are not announced; while `broken` it can neither be read nor written.

    While `grounded` an input stays low whatever pulls it up; while `late` its announcements wait for `catch_up`.
    """

    def __init__(self, factory: Any, info: Any) -> None:
        self.deaf = False
        self.broken = False
        self.grounded = False
        self.late = False
        self.calls = 0
        """How often the library has called whoever listens."""
        self.reads = 0
        self.refusals = 0
        """So many times more the library refuses to stop watching."""
        self.after_read: Callable[[], object] | None = None
        """Called once when the pin was read, before its reader knows."""
        super().__init__(factory, info)

    def _call_when_changed(self) -> None:
        if not self.deaf and not self.late:
            self.calls += 1
            super()._call_when_changed()

    def _disable_event_detect(self) -> None:
        if self.refusals:
            self.refusals -= 1
            raise OSError(16, "GPIO busy")

    def catch_up(self) -> None:
        """The library's thread gets round to the last change."""
        super()._call_when_changed()

    def _get_state(self) -> Any:
        self.reads += 1
        if self.broken:
            raise OSError(5, "Input/output error")
        state = super()._get_state()
        after_read, self.after_read = self.after_read, None
        if after_read is not None:
            after_read()
        return state

    def _change_state(self, value: Any) -> bool:
        if self.broken:
            raise OSError(5, "Input/output error")
        grounded = self.grounded and self.function == "input"
        changed = bool(super()._change_state(False if grounded else value))
        with self.factory.moved:
            self.factory.moved.notify_all()
        return changed


class Pins(MockFactory):  # type: ignore[misc]
    """A Raspberry Pi whose pins are `Pin`s."""

    def __init__(self) -> None:
        self.moved = threading.Condition()
        """Notified whenever a pin changes."""
        super().__init__(pin_class=Pin)

    def at(self, bcm: int) -> Any:
        """The pin with this BCM number."""
        return self.pin(bcm)

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until `happened`."""
        with self.moved:
            assert self.moved.wait_for(happened, PATIENCE_S), "the pins were to become something else"


def ground(pin: Any) -> None:
    """The button on `pin` closes."""
    pin.grounded = True
    pin.drive_low()


def free(pin: Any) -> None:
    """The button on `pin` opens."""
    pin.grounded = False
    pin.drive_high()

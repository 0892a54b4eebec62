"""The amplifier's mute: a pin of the Pi that is low while nothing may be heard, as it is while the Pi starts."""

from __future__ import annotations

import logging
from typing import Any

from gpiozero import DigitalOutputDevice

from hardware.pins.contacts import why_no_pin
from hardware.words import NoHardware

_log = logging.getLogger(__name__)


class MutePin:
    """High lets the amplifier be heard. Implements `hardware.body.MutePort`."""

    def __init__(self, pin: int, factory: Any) -> None:
        """The pin with that BCM number; nothing is opened yet."""
        self._number = pin
        self._factory = factory
        self._pin: DigitalOutputDevice | None = None

    def start(self) -> None:
        """Take the pin, and keep the amplifier off.

        Raises:
            NoHardware: somebody else has it.
        """
        try:
            self._pin = DigitalOutputDevice(self._number, initial_value=False, pin_factory=self._factory)
        except Exception as error:
            raise NoHardware(why_no_pin(self._number, error, self._factory)) from error

    def sound(self, *, on: bool) -> None:
        """Let the amplifier be heard, or not. Never raises."""
        if self._pin is None:
            return
        try:
            self._pin.value = on
        except Exception as error:  # noqa: BLE001 - each library has exceptions of its own, and none may end a game
            _log.warning("the mute pin cannot be set: %s", type(error).__name__)

    def close(self) -> None:
        """Switch it off and free the pin. Harmless when called again."""
        self.sound(on=False)
        pin, self._pin = self._pin, None
        if pin is not None:
            pin.close()

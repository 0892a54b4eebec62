"""A direct table on gpiozero's own RPi.GPIO factory, with a stand-in for the library below it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import gpiozero.pins.local
import msgspec
import pytest

from hardware.pins import factory
from hardware.pins.direct import DirectSeats
from hardware.wiring import PinLibrary, load_wiring
from tests.hardware import fake_rpi_gpio
from tests.hardware.contract import Inbox, MachineClock

if TYPE_CHECKING:
    from collections.abc import Iterator

WIRING = msgspec.structs.replace(load_wiring("D9"), library=PinLibrary.RPI_GPIO)


@pytest.fixture(autouse=True)
def _old_pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Pi 3 with an old kernel and that library."""
    package = ModuleType("RPi")
    vars(package)["GPIO"] = fake_rpi_gpio
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xA02082)
    monkeypatch.setattr(factory, "rpi_packages", lambda: ("RPi.GPIO",))
    monkeypatch.setattr(factory, "kernel", lambda: "6.1.21-v8+")
    yield
    sys.modules.pop("gpiozero.pins.rpigpio", None)


def test_no_lamp_glows_after_exit_because_its_pin_floats() -> None:
    """The library's own sweep at the end would take every pull away."""
    inbox = Inbox()
    seats = DirectSeats(WIRING, inbox.put, MachineClock())
    seats.start()
    lamps = [wired.lamp for wired in WIRING.seats]
    assert {fake_rpi_gpio.OUT} == {fake_rpi_gpio.functions[lamp] for lamp in lamps}

    seats.close()

    assert {(fake_rpi_gpio.IN, fake_rpi_gpio.PUD_DOWN)} == {
        (fake_rpi_gpio.functions[lamp], fake_rpi_gpio.pulls[lamp]) for lamp in lamps
    }
    buttons = [wired.button for wired in WIRING.seats]
    assert {(fake_rpi_gpio.IN, fake_rpi_gpio.PUD_OFF)} == {
        (fake_rpi_gpio.functions[button], fake_rpi_gpio.pulls[button]) for button in buttons
    }

"""What of gpiozero the product uses: nothing that starts a thread of its own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

import gpiozero
import pytest
from gpiozero.threads import GPIOThread

from hardware.pins.direct import DirectSeats
from hardware.pins.keys import PinKeys
from hardware.ports import Lamp, Pattern
from hardware.wiring import load_wiring
from tests.arch.source import PACKAGES, Source, read_sources
from tests.hardware.contract import Inbox, MachineClock
from tests.hardware.mock_pins import Pins

if TYPE_CHECKING:
    from collections.abc import Iterable

QUIET: Final = frozenset({"DigitalInputDevice", "DigitalOutputDevice", "InputDevice", "LED", "OutputDevice"})
"""Devices that start no thread, as long as nobody lets them blink."""

LOUD: Final = (
    frozenset(
        name for name, kind in vars(gpiozero).items() if isinstance(kind, type) and issubclass(kind, gpiozero.Device)
    )
    - QUIET
)

BUSY: Final = frozenset(
    "blink pulse when_held hold_time hold_repeat wait_for_press wait_for_active wait_for_inactive source".split()
)
"""What starts a thread, or needs one, or waits on one."""

BENCH: Final = "hardware.pins.bare"
"""What others write, for comparison."""


def threads_of_gpiozero(sources: Iterable[Source]) -> list[str]:
    """Every use of a device or a feature that has a thread."""
    found = []
    for source in sources:
        users = [one for one in source.imports if one.top == "gpiozero"]
        if source.module == BENCH or not users:
            continue
        found += [
            f"{source.module}:{one.line} {one.name or 'import gpiozero'}"
            for one in users
            if one.name in LOUD or not one.name
        ]
        found += [
            f"{source.module}:{node.lineno} {node.attr}"
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Attribute) and node.attr in BUSY
        ]
    return found


def test_cannot_join_current_thread_and_zombie_thread_have_no_source() -> None:
    """A device with a thread fails when it is closed from a callback, and takes ten seconds at the exit."""
    assert [] == threads_of_gpiozero(read_sources(*PACKAGES))


@pytest.mark.parametrize(
    "text",
    [
        "from gpiozero import Button",
        "from gpiozero import PWMLED",
        "from gpiozero import LEDBoard",
        "import gpiozero",
        "from gpiozero import LED\nLED(4).blink()",
        "from gpiozero import DigitalInputDevice\ndevice.when_held = print",
    ],
)
def test_a_thread_of_gpiozeros_that_is_planted_is_found(text: str) -> None:
    assert 1 == len(threads_of_gpiozero([Source("hardware.pins.planted", text)]))


def test_a_table_that_blinks_and_is_pressed_has_no_thread_of_gpiozeros(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[GPIOThread] = []
    monkeypatch.setattr(GPIOThread, "start", begun.append)
    wiring, pins, inbox = load_wiring("D9"), Pins(), Inbox()
    assert wiring.keys is not None
    seats = DirectSeats(wiring, inbox.put, MachineClock(), factory=pins)
    keys = PinKeys(wiring.keys, inbox.put, MachineClock(), factory=pins)
    seats.start()
    keys.start()
    seats.show(tuple(Lamp(seat, Pattern.FAST, 0) for seat in wiring.numbers))
    pins.wait(lambda: any(pins.at(seat.lamp).state for seat in wiring.seats))
    keys.close()
    seats.close()

    assert [] == begun

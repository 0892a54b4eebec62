"""How long a player waits for the lamp that answers, in the guest's own time, and how often an idle table wakes up.

Beside it, in the same run, what gpiozero alone needs on the same pins with the same library below.
The numbers are told and not judged: they are those of whatever machine the guest has to share.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from gpiozero import LED, Button, DigitalInputDevice

from firmware.bench_stand import RESTS_S, Judged
from firmware.bench_table import switches
from hardware.pins.factory import open_factory
from hardware.ports import NS_PER_MS, Edge, Lamp, Pattern
from hardware.wiring import Profile, Wiring
from tests.device.hands import Pins, until
from tests.device.rigs import DIRECT, DirectRig, ExpanderRig

PRESSES: Final = 50
IDLE_S: Final = 2.0
TABLE: Final = Wiring(profile=Profile.DIRECT, name="bench", seats=DIRECT.seats, oled=None)
SEAT: Final = DIRECT.seats[0]


@pytest.fixture(params=[DirectRig, ExpanderRig])
def rig(request: pytest.FixtureRequest, pins: Pins) -> Iterator[DirectRig | ExpanderRig]:
    made: DirectRig | ExpanderRig = request.param(pins)
    yield made
    made.close()


def test_every_press_is_answered_by_its_lamp(
    rig: DirectRig | ExpanderRig, measured: Callable[[str, list[float]], None]
) -> None:
    rig.port.start()
    took_ms = []
    for turn in range(PRESSES):
        begun_ns = time.monotonic_ns()
        rig.press(1)
        rig.inbox.wait(Edge, 2 * turn + 1)
        rig.port.show((Lamp(1, Pattern.STEADY, rig.clock.now_ns()),))
        rig.wait_lit(lambda lit: lit == {1})
        took_ms.append((time.monotonic_ns() - begun_ns) / NS_PER_MS)
        rig.let_go(1)
        rig.inbox.wait(Edge, 2 * turn + 2)
        rig.port.show(())
        rig.wait_lit(lambda lit: not lit)
    assert [True, False] * PRESSES == [edge.down for edge in rig.inbox.all(Edge)]
    measured(f"press to lamp, {type(rig).__name__}", took_ms)


@contextmanager
def bare() -> Iterator[Any]:
    """Pins of lgpio's, as every example of gpiozero has them."""
    factory = open_factory()
    try:
        yield factory
    finally:
        factory.close()


def press_to_lamp(pins: Pins, rest: Callable[[], object]) -> list[float]:
    """Press seat 1 until its lamp is lit, again and again, in ms; before each press everything is put to `rest`."""
    took_ms = []
    for _ in range(PRESSES):
        threading.Event().wait(RESTS_S)
        rest()
        until(lambda: not pins.high(SEAT.lamp), "a dark lamp")
        begun_ns = time.monotonic_ns()
        pins.press(SEAT.button)
        until(lambda: pins.high(SEAT.lamp), "the lamp", look_s=0.0002)
        took_ms.append((time.monotonic_ns() - begun_ns) / NS_PER_MS)
        pins.let_go(SEAT.button)
    return took_ms


def test_the_judge_beside_gpiozero_alone(pins: Pins, compared: Callable[[str, list[float], list[float]], None]) -> None:
    """R1 on real pins: judge, loop and debouncer against `button.when_activated = lamp.on`."""
    pins.let_go(*(seat.button for seat in DIRECT.seats))
    with bare() as factory:
        button = DigitalInputDevice(SEAT.button, pull_up=True, pin_factory=factory)
        lamp = LED(SEAT.lamp, pin_factory=factory)
        button.when_activated = lamp.on

        def rest() -> None:
            until(lambda: not button.is_active, "an open button")
            lamp.off()

        theirs = press_to_lamp(pins, rest)
        button.close()
        lamp.close()
    table = Judged(TABLE, waits=False)
    try:
        ours = press_to_lamp(pins, table.again)
    finally:
        table.close()
    assert PRESSES == len(ours) == len(theirs)
    compared("R1 direct, judge to gpiozero alone", ours, theirs)


def test_an_idle_table_beside_twelve_buttons(
    pins: Pins, compared: Callable[[str, list[float], list[float]], None]
) -> None:
    """R5 on real pins: changes of threads a second with nobody at the table."""
    pins.let_go(*(seat.button for seat in DIRECT.seats))
    with bare() as factory:
        buttons = [Button(seat.button, pin_factory=factory) for seat in DIRECT.seats]
        theirs = switches(IDLE_S)
        for button in buttons:
            button.close()
    table = Judged(TABLE, waits=True)
    try:
        ours = switches(IDLE_S)
    finally:
        table.close()
    compared("R5 direct, idle changes of threads a second", [ours], [theirs])
    rig = ExpanderRig(pins)
    try:
        rig.port.start()
        # Whoever plays the bus would not be there on a Pi.
        bus = frozenset(thread.native_id or 0 for thread in threading.enumerate() if thread.name == "i2c-1")
        assert bus
        ours = switches(IDLE_S, without=bus)
    finally:
        rig.close()
    compared("R5 expander, idle changes of threads a second", [ours], [theirs])
    assert theirs > 0

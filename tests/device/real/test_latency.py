"""How long a player waits for the lamp that answers, in the guest's own time: inbox and lamps included, no judging.

The numbers are told and not judged: they are those of whatever machine the guest has to share.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from hardware.ports import NS_PER_MS, Edge, Lamp, Pattern
from tests.device.hands import Pins
from tests.device.rigs import DirectRig, ExpanderRig

PRESSES: Final = 50


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

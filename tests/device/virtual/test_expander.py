"""An expander table: our driver over smbus2 on /dev/i2c-1, and its INT on a pin of the kernel's simulated chip."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator

import pytest

from hardware.ports import Condition, Device, Edge, Lamp, Pattern
from tests.device.hands import Pins, stays
from tests.device.rigs import ExpanderRig
from tests.hardware.contract import SeatContract


@pytest.fixture
def rig(pins: Pins) -> Iterator[ExpanderRig]:
    made = ExpanderRig(pins)
    yield made
    made.close()


class TestExpanderSeats(SeatContract):
    pass


def shine(rig: ExpanderRig, *seats: int) -> None:
    since_ns = rig.clock.now_ns()
    rig.port.show(tuple(Lamp(seat, Pattern.STEADY, since_ns) for seat in seats))


def test_a_tap_of_thirty_milliseconds_is_never_lost(rig: ExpanderRig) -> None:
    rig.port.start()
    never = threading.Event()
    for _ in range(20):
        rig.press(4)
        never.wait(0.03)
        rig.let_go(4)
        never.wait(0.03)
    assert [True, False] * 20 == [edge.down for edge in rig.inbox.wait(Edge, 40)]


def test_a_board_that_is_pulled_out_is_told_and_comes_back_by_itself(rig: ExpanderRig) -> None:
    rig.port.start()
    wire, second = rig.board.wire, rig.board.addresses[1]
    shine(rig, 1, 7)
    rig.wait_lit(lambda lit: lit == {1, 7})
    wire.unplug(second)
    gone = rig.inbox.health(lambda report: report.device is Device.CHIP and report.condition is Condition.ABSENT)
    assert (second, (7, 8, 9, 10, 11, 12)) == (gone.number, gone.seats)
    rig.press(2)
    rig.inbox.edge(2, down=True)
    assert {1} == rig.lit()
    wire.plug(second, rig.board.chips[second])
    rig.inbox.health(lambda report: report.number == second and report.condition is Condition.OK)
    rig.wait_lit(lambda lit: lit == {1, 7})
    rig.press(9)
    rig.inbox.edge(9, down=True)


def test_a_board_that_forgot_everything_is_set_up_again(rig: ExpanderRig) -> None:
    """Its supply broke down for a moment: the lamps are dark, and it answers as if nothing had been."""
    rig.port.start()
    shine(rig, 3)
    rig.wait_lit(lambda lit: lit == {3})
    rig.board.chip(3).reset()
    assert frozenset() == rig.lit()
    rig.wait_lit(lambda lit: lit == {3})
    told = rig.inbox.health(lambda report: report.device is Device.CHIP and report.condition is Condition.DEGRADED)
    assert told.missed, "whoever pressed in that second is asked again"
    rig.press(5)
    rig.inbox.edge(5, down=True)


def test_a_bus_that_hung_for_a_moment_is_told_and_works_again(rig: ExpanderRig) -> None:
    rig.port.start()
    rig.board.wire.fail(errno.ETIMEDOUT, times=1)
    told = rig.inbox.health(lambda report: report.device is Device.BUS)
    assert (Condition.OK, True, rig.seats) == (told.condition, told.missed, told.seats)
    rig.press(5)
    rig.inbox.edge(5, down=True)


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EIO])
def test_a_transfer_that_fails_now_and_then_is_not_noticed_at_the_table(number: int, rig: ExpanderRig) -> None:
    rig.port.start()
    for turn in range(5):
        rig.board.wire.fail(number, times=1)
        rig.press(1)
        rig.inbox.wait(Edge, 2 * turn + 1)
        rig.let_go(1)
        rig.inbox.wait(Edge, 2 * turn + 2)
    rig.board.wire.fail(number, times=1)
    shine(rig, 8)
    rig.wait_lit(lambda lit: lit == {8})
    stays(lambda: rig.lit() == {8}, "the lamp stays lit", 0.3)
    assert [True, False] * 5 == [edge.down for edge in rig.inbox.all(Edge)]

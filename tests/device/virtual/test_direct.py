"""A direct table on the kernel's simulated chip: gpiozero on lgpio; buttons pressed, lamps looked at, from outside."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

from hardware.debounce import Debouncer, Level
from hardware.pins.direct import DirectSeats
from hardware.pins.factory import load_lgpio, open_factory
from hardware.ports import NS_PER_MS, Condition, Device, Edge, Lamp, Pattern
from tests.device.hands import TICK_S, Pins, Watch, stays, until
from tests.device.rigs import DIRECT, DirectRig, KeysRig
from tests.hardware.contract import KeyContract, SeatContract

ALERT: Final = 1 << 10
"""lgpio's mark of a line whose edges it listens to."""

PI: Final = 1
"""The number of the Pi's chip in the guest; 0 is another one."""


@pytest.fixture
def rig(pins: Pins) -> Iterator[DirectRig]:
    made = DirectRig(pins)
    yield made
    made.close()


class TestDirectSeats(SeatContract):
    # gpio-sim lets go of what was pressed as soon as a program asks for a pull-up, and never loses an edge.
    test_a_button_that_is_down_at_the_start_is_told_of_and_is_no_press = None  # type: ignore[assignment]
    test_a_release_that_got_lost_comes_out = None  # type: ignore[assignment]
    test_a_press_after_a_lost_release_is_heard = None  # type: ignore[assignment]


class TestPinKeys(KeyContract):
    test_a_key_that_is_down_at_the_start_is_no_press = None  # type: ignore[assignment]

    @pytest.fixture
    def rig(self, pins: Pins) -> Iterator[KeysRig]:
        made = KeysRig(pins)
        yield made
        made.port.close()


def shine(rig: DirectRig, *seats: int, pattern: Pattern = Pattern.STEADY) -> None:
    since_ns = rig.clock.now_ns()
    rig.port.show(tuple(Lamp(seat, pattern, since_ns) for seat in seats))


@pytest.mark.parametrize("times", [1, 3, 8])
@pytest.mark.parametrize("gap_s", [0.0, 0.0015])
def test_a_contact_that_bounces_is_one_press_and_one_release(times: int, gap_s: float, rig: DirectRig) -> None:
    """Edges through the debouncer, as in the program."""
    rig.port.start()
    levels: list[Level] = []
    debouncer = Debouncer()
    fed = 0

    def judged(*, down: bool) -> bool:
        nonlocal fed
        edges = rig.inbox.all(Edge)
        for edge in edges[fed:]:
            levels.extend(debouncer.edge(edge))
        fed = len(edges)
        levels.extend(debouncer.due(rig.clock.now_ns()))
        return bool(levels) and levels[-1].down is down

    rig.pins.bounce(rig.button[4], times, down=True, gap_s=gap_s)
    until(lambda: judged(down=True), "the press")
    rig.pins.bounce(rig.button[4], times, down=False, gap_s=gap_s)
    until(lambda: judged(down=False), "the release")
    stays(lambda: judged(down=False), "nothing comes after the release", 0.1)
    assert [(4, True), (4, False)] == [(level.seat, level.down) for level in levels]


def test_a_tap_of_thirty_milliseconds_is_never_lost(rig: DirectRig) -> None:
    rig.port.start()
    never = threading.Event()
    for _ in range(10):
        rig.press(3)
        never.wait(0.03)
        rig.let_go(3)
        never.wait(0.03)
    assert [True, False] * 10 == [edge.down for edge in rig.inbox.wait(Edge, 20)]


def test_a_lamp_that_blinks_fast_flashes_four_times_a_second(rig: DirectRig) -> None:
    rig.port.start()
    with Watch(rig.pins, (rig.lamp[1],)) as watch:
        shine(rig, 1, pattern=Pattern.FAST)
        until(lambda: len(watch.seen) >= 9, "four flashes and a half")
    assert [set(), {rig.lamp[1]}] * 4 == watch.seen[:8]
    flash_ms = (watch.times[7] - watch.times[1]) / 3 / NS_PER_MS
    assert 240 <= flash_ms <= 260


def test_no_lamp_flashes_at_the_end_and_the_pins_are_free_again(rig: DirectRig) -> None:
    rig.port.start()
    with Watch(rig.pins, tuple(rig.lamp.values())) as watch:
        shine(rig, *rig.seats)
        until(lambda: len(watch.seen[-1]) == 12, "all lamps")
        before = len(watch.seen)
        rig.port.close()
        until(lambda: not watch.seen[-1], "darkness")
    closing = watch.seen[before - 1 :]
    assert all(later < earlier for earlier, later in pairwise(closing)), "they only go off"
    rig.port = rig.another()
    rig.port.start()
    rig.press(12)
    assert 12 == rig.inbox.edge(12, down=True).seat


def test_no_lamp_glows_after_exit_because_its_pin_floats(rig: DirectRig) -> None:
    """What leaks into a pin that nobody pulls lights its lamp; gpio-sim shows such a pin at its outer level."""
    rig.pins.let_go(*rig.lamp.values())
    rig.port.start()
    shine(rig, *rig.seats)
    rig.wait_lit(lambda lit: len(lit) == len(rig.seats))
    rig.port.close()
    stays(lambda: not rig.lit(), "all lamps are dark, and remain so", 0.1)


def test_the_chip_is_found_by_its_label_though_it_is_not_the_first(rig: DirectRig) -> None:
    rig.port.start()
    board = Pins("board")
    board.press(rig.button[1])
    board.let_go(rig.button[1])
    rig.press(2)
    assert {2} == {edge.seat for edge in rig.inbox.wait(Edge, 1)}
    board.close()
    factory = open_factory()
    assert PI == factory.chip
    factory.close()
    lgpio = load_lgpio()
    handle = lgpio.gpiochip_open(0)
    assert "raspberrypi-exp-gpio" == lgpio.gpio_get_chip_info(handle)[3]
    lgpio.gpiochip_close(handle)


def test_100_percent_cpu_on_a_storm_of_edges(pins: Pins, rig: DirectRig) -> None:
    """lgpio calls nobody, and the kernel tells lgpio of no edge, until the line is quiet."""
    lgpio = load_lgpio()
    factory = open_factory()
    port = rig.port = DirectSeats(DIRECT, rig.inbox.put, rig.clock, factory=factory)
    port.start()
    line = rig.button[7]
    calls: list[int] = []
    assert lgpio.gpio_get_mode(factory._handle, line) & ALERT  # noqa: SLF001 - gpiozero has no other name for it
    never = threading.Event()

    def storm(edges: int) -> None:
        for _ in range(edges // 2):
            pins.press(line)
            never.wait(TICK_S)
            pins.let_go(line)
            never.wait(TICK_S)

    storm(600)
    report = rig.inbox.health(lambda report: report.device is Device.PAD)
    assert (7, Condition.DEGRADED) == (report.number, report.condition)
    assert not lgpio.gpio_get_mode(factory._handle, line) & ALERT  # noqa: SLF001 - same
    listener = lgpio.callback(factory._handle, line, lgpio.BOTH_EDGES, lambda *_: calls.append(1))  # noqa: SLF001 - same
    storm(300)
    listener.cancel()
    assert [] == calls
    assert 500 > len(rig.inbox.all(Edge))

    report = rig.inbox.health(lambda report: report.condition is Condition.OK)
    assert 7 == report.number
    until(lambda: lgpio.gpio_get_mode(factory._handle, line) & ALERT, "it is watched again")  # noqa: SLF001 - same
    rig.inbox.clear()
    rig.press(7)
    assert rig.inbox.edge(7, down=True)
    port.close()
    factory.close()


HOLDER: Final = """
import lgpio, sys
lgpio.gpio_claim_input(lgpio.gpiochip_open(int(sys.argv[1])), int(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_pin_that_another_program_holds_costs_its_seat_only(rig: DirectRig) -> None:
    with subprocess.Popen(
        (sys.executable, "-c", HOLDER, str(PI), str(rig.button[8])),
        cwd="/run/tmp",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert "held\n" == other.stdout.readline()
        rig.port.start()
        report = rig.inbox.health(lambda report: report.device is Device.PAD)
        assert (8, Condition.ABSENT, (8,)) == (report.number, report.condition, report.seats)
        assert "is in use by another program with lgpio" in report.detail.en
        rig.press(8, 9)
        assert {9} == {edge.seat for edge in rig.inbox.wait(Edge, 1)}
        other.communicate(timeout=10)

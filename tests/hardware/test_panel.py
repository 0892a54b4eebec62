"""The display's thread: what the loop sees of it, and that it ends."""

from __future__ import annotations

import errno
import gc
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.fakes import FakeClock
from hardware import panel as panel_module
from hardware.fake_i2c import FakeWire
from hardware.i2c import Bus
from hardware.panel import Panel
from hardware.pattern import pattern
from hardware.ports import Condition, DisplayPort
from hardware.wiring import Driver, Oled
from tests.conftest import ROOT
from tests.kit.glass import ADDRESS, PATIENCE_S, Inbox, RealClock, S, Watched, WatchedSh1106, menu


class Desk:
    """A panel that runs, and the display it drives."""

    def __init__(self) -> None:
        self.wire = FakeWire()
        self.chip = Watched()
        self.wire.plug(ADDRESS, self.chip)
        self.bus = Bus(self.wire)
        self.inbox = Inbox()
        self.panel = Panel(Oled(), self.bus, self.inbox.put, RealClock())


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.wire.heal()
    desk.panel.close()


class Blocking(FakeWire):
    """A bus on which every transfer waits until it is let go, as one whose clock is held low without a timeout."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.tried = threading.Event()

    def write(self, address: int, data: bytes) -> None:
        self.tried.set()
        self.go.wait(PATIENCE_S)
        super().write(address, data)


def test_it_is_the_port_of_a_real_table(desk: Desk) -> None:
    port: DisplayPort = desk.panel
    port.start()
    port.show(menu(1))
    desk.chip.wait_for_image(menu(1))
    port.close()
    assert not desk.chip.on


def test_the_newest_of_many_pictures_is_seen_at_last(desk: Desk) -> None:
    desk.panel.start()
    for cursor in range(8):
        desk.panel.show(menu(cursor))
    desk.chip.wait_for_image(menu(7))
    desk.inbox.wait_for(Condition.OK)


def test_a_picture_that_was_wanted_before_the_start_is_shown(desk: Desk) -> None:
    desk.panel.show(menu(2))
    desk.panel.start()
    desk.chip.wait_for_image(menu(2))


def test_what_is_drawn_afterwards_is_not_seen(desk: Desk) -> None:
    image = menu(2)
    desk.panel.show(image)
    image.paste(255, (0, 0, 128, 64))
    desk.panel.start()
    desk.chip.wait_for_image(menu(2))


def test_pulled_out_and_plugged_in_again(desk: Desk) -> None:
    desk.panel.start()
    desk.inbox.wait_for(Condition.OK)
    desk.wire.unplug(ADDRESS)
    desk.panel.show(menu(1))
    desk.inbox.wait_for(Condition.OK, Condition.ABSENT)
    desk.panel.show(menu(3))
    desk.wire.plug(ADDRESS, desk.chip)
    desk.chip.wait_for_image(menu(3))
    desk.inbox.wait_for(Condition.OK, Condition.ABSENT, Condition.OK)


def test_the_loop_never_waits_for_a_bus_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of the panel comes back at once; even to close it takes bounded time."""
    monkeypatch.setattr(panel_module, "CLOSING_S", 0.05)
    wire = Blocking()
    wire.plug(ADDRESS, Watched())
    panel = Panel(Oled(), Bus(wire), Inbox().put, RealClock())
    panel.start()
    assert wire.tried.wait(PATIENCE_S)
    for cursor in range(200):
        panel.show(menu(cursor % 9))
        panel.touch()
        panel.keep_lit(on=bool(cursor % 2))
        panel.use(Oled(driver=Driver.SH1106))
    assert not panel.asleep
    panel.close()
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "display")
    assert thread.daemon
    wire.go.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_a_seat_waits_for_one_piece_of_a_picture_at_most() -> None:
    """How many of the display's transfers begin between a seat's wish and its turn, while a picture is on its way."""
    wire, chip = FakeWire(hz=20_000), Watched()
    wire.plug(ADDRESS, chip)
    pause = threading.Event()
    wire.sleep = pause.wait
    bus = Bus(wire)
    panel = Panel(Oled(), bus, Inbox().put, RealClock())
    panel.start()
    began: list[int] = []
    for look in range(15):
        panel.show(menu(look % 8))
        seen = len(wire.log)
        chip.wait_for(lambda _, seen=seen: len(wire.log) > seen)  # type: ignore[misc] # mypy knows no default here
        before = len(wire.log)
        with bus.turn(seats=True):
            began.append(len(wire.log) - before)
    wire.sleep = None
    panel.close()
    # On a busy machine a piece may slip in before the wish is noted, now and then.
    assert sorted(began)[len(began) // 2] <= 1, began


def test_the_right_driver_is_chosen_while_it_runs() -> None:
    wire, chip, told = FakeWire(), WatchedSh1106(), Inbox()
    wire.plug(ADDRESS, chip)
    panel = Panel(Oled(driver=Driver.SSD1306), Bus(wire), told.put, RealClock())
    panel.start()
    panel.show(pattern(Driver.SSD1306))
    told.wait_for(Condition.OK)
    panel.show(pattern(Driver.SH1106))
    panel.use(Oled(driver=Driver.SH1106))
    chip.wait_for_image(pattern(Driver.SH1106))
    assert Driver.SH1106 is panel.oled.driver
    panel.close()


def test_the_first_key_only_wakes() -> None:
    """Five minutes after the last use it is asleep; a key that finds it so is for waking. Absent, it never sleeps."""
    clock, wire, chip, told = FakeClock(), FakeWire(), Watched(), Inbox()
    wire.plug(ADDRESS, chip)
    panel = Panel(Oled(), Bus(wire), told.put, clock)
    asleep = []

    def look() -> None:
        asleep.append(panel.asleep)

    clock.move_to(301 * S)
    look()
    panel.start()
    told.wait_for(Condition.OK)
    look()
    panel.keep_lit(on=True)
    look()
    panel.keep_lit(on=False)
    look()
    panel.touch()
    look()
    chip.wait_for(lambda display: display.lit)
    clock.move_to(700 * S)
    look()
    panel.show(menu(5))
    look()
    panel.close()
    assert [False, True, False, True, False, True, False] == asleep


def test_a_thread_with_nothing_to_do_does_nothing() -> None:
    class Counting(RealClock):
        """Notices when it is looked at far too often."""

        looks = 0
        too_often = threading.Event()

        def now_ns(self) -> int:
            self.looks += 1
            if self.looks > 100:
                self.too_often.set()
            return super().now_ns()

    clock, wire, chip = Counting(), FakeWire(), Watched()
    wire.plug(ADDRESS, chip)
    panel = Panel(Oled(), Bus(wire), Inbox().put, clock)
    panel.start()
    panel.show(menu(1))
    chip.wait_for_image(menu(1))
    assert not clock.too_often.wait(0.2)
    panel.close()


def test_to_close_twice_or_before_the_start_is_harmless(desk: Desk) -> None:
    desk.panel.close()
    desk.panel.close()
    desk.panel.start()
    assert [] == [thread for thread in threading.enumerate() if thread.name == "display"]


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ETIMEDOUT])
def test_to_close_on_a_dead_bus_is_harmless(desk: Desk, number: int) -> None:
    desk.panel.start()
    desk.inbox.wait_for(Condition.OK)
    desk.wire.fail(number, times=None)
    desk.panel.close()
    assert [] == [thread for thread in threading.enumerate() if thread.name == "display"]


def open_files() -> int:
    """How many descriptors this process holds."""
    return len(tuple(Path("/proc/self/fd").iterdir()))


def test_200_starts_and_stops_leave_nothing_behind() -> None:
    def life() -> None:
        desk = Desk()
        desk.panel.start()
        desk.panel.show(menu(1))
        desk.inbox.wait_for(Condition.OK)
        desk.panel.close()

    life()
    gc.collect()
    threads, files, objects = threading.active_count(), open_files(), len(gc.get_objects())
    for _ in range(200):
        life()
    gc.collect()
    assert threads == threading.active_count()
    assert files == open_files()
    assert len(gc.get_objects()) < objects + 200, "something of every panel stays behind"


ENDS = """
import atexit
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSsd1306
from hardware.i2c import Bus
from hardware.panel import Panel
from hardware.wiring import Oled
from tests.kit.glass import RealClock

wire, chip, told = FakeWire(), FakeSsd1306(), []
wire.plug(0x3C, chip)
# Registered first, so run last: after whatever luma has hung on the end of the program.
atexit.register(lambda: print(len(wire.log) - sent, chip.on))
panel = Panel(Oled(), Bus(wire), told.append, RealClock())
panel.start()
panel.close()
sent = len(wire.log)
"""


def test_double_cleanup_trace_at_exit() -> None:
    """luma puts every display off when the program ends; ours is off already, and nothing more is sent."""
    ended = subprocess.run([sys.executable, "-c", ENDS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ("0 False\n", "", 0) == (ended.stdout, ended.stderr, ended.returncode)


def test_a_program_that_ends_without_closing_ends() -> None:
    script = ENDS.replace("panel.close()\n", "").replace("print(len(wire.log) - sent, chip.on)", "None")
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ("", "", 0) == (ended.stdout, ended.stderr, ended.returncode)

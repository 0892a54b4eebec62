"""The seats of a table with expanders: what goes in and out when everything works."""

from __future__ import annotations

import os
import threading
import time

import pytest

from hardware.ports import NS_PER_MS as MS
from hardware.ports import Edge, Pattern
from hardware.words import NoHardware
from tests.hardware.expander_rig import Rig, frame


def test_a_press_and_a_release_come_with_their_times() -> None:
    with Rig() as rig:
        assert () == rig.start()
        rig.clock.pass_ms(7)
        pressed_ns = rig.clock.now_ns()
        rig.press(8)
        rig.settle()
        rig.clock.pass_ms(80)
        rig.let_go(8)
        rig.settle()

        assert [Edge(8, True, pressed_ns), Edge(8, False, pressed_ns + 80 * MS)] == rig.inbox.all


def test_every_seat_has_its_own_button_and_lamp() -> None:
    with Rig() as rig:
        rig.start()
        for seat in range(1, 19):
            rig.inbox.clear()
            rig.press(seat)
            rig.settle()
            rig.let_go(seat)
            rig.settle()
            assert [(seat, True), (seat, False)] == rig.inbox.edges()
            rig.show(seat)
            assert {seat} == rig.lit()


def test_eighteen_simultaneous_presses_are_eighteen_events_in_time_order() -> None:
    with Rig() as rig:
        rig.start()
        for seat in (5, 18, 1, 12, 7, 3, 2, 4, 6, 8, 9, 10, 11, 13, 14, 15, 16, 17):
            rig.press(seat)
        assert rig.inbox.wait_for(18)
        rig.settle()

        edges = [item for item in rig.inbox.all if isinstance(item, Edge)]
        assert 18 == len(edges)
        assert set(range(1, 19)) == {edge.seat for edge in edges}
        assert all(edge.down for edge in edges)
        assert [edge.at_ns for edge in edges] == sorted(edge.at_ns for edge in edges)


def test_a_button_held_through_the_start_is_told_and_is_no_press() -> None:
    with Rig() as rig:
        rig.press(4)
        rig.press(17)

        assert (4, 17) == rig.start()
        rig.pass_ms(300)
        assert [] == rig.inbox.all
        rig.let_go(17)
        rig.settle()
        assert [(17, False)] == rig.inbox.edges()


def test_a_tap_that_is_over_before_anybody_looked_is_still_heard() -> None:
    with Rig() as rig:
        rig.start()
        with rig.bus.turn():
            rig.press(9)
            rig.let_go(9)
        assert rig.inbox.wait_for(2)

        assert [(9, True), (9, False)] == rig.inbox.edges()


def test_a_table_of_fewer_seats_leaves_the_other_lines_alone() -> None:
    with Rig(seats=8) as rig:
        rig.start()

        assert (0x3F, 0x03) == tuple(chip.peek(chip.IODIR, 0) for chip in rig.chips.values())
        assert [0x00, 0x00] == [chip.peek(chip.IODIR, 1) for chip in rig.chips.values()]


def test_lamps_are_off_at_the_start_and_at_the_end() -> None:
    with Rig() as rig:
        rig.start()
        assert set() == rig.lit()
        rig.show(1, 7, 18)
        assert {1, 7, 18} == rig.lit()
        rig.seats.close()
        assert set() == rig.lit()
        rig.seats.close()


def test_eighteen_lamps_that_change_are_one_transfer_a_chip() -> None:
    with Rig() as rig:
        rig.start()
        for seats in (range(1, 19), range(1, 19, 2), ()):
            with rig.counting() as written:
                rig.show(*seats)
            assert [0x20, 0x21, 0x22] == sorted(address for address, _ in written)
            assert set(seats) == rig.lit()


def test_a_frame_that_changes_nothing_is_no_transfer() -> None:
    with Rig() as rig:
        rig.start()
        rig.show(3)
        with rig.counting() as written:
            rig.show(3)
        assert [] == written


def test_the_newest_frame_wins_and_those_before_it_are_never_seen() -> None:
    with Rig() as rig:
        rig.start()
        now_ns = rig.clock.now_ns()
        with rig.counting() as written, rig.bus.turn():
            # The bus is somebody else's: nothing can be written while all these frames come.
            for seat in range(1, 18):
                rig.seats.show(frame(seat, since_ns=now_ns))
            rig.seats.show(frame(18, since_ns=now_ns))
        rig.settle()

        assert {18} == rig.lit()
        # One frame may have been on its way when the bus was taken, no more.
        assert len(written) <= 3


def test_all_lamps_of_a_pattern_change_together_and_at_its_times() -> None:
    with Rig() as rig:
        rig.start()
        rig.show(2, 9, pattern=Pattern.FAST)
        seen = []
        for _ in range(8):
            seen.append(rig.lit())
            rig.clock.pass_ms(62.5)
            rig.settle()

        assert [{2, 9}, {2, 9}, set(), set(), {2, 9}, {2, 9}, set(), set()] == seen


def test_a_late_thread_leaves_flashes_out_and_shows_none_at_a_wrong_time() -> None:
    with Rig() as rig:
        rig.start()
        rig.show(6, pattern=Pattern.DOUBLE)
        assert {6} == rig.lit()
        with rig.counting() as written:
            rig.clock.pass_ms(700)
            rig.settle()
            rig.clock.pass_ms(700)
            rig.settle()

        assert set() == rig.lit()
        assert 1 == len(written)


def test_a_lamp_changes_by_itself_when_its_pattern_says_so() -> None:
    """On the real clock, with nobody waking the thread."""

    class Real:
        now_ns = staticmethod(time.monotonic_ns)

        def minute_of_day(self) -> int:
            return 0

    with Rig(clock=Real()) as rig:
        dark = threading.Event()
        chip, _ = rig.place(1)
        rig.start()
        rig.show(1, pattern=Pattern.FAST)
        chip.before_write = lambda data: dark.set() if data == bytes((0x14, 0, 0)) else None
        assert dark.wait(20)


def test_without_an_interrupt_line_the_inputs_are_read_every_5_ms() -> None:
    with Rig(interrupt=None, reset=None) as rig:
        rig.start()
        beats = rig.seats.beats()
        rig.pass_ms(100, step_ms=5)
        assert 20 == rig.seats.beats() - beats
        rig.press(11)
        rig.pass_ms(5)
        assert [(11, True)] == rig.inbox.edges()


def test_not_one_expander_is_no_hardware_and_leaves_nothing_behind() -> None:
    threads = threading.active_count()
    with Rig(seats=12) as rig:
        for address in rig.chips:
            rig.wire.unplug(address)
        with pytest.raises(NoHardware, match="0x20 0x21") as raised:
            rig.start()
        assert "没有一块扩展板应答" in raised.value.words.zh
        assert threads == threading.active_count()
        # It can be started again when somebody has found the plug.
        for address, chip in rig.chips.items():
            rig.wire.plug(address, chip)
        assert () == rig.start()


def test_two_hundred_starts_and_stops_leave_no_thread_and_no_descriptor() -> None:
    with Rig() as rig:
        rig.start()
        rig.seats.close()
        threads, descriptors = threading.active_count(), len(os.listdir("/proc/self/fd"))  # noqa: PTH208 -- only their number
        for _ in range(200):
            rig.start()
            rig.show(1, 2, 3)
            rig.seats.close()
        assert threads == threading.active_count()
        assert descriptors == len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        # The pins of the Pi are free, too.
        assert () == rig.start()


def test_after_a_press_only_those_chips_are_read_that_may_have_something_to_say() -> None:
    with Rig() as rig:
        rig.start()
        for seat, expected in ((1, [0x20]), (8, [0x20, 0x21]), (18, [0x20, 0x21, 0x22])):
            rig.wire.log.clear()
            rig.press(seat)
            rig.settle()
            assert expected == [transfer.address for transfer in rig.wire.log]
        rig.inbox.clear()
        with rig.bus.turn():
            for seat in (2, 9, 17):
                rig.press(seat)
        assert rig.inbox.wait_for(3)

"""What happens to tables of expanders, by its symptom: nothing of it stops the others, and all of it is told."""

from __future__ import annotations

import errno
import threading
import time
from itertools import pairwise

import pytest

from hardware.fake_i2c import FakeMcp23017
from hardware.ports import Health, Pattern
from hardware.words import NoHardware
from tests.hardware.expander_rig import PATIENCE_S, Rig, frame, missed, works


def test_inputs_freeze_after_hours() -> None:
    """A disturbance puts a chip back to what it is after power-on: it answers as ever, and nothing comes of it."""
    with Rig() as rig:
        rig.start()
        rig.show(8, 1)
        chip, _ = rig.place(8)
        chip.reset()
        assert {1} == rig.lit()
        rig.pass_ms(1100)

        assert [("chip", 0x21, "degraded")] == rig.inbox.health()
        assert {1, 8} == rig.lit()
        rig.pass_ms(1000)
        assert [("chip", 0x21, "degraded"), ("chip", 0x21, "ok")] == rig.inbox.health()
        assert [True, False] == missed(rig), "what was pressed between two checks and let go again was never seen"
        told = [item for item in rig.inbox.all if isinstance(item, Health)]
        assert [(7, 8, 9, 10, 11, 12)] * 2 == [item.seats for item in told]
        assert "丢了设置" in told[0].detail.zh
        assert "forgotten its settings" in told[0].detail.en
        assert works(rig, 9)


def test_a_button_that_changed_during_a_brown_out_is_told_once() -> None:
    with Rig() as rig:
        rig.start()
        chip, _ = rig.place(8)
        chip.reset()
        rig.press(8)
        rig.pass_ms(2000)
        rig.let_go(8)
        rig.settle()

        assert [(8, True), (8, False)] == rig.inbox.edges()


def test_a_chip_whose_bank_bit_was_set_by_a_disturbance_is_set_up_again() -> None:
    """All its registers are then at other addresses."""
    with Rig(reset=None) as rig:
        rig.start()
        chip, _ = rig.place(1)
        chip.write(bytes((0x0A, 0xC4)))
        rig.pass_ms(1100)

        assert 0x44 == chip.peek(chip.IOCON)
        assert works(rig, 1)


def test_outputs_glitch_at_the_start() -> None:
    """Lamps flash for a moment where a line becomes an output before it is known what it gives."""
    with Rig() as rig:
        rig.start()
        assert [[0]] * 3 == [list(chip.outputs) for chip in rig.chips.values()]
        rig.show(1, 2, 14)
        chip, _ = rig.place(14)
        rig.wire.unplug(0x22)
        rig.pass_ms(200)
        chip.outputs.clear()
        # What the lines give when the chip is written to in any other order than levels first.
        chip.write(bytes((0x14, 0xFF, 0xFF)))
        rig.wire.plug(0x22, chip)
        rig.pass_ms(1100)

        assert [0, 0x0200] == list(chip.outputs)[-2:]
        assert {1, 2, 14} == rig.lit()


def test_every_transfer_times_out_for_minutes() -> None:
    with Rig() as rig:
        rig.start()
        rig.pass_ms(100)
        rig.show(2)
        rig.wire.lock_up()
        before = len(rig.wire.log)
        beats = rig.seats.beats()
        rig.pass_ms(1000)
        tries = len(rig.wire.log) - before

        assert [("bus", 0, "absent")] == rig.inbox.health()
        told = rig.inbox.all[-1]
        assert isinstance(told, Health)
        assert tuple(range(1, 19)) == told.seats
        assert "110" in told.detail.zh
        assert 3 <= tries <= 4
        assert tries <= rig.wire.reopened
        assert rig.wire.resets == rig.wire.reopened + 1
        # Tried again ever less often, the loop never waits, and the thread keeps coming round.
        rig.pass_ms(60_000, step_ms=100)
        assert 8 <= len(rig.wire.log) - before <= 14
        assert rig.seats.beats() - beats >= 600
        rig.seats.show(frame(17, since_ns=rig.clock.now_ns()))
        rig.wire.heal()
        rig.pass_ms(10_100)
        assert [("bus", 0, "absent"), ("bus", 0, "ok")] == rig.inbox.health()
        assert [False, False] == missed(rig), "what was absent has missed presses anyway"
        assert {17} == rig.lit()
        assert works(rig, 6)


def test_the_loop_does_not_wait_while_a_transfer_times_out() -> None:
    with Rig() as rig:
        rig.start()
        hangs, goes_on = threading.Event(), threading.Event()

        def second(_: float) -> None:
            hangs.set()
            goes_on.wait(PATIENCE_S)

        rig.wire.lock_up("reset")
        rig.wire.sleep = second
        rig.clock.pass_ms(100)
        rig.seats.show(())
        assert hangs.wait(PATIENCE_S)
        began_ns = time.monotonic_ns()
        for seat in range(1, 19):
            rig.seats.show(frame(seat, since_ns=0))
        took_ns = time.monotonic_ns() - began_ns
        assert not goes_on.is_set()
        rig.wire.sleep = None
        goes_on.set()
        rig.settle()
        rig.settle()
        assert took_ns < 1_000_000_000
        assert {18} == rig.lit()


def test_a_bus_that_hangs_at_the_start_is_tried_three_times() -> None:
    with Rig() as rig:
        rig.wire.lock_up()
        with pytest.raises(NoHardware):
            rig.start()
        assert 3 == sum(transfer.error == errno.ETIMEDOUT for transfer in rig.wire.log)
        assert [("bus", 0, "absent")] == rig.inbox.health()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_chip_is_unplugged(number: int) -> None:
    address, seats = 0x20 + number, range(6 * number + 1, 6 * number + 7)
    others = [seat for seat in range(1, 19) if seat not in seats]
    with Rig() as rig:
        rig.start()
        rig.show(*range(1, 19))
        chip = rig.wire.unplug(address)
        rig.pass_ms(200)

        assert [("chip", address, "absent")] == rig.inbox.health()
        told = rig.inbox.all[-1]
        assert isinstance(told, Health)
        assert tuple(seats) == told.seats
        assert f"0x{address:02X}" in told.detail.zh
        assert set(others) == rig.lit()
        assert works(rig, others[0])
        assert works(rig, others[-1])

        rig.show(seats[1], others[3])
        rig.press(seats[2])
        rig.inbox.clear()
        rig.wire.plug(address, chip)
        rig.pass_ms(1100)
        assert [("chip", address, "ok")] == rig.inbox.health()
        assert [(seats[2], True)] == rig.inbox.edges(), "a button that is held when the chip comes back is told"
        assert {seats[1], others[3]} == rig.lit()
        rig.let_go(seats[2])
        rig.settle()
        assert works(rig, seats[0])


def test_a_chip_that_stays_away_is_tried_after_1_2_5_and_then_every_10_seconds() -> None:
    with Rig() as rig:
        rig.start()
        rig.wire.unplug(0x21)
        rig.pass_ms(150)
        began = rig.clock.now_ns()
        tried: list[int] = []
        for _ in range(400):
            before = len(rig.wire.log)
            rig.pass_ms(100, step_ms=100)
            if any(transfer.address == 0x21 for transfer in list(rig.wire.log)[before:]):
                tried.append(round((rig.clock.now_ns() - began) / 1e9))

        assert [1, 3, 8, 18, 28, 38] == tried
        assert [("chip", 0x21, "absent")] == rig.inbox.health()


def test_a_chip_that_is_missing_at_the_start_is_told_and_found_later() -> None:
    with Rig() as rig:
        chip = rig.wire.unplug(0x20)
        assert () == rig.start()
        assert [("chip", 0x20, "absent")] == rig.inbox.health()
        rig.press(3)
        rig.wire.plug(0x20, chip)
        rig.pass_ms(1100)
        assert [("chip", 0x20, "absent"), ("chip", 0x20, "ok")] == rig.inbox.health()
        assert [(3, True)] == rig.inbox.edges()


def test_all_chips_are_unplugged_and_come_back() -> None:
    with Rig() as rig:
        rig.start()
        chips = {address: rig.wire.unplug(address) for address in rig.chips}
        rig.pass_ms(200)
        assert {("chip", address, "absent") for address in chips} == set(rig.inbox.health())
        for address, chip in chips.items():
            rig.wire.plug(address, chip)
        rig.pass_ms(1100)
        assert all(works(rig, seat) for seat in (1, 7, 18))


def test_a_single_refusal_takes_no_seat_away() -> None:
    with Rig() as rig:
        rig.start()
        for number in (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.EAGAIN):
            rig.wire.fail(number, times=2)
            assert works(rig, 13)
        assert [] == rig.inbox.health()
        assert 8 == rig.bus.traffic.errors
        assert errno.EAGAIN == rig.bus.traffic.last_errno


def test_a_storm_of_refusals_never_stops_it() -> None:
    with Rig() as rig:
        rig.start()
        for _ in range(100):
            rig.wire.fail(errno.EREMOTEIO, times=6, address=0x21)
            rig.press(10)
            rig.pass_ms(100)
            rig.let_go(10)
            rig.pass_ms(100)
        rig.wire.heal()
        rig.pass_ms(10_100)

        states: dict[int, str] = {}
        for _, number, condition in rig.inbox.health():
            assert states.get(number) != condition, "told again without having changed"
            states[number] = condition
        assert {"ok"} == set(states.values())
        downs = [down for seat, down in rig.inbox.edges() if seat == 10]
        assert all(down != after for down, after in pairwise(downs)), "edges of a seat alternate"
        assert works(rig, 10)


def test_closing_does_not_wait_for_a_bus_that_hangs() -> None:
    with Rig() as rig:
        rig.start()
        rig.show(1)
        rig.wire.lock_up()
        rig.pass_ms(1000)
        before = len(rig.wire.log)
        rig.seats.close()
        assert len(rig.wire.log) - before <= 1
        assert "seat bus" not in [thread.name for thread in threading.enumerate()]


def test_a_chip_that_comes_back_shows_what_is_due_then_and_nothing_before() -> None:
    with Rig() as rig:
        rig.start()
        chip = rig.wire.unplug(0x22)
        rig.pass_ms(100)
        rig.show(14, pattern=Pattern.FAST)
        assert isinstance(chip, FakeMcp23017)
        rig.wire.plug(0x22, chip)
        chip.outputs.clear()
        # Half a period later the lamp is dark; it was lit when the chip was not there.
        rig.clock.pass_ms(1000 + 125)
        rig.settle()
        assert ("chip", 0x22, "ok") in rig.inbox.health()
        assert [0] == list(chip.outputs)


@pytest.mark.parametrize("whole_bus", [False, True])
def test_what_was_away_for_long_is_looked_for_at_once_when_it_goes_again(whole_bus: bool) -> None:
    with Rig() as rig:
        rig.start()
        for away_ms in (300, 20_000, 300):
            if whole_bus:
                rig.wire.lock_up()
            else:
                rig.wire.fail(errno.EREMOTEIO, None, 0x21)
            rig.pass_ms(away_ms, step_ms=100)
            assert "absent" == rig.inbox.health()[-1][2]
            rig.wire.heal()
            rig.pass_ms(10_100 if away_ms > 1000 else 1100, step_ms=100)
            assert "ok" == rig.inbox.health()[-1][2]

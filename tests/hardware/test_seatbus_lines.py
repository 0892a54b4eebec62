"""INT and noise at tables with expanders, by their symptom: nothing of it silences another button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gpiozero import LED

from hardware.noise import LOOK_NS, MAX_EDGES
from hardware.pins import factory
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Edge, Health
from hardware.seatbus import ExpanderSeats
from hardware.words import NoHardware, Words
from tests.hardware.expander_rig import INT, RESET, Rig, works

if TYPE_CHECKING:
    from hardware.fake_i2c import FakeMcp23017

INTCAPA, GPIOB = 0x10, 0x13


def silently_press(rig: Rig, seat: int) -> None:
    """Press so that INT falls, but nobody is called: the edge came while the library was busy."""
    handler = rig.int_pin.when_changed
    rig.int_pin.when_changed = None
    rig.press(seat)
    rig.int_pin.when_changed = handler


def test_only_the_first_interrupt_arrives() -> None:
    """A press between two reads leaves INT low: no edge ever again, unless somebody looks at the level."""
    with Rig() as rig:
        rig.start()
        chip, _ = rig.place(1)
        late = [2, 3]

        def between(place: int) -> None:
            if place == GPIOB and late:
                silently_press(rig, late.pop())

        chip.before_read = between
        rig.press(1)
        assert rig.inbox.wait_for(3)
        assert {(1, True), (2, True), (3, True)} == set(rig.inbox.edges())
        assert not chip.interrupting
        chip.before_read = None
        assert works(rig, 4)


def test_an_old_press_fires_at_the_start() -> None:
    """The judge was killed; the chips kept their power, and one of them an interrupt that nobody had read."""
    with Rig(reset=None) as rig:
        rig.start()
        rig.show(5)
        handler = rig.int_pin.when_changed
        rig.int_pin.when_changed = None
        rig.press(2)
        rig.let_go(2)
        assert rig.int_pin.state == 0
        rig.inbox.clear()
        rig.int_pin.when_changed = handler

        with Rig(reset=None) as again:
            for (address, chip), other in zip(rig.chips.items(), again.chips.values(), strict=True):
                again.wire.chips[address] = chip
                again.chips[address] = chip
                chip.listen(lambda low: (again.int_pin.drive_low if low else again.int_pin.drive_high)())
                other.power(on=False)
            again.int_pin.drive_low()

            assert () == again.start()
            assert set() == again.lit()
            again.settle()
            assert [] == again.inbox.edges()
            assert again.int_pin.state == 1
            assert works(again, 2)


def chatter(rig: Rig, seat: int, times: int) -> None:
    for _ in range(times):
        rig.press(seat)
        rig.settle()
        rig.let_go(seat)
        rig.settle()


def watched(chip: FakeMcp23017) -> int:
    return chip.peek(chip.GPINTEN)


def test_a_line_that_chatters_is_cut_off_until_it_is_quiet() -> None:
    with Rig() as rig:
        rig.start()
        chip, _ = rig.place(14)
        chatter(rig, 14, MAX_EDGES)
        edges = rig.inbox.edges()

        assert [("pad", 14, "degraded")] == rig.inbox.health()
        assert MAX_EDGES <= len(edges) <= MAX_EDGES + 2
        assert (14, False) == edges[-1], "noise must never hold a button"
        assert 0b111101 == watched(chip), "it is not to keep the bus busy"
        assert works(rig, 13)

        rig.inbox.clear()
        rig.pass_ms(300)
        flicker(rig, 14)
        assert [] == rig.inbox.all, "a second is over, and it was not quiet"
        rig.pass_ms(1100)
        assert [("pad", 14, "ok")] == rig.inbox.health()
        assert 0b111111 == watched(chip)
        assert works(rig, 14)


def flicker(rig: Rig, seat: int) -> None:
    """For 1.2 s; too quick for a finger."""
    for _ in range(60):
        rig.press(seat)
        rig.pass_ms(10)
        rig.let_go(seat)
        rig.pass_ms(10)


def test_whoever_presses_a_button_that_is_cut_off_does_not_keep_it_dead() -> None:
    with Rig() as rig:
        rig.start()
        chatter(rig, 14, MAX_EDGES)
        rig.inbox.clear()
        for _ in range(2):
            rig.pass_ms(600)
            rig.press(14)
            rig.pass_ms(120)
            rig.let_go(14)
        rig.pass_ms(400)
        assert [("pad", 14, "ok")] == rig.inbox.health()
        assert [] == rig.inbox.edges()
        assert works(rig, 14)


def test_a_button_that_is_held_when_its_line_becomes_quiet_is_cut_off_until_it_is_let_go() -> None:
    """Its beginning was not heard; told late, a hold would be a tap, which is another answer."""
    with Rig() as rig:
        rig.start()
        chatter(rig, 3, MAX_EDGES)
        rig.inbox.clear()
        rig.pass_ms(500)
        rig.press(3)
        rig.pass_ms(3000)
        assert [] == rig.inbox.all
        rig.let_go(3)
        rig.pass_ms(100, step_ms=10)
        assert [("pad", 3, "ok")] == rig.inbox.health(), "it need not be quiet all over again"
        assert [] == rig.inbox.edges()
        assert works(rig, 3)


@pytest.mark.parametrize("half_period_ms", [1, 10], ids=["1000 edges a second", "the hum of the mains"])
def test_steady_noise_does_not_look_like_quiet(half_period_ms: int) -> None:
    with Rig() as rig:
        rig.start()
        chatter(rig, 14, MAX_EDGES)
        rig.inbox.clear()
        read_ms = rig.clock.now_ns() // MS
        for ms in range(3000):
            (rig.let_go if ms // half_period_ms % 2 else rig.press)(14)
            rig.clock.pass_ms(1)
            if rig.clock.now_ns() // MS >= read_ms:
                rig.settle()
                read_ms += LOOK_NS // MS
        assert [] == rig.inbox.all


def test_a_line_that_is_cut_off_is_read_at_the_pace_of_noise_and_the_other_chips_are_not() -> None:
    with Rig() as rig:
        rig.start()
        chatter(rig, 14, MAX_EDGES)
        rig.pass_ms(200)
        before = len(rig.wire.log)
        rig.pass_ms(70, step_ms=LOOK_NS // MS)
        read = [transfer.address for transfer in list(rig.wire.log)[before:]]
        assert read.count(0x22) >= 10
        assert read.count(0x20) <= 2
        assert read.count(0x21) <= 2


def test_a_line_that_goes_on_chattering_is_given_longer_and_longer() -> None:
    with Rig() as rig:
        rig.start()
        quiet_after = []
        for _ in range(3):
            chatter(rig, 3, MAX_EDGES)
            began_ns = rig.clock.now_ns()
            while ("pad", 3, "ok") not in rig.inbox.health():
                rig.pass_ms(100)
            quiet_after.append(round((rig.clock.now_ns() - began_ns) / 1e9))
            rig.inbox.clear()
        assert [1, 2, 4] == quiet_after


def test_nothing_is_heard_on_the_interrupt_line() -> None:
    with Rig() as rig:
        rig.start()
        rig.int_cut = True
        for _ in range(3):
            rig.press(2)
            rig.pass_ms(100)
            rig.let_go(2)
            rig.pass_ms(100)
        assert [(2, True), (2, False)] * 3 == rig.inbox.edges(), "the scan finds what INT does not tell"
        assert [("pins", 0, "degraded")] == rig.inbox.health()
        rig.press(5)
        rig.pass_ms(5)
        assert (5, True) == rig.inbox.edges()[-1]

        rig.int_cut = False
        rig.let_go(5)
        rig.settle()
        assert [("pins", 0, "degraded"), ("pins", 0, "ok")] == rig.inbox.health()
        assert works(rig, 7)


def test_the_interrupt_line_stays_low() -> None:
    with Rig() as rig:
        rig.start()
        rig.int_pin.drive_low()
        rig.int_cut = True
        rig.settle()

        assert [("pins", 0, "degraded")] == rig.inbox.health()
        assert "低电平" in next(item.detail.zh for item in rig.inbox.all if isinstance(item, Health))
        rig.press(5)
        rig.pass_ms(5)
        assert [(5, True)] == rig.inbox.edges()


def test_a_release_that_is_lost_comes_out_within_300_ms() -> None:
    with Rig() as rig:
        rig.start()
        rig.press(12)
        rig.settle()
        rig.int_cut = True
        rig.let_go(12)
        rig.pass_ms(300)
        assert [(12, True), (12, False)] == rig.inbox.edges()


@pytest.mark.parametrize("pin", [INT, RESET])
def test_a_pin_that_somebody_else_uses_is_told_and_the_table_works_without(pin: int) -> None:
    with Rig() as rig:
        other = LED(pin, pin_factory=rig.factory)
        assert () == rig.start()
        assert [("pins", 0, "degraded")] == rig.inbox.health()
        rig.press(1)
        rig.pass_ms(5)
        assert [(1, True)] == rig.inbox.edges()
        other.close()


def test_an_inbox_that_raises_silences_no_button() -> None:
    with Rig() as rig:
        refusals = ["full"]

        def put(item: object) -> None:
            if isinstance(item, Edge) and refusals:
                raise RuntimeError(refusals.pop())
            rig.inbox.put(item)

        rig.seats = ExpanderSeats(rig.wiring, rig.bus, put, rig.clock, factory=rig.factory)
        rig.start()
        rig.press(1)
        rig.settle()
        assert [] == refusals
        rig.press(2)
        rig.settle()
        assert [(2, True)] == rig.inbox.edges()


def test_a_storm_on_one_chip_does_not_hide_a_lost_release_on_another() -> None:
    with Rig() as rig:
        rig.start()
        rig.press(18)
        rig.settle()
        handler = rig.int_pin.when_changed
        rig.int_pin.when_changed = None
        rig.let_go(18)
        # Its interrupt is gone, and nobody has heard of it.
        rig.chips[0x22].read(INTCAPA, 4)
        rig.int_pin.when_changed = handler
        for _ in range(12):
            rig.clock.pass_ms(10)
            chatter(rig, 1, 1)
        assert (18, False) in rig.inbox.edges()


def test_edges_of_several_chips_come_in_the_order_of_their_times() -> None:
    """Seat 2 is pressed while INT is low already: nothing says when, but it was after the others."""
    with Rig() as rig:
        rig.start()
        for chip in rig.chips.values():
            chip.before_read = lambda place: rig.clock.pass_ms(1) if place == GPIOB else None
        with rig.bus.turn():
            for seat in (1, 2, 18):
                rig.press(seat)
        assert rig.inbox.wait_for(3)
        assert [(1, True), (18, True), (2, True)] == rig.inbox.edges()


def test_without_a_factory_it_makes_its_own_and_closes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    with Rig() as rig:
        monkeypatch.setattr(factory, "open_factory", lambda _: rig.factory)
        monkeypatch.setattr(rig.factory, "close", lambda: closed.append("factory"))
        rig.seats = ExpanderSeats(rig.wiring, rig.bus, rig.inbox.put, rig.clock)
        rig.start()
        assert works(rig, 3)
        assert [] == closed
        rig.seats.close()
        assert ["factory"] == closed


def test_a_pi_whose_pins_cannot_be_had_still_has_its_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise NoHardware(Words("没有", "none"))

    monkeypatch.setattr(factory, "open_factory", refuse)
    with Rig() as rig:
        rig.seats = ExpanderSeats(rig.wiring, rig.bus, rig.inbox.put, rig.clock)
        rig.start()
        assert [Words("没有", "none")] == [item.detail for item in rig.inbox.all if isinstance(item, Health)]
        rig.press(1)
        rig.pass_ms(5)
        assert [(1, True)] == rig.inbox.edges()

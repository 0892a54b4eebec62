"""A spare button stands for a seat: its presses are that seat's, and it has that seat's lamp."""

from __future__ import annotations

from engine.seats import Seat
from firmware.menu.choices import OFF
from firmware.pads import Pads
from hardware.debounce import Level
from hardware.ports import Edge, Lamp, Pattern

WORN = ((Seat(3), Seat(12)),)


def down(pad: int) -> Level:
    return Level(pad, down=True, at_ns=5)


def up(pad: int) -> Level:
    return Level(pad, down=False, at_ns=9)


def lamp(seat: int) -> Lamp:
    return Lamp(seat, Pattern.STEADY, 7)


def test_without_spares_everything_is_as_it_is() -> None:
    pads = Pads()
    assert (down(3), up(3)) == (pads.level(down(3)), pads.level(up(3)))
    assert (lamp(1), lamp(18)) == pads.frame((lamp(1), lamp(18)))


def test_the_spare_presses_for_the_seat_and_the_broken_one_for_nobody() -> None:
    pads = Pads(WORN)
    assert (down(3), up(3)) == (pads.level(down(12)), pads.level(up(12)))
    assert (None, None) == (pads.level(down(3)), pads.level(up(3)))
    assert down(4) == pads.level(down(4))


def test_the_seats_lamp_burns_at_the_spare_and_frames_stay_in_order() -> None:
    pads = Pads(WORN)
    assert (lamp(2), lamp(4), lamp(12), lamp(13)) == pads.frame((lamp(2), lamp(3), lamp(4), lamp(13)))
    assert (lamp(12),) == pads.frame((lamp(3), lamp(12)))


def test_a_button_is_let_go_for_the_seat_it_was_pressed_for() -> None:
    pads = Pads()
    pads.level(down(3))
    pads.level(down(12))
    pads.wear(WORN)
    assert (up(3), up(12)) == (pads.level(up(3)), pads.level(up(12)))
    assert down(3) == pads.level(down(12))
    pads.wear(())
    assert (up(3), down(12)) == (pads.level(up(12)), pads.level(down(12)))


def test_at_a_simulated_table_whoever_sits_at_a_seat_presses_its_spare() -> None:
    pads = Pads(WORN)
    assert Edge(12, down=True, at_ns=1) == pads.by_hand(Edge(3, down=True, at_ns=1))
    assert Edge(4, down=True, at_ns=1) == pads.by_hand(Edge(4, down=True, at_ns=1))
    assert "news" == pads.by_hand("news")


def test_a_button_that_is_stuck_when_another_takes_over_is_let_go_once() -> None:
    pads = Pads()
    pads.level(down(3))
    pads.level(down(4))
    pads.wear(WORN)
    assert (up(3),) == pads.let_go(9)
    assert () == pads.let_go(9)
    assert (None, up(4)) == (pads.level(up(3)), pads.level(up(4)))
    assert down(3) == pads.level(down(12))


def test_a_seat_that_is_switched_off_presses_nothing_and_has_no_lamp_anywhere() -> None:
    pads = Pads(((Seat(3), OFF), (Seat(5), OFF)))
    assert (None, None) == (pads.level(down(3)), pads.level(up(3)))
    assert (lamp(4),) == pads.frame((lamp(3), lamp(4), lamp(5)))
    edge = Edge(3, True, 5)
    assert edge == pads.by_hand(edge), "whoever sits there presses the button that counts for nothing"

"""Before the first night: the seat check and the rehearsal, at a table with real buttons."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.seats import Seat, seats_of
from firmware.menu.actions import CheckSeats, EndTrial, Keep, Rehearse
from firmware.menu.choices import Choices
from firmware.menu.status import Mode
from firmware.settings import Settings
from hardware.fakes import FakePad
from hardware.ports import Key, Pattern
from tests.kit.table import VirtualTable

NINE = seats_of(*range(1, 10))
UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK


def checking() -> VirtualTable:
    """A table whose seats are being checked."""
    table = VirtualTable("B09")
    table.pads[Seat(12)] = FakePad(12, table.loop.put, table.loop)
    table.staff(CheckSeats(table.seats))
    return table


def keep(table: VirtualTable, **changes: object) -> None:
    """Staff choose something."""
    table.staff(Keep(msgspec.structs.replace(table.judge.staff.menu.choices, **changes)))


def test_every_seat_that_presses_is_lit_and_taken_off_the_list() -> None:
    table = checking()
    assert ["setup.seats"] == table.keys
    table.press_all(seats_of(1, 4, 7))
    assert {1, 4, 7} == table.lit
    assert Pattern.STEADY is table.lamp(4)
    table.press(9)
    table.press(4)
    check = table.judge.status.check
    assert (Seat(4), seats_of(2, 3, 5, 6, 8)) == (check.pressed, check.waiting)
    assert {1, 4, 7, 9} == table.lit


def test_no_lamp_waits_for_the_staffs_screen_when_all_press_at_once() -> None:
    table = checking()
    table.wait(0.001)
    shown = table.display.count
    table.press_all(NINE[:8])
    assert set(NINE[:8]) == table.lit
    assert 1 == table.display.count - shown  # one picture for eight presses, with all of them in it
    assert seats_of(9) == table.judge.status.check.waiting


def test_the_end_of_the_check_is_said_once_when_nobody_is_missing() -> None:
    table = checking()
    table.press_all(NINE)
    table.press(3)
    assert ["setup.seats", "setup.seats_done"] == table.keys


def test_staff_end_a_check_at_any_time_and_all_lamps_go_out() -> None:
    table = checking()
    table.press(5)
    table.key(BACK)
    assert (Mode.IDLE, set()) == (table.judge.status.mode, table.lit)
    table.press(5)
    assert set() == table.lit


def test_a_seat_that_does_not_answer_can_be_left_out() -> None:
    table = checking()
    table.press_all(seats_of(1, 2, 3, 4, 5, 6, 7, 8))
    table.key(OK, OK, DOWN, OK)
    assert seats_of(*range(1, 9)) == table.judge.staff.menu.seats
    assert () == table.judge.status.check.waiting
    assert "setup.seats_done" == table.keys[-1]


def test_a_spare_button_answers_for_a_seat_and_has_its_lamp() -> None:
    table = checking()
    table.press_all(seats_of(1, 2, 3, 4, 5, 6, 7, 8))
    table.key(OK, OK, OK, DOWN, DOWN, OK)
    assert ((9, 12),) == table.judge.staff.menu.choices.pads
    table.press(9)
    assert seats_of(9) == table.judge.status.check.waiting
    table.press(12)
    assert (Seat(9), ()) == (table.judge.status.check.pressed, table.judge.status.check.waiting)
    assert {12} == {lamp.seat for lamp in table.frame} - set(range(1, 9))


def test_a_spare_button_plays_the_game_for_its_seat() -> None:
    table = VirtualTable("B09", settings=Settings(Choices(pads=((Seat(1), Seat(12)),))))
    table.pads[Seat(12)] = FakePad(12, table.loop.put, table.loop)
    table.start()
    table.until_key("setup.ready_ask")
    table.wait(1)
    table.press_all(seats_of(*range(1, 10)))
    assert "setup.begin" not in table.keys
    assert {*range(2, 10)} == {lamp.seat for lamp in table.frame if lamp.pattern is Pattern.STEADY}
    assert (Pattern.OFF, Pattern.SLOW) == (table.lamp(1), table.lamp(12))
    table.press(12)
    table.until_key("setup.begin", patience_s=10)


def test_a_game_ends_the_check() -> None:
    table = checking()
    table.start()
    assert Mode.GAME is table.judge.status.mode
    table.press(3)
    assert set() == table.lit


def test_the_rehearsal_answers_as_a_night_pick_does() -> None:
    """Seat 3 chooses 5 and changes to 7; 4 chooses and takes it back; everybody else does not press."""
    table = VirtualTable("B09")
    table.staff(Rehearse(table.seats))
    table.until_key("setup.rehearse")
    table.at_count(3, 5, sweep=1)
    table.at_count(3, 7, sweep=1)
    table.at_count(4, 9, sweep=1)
    table.wait(0.6)  # a press right after a tap is no hold
    table.hold(4)
    table.until(lambda: table.ears.count == 7 and table.sweep == 2)
    assert {3} == table.lit
    table.until(lambda: len(table.lit) == 9)
    assert (Pattern.STEADY, Pattern.FAST, Pattern.FAST) == (table.lamp(3), table.lamp(4), table.lamp(1))
    table.until_mode(Mode.IDLE)
    assert set() == table.lit


@pytest.mark.parametrize("language", Language)
def test_the_rehearsal_takes_about_half_a_minute_after_its_words(language: Language) -> None:
    table = VirtualTable("B09", language=language)
    table.staff(Rehearse(table.seats))
    spoken = table.until_key("setup.rehearse")
    table.until_mode(Mode.IDLE)
    assert 20 <= (table.now_ns - spoken.at_ns) / 1e9 <= 35


@pytest.mark.parametrize("key", list(Key))
def test_any_staff_key_ends_the_rehearsal(key: Key) -> None:
    table = VirtualTable("B09")
    table.staff(Rehearse(table.seats))
    table.until(lambda: table.ears.count == 3)
    said = len(table.keys)
    table.key(key)
    assert (Mode.IDLE, set()) == (table.judge.status.mode, table.lit)
    table.wait(60)
    assert said == len(table.keys)


def test_nothing_of_a_rehearsal_reaches_the_game_after_it() -> None:
    table = VirtualTable("B09")
    table.staff(Rehearse(table.seats))
    table.at_count(3, 5, sweep=1)
    table.start()
    table.until_key("setup.ready_ask")
    assert [] == table.commands
    table.staff(EndTrial())
    assert Mode.GAME is table.judge.status.mode


@pytest.mark.logs_errors
def test_a_fault_in_a_trial_stops_loudly_and_leads_home() -> None:
    table = checking()
    table.press(2)
    table.judge.fault(RuntimeError("planted"))
    assert (Mode.STOPPED, set()) == (table.judge.status.mode, table.lit)
    table.key(OK, OK)
    assert Mode.IDLE is table.judge.status.mode

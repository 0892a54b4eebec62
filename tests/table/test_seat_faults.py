"""A part of the machine fails in the middle of a game: it goes on, or stands still with a reason; staff are told."""

from __future__ import annotations

import msgspec
import pytest

from engine.seats import Seat
from firmware.faults import Kind
from firmware.menu.actions import EndGame, Keep, Pause, Resume
from firmware.menu.choices import OFF
from firmware.menu.status import Mode
from hardware.ports import Condition, Device, Health
from hardware.words import Words
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.failing import at, open_kinds, waits
from tests.table.stage import NINE

NIGHT = ("night.first", "wolf.wake", "wolf.pick", "witch.victim", "witch.heal", "seer.pick", "seer.close")
BY_DAY = ("speech.turn", "vote.end")


@pytest.mark.parametrize("key", NIGHT)
def test_by_night_a_chip_that_is_lost_stops_the_game_at_once_and_nothing_is_said_of_it(key: str) -> None:
    table = at(key)
    steps, heard = len(table.steps), len(table.keys)
    table.unplug(0)
    assert waits(table)
    assert ["staff.pause_night"] == table.keys[heard:]
    assert [Kind.CHIP_LOST] == open_kinds(table)
    table.wait(600)
    assert waits(table)
    assert (steps, heard + 1) == (len(table.steps), len(table.keys)), "no window has passed without its buttons"


@pytest.mark.parametrize("key", NIGHT)
def test_it_goes_on_by_itself_when_the_chip_is_back_from_the_wake_line(key: str) -> None:
    table = at(key)
    table.unplug(0)
    table.wait(30)
    heard = len(table.keys)
    table.plug(0)
    assert not waits(table)
    table.wait(3)
    assert "staff.pause_night" == table.keys[heard]
    assert [] == open_kinds(table)
    assert [Kind.CHIP_LOST] == [fault.kind for fault in table.judge.status.faults]
    table.until_over()


def test_by_day_the_reason_is_said() -> None:
    table = at("speech.turn")
    table.health(Device.PAD, Condition.ABSENT, 3, number=3)
    assert waits(table)
    assert "三号的按钮失灵，请工作人员处理。" == table.said[-1]


def test_by_day_staff_are_called_to_a_chip() -> None:
    table = at("speech.turn")
    table.unplug(0)
    assert waits(table)
    assert "请工作人员过来一下。" == table.said[-1]


def test_a_chip_of_seats_that_are_not_in_use_stops_nobody() -> None:
    table = at("wolf.pick")
    table.unplug(2)
    assert not waits(table)
    assert [Kind.CHIP_LOST] == open_kinds(table)
    table.until_over()


def test_staff_who_go_on_are_asked_no_second_time_but_for_another_chip() -> None:
    table = at("wolf.pick")
    table.unplug(0)
    table.wait(5)
    table.staff(Resume())
    table.until_key("seer.wake")
    assert not waits(table)
    table.unplug(1)
    assert waits(table)


def test_what_staff_have_paused_does_not_go_on_by_itself() -> None:
    table = at("wolf.pick")
    table.staff(Pause())
    table.unplug(0)
    table.plug(0)
    table.wait(60)
    assert waits(table)


def test_what_fails_in_a_pause_of_staff_stops_the_game_when_they_go_on() -> None:
    """They may not have seen it in the menu."""
    table = at("wolf.pick")
    table.staff(Pause())
    table.unplug(0)
    table.staff(Resume())
    table.wait(0.5)
    assert waits(table)
    table.staff(Resume())
    table.wait(0.5)
    assert not waits(table)


def test_seats_with_another_button_are_not_missed() -> None:
    table = at("wolf.pick")
    table.staff(Pause())
    pads = tuple((Seat(seat), OFF) for seat in range(1, 7))
    table.staff(Keep(msgspec.structs.replace(table.judge.staff.menu.choices, pads=pads)))
    table.staff(Resume())
    table.unplug(0)
    table.wait(1)
    assert not waits(table)


def test_a_game_that_begins_without_a_chip_stops_at_its_first_sentence() -> None:
    players = Players(ScriptedMind())
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players,)))
    table.unplug(1)
    table.start()
    table.wait(1)
    assert waits(table)
    table.plug(1)
    table.until_over()


def test_a_button_that_is_back_by_night_is_known_at_once() -> None:
    table = at("wolf.pick")
    table.health(Device.PAD, Condition.ABSENT, 3, number=3)
    assert waits(table)
    table.health(Device.PAD, Condition.OK, 3, number=3)
    assert not waits(table)


def test_a_key_that_was_down_when_its_chip_was_lost_is_not_called_stuck() -> None:
    table = at("speech.turn")
    table.jam(2)
    table.unplug(0)
    table.wait(15)
    assert [Kind.CHIP_LOST] == open_kinds(table)


@pytest.mark.parametrize("key", ["wolf.pick", "speech.turn"])
@pytest.mark.parametrize("device", [Device.OLED, Device.KEYS])
def test_without_display_or_staff_keys_the_game_goes_on(key: str, device: Device) -> None:
    table = at(key)
    heard = len(table.keys)
    table.health(device, Condition.ABSENT)
    table.wait(0.4)
    assert not waits(table)
    assert "staff.help" not in table.keys[heard:]
    table.until_over()


def test_between_games_somebody_is_called_to_a_display_that_is_lost() -> None:
    table = VirtualTable("B09", NINE)
    table.health(Device.OLED, Condition.ABSENT)
    assert "请工作人员过来一下。" == table.said[-1]
    assert Mode.IDLE is table.judge.status.mode


def test_a_button_that_nobody_has_pressed_all_evening_is_a_hint_after_the_game() -> None:
    table = VirtualTable("B09", NINE)
    table.pads[Seat(6)].dead = True
    table.start()
    table.ready()
    table.staff(EndGame())
    table.until_mode(Mode.OVER)
    (hint,) = table.judge.status.faults
    assert (Kind.NEVER_PRESSED, (6,)) == (hint.kind, hint.seats)
    assert [] == list(table.judge.status.open_faults), "it calls nobody"


# ---------------------------------------------------------------- keys that stay down, and contacts that chatter


def test_a_key_stuck_by_day_is_told_before_the_next_question() -> None:
    table = at("speech.turn")
    table.jam(9)
    table.wait(9)
    assert [] == open_kinds(table)
    table.wait(2)
    assert [Kind.STUCK] == open_kinds(table)
    told = table.until_said("的按钮卡住了，请松开")
    assert 9 == told.say.seat
    assert "speech.next" == table.until_key("speech.next", "vote.open").say.key
    table.free(9)
    assert [] == open_kinds(table)
    table.until_key("vote.open")
    assert 1 == table.keys.count("err.stuck_day")


def test_a_key_stuck_by_night_is_nothing_before_eyes_have_been_open_for_ten_seconds() -> None:
    table = at("wolf.pick")
    table.jam(9)
    table.until_key("dawn.open")
    assert [] == list(table.judge.status.faults)
    table.until_said("的按钮卡住了，请松开")
    assert "dawn.open" in table.keys
    assert [Kind.STUCK] == open_kinds(table)


def test_a_key_that_was_stuck_by_night_and_is_free_again_is_never_told() -> None:
    table = at("wolf.pick")
    table.jam(9)
    table.wait(20)
    table.free(9)
    table.until_key("vote.open")
    assert "err.stuck_day" not in table.keys
    assert [] == list(table.judge.status.faults)


def test_a_key_that_comes_free_by_night_stays_in_the_list_until_the_morning() -> None:
    table = at("speech.turn")
    table.jam(9)
    table.until_said("的按钮卡住了")
    table.until_key("night.fall")
    table.wait(3)
    table.free(9)
    table.wait(1)
    assert [Kind.STUCK] == open_kinds(table)
    table.until_key("dawn.open", "dawn.again", "over.title")
    table.wait(8)
    assert [] == open_kinds(table)


def test_a_key_stuck_while_cards_are_looked_at_is_told_at_once() -> None:
    """Nothing else would be said before everybody has pressed."""
    table = VirtualTable("B09", NINE)
    table.start()
    table.until_key("setup.ready_ask")
    table.jam(4)
    table.wait(11)
    assert "err.stuck_day" == table.keys[-1]


def settle(table: VirtualTable) -> None:
    """Day, and eyes have been open for longer than any noise of the night lasts."""
    table.until_key("speech.turn")
    table.wait(46)


@pytest.mark.parametrize("seat", [6, 9])
def test_a_button_that_chattered_under_a_finger_by_night_tells_nobody_who_pressed(seat: int) -> None:
    table, twin = at("wolf.pick"), at("wolf.pick")
    table.chatter(seat)
    twin.wait(1.05)
    table.until_key("vote.open")
    twin.until_key("vote.open")
    assert twin.said == table.said
    assert [] == list(table.judge.status.faults)


def test_a_button_that_chatters_on_by_day_is_told_when_it_has_nothing_to_do_with_the_night() -> None:
    table = at("wolf.pick")
    table.chatter(6)
    table.until_key("speech.turn")
    for _ in range(6):
        assert "err.lost_day" not in table.keys
        table.wait(6)
        table.chatter(6)
    table.until_key("vote.open")
    assert [6] == [spoken.say.seat for spoken in table.ears.heard if spoken.say.key == "err.lost_day"]
    assert [Kind.PAD_NOISY] == [fault.kind for fault in table.judge.status.faults]
    assert not waits(table)


def test_a_button_that_chatters_by_day_is_in_the_list_until_it_has_been_quiet() -> None:
    table = at("speech.turn")
    settle(table)
    table.chatter(6)
    assert [Kind.PAD_NOISY] == open_kinds(table)
    table.wait(12)
    assert [] == open_kinds(table)


@pytest.mark.parametrize("device", [Device.PINS, Device.PAD])
def test_by_night_what_comes_out_by_a_press_or_a_lamp_is_neither_shown_nor_logged(
    device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    table, twin = at("seer.pick"), at("seer.pick")
    caplog.clear()
    table.health(device, Condition.DEGRADED, 3, number=3)
    for _ in range(10):
        menu, other = table.judge.staff.menu, twin.judge.staff.menu
        assert menu.screen(table.now_ns) == other.screen(twin.now_ns)
        table.wait(0.1)
        twin.wait(0.1)
    assert ([], []) == (list(table.judge.status.faults), caplog.messages)
    table.until_key("speech.turn")
    assert [] == list(table.judge.status.faults), "that somebody has pressed by night is not told either"
    settle(table)
    table.press(5)
    assert [device] == [fault.place[0] for fault in table.judge.status.faults]
    assert table.judge.status.faults[0].code in " ".join(caplog.messages)


def test_what_pins_have_to_say_of_the_night_names_no_lamp_and_no_pin() -> None:
    table = at("seer.pick")
    table.loop.put(
        Health(Device.PINS, Condition.DEGRADED, table.now_ns, detail=Words("GPIO17 写不进", "GPIO17 is busy"))
    )
    settle(table)
    table.press(5)
    (fault,) = table.judge.status.faults
    assert "17" not in f"{fault.told} {fault.detail}"


def test_a_fault_of_pins_known_by_day_that_ends_by_night_stays_in_the_list_until_the_morning() -> None:
    table = at("setup.ready_ask", 0)
    table.health(Device.PINS, Condition.DEGRADED)
    assert [Kind.PINS_ILL] == open_kinds(table)
    table.until_key("seer.pick")
    table.health(Device.PINS, Condition.OK)
    assert [Kind.PINS_ILL] == open_kinds(table)
    table.until_key("speech.turn")
    assert [Kind.PINS_ILL] == open_kinds(table)
    settle(table)
    table.press(5)
    assert [] == open_kinds(table)


def test_a_pad_that_its_port_cuts_off_is_well_when_the_port_says_so() -> None:
    table = at("speech.turn")
    settle(table)
    table.chatter(6)
    table.health(Device.PAD, Condition.DEGRADED, 6, number=6)
    table.wait(20)
    assert [Kind.PAD_NOISY] == open_kinds(table)
    table.health(Device.PAD, Condition.OK, 6, number=6)
    assert [] == open_kinds(table)

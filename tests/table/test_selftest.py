"""自检 and 灯测试 at the virtual table: who walks round with the pads, and who stands at the display."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audio.say import Language
from engine.seats import Seat, seats_of
from firmware.judge import Judge
from firmware.menu.actions import ChaseLamps, SelfTest
from firmware.menu.choices import Choices
from firmware.menu.page import Machine
from firmware.menu.status import Finding, Mode, Part
from firmware.selftest import ASK, LIT, dark_lamp, silent_seat
from firmware.settings import Settings
from firmware.shell import Shell
from hardware.ports import Condition, Device, Health, Key, Pattern
from hardware.screen import Card, fits
from hardware.wiring import Driver
from tests.kit.table import VirtualTable

SIX = seats_of(*range(1, 7))


def wired(drivers: list[str]) -> type[Judge]:
    """The judge of a table whose display may be driven in two ways; what it is told to use goes into `drivers`."""

    class Wired(Judge):
        def __init__(self, **parts: Any) -> None:
            machine = Machine(drivers=(Driver.SSD1306, Driver.SH1106))
            super().__init__(**{**parts, "machine": lambda: machine, "shell": Shell(use_driver=drivers.append)})

    return Wired


class Check:
    """A self-check of six seats."""

    def __init__(self, **options: Any) -> None:
        self.table = VirtualTable("B06a", **options)
        self.table.staff(SelfTest(SIX))

    @property
    def part(self) -> Part:
        return self.table.judge.status.selfcheck.part

    @property
    def asked(self) -> Seat | None:
        return self.table.judge.status.selfcheck.seat

    @property
    def found(self) -> tuple[Finding, ...]:
        return self.table.judge.status.selfcheck.found

    @property
    def screen(self) -> Any:
        screen = self.table.judge.staff.menu.screen(self.table.now_ns)
        assert fits(screen), screen
        return screen

    def prove(self, *seats: int) -> None:
        """Each of `seats` is called, presses, sees its lamp, and presses again."""
        for seat in seats:
            assert seat == self.asked
            self.table.wait(0.5)
            self.table.press(seat)
            assert {seat} == self.table.lit
            self.table.wait(1.5)
            self.table.press(seat)

    def keys(self, *keys: Key) -> None:
        self.table.key(*keys)

    def through(self, *, heard: bool = True) -> None:
        """Staff go through everything behind the seats."""
        self.keys(Key.OK, Key.OK, Key.OK)
        self.keys(*([] if heard else [Key.DOWN]), Key.OK)
        self.keys(Key.OK, Key.OK)


def test_every_seat_is_called_by_its_number_and_proves_button_and_lamp() -> None:
    check = Check()
    check.prove(*SIX)
    said = [text for text in check.table.said if "的按钮" in text]
    assert [f"请按{number}号的按钮。" for number in "一二三四五六"] == said
    assert 6 == check.table.said.count("灯亮了，请再按一下。")
    assert ("座位检查完毕。", Part.DEVICES, set()) == (check.table.said[-1], check.part, check.table.lit)
    check.through()
    assert (Part.RESULT, ()) == (check.part, check.found)
    check.keys(Key.DOWN, Key.OK)
    assert Mode.IDLE is check.table.judge.status.mode


def test_a_dead_seat_is_called_twice_noted_and_passed_over() -> None:
    check = Check()
    check.prove(1, 2)
    check.table.until(lambda: check.asked == 4, "the next seat", patience_s=30)
    assert ["请按三号的按钮。", "没有收到三号的按钮，请再按一次。", "请按四号的按钮。"] == check.table.said[-3:]
    check.prove(4, 5, 6)
    check.through()
    assert (silent_seat(Seat(3), None),) == check.found
    assert ["3号按钮"] == [row.text for row in check.screen.body.rows[:1]]
    check.keys(Key.OK)
    assert "插头拔下再插" == check.screen.body.rows[0].text


def test_a_dark_lamp_is_noted_though_its_button_works() -> None:
    check = Check()
    check.table.press(1)
    assert {1} == check.table.lit
    check.table.until(lambda: check.asked == 2, "the next seat", patience_s=30)
    check.prove(2, 3, 4, 5, 6)
    check.through()
    assert (dark_lamp(Seat(1)),) == check.found


def test_who_presses_again_because_nothing_happened_has_not_seen_the_lamp() -> None:
    check = Check()
    check.table.press(1, hold_ms=80)
    check.table.wait(0.25)
    check.table.press(1, hold_ms=80)
    assert (1, True) == (check.asked, check.table.judge.status.selfcheck.lit)
    check.table.until(lambda: check.asked == 2, "the next seat", patience_s=30)
    assert (dark_lamp(Seat(1)),) == check.found


def test_two_plugs_that_are_swapped_are_found() -> None:
    check = Check()
    check.table.wait(1)
    check.table.press(2)
    assert ("按错了，请一号按。", set()) == (check.table.said[-1], check.table.lit)
    assert "按的是 2号" == check.screen.body.footer
    check.table.press(2)  # said once, and shown
    assert 1 == sum("按错了" in text for text in check.table.said)
    check.table.until(lambda: check.asked == 2, "the next seat", patience_s=40)
    assert (silent_seat(Seat(1), Seat(2)),) == check.found
    assert "两个插头插反了" in check.found[0].todo.zh


def test_a_wrong_press_is_forgotten_when_the_right_one_comes() -> None:
    check = Check()
    check.table.press(2)
    check.prove(1)
    assert () == check.found


def test_staff_need_not_wait_for_a_seat() -> None:
    check = Check()
    check.keys(*[Key.OK] * 6)
    assert Part.DEVICES is check.part


def test_seats_that_staff_pass_over_were_not_tried_and_are_told_so() -> None:
    check = Check()
    check.prove(1, 2)
    check.keys(Key.OK)
    check.prove(4)
    check.keys(Key.OK, Key.OK)
    check.through()
    assert ["3,5-6号没试"] == [one.what.zh for one in check.found]
    assert "3,5-6号没试" == check.screen.body.rows[0].text


def test_a_row_of_places_where_nobody_stands_is_called_once_each() -> None:
    check = Check()
    check.table.until(lambda: check.part is Part.DEVICES, "the end of the seats", patience_s=120)
    assert 1 == sum("没有收到" in text for text in check.table.said)
    assert tuple(silent_seat(seat, None) for seat in SIX) == check.found
    check = Check()
    check.table.until(lambda: check.asked == 2, "the next seat", patience_s=30)
    check.prove(2)
    check.table.until(lambda: check.asked == 4, "the next seat", patience_s=30)
    assert 2 == sum("没有收到" in text for text in check.table.said)


def test_a_check_ends_at_once_when_staff_leave_it() -> None:
    check = Check()
    check.table.press(1)
    check.keys(Key.BACK)
    assert (Mode.IDLE, set()) == (check.table.judge.status.mode, check.table.lit)
    said = len(check.table.said)
    check.table.wait(60)
    assert said == len(check.table.said)


def test_a_device_that_is_not_well_is_noted_with_its_code() -> None:
    check = Check()
    check.table.loop.put(Health(Device.KEYS, Condition.DEGRADED, check.table.now_ns))
    check.table.wait(0.1)
    check.keys(Key.BACK)  # a new fault is shown above everything
    check.prove(*SIX)
    check.through()
    assert ["F24 按键不稳"] == [one.what.zh for one in check.found]


@pytest.mark.parametrize(("heard", "named"), [(True, []), (False, ["喇叭"])])
def test_staff_say_whether_the_loudspeaker_was_heard(heard: bool, named: list[str]) -> None:
    check = Check()
    check.keys(*[Key.OK] * 6, Key.OK, Key.OK, Key.OK)
    assert (Part.SPEAKER, "正在试音，一，二，三。") == (check.part, check.table.said[-1])
    check.keys(Key.UP, Key.OK)
    assert (Part.SPEAKER, 2) == (check.part, check.table.said.count("正在试音，一，二，三。"))
    check.keys(*[Key.DOWN] * (1 if heard else 2), Key.OK)
    assert (Part.CLOCK, named) == (check.part, [one.what.zh for one in check.found[1:]])


def test_staff_choose_the_driver_whose_box_is_whole_and_it_is_kept() -> None:
    drivers: list[str] = []
    settings = Settings()
    check = Check(judge=wired(drivers), settings=settings)
    check.keys(*[Key.OK] * 6, Key.OK)
    check.keys(Key.OK)
    assert Card(Driver.SSD1306) == check.screen.body
    check.keys(Key.DOWN)
    assert (Card(Driver.SH1106), ["sh1106"], "") == (check.screen.body, drivers, settings.choices.driver)
    check.keys(Key.OK)
    assert (Part.SPEAKER, "sh1106") == (check.part, settings.choices.driver)


def test_a_driver_that_nobody_kept_is_the_old_one_again() -> None:
    drivers: list[str] = []
    settings = Settings(Choices(driver="sh1106"))
    check = Check(judge=wired(drivers), settings=settings)
    check.keys(*[Key.OK] * 7, Key.OK, Key.UP, Key.BACK)
    assert (["ssd1306", "sh1106"], "sh1106") == (drivers, settings.choices.driver)


def test_in_english_the_same_is_asked() -> None:
    check = Check(language=Language.EN)
    check.table.press(1)
    assert ["Press the button of number one.", "If your lamp is lit, press once more."] == check.table.said[-2:]


def test_the_lamps_burn_one_after_the_other_then_all_in_every_pattern() -> None:
    table = VirtualTable("B06a")
    table.staff(ChaseLamps(SIX))
    table.until(lambda: bool(table.lit), "light")
    assert "正在检查灯，请看每个座位。" == table.said[-1]
    for seat in SIX:
        assert ({seat}, seat) == (table.lit, table.judge.status.lamps.seat)
        table.wait(0.8)
    shown = []
    for _ in range(5):
        assert set(SIX) == table.lit
        shown.append(table.lamp(1))
        table.wait(3)
    assert {*Pattern} - {Pattern.OFF} == set(shown)
    assert {1} == table.lit


@pytest.mark.parametrize("key", list(Key))
def test_any_key_ends_the_lamp_test(key: Key) -> None:
    table = VirtualTable("B06a")
    table.staff(ChaseLamps(SIX))
    table.wait(10)
    table.key(key)
    assert (Mode.IDLE, set()) == (table.judge.status.mode, table.lit)
    table.wait(5)
    assert set() == table.lit


def test_neither_begins_in_a_game() -> None:
    table = VirtualTable("B06a")
    table.start()
    table.wait(1)
    table.staff(SelfTest(SIX))
    table.staff(ChaseLamps(SIX))
    assert (Mode.GAME, set()) == (table.judge.status.mode, table.lit)


def test_a_game_ends_a_check() -> None:
    check = Check()
    check.table.start()
    check.table.wait(30)
    assert Mode.GAME is check.table.judge.status.mode
    assert not any(spoken.say.key in (ASK, LIT) for spoken in check.table.ears.heard[1:])


def test_what_the_check_holds_is_gone_with_it() -> None:
    check = Check()
    check.keys(Key.OK, Key.BACK)
    check.table.staff(SelfTest(SIX))
    assert (Part.SEATS, 1, ()) == (check.part, check.asked, check.found)
    assert msgspec.structs.asdict(check.table.judge.status.lamps)["seat"] is None


def test_a_driver_that_leaves_the_display_dark_is_given_up_after_20_seconds_without_a_key() -> None:
    drivers: list[str] = []
    check = Check(judge=wired(drivers), settings=Settings(Choices(driver=Driver.SH1106)))
    check.keys(*[Key.OK] * 6, Key.OK)
    check.table.key(Key.OK, Key.DOWN)
    check.table.wait(15)
    check.table.key(Key.DOWN, Key.DOWN)
    check.table.wait(19)
    assert [Driver.SSD1306, Driver.SH1106, Driver.SSD1306] == drivers
    assert Card(Driver.SSD1306) == check.screen.body
    check.table.wait(2)
    assert Driver.SH1106 == drivers[-1]
    assert (Card(Driver.SH1106), Part.DISPLAY) == (check.screen.body, check.part)
    check.table.key(Key.OK)
    assert Driver.SH1106 == check.table.judge.staff.menu.choices.driver


def test_a_driver_that_was_kept_in_time_stays() -> None:
    drivers: list[str] = []
    check = Check(judge=wired(drivers))
    check.keys(*[Key.OK] * 6, Key.OK)
    check.table.key(Key.OK, Key.DOWN)
    check.table.wait(10)
    check.table.key(Key.OK)
    check.table.wait(60)
    assert (Driver.SH1106, Driver.SH1106) == (drivers[-1], check.table.judge.staff.menu.choices.driver)

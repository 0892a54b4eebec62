"""The pages of 设备, by keys: time, version, power off, self-check, lamp test."""

from __future__ import annotations

import pytest

from audio.say import Language
from engine.seats import Seat
from firmware.menu.actions import ChaseLamps, EndTrial, NextPart, PowerOff, SelfTest, SetClock, StartAgain, StartGame
from firmware.menu.body import ClockState, Trust
from firmware.menu.model import Menu
from hardware.ports import Key
from hardware.screen import Big, fits
from tests.menu.cafe import UNSURE, WIRED, house, rows_down
from tests.menu.scenes import BACK, DOWN, NINE, OK, UP, menu
from tests.menu.test_home import do, rows

TO_MACHINE = (UP, UP, UP, OK)


def read(made: Menu) -> list[str]:
    """All rows of the text on top."""
    lines = rows(made.screen())
    while lines[-3:] != rows((made.press(DOWN), made.screen())[1]):
        lines.append(rows(made.screen())[-1])
    return lines


def test_self_check_and_lamp_test_begin_from_their_page() -> None:
    assert (SelfTest(NINE),) == do(menu(), *TO_MACHINE, OK)
    assert (ChaseLamps(NINE),) == do(menu(), *TO_MACHINE, DOWN, OK)


def test_a_real_table_is_checked_whole_spare_pads_too_whichever_seats_play_tonight() -> None:
    made = house(machine=WIRED)
    made.wear(())
    every = tuple(map(Seat, range(1, 13)))
    assert (SelfTest(every),) == do(made, *TO_MACHINE, OK)
    assert (ChaseLamps(every),) == do(made, DOWN, OK)


def test_a_pad_that_a_seat_has_been_given_is_not_called_by_its_own_number() -> None:
    made = house(machine=WIRED)
    made.wear(((Seat(3), Seat(12)),))
    assert (SelfTest(tuple(map(Seat, range(1, 12)))),) == do(made, *TO_MACHINE, OK)


def test_the_row_shows_the_time_and_opens_it() -> None:
    made = house(clock=ClockState(minute=9 * 60 + 5))
    do(made, *TO_MACHINE, DOWN, DOWN)
    assert "时间 09:05" in rows(made.screen())
    do(made, OK)
    assert (Big("09:05", footer="▲▼ 小时 OK下一步"), "网络") == (made.screen().body, made.screen().corner)


def test_a_time_that_is_trusted_and_right_is_left_alone() -> None:
    made = house(clock=ClockState(minute=9 * 60 + 5))
    assert () == do(made, *TO_MACHINE, DOWN, DOWN, OK, OK, OK)
    assert "设备" == made.screen().title


@pytest.mark.parametrize(
    ("keys", "minute"),
    [((OK, OK), 0), ((UP, OK, OK), 60), ((DOWN, OK, OK), 23 * 60), ((OK, DOWN, OK), 59), ((UP, OK, UP, UP, OK), 62)],
)
def test_hour_and_minute_go_round(keys: tuple[Key, ...], minute: int) -> None:
    made = house(clock=ClockState(minute=0, trust=Trust.UNKNOWN))
    assert (SetClock(minute),) == do(made, *TO_MACHINE, DOWN, DOWN, OK, *keys)


def test_staff_who_are_asked_answer_first_and_then_the_game_begins() -> None:
    made = house(machine=WIRED, clock=UNSURE)
    assert ("几点了？", "未确认") == ((do(made, OK), made.screen().title)[1], made.screen().corner)
    asked, begun = do(made, OK, OK)
    assert (SetClock(23 * 60 + 59), StartGame) == (asked, type(begun))
    made = house(machine=WIRED, clock=UNSURE)
    assert [SetClock, StartAgain] == [type(action) for action in do(made, DOWN, OK, OK, OK)]


def test_back_leads_from_minute_to_hour_and_out() -> None:
    made = house(machine=WIRED, clock=UNSURE)
    do(made, OK, OK)
    assert Big("23:59", footer="▲▼ 分 按OK确认") == made.screen().body
    do(made, BACK)
    assert Big("23:59", footer="▲▼ 小时 OK下一步") == made.screen().body
    do(made, BACK)
    assert made.at_home


def test_a_page_that_shows_the_time_is_looked_at_again_and_no_other() -> None:
    made = house(clock=ClockState(minute=1))
    assert None is made.changes_at_ns(5)
    do(made, *TO_MACHINE, DOWN, DOWN, OK)
    assert 1_000_000_005 == made.changes_at_ns(5)


def test_the_version_tells_what_runs_on_what() -> None:
    made = house(machine=WIRED, clock=UNSURE)
    do(made, *TO_MACHINE, *rows_down(3))
    assert [
        "版本 0.1.0",
        "规则编号 3",
        "已开机 1h12",
        "接线 expander",
        "Python 3.11.2",
        "内核",
        "6.12.34+rpt-rpi",
        "-2712",
        "型号",
        "Raspberry Pi 4",
        "Model B Rev 1.5",
    ] == read(made)


def test_a_real_table_has_no_address() -> None:
    made = house(machine=WIRED)
    do(made, UP, OK)
    assert ["已记录局数 128", "剩余空间 11.7GB"] == read(made)


@pytest.mark.parametrize(
    ("status", "keys"),
    [
        ("idle", (*TO_MACHINE, UP, OK)),
        ("unfinished", (UP, OK)),
        ("votes", (OK, UP, UP, OK)),
        ("stopped", (OK, UP, UP, OK)),
    ],
)
def test_power_off_is_asked_twice_wherever_it_is_asked_for(status: str, keys: tuple[Key, ...]) -> None:
    made = house(machine=WIRED, status=status)
    do(made, *keys)
    assert "关机？" == made.screen().title
    assert () == do(made, DOWN, OK)
    assert "真的吗？" == made.screen().title
    assert (PowerOff(),) == do(made, DOWN, OK)


@pytest.mark.parametrize("status", ["idle", "unfinished", "votes", "stopped"])
def test_a_simulated_table_is_not_switched_off_from_a_page(status: str) -> None:
    made = house(status=status)
    if status == "idle":
        do(made, *TO_MACHINE)
    else:
        do(made, OK)
    found = []
    for _ in range(20):
        found += rows(made.screen())
        do(made, DOWN)
    assert not [row for row in found if "关机" in row]


@pytest.mark.parametrize(
    "status", ["selftest", "selftest_devices", "selftest_display", "selftest_clock", "selftest_well"]
)
def test_back_ends_the_self_check_everywhere(status: str) -> None:
    assert (EndTrial(),) == do(menu(Language.ZH, status), BACK)


@pytest.mark.parametrize("language", Language)
def test_the_fullest_result_fits(language: Language) -> None:
    made = menu(language, "selftest_result")
    for _ in range(6):
        assert fits(made.screen())
        do(made, OK)
        assert fits(made.screen())
        if made.screen().title not in ("自检结果", "Result"):
            do(made, BACK)
        do(made, DOWN)


def test_ok_leads_through_the_parts() -> None:
    assert (NextPart(well=False),) == do(menu(Language.ZH, "selftest"), OK)
    assert (NextPart(),) == do(menu(Language.ZH, "selftest_devices"), OK)
    assert (NextPart(),) == do(menu(Language.ZH, "selftest_display"), OK, OK)
    assert (NextPart(well=False),) == do(menu(Language.ZH, "selftest_speaker"), DOWN, OK)
    assert (NextPart(),) == do(menu(Language.ZH, "selftest_clock"), OK, OK)

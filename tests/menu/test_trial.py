"""The pages of seat check, rehearsal, pace, once more and 关于."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.seats import Seat, seats_of
from firmware import staff
from firmware.boards import preset_boards
from firmware.menu.actions import CheckSeats, EndTrial, Keep, Rehearse, StartAgain
from firmware.menu.choices import Choices
from firmware.menu.model import Menu
from firmware.menu.page import Machine
from firmware.menu.status import Mode, SeatCheck, TableStatus
from hardware.ports import Key
from hardware.screen import Big, fits
from tests.menu.cafe import OWN, house, rows_down
from tests.menu.scenes import BACK, BOARDS, DOWN, NAMES, NINE, OK, UP, menu
from tests.menu.test_home import do, rows


def checked(*waiting: int, pressed: int | None = None) -> TableStatus:
    """A seat check of nine that waits for `waiting`."""
    last = None if pressed is None else Seat(pressed)
    return TableStatus(mode=Mode.CHECK, check=SeatCheck(NINE, seats_of(*waiting), last))


def test_the_home_page_leads_to_check_and_rehearsal_of_the_seats_in_use() -> None:
    made = menu()
    assert (CheckSeats(NINE),) == do(made, *rows_down(3))
    assert (Rehearse(NINE),) == do(made, *rows_down(1))


def test_without_seats_there_is_nothing_to_check_or_rehearse() -> None:
    made = Menu((), NAMES)
    assert () == do(made, *rows_down(3), *rows_down(1))


def test_the_last_button_is_large_and_who_is_missing_stands_below() -> None:
    made = menu(Language.ZH, "check_pressed")
    assert (Big("8号", footer="缺 2 3 5"), "6/9") == (made.screen().body, made.screen().corner)
    made.update(checked(pressed=9))
    assert Big("9号", footer="全部有反应") == made.screen().body


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("pressed", [None, 1, 12, 18])
def test_the_fullest_check_fits(language: Language, pressed: int | None) -> None:
    seats = seats_of(*range(1, 18))
    made = menu(language)
    last = None if pressed is None else Seat(pressed)
    made.update(TableStatus(mode=Mode.CHECK, check=SeatCheck(seats, seats, last)))
    assert fits(made.screen())


def test_the_list_says_who_is_missing_and_who_uses_a_spare() -> None:
    made = Menu(BOARDS, NAMES, board="B09", choices=Choices(pads=((Seat(4), Seat(12)),)))
    made.update(checked(2, pressed=1))
    do(made, OK)
    assert ["2号 没反应", "4号 →12", "结束检查"] == rows(made.screen())
    assert (EndTrial(),) == do(made, UP, OK)


def test_only_buttons_that_nobody_uses_are_spare() -> None:
    made = Menu(BOARDS, NAMES, board="B09", choices=Choices(pads=((Seat(4), Seat(12)), (Seat(14), Seat(15)))))
    made.update(checked(2))
    do(made, OK, OK, OK)
    found = set()
    for _ in range(18):
        found.update(rows(made.screen()))
        do(made, DOWN)
    assert {f"{n}号" for n in (10, 11, 13, 16, 17, 18)} == found


def test_choosing_a_spare_keeps_it_and_leads_back_to_the_check() -> None:
    made = menu(Language.ZH, "check_pressed", OK, DOWN, OK, OK)
    assert (Keep(msgspec.structs.replace(made.choices, pads=((Seat(3), Seat(10)),))),) == do(made, OK)
    assert made.at_home


def test_a_seat_gets_its_own_button_back_when_asked() -> None:
    made = Menu(BOARDS, NAMES, board="B09", choices=Choices(pads=((Seat(4), Seat(12)),)))
    made.update(checked(2, pressed=1))
    assert () == do(made, OK, DOWN, OK, DOWN, OK, OK)
    assert [(4, 12)] == list(made.choices.pads)
    do(made, OK, DOWN, OK, DOWN, OK, DOWN, OK)
    assert [] == list(made.choices.pads)


def test_leaving_a_seat_out_takes_it_from_the_seats_in_use() -> None:
    made = menu(Language.ZH, "check_pressed", OK, OK, DOWN, OK)
    assert seats_of(1, 3, 4, 5, 6, 7, 8, 9) == made.choices.seats


def test_a_spare_goes_back_to_its_seat_when_that_comes_into_use() -> None:
    made = Menu(BOARDS, NAMES, board="B09", choices=Choices(pads=((Seat(4), Seat(10)),)))
    do(made, *rows_down(2), *[DOWN] * 9, OK)
    assert ((*NINE, Seat(10)), ()) == (made.choices.seats, made.choices.pads)


def read(made: Menu) -> str:
    """All that the page on top has to read."""
    lines = rows(made.screen())
    while lines[-3:] != rows((made.press(DOWN), made.screen())[1]):
        lines.append(rows(made.screen())[-1])
    return "".join(lines)


def test_staff_read_whose_spare_button_is_needed_by_a_bigger_board() -> None:
    for language, told in (
        (Language.ZH, "1号用回原按钮：7号有人坐。"),
        (Language.EN, "Seat 1 has its own button again: 7 is in use."),
    ):
        made = staff.menu_for(preset_boards(), language, "B06a", NINE[:6])
        for _ in range(2):  # also what was told before is told again
            made.wear(((Seat(1), Seat(7)),))
            kept = do(made, *rows_down(1), *rows_down(1), OK)
            assert ([Keep(made.choices)], ()) == (list(kept), made.choices.pads)
            assert told.replace(" ", "") == read(made).replace(" ", "")
            do(made, BACK, OK, UP, OK, OK, OK)
            assert (6, True) == (len(made.seats), made.at_home)
            do(made, UP)


def test_staff_read_whose_spare_button_is_needed_by_a_seat_that_comes_into_use() -> None:
    pads = ((Seat(4), Seat(10)), (Seat(5), Seat(11)))
    made = Menu(BOARDS, NAMES, board="B09", choices=Choices(pads=pads))
    do(made, *rows_down(2), *[DOWN] * 9, OK)
    assert ("座位按钮", "4号用回原按钮：10号有人坐。") == (made.screen().title, read(made))
    do(made, BACK, OK)
    assert ("座位", ((Seat(5), Seat(11)),)) == (made.screen().title, made.choices.pads)


@pytest.mark.parametrize("key", list(Key))
def test_any_key_ends_the_rehearsal(key: Key) -> None:
    assert (EndTrial(),) == do(menu(Language.ZH, "rehearsal_count"), key)


def test_back_ends_the_check() -> None:
    assert (EndTrial(),) == do(menu(Language.ZH, "check_pressed"), BACK)


def test_the_pace_goes_round_and_is_kept() -> None:
    made = menu()
    found = []
    do(made, *[DOWN] * 6)
    for _ in range(3):
        (keep,) = do(made, OK)
        assert isinstance(keep, Keep)
        found.append((keep.choices.pace, rows(made.screen())[1]))
    assert [("slow", "节奏 慢"), ("fast", "节奏 快"), ("normal", "节奏 正常")] == found


def test_once_more_is_offered_only_after_a_game() -> None:
    made = menu()
    assert ["开始", "板子 预女猎九人", "座位 9/9"] == rows(made.screen())
    made.inform(Machine(last="B09"))
    assert ["开始", "再来 预女猎九人", "板子 预女猎九人"] == rows(made.screen())
    assert (StartAgain(),) == do(made, *rows_down(1))


def test_about_says_what_there_is_to_know() -> None:
    made = house(Language.ZH, UP, OK)
    assert ["已记录局数 128", "剩余空间 11.7GB", "网页地址"] == rows(made.screen())
    do(made, DOWN, DOWN, DOWN)
    assert ["剩余空间 11.7GB", "网页地址", "127.0.0.1:8017"] == rows(made.screen())


def test_about_without_pages_or_card_says_less() -> None:
    made = menu()
    made.inform(Machine(version="0.1.0", games=3, free_mb=900))
    do(made, UP, OK, DOWN)
    assert ["已记录局数 3", "剩余空间 900MB", "没有网页"] == rows(made.screen())
    made = menu(Language.ZH, "idle", UP, OK)
    assert ["已记录局数 0", "没有网页"] == rows(made.screen())


def test_every_choice_of_a_cafe_is_taken_up_again() -> None:
    assert OWN == house().choices


def test_the_language_is_the_configurations_until_staff_choose_one() -> None:
    made = house(Language.EN)
    assert None is made.choices.language
    do(made, UP, UP, UP, UP, OK)
    assert Language.ZH is made.choices.language

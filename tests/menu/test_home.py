"""Between games: board, seats, language, start; and the unfinished game."""

import msgspec
import pytest

from audio.say import Language
from engine.seats import seats_of
from engine.text import Text
from firmware.menu.actions import Action, ContinueGame, DropGame, Keep, SetLanguage, StartGame
from firmware.menu.model import Menu
from firmware.menu.page import BoardChoice
from firmware.menu.status import TableStatus
from hardware.ports import Key
from hardware.screen import Grid, Rows, Screen, fits
from tests.menu.scenes import BACK, BOARDS, DOWN, NAMES, ODD, OK, STATUSES, UP, menu


def rows(screen: Screen) -> list[str]:
    """The rows of a list, texts and values."""
    assert isinstance(screen.body, Rows)
    return [f"{row.text} {row.value}".strip() for row in screen.body.rows]


def do(made: Menu, *keys: Key) -> tuple[Action, ...]:
    """All actions of `keys`."""
    return sum((made.press(key) for key in keys), ())


def test_what_is_unusual_in_a_board_is_read_before_it_starts() -> None:
    made = Menu((ODD,), NAMES)
    assert () == do(made, OK)
    assert "注意" == made.screen().title
    assert ["屠边局没有平", "民，这一边不会", "被屠。"] == rows(made.screen())
    assert () == do(made, BACK, OK, DOWN, DOWN)
    assert "按OK开始" == rows(made.screen())[-1]
    assert (StartGame("odd4", seats_of(1, 2, 3, 4)),) == do(made, OK)
    assert made.at_home


def test_start_begins_the_chosen_board_on_the_first_seats_it_needs() -> None:
    assert (StartGame("B09", seats_of(*range(1, 10))),) == do(menu(), OK)


def test_without_a_wish_the_smallest_board_is_chosen() -> None:
    assert (StartGame("B06a", seats_of(*range(1, 7))),) == do(Menu(BOARDS, NAMES), OK)


def test_the_last_choice_of_board_and_seats_is_taken_up_again() -> None:
    made = Menu(BOARDS, NAMES, board="B06b", seats=seats_of(1, 3, 5, 7, 9, 11))
    assert (StartGame("B06b", seats_of(1, 3, 5, 7, 9, 11)),) == do(made, OK)


def test_boards_are_grouped_by_players_and_shown_with_their_cards() -> None:
    made = menu()
    do(made, DOWN, OK)
    assert ["6人 2", "9人 1", "新板子"] == rows(made.screen())
    do(made, UP, OK)
    assert ["预女六人", "预猎六人… B06b"] == rows(made.screen())
    do(made, DOWN, OK)
    assert ["预猎六人，没有", "女巫的板子", "2狼人 1猎人"] == rows(made.screen())


def test_names_that_begin_alike_over_the_same_cards_are_told_apart_by_the_id() -> None:
    deck = Text("2狼人", "2 Werewolf")
    boards = tuple(
        BoardChoice(board, Text("六", f"Six with Seer and {role}"), 6, deck)
        for board, role in (("B06a", "Witch"), ("B06b", "Hunter"), ("B06-a-very-long-name", "Guard"))
    )
    made = Menu(boards, NAMES, Language.EN)
    do(made, DOWN)
    assert ["Start", "Board B06a", "Seats 6/6"] == rows(made.screen())
    do(made, OK, OK)
    assert ["Six with… B06a", "Six with… B06b", "Six wi… a-ve…me"] == rows(made.screen())
    assert fits(made.screen())


def test_a_board_brings_its_first_seats_unless_those_chosen_fit() -> None:
    made = menu()
    do(made, DOWN, OK, UP, OK, DOWN, OK, OK, UP)
    assert (StartGame("B06b", seats_of(1, 2, 3, 4, 5, 6)),) == do(made, OK)


def test_choosing_another_board_of_the_same_size_keeps_the_seats() -> None:
    made = Menu(BOARDS, NAMES, board="B06a", seats=seats_of(2, 4, 6, 8, 10, 12))
    do(made, DOWN, OK, OK, DOWN, OK, OK, UP)
    assert (StartGame("B06b", seats_of(2, 4, 6, 8, 10, 12)),) == do(made, OK)


def test_seats_may_have_gaps() -> None:
    made = menu()
    do(made, DOWN, DOWN, OK, DOWN, DOWN, OK, *[UP] * 3, OK, BACK, UP, UP)
    assert (StartGame("B09", seats_of(1, 2, 4, 5, 6, 7, 8, 9, 18)),) == do(made, OK)


def test_the_seats_page_shows_who_sits_and_how_many_are_needed() -> None:
    made = menu()
    do(made, DOWN, DOWN, OK, OK)
    screen = made.screen()
    assert isinstance(screen.body, Grid)
    assert ["2", "3", "4", "5", "6", "7", "8", "9"] == [cell.text for cell in screen.body.cells if cell.on]
    assert ("8/9", 0) == (screen.corner, screen.body.cursor)


def test_a_game_does_not_start_when_the_seats_do_not_fit_and_staff_learn_why() -> None:
    made = menu()
    do(made, DOWN, DOWN, OK, OK, BACK, UP, UP)
    assert () == do(made, OK)
    assert ("不能开始", ["座位选了8个，板", "子要9人。请改座", "位或板子。"]) == (
        made.screen().title,
        rows(made.screen()),
    )


def test_without_any_board_nothing_starts_and_nothing_breaks() -> None:
    made = Menu((), NAMES)
    assert () == do(made, OK)
    assert "不能开始" == made.screen().title
    kept = do(made, BACK, DOWN, OK, DOWN, OK, OK, BACK)
    assert ["Keep"] == [type(action).__name__ for action in kept]
    assert made.at_home


def test_the_language_changes_at_once() -> None:
    made = menu(Language.ZH, "idle", UP, UP, UP, UP)
    changed, kept = do(made, OK)
    assert (SetLanguage(Language.EN), Keep(made.choices)) == (changed, kept)
    assert Language.EN is made.choices.language
    assert (Language.EN, "Judge") == (made.language, made.screen().title)
    assert SetLanguage(Language.ZH) == do(made, OK)[0]
    assert "法官" == made.screen().title


def test_an_unfinished_game_goes_on() -> None:
    assert (ContinueGame(),) == do(menu(Language.ZH, "unfinished"), OK)


def test_an_unfinished_game_is_given_up_only_when_asked_twice() -> None:
    made = menu(Language.ZH, "unfinished")
    assert () == do(made, DOWN, OK)
    assert "放弃上一局？" == made.screen().title
    assert () == do(made, DOWN, OK)
    assert "真的吗？" == made.screen().title
    assert (DropGame(),) == do(made, DOWN, OK)


@pytest.mark.parametrize("keys", [(DOWN, OK, OK), (DOWN, OK, DOWN, OK, OK), (DOWN, OK, DOWN, OK, BACK)])
def test_no_to_either_question_keeps_the_game(keys: tuple[Key, ...]) -> None:
    made = menu(Language.ZH, "unfinished")
    assert () == do(made, *keys)
    assert (ContinueGame(),) == do(made, UP, OK)


def test_a_fault_between_games_is_shown_at_once_and_a_newer_one_takes_its_place() -> None:
    made = menu(Language.ZH, "idle_fault")
    assert "注意" == made.screen().title
    for number in range(20):
        made.update(TableStatus(fault=Text(f"{number}", f"{number}")))
    assert ["19"] == rows(made.screen())
    do(made, BACK)
    assert "法官" == made.screen().title


def test_a_fault_that_is_over_does_not_stay_in_the_display() -> None:
    """Another loudspeaker was chosen: for half a second there was none."""
    made = menu(Language.ZH, "idle", DOWN, OK)
    before = made.screen()
    made.update(TableStatus(fault=Text("正在换喇叭", "changing the loudspeaker")))
    assert "注意" == made.screen().title
    made.update(TableStatus())
    assert before == made.screen()
    made.update(TableStatus())
    assert before == made.screen()


def test_a_fault_that_stays_is_not_shown_again() -> None:
    made = menu(Language.ZH, "idle_fault", BACK)
    made.update(msgspec.structs.replace(STATUSES["idle_fault"], said_ms=1))
    assert made.at_home


def test_back_held_leads_home_from_the_deepest_page() -> None:
    made = menu(Language.ZH, "idle", DOWN, OK, UP, OK, OK)
    made.key(BACK, down=True, at_ns=0)
    made.key(BACK, down=False, at_ns=1_000_000_000)
    assert made.at_home


@pytest.mark.parametrize("keys", [(DOWN,), (UP, UP), (DOWN, OK), (DOWN, DOWN, OK, DOWN)])
def test_back_held_puts_the_cursor_on_start(keys: tuple[Key, ...]) -> None:
    made = menu(Language.ZH, "idle", *keys)
    made.key(BACK, down=True, at_ns=0)
    made.key(BACK, down=False, at_ns=1_000_000_000)
    assert menu().screen() == made.screen()


def test_back_pressed_shortly_at_home_leaves_the_cursor() -> None:
    made = menu(Language.ZH, "idle", DOWN, BACK)
    assert menu(Language.ZH, "idle", DOWN).screen() == made.screen()


def test_back_pressed_shortly_leads_one_page_out() -> None:
    made = menu(Language.ZH, "idle", DOWN, OK, UP, OK, OK)
    made.key(BACK, down=True, at_ns=0)
    made.key(BACK, down=False, at_ns=999_999_999)
    assert ["预女六人", "预猎六人… B06b"] == rows(made.screen())

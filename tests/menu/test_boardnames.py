"""What the rows of the menu call a board: whoever chooses sees which one it is."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.text import Text
from firmware import staff
from firmware.boards import preset_boards
from firmware.menu.model import Menu
from firmware.menu.page import Machine
from hardware.screen import fits
from tests.menu.scenes import BACK, DOWN, OK, UP
from tests.menu.test_home import do, rows

BOARDS = preset_boards()
OTHERS = tuple(msgspec.structs.replace(board, id=f"own-board-{n:02}") for n, board in enumerate(BOARDS))
"""A café's own boards: the shipped ones under other ids, with the same names and cards."""


TWELVE = [
    *("Seer,… 预…猎守", "Seer,… 预…猎白", "Cupid", "Guard, Cupid", "With Bomber", "With Wolf King", "Wolf B… 狼…守卫"),
    *("With Old Rogue", "Wolf B… 狼…骑士", "White… 白…守卫", "White… 白…骑士", "With 5 Villager", "Thief"),
    *("Silencing Elder", "Silencing… 禁骑", "With Wild Child", "With Hidden Wo…"),
]
"""The rows of the boards for twelve: most have a card of their own, the others what is left of name and id."""


def of_house(language: Language, board: str, last: str = "", *, own: bool = False) -> Menu:
    """The menu with `board` chosen after a game with the board `last`."""
    made = staff.menu_for((*BOARDS, *OTHERS) if own else BOARDS, language, board, ())
    made.inform(Machine(last=last))
    return made


def listed(made: Menu) -> list[str]:
    """All rows of the list on top, walked through to its end."""
    found: list[str] = []
    while (row := at_cursor(made)) not in found:
        found.append(row)
        assert fits(made.screen())
        do(made, DOWN)
    return found


def at_cursor(made: Menu) -> str:
    """The row on which the cursor stands."""
    body = made.screen().body
    return rows(made.screen())[getattr(body, "cursor", 0)]


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("language", Language)
def test_no_two_boards_look_the_same_on_the_home_page(language: Language, own: bool) -> None:
    boards = (*BOARDS, *OTHERS) if own else BOARDS
    chosen, again = set(), set()
    for board in boards:
        made = of_house(language, board.id, board.id, own=own)
        do(made, DOWN)
        again.add(at_cursor(made))
        do(made, DOWN)
        chosen.add(at_cursor(made))
        assert fits(made.screen())
    assert (len(boards), len(boards)) == (len(chosen), len(again))


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("language", Language)
def test_no_two_boards_look_the_same_in_the_list_of_their_size(language: Language, own: bool) -> None:
    boards = (*BOARDS, *OTHERS) if own else BOARDS
    for players in sorted({board.players for board in boards}):
        group = [board.id for board in boards if board.players == players]
        made = of_house(language, group[0], own=own)
        do(made, DOWN, OK, OK)
        if len(group) > 1:
            assert len(group) == len(listed(made))


@pytest.mark.parametrize(
    ("board", "named"),
    [
        ("B06a", ("Board 6: Witch", ["With Witch", "With Hunter"])),
        ("B08a", ("Board 8: 3 Wer…", ["With 3 Werewolf", "With 2 Werewolf"])),
        ("B10a", ("Board 10: Idiot", ["With Idiot", "With Guard", "With 4 Villager"])),
        ("B11", ("Board for 11", [])),
        ("B12-预女猎守", ("Board 预女猎守", TWELVE)),
    ],
)
def test_in_english_the_cards_say_which_board_it_is(board: str, named: tuple[str, list[str]]) -> None:
    made = of_house(Language.EN, board)
    do(made, DOWN)
    home = at_cursor(made)
    do(made, OK, OK)
    assert named == (home, listed(made) if named[1] else [])


@pytest.mark.parametrize(
    ("board", "again"),
    [
        ("B12-预女猎白", "再来 预女猎白"),
        ("B07", "再来 预女猎七人"),
        ("B09", "再来一局 预女猎"),
        ("gone", "再来一局 gone"),
    ],
)
def test_the_last_game_is_called_by_the_name_of_its_board(board: str, again: str) -> None:
    made = of_house(Language.ZH, "B09", board)
    do(made, DOWN)
    assert again == at_cursor(made)


@pytest.mark.parametrize(
    ("language", "alone", "alike"),
    [(Language.ZH, "板子 我们周五…", "板子 own-2"), (Language.EN, "Board Our Frid…", "Board own-2")],
)
def test_an_own_board_is_called_by_how_its_name_begins_unless_another_begins_alike(
    language: Language, alone: str, alike: str
) -> None:
    """The id of one that was made in the menu says nothing."""
    nine = next(board for board in BOARDS if board.id == "B09")
    friday = msgspec.structs.replace(nine, id="own-1", name=Text("我们周五晚上的板子", "Our Friday night"))
    other = msgspec.structs.replace(nine, id="own-2", name=Text("我们周五下午的板子", "Our Friday morning"))
    named = []
    for boards, chosen in (((friday,), friday), ((friday, other), other)):
        ids = tuple(board.id for board in boards)
        made = staff.menu_for((*BOARDS, *boards), language, chosen.id, (), own=ids)
        do(made, DOWN)
        named.append(at_cursor(made))
    assert [alone, alike] == named


def test_the_board_in_use_is_under_the_cursor_when_boards_are_opened() -> None:
    made = of_house(Language.ZH, "B12-预女猎白")
    do(made, DOWN, OK)
    assert "12人 17" == at_cursor(made)
    do(made, OK)
    assert "预女猎白" == at_cursor(made)
    do(made, BACK, UP, UP, OK)
    assert "预女猎白十人" == at_cursor(made)

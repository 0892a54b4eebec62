"""The pages of boards of the café's own, each with the way to it, found by the words of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from audio.say import Language
from engine.setup import Board, board_from_toml
from engine.text import Text
from firmware import staff
from firmware.boards import find_board, preset_boards
from firmware.menu.model import Menu
from hardware.ports import Key
from hardware.screen import Row, Rows, Screen, Scroll

UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK
HELD_NS: Final = 700_000_000
LONGEST: Final = 60

HAND_MADE = board_from_toml(
    """
id = "mine7"
players = 7
name = {zh = "我家七人", en = "Seven at home"}
cards = {werewolf = 2, seer = 1, witch = 1, hunter = 1, villager = 2}
rules = {witch_self_save = "always"}
note = {zh = "周五晚上。", en = "For Friday nights."}
""",
    "mine.toml",
)
"""A board that the café has written itself."""

FRIDAY: Final = msgspec.structs.replace(
    HAND_MADE, id="own-1", name=Text("周五晚上的七人老板子", "Friday night, seven with Hunter")
)
"""Another one, whose name has no room in a row."""

SHIPPED: Final = ("B06a", "B06b", "B12-预女猎守")
TO_BLANK: Final = ("板子", "新板子", "从头开始")
TO_FROM: Final = ("板子", "新板子", "照着一个改")
TO_OWN: Final = ("板子", "自家板子", "我家七人")
WOLVES: Final = ("狼人", UP, UP, OK)

SCENES: Final[dict[str, tuple[str | Key, ...]]] = {
    "own_groups": ("板子", "=自家板子"),
    "own_new": ("板子", "新板子"),
    "own_blank": TO_BLANK,
    "own_number": (*TO_BLANK, "狼人", UP, UP, UP),
    "own_no_wolf": (*TO_BLANK, "村民", *[UP] * 6, OK, DOWN, OK),
    "own_no_good": (*TO_BLANK, "狼人", *[UP] * 6, OK),
    "own_odd": (*TO_BLANK, "狼人", UP, UP, OK, "村民", *[UP] * 4, OK),
    "own_odd_told": (*TO_BLANK, "狼人", UP, UP, OK, "村民", *[UP] * 4, OK, "保存"),
    "own_save": (*TO_BLANK, *WOLVES, "=保存"),
    "own_not_yet": (*TO_BLANK, *WOLVES, "保存"),
    "own_unsaved": (*TO_BLANK, *WOLVES, BACK),
    "own_go_on": (*TO_BLANK, *WOLVES, BACK, "新板子"),
    "own_from": TO_FROM,
    "own_from_size": (*TO_FROM, "6人"),
    "own_deck": (*TO_FROM, "12人", DOWN, DOWN),
    "own_same": (*TO_FROM, "12人", "保存"),
    "own_names": (*TO_FROM, "12人", "保存", OK),
    "own_list": ("板子", "自家板子"),
    "own_board": TO_OWN,
    "own_change": (*TO_OWN, "修改", "女巫"),
    "own_present_name": (*TO_OWN, "修改", "女巫", "守卫", "保存"),
    "own_delete": (*TO_OWN, "删除"),
}
"""Name -> rows to press OK on by their Chinese words ("=": only to go there), and keys."""

CARDS: Final = tuple(f"own_{name}" for name in "blank number no_wolf no_good odd save deck change".split())
"""The scenes whose list has a row for every card there is; their pictures do not depend on how many there are."""


def small(language: Language) -> Menu:
    """The menu of a café with three shipped boards and two of its own."""
    boards = (*(find_board(name, preset_boards()) for name in SHIPPED), HAND_MADE, FRIDAY)
    return staff.menu_for(boards, language, "B06a", (), own=(HAND_MADE.id, FRIDAY.id))


def keys_of(*steps: str | Key) -> tuple[Key, ...]:
    """The keys that carry out `steps` of a scene; they are the same in both languages."""
    menu, keys = small(Language.ZH), list[Key]()

    def press(key: Key) -> None:
        menu.press(key)
        keys.append(key)

    for step in steps:
        if isinstance(step, Key):
            press(step)
            continue
        for _ in range(LONGEST):
            if at_cursor(menu).startswith(step.removeprefix("=")):
                break
            press(DOWN)
        else:
            raise AssertionError(f"there is no row {step}")
        if not step.startswith("="):
            press(OK)
    return tuple(keys)


def at_cursor(menu: Menu) -> str:
    """The row on which the cursor stands."""
    body = menu.screen().body
    return body.rows[body.cursor].text if isinstance(body, Rows) and body.cursor is not None else Row("").text


def after(language: Language, *steps: str | Key) -> Menu:
    """The small café's menu after `steps`."""
    menu = small(language)
    for key in keys_of(*steps):
        menu.press(key)
    return menu


def own_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """Every named screen of boards of the café's own."""
    for name, steps in SCENES.items():
        screen = after(language, *steps).screen()
        if name in CARDS and isinstance(screen.body, Rows):
            screen = msgspec.structs.replace(screen, body=msgspec.structs.replace(screen.body, scroll=Scroll(0, 9)))
        yield name, _still(screen)
    held = after(language, *SCENES["own_delete"])
    held.key(OK, down=True, at_ns=0)
    yield "own_let_go", _still(held.screen(HELD_NS))
    kept = after(language, *SCENES["own_names"], OK)
    named = _new_board()
    kept.shelve(tuple(staff.choice_of(board, (named.id,)) for board in (named,)))
    yield "own_kept", _still(kept.screen())


def _new_board() -> Board:
    """What the menu has made at the end of `own_names`, with the id that the house gives it."""
    board = find_board("B12-预女猎守", preset_boards())
    return msgspec.structs.replace(board, id="own-2", name=Text("预女猎守12人", "12 Guard Hunter"), note=None)


def _still(screen: Screen) -> Callable[[], Screen]:
    return lambda: screen

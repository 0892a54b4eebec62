"""What rows call a board: by its name where that fits, else by what sets it apart.

No two boards look the same, unless a café gives them the same names and cards, and ids alike at both ends.
Names may begin alike, in English above all (“Eight with …”), and a clipped name would not tell them apart.
"""

from __future__ import annotations

import re

from audio.say import Language
from firmware.menu.page import BoardChoice, Desk
from firmware.menu.public import LIST_ROOM
from hardware.screen import GAP, clip, width

SIZE = re.compile(r"^B\d+-")
"""How the ids of boards begin that have a word in them: B12-盗贼."""

TAIL = 2
"""Characters of an id that stay at its end; ids may begin alike as well."""


def home_name(board: BoardChoice, desk: Desk, room: int) -> str:
    """What the home page calls `board` in `room` px: its name, in English else its size and what sets it apart.

    Where there is nothing of that, the id; of a board that the café has made, how its name begins.
    """
    name = desk.words(board.name)
    if width(name) <= room and _only(board, desk.boards, desk):
        return name
    group = group_of(board.players, desk)
    if desk.language is Language.ZH:
        return _begin(board, desk, room)
    if group == (board,):
        return clip(f"for {board.players}", room)
    card = _apart(board, group)
    return clip(f"{board.players}: {card}", room) if card else _begin(board, desk, room)


def _begin(board: BoardChoice, desk: Desk, room: int) -> str:
    """How the name of an own board begins, if no other begins alike; else the id, which tells shipped boards apart."""
    begun = [clip(desk.words(other.name), room) for other in desk.boards]
    own = clip(desk.words(board.name), room)
    return own if board.own and begun.count(own) == 1 else id_in(board.id, room)


def list_name(board: BoardChoice, desk: Desk) -> tuple[str, str]:
    """The row of `board` among those of its size: text and value.

    A name that does not fit has the id behind it; in English the cards that differ stand for all of the names.
    """
    group = group_of(board.players, desk)
    names = {other.id: desk.words(other.name) for other in group}
    fitting = all(width(name) <= LIST_ROOM for name in names.values())
    card = _apart(board, group) if desk.language is Language.EN and not fitting else ""
    if card:
        return clip(f"With {card}", LIST_ROOM), ""
    return full_name(board, group, desk)


def full_name(board: BoardChoice, group: tuple[BoardChoice, ...], desk: Desk) -> tuple[str, str]:
    """The row of `board` among `group`: its name, with the id behind it where that does not fit or is another's too."""
    name = desk.words(board.name)
    if width(name) <= LIST_ROOM and _only(board, group, desk):
        return name, ""
    value = id_in(board.id, LIST_ROOM // 2)
    return clip(name, LIST_ROOM - GAP - width(value)), value


def group_of(number: int, desk: Desk) -> tuple[BoardChoice, ...]:
    """The boards for `number` players, in their order."""
    return tuple(board for board in desk.boards if board.players == number)


def id_in(board_id: str, room: int) -> str:
    """`board_id` in `room` px; a long one drops the number of players that it begins with, and keeps both its ends."""
    if width(board_id) > room:
        board_id = SIZE.sub("", board_id)
    if width(board_id) <= room:
        return board_id
    tail = board_id[-TAIL:]
    return clip(board_id, room - width(tail)) + tail


def _only(board: BoardChoice, boards: tuple[BoardChoice, ...], desk: Desk) -> bool:
    """Whether no other of `boards` has the name of `board`."""
    return [board.id] == [other.id for other in boards if desk.words(other.name) == desk.words(board.name)]


def _apart(board: BoardChoice, group: tuple[BoardChoice, ...]) -> str:
    """The first card in English that no other board of `group` has so often, with its number above one; "" for none."""
    others = {card for other in group if other.id != board.id for card in other.deck.en.split(", ")}
    cards = (card for card in board.deck.en.split(", ") if card not in others)
    return next(cards, "").removeprefix("1 ")

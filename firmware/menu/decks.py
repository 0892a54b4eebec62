"""Boards to choose from: the numbers of players for which there are any, those of one number, and the cards of one."""

from __future__ import annotations

import msgspec

from engine.text import Text
from firmware.menu.boardnames import list_name
from firmware.menu.nights import night_row
from firmware.menu.page import LEAVE, BoardChoice, Desk, Entry, ListPage, Page, TextPage, Turn, scrolled
from firmware.menu.public import item_lines, players, text_lines
from hardware.ports import Key
from hardware.screen import GAP, WIDTH, Row, Screen, clip, width, window

BOARD = Text("板子", "Board")
CHOOSE = Text("按OK选用", "OK: use it")
TOO_MANY = Text("人数太多", "Too many")


def sizes(desk: Desk) -> list[int]:
    """The numbers of players for which there are boards, ascending."""
    return sorted({board.players for board in desk.boards})


def playable(desk: Desk) -> list[int]:
    """Those of `sizes` for which this table has seats."""
    return [number for number in sizes(desk) if number <= len(desk.machine.places)]


def too_few(desk: Desk, needed: int) -> Text | None:
    """Why this table cannot seat `needed` players; None when it can."""
    there = len(desk.machine.places)
    if needed <= there:
        return None
    return Text(
        f"这张桌子接了{there}个座位，板子要{needed}人。请换板子。",
        f"{there} seats are wired here, the board is for {needed}. Choose another.",
    )


def using(desk: Desk, index: int) -> Desk:
    """The desk with the board at `index` chosen, and the first seats for it when those chosen do not fit."""
    needed = desk.boards[index].players
    fit = len(desk.seats) == needed and set(desk.seats) <= set(desk.machine.places)
    seats = desk.seats if fit else desk.machine.places[:needed]
    return msgspec.structs.replace(desk, board=index, seats=seats)


def taking(desk: Desk, index: int, leave: int) -> Turn:
    """Choose the board at `index` and leave so many pages; or tell why this table cannot play it."""
    why = too_few(desk, desk.boards[index].players)
    if why is not None:
        return Turn(opens=TextPage(TOO_MANY, text_lines(desk.words(why))))
    return Turn(leave=leave, desk=using(desk, index))


def at_this_table(desk: Desk) -> Desk:
    """The desk with what can be played here: what was chosen may come from another table, or from another wiring.

    A board for too many gives way to the largest that fits, seats that are not there to the first ones that are.
    """
    if set(desk.seats) <= set(desk.machine.places) and not (
        desk.boards and too_few(desk, desk.boards[desk.board].players)
    ):
        return desk
    numbers = [board.players for board in desk.boards]
    if desk.boards and too_few(desk, numbers[desk.board]):
        fitting = playable(desk)
        return using(desk, numbers.index(fitting[-1] if fitting else numbers[0]))
    if desk.boards and numbers[desk.board] == len(desk.seats):
        return using(desk, desk.board)
    return msgspec.structs.replace(desk, seats=tuple(seat for seat in desk.seats if seat in desk.machine.places))


class SizesPage(ListPage, frozen=True):
    """The numbers of players for which there are boards; a single board is opened at once."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is chosen here."""
        return desk.words(BOARD), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row per number of players, with how many boards it has."""
        entries: list[Entry] = []
        for number in self.numbers(desk):
            group = [index for index, board in enumerate(desk.boards) if board.players == number]
            at = group.index(desk.board) if desk.board in group else 0
            turn = self.only(group[0], desk) if len(group) == 1 else Turn(opens=self.list_of(number, at))
            entries.append(Entry(players(number), turn, f"{len(group)}"))
        return tuple(entries)

    def numbers(self, desk: Desk) -> list[int]:
        """The numbers of players that are offered."""
        return sizes(desk)

    def only(self, board: int, desk: Desk) -> Turn:
        """What OK does where `board`, an index, is the only one."""
        del desk
        return Turn(opens=DeckPage(board, depth=2))

    def list_of(self, number: int, cursor: int) -> Page:
        """The boards for `number` players."""
        return BoardsPage(number=number, cursor=cursor)


class BoardsPage(ListPage, frozen=True, kw_only=True):
    """The boards for `number` players."""

    number: int

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The group."""
        return desk.words(players(self.number)), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row per board."""
        return tuple(
            _named(board, self.taken(index, desk), desk)
            for index, board in enumerate(desk.boards)
            if board.players == self.number
        )

    def taken(self, board: int, desk: Desk) -> Turn:
        """What OK does on `board`, an index."""
        del desk
        return Turn(opens=DeckPage(board, depth=3))


def _named(board: BoardChoice, turn: Turn, desk: Desk) -> Entry:
    """The row of `board`."""
    text, value = list_name(board, desk)
    return Entry(Text(text, text), turn, value)


class DeckPage(Page, frozen=True):
    """The cards of the board with index `board`, its note, and how long its first night is; OK chooses it."""

    board: int
    depth: int
    """How many pages lie between this one and the home page, this one included."""
    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        board: BoardChoice = desk.boards[self.board]
        name, deck = desk.words(board.name), desk.words(board.deck)
        note = board.board.note if board.board else None
        noted = text_lines(desk.words(note)) if note else ()
        return (*text_lines(name), *item_lines(deck), *night_row(desk, board), *noted, Row(desk.words(CHOOSE)))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Choose the board, scroll, or leave."""
        if key is Key.BACK:
            return LEAVE
        if key is Key.OK:
            return taking(desk, self.board, self.depth)
        return Turn(stay=DeckPage(self.board, self.depth, scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """Name and cards."""
        board = desk.boards[self.board]
        title = desk.words(players(board.players))
        corner = clip(board.id, WIDTH - GAP - width(title))
        return Screen(title, window(self._lines(desk), self.first, inverted=False), corner)

"""Boards to choose from: the numbers of players for which there are any, those of one number, and the cards of one."""

from __future__ import annotations

import msgspec

from engine.seats import Seat
from engine.text import Text
from firmware.menu.boardnames import list_name
from firmware.menu.nights import night_row
from firmware.menu.page import LEAVE, BoardChoice, Desk, Entry, ListPage, Page, Turn, scrolled
from firmware.menu.public import item_lines, players, text_lines
from hardware.ports import Key
from hardware.screen import GAP, WIDTH, Row, Screen, clip, width, window

BOARD = Text("板子", "Board")
CHOOSE = Text("按OK选用", "OK: use it")


def sizes(desk: Desk) -> list[int]:
    """The numbers of players for which there are boards, ascending."""
    return sorted({board.players for board in desk.boards})


def using(desk: Desk, index: int) -> Desk:
    """The desk with the board at `index` chosen, and the first seats for it when those chosen do not fit."""
    needed = desk.boards[index].players
    fit = len(desk.seats) == needed
    seats = desk.seats if fit else tuple(Seat(n) for n in range(1, needed + 1))
    return msgspec.structs.replace(desk, board=index, seats=seats)


class SizesPage(ListPage, frozen=True):
    """The numbers of players for which there are boards; a single board is opened at once."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is chosen here."""
        return desk.words(BOARD), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row per number of players, with how many boards it has."""
        entries: list[Entry] = []
        for number in sizes(desk):
            group = [index for index, board in enumerate(desk.boards) if board.players == number]
            at = group.index(desk.board) if desk.board in group else 0
            turn = self.only(group[0], desk) if len(group) == 1 else Turn(opens=self.list_of(number, at))
            entries.append(Entry(players(number), turn, f"{len(group)}"))
        return tuple(entries)

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
            return Turn(leave=self.depth, desk=using(desk, self.board))
        return Turn(stay=DeckPage(self.board, self.depth, scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """Name and cards."""
        board = desk.boards[self.board]
        title = desk.words(players(board.players))
        corner = clip(board.id, WIDTH - GAP - width(title))
        return Screen(title, window(self._lines(desk), self.first, inverted=False), corner)

"""Boards of the café's own: which there are, a new one, changing one, deleting one.

    板子 > 新板子      from scratch, or from another board > cards > name > saved: OK uses it
    板子 > 自家板子    use it, change it, delete it

What has been put together is kept until it is saved, also when staff look elsewhere; switched off, it is gone.
"""

from __future__ import annotations

from engine.text import Text
from firmware.menu.actions import DropBoard
from firmware.menu.boardnames import full_name
from firmware.menu.decks import BoardsPage, DeckPage, SizesPage, playable
from firmware.menu.drafts import Draft, draft_of, players_of
from firmware.menu.editor import EditorPage
from firmware.menu.page import LEAVE, NOTHING, BoardChoice, Desk, Entry, ListPage, Page, Turn
from firmware.menu.public import players, text_lines
from hardware.ports import Key
from hardware.screen import VISIBLE, Row, Rows, Screen, clip

NEW = Text("新板子", "New board")
UNSAVED = Text("未存", "draft")
OWN = Text("自家板子", "Own boards")
GO_ON = Text("接着做", "Go on")
BLANK = Text("从头开始", "From scratch")
FROM = Text("照着一个改", "From a board")
FROM_WHICH = Text("照着哪个？", "From which?")
USE = Text("选用", "Use it")
CHANGE = Text("修改", "Change")
DELETE = Text("删除", "Delete")
DELETE_ASK = Text("删除？", "Delete?")
HOLD = Text("按住OK删除", "Hold OK: delete")
LET_GO = Text("松开OK就删除", "Let go: deleted")


class GroupsPage(SizesPage, frozen=True):
    """All boards that this table has seats for, by their number of players; then what concerns the café's own."""

    def numbers(self, desk: Desk) -> list[int]:
        """What can be played here."""
        return playable(desk)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The numbers of players; a new board; the own ones, where there are any."""
        own = own_boards(desk)
        return (
            *super().entries(desk),
            Entry(NEW, Turn(opens=NewPage()), desk.words(UNSAVED) if desk.draft else ""),
            *((Entry(OWN, Turn(opens=OwnPage()), f"{len(own)}"),) if own else ()),
        )


def own_boards(desk: Desk) -> tuple[int, ...]:
    """Where the café's own boards stand among all."""
    return tuple(index for index, board in enumerate(desk.boards) if board.own)


class NewPage(ListPage, frozen=True):
    """What a new board begins with."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is for."""
        return desk.words(NEW), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """What has been begun and not saved; nothing; another board."""
        begun = desk.draft
        on = (Entry(GO_ON, _edit(begun), desk.words(players(players_of(begun)))),) if begun else ()
        return (*on, Entry(BLANK, _edit(Draft())), Entry(FROM, Turn(opens=FromPage())))


def _edit(draft: Draft, leave: int = 1) -> Turn:
    """The cards of `draft`, in place of the last `leave` pages: right below the numbers of players."""
    return Turn(leave=leave, opens=EditorPage(draft, depth=2))


class FromPage(SizesPage, frozen=True):
    """The numbers of players of the boards that a new one can begin with."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(FROM_WHICH), ""

    def only(self, board: int, desk: Desk) -> Turn:
        """Begin with the single board of its size."""
        return _copy(desk.boards[board], leave=2)

    def list_of(self, number: int, cursor: int) -> Page:
        """The boards for `number` players."""
        return FromListPage(number=number, cursor=cursor)


class FromListPage(BoardsPage, frozen=True):
    """The boards of one size that a new one can begin with."""

    def taken(self, board: int, desk: Desk) -> Turn:
        """Begin with it."""
        return _copy(desk.boards[board], leave=3)


def _copy(choice: BoardChoice, leave: int) -> Turn:
    return _edit(draft_of(choice.board, own=False), leave) if choice.board else NOTHING


class OwnPage(ListPage, frozen=True):
    """The café's own boards."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of."""
        return desk.words(OWN), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A row for each."""
        own = tuple(desk.boards[index] for index in own_boards(desk))
        rows = [(board.id, *full_name(board, own, desk)) for board in own]
        entries = [Entry(Text(name, name), Turn(opens=OwnBoardPage(id=board)), value) for board, name, value in rows]
        return tuple(entries) or (Entry(NEW, Turn(leave=1, opens=NewPage())),)


class OwnBoardPage(ListPage, frozen=True, kw_only=True):
    """What can be done with the own board `id`."""

    id: str

    def heading(self, desk: Desk) -> tuple[str, str]:
        """Its name."""
        index = _own(self.id, desk)
        return ("", "") if index is None else (clip(desk.words(desk.boards[index].name)), "")

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Its cards, from where it is chosen; change; delete."""
        index = _own(self.id, desk)
        board = None if index is None else desk.boards[index].board
        if index is None or board is None:
            return (Entry(OWN, LEAVE),)
        return (
            Entry(USE, Turn(opens=DeckPage(index, depth=4))),
            Entry(CHANGE, Turn(opens=EditorPage(draft_of(board, own=True), depth=4))),
            Entry(DELETE, Turn(opens=DeletePage(id=self.id))),
        )


def _own(board_id: str, desk: Desk) -> int | None:
    """Where the own board `board_id` stands among all; None when it is gone."""
    return next((index for index in own_boards(desk) if desk.boards[index].id == board_id), None)


class DeletePage(Page, frozen=True, kw_only=True):
    """Whether the own board `id` is to be deleted: OK held and let go does it, any other key does not."""

    id: str

    def guarded(self, desk: Desk) -> bool:
        """OK has to be held."""
        del desk
        return True

    def press(self, key: Key, desk: Desk) -> Turn:
        """BACK leaves."""
        del desk
        return LEAVE if key is Key.BACK else NOTHING

    def let_go(self, desk: Desk) -> Turn:
        """Delete it, and back to all boards."""
        del desk
        return Turn((DropBoard(self.id),), leave=3)

    def screen(self, desk: Desk) -> Screen:
        """The name, and what is to be done."""
        index = _own(self.id, desk)
        name = desk.words(desk.boards[index].name) if index is not None else ""
        lines = text_lines(name)[: VISIBLE - 1]
        gap = tuple(Row("") for _ in range(VISIBLE - 1 - len(lines)))
        return Screen(desk.words(DELETE_ASK), Rows((*lines, *gap, Row(desk.words(LET_GO if desk.showing else HOLD)))))

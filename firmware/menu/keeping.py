"""Keeping a board that has been put together: what is unusual in it, its name, and that it is there."""

from __future__ import annotations

import msgspec

from engine.text import Text
from firmware.menu.actions import KeepBoard
from firmware.menu.decks import CHOOSE, taking
from firmware.menu.drafts import Draft, board_of, complaint, players_of, warnings
from firmware.menu.ownnames import names
from firmware.menu.page import LEAVE, Desk, Entry, ListPage, Page, TextPage, Turn, scrolled
from firmware.menu.public import LIST_ROOM, item_lines, players, text_lines
from hardware.ports import Key
from hardware.screen import Row, Screen, clip, window

NOT_YET = Text("还不能存", "Not yet")
NOTICE = Text("注意", "Notice")
GO_ON = Text("按OK继续", "OK: go on")
NAME = Text("起名", "Name")
KEPT = Text("做好了", "Done")


def save(draft: Draft, depth: int, desk: Desk) -> Turn:
    """What 保存 does, `depth` pages above the home page: why not yet, what is unusual, or the name."""
    wrong = complaint(draft)
    if wrong is not None:
        return Turn(opens=TextPage(NOT_YET, text_lines(desk.words(wrong))))
    if remarks(draft, desk):
        return Turn(opens=RemarkPage(draft=draft, depth=depth + 1))
    return Turn(opens=NamesPage(draft=draft, depth=depth + 1))


def remarks(draft: Draft, desk: Desk) -> tuple[Text, ...]:
    """What is unusual in a draft, and which board has the same cards already."""
    same = (
        Text(f"和“{board.name.zh}”的牌一样。", f"{board.name.en} has the same cards.")
        for board in desk.boards
        if board.id != draft.id and board.board is not None and board.board.cards == draft.cards
    )
    return (*warnings(draft), *same)


class RemarkPage(Page, frozen=True, kw_only=True):
    """What is unusual in `draft`; OK goes on to its name."""

    draft: Draft
    depth: int
    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        told = (line for text in remarks(self.draft, desk) for line in text_lines(desk.words(text)))
        return (*told, Row(desk.words(GO_ON)))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Go on, leave, or scroll."""
        if key is Key.OK:
            return Turn(opens=NamesPage(draft=self.draft, depth=self.depth + 1))
        if key is Key.BACK:
            return LEAVE
        first = scrolled(self.first, key, len(self._lines(desk)))
        return Turn(stay=msgspec.structs.replace(self, first=first))

    def screen(self, desk: Desk) -> Screen:
        """The remarks."""
        return Screen(desk.words(NOTICE), window(self._lines(desk), self.first, inverted=False))


class NamesPage(ListPage, frozen=True, kw_only=True):
    """What `draft` can be called; OK keeps it under that name."""

    draft: Draft
    depth: int

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is chosen here, and for how many players the board is."""
        return desk.words(NAME), desk.words(players(players_of(self.draft)))

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A row for each name."""
        others = (board.name for board in desk.boards if board.id != self.draft.id)
        return tuple(self._named(name, desk) for name in names(self.draft, others, desk.language))

    def _named(self, name: Text, desk: Desk) -> Entry:
        board = board_of(self.draft, name)
        kept = KeptPage(name=name, number=board.players)
        done = msgspec.structs.replace(desk, draft=None)
        turn = Turn((KeepBoard(board),), leave=self.depth, opens=kept, desk=done)
        return Entry(Text(clip(name.zh, LIST_ROOM), clip(name.en, LIST_ROOM)), turn)


class KeptPage(Page, frozen=True, kw_only=True):
    """The own board called `name`, for `number` players, is kept: OK uses it, BACK leaves things as they are."""

    name: Text
    number: int
    first: int = 0

    def _index(self, desk: Desk) -> int | None:
        found = (index for index, board in enumerate(desk.boards) if board.own and board.name == self.name)
        return next(found, None)

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        index = self._index(desk)
        if index is None:
            return text_lines(desk.words(self.name))
        deck = item_lines(desk.words(desk.boards[index].deck))
        return (*text_lines(desk.words(self.name)), Row(desk.words(CHOOSE)), *deck)

    def press(self, key: Key, desk: Desk) -> Turn:
        """Use it, leave, or scroll."""
        index = self._index(desk)
        if key is Key.OK and index is not None:
            return taking(desk, index, 1)
        if key in (Key.OK, Key.BACK):
            return LEAVE
        first = scrolled(self.first, key, len(self._lines(desk)))
        return Turn(stay=msgspec.structs.replace(self, first=first))

    def screen(self, desk: Desk) -> Screen:
        """Its name, what OK does, and its cards."""
        return Screen(
            desk.words(KEPT), window(self._lines(desk), self.first, inverted=False), desk.words(players(self.number))
        )

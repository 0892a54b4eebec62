"""Putting a deck together with four keys: one row per card, checked with every key, then a name, then it is kept.

OK on a card of which there is one puts it in or takes it out; on 狼人 and 村民 it makes ▲ ▼ change their number until
the next OK. The title bar says for how many players the cards are, and what is wrong with them; the row at the
bottom says what to do about it. 保存 stands above the first row and below the last.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.roles.role import Role
from engine.text import Text
from firmware.menu.drafts import (
    Draft,
    complaint,
    held,
    most,
    players_of,
    roles_in_order,
    sides,
    total,
    warnings,
    with_cards,
)
from firmware.menu.keeping import save
from firmware.menu.page import LEAVE, Desk, Page, Turn, moved
from firmware.menu.public import LIST_ROOM, players
from hardware.ports import Key
from hardware.screen import GAP, WIDTH, Row, Rows, Screen, Scroll, clip, width

NEW_CARDS = Text("新板子", "New board")
CHANGE_CARDS = Text("改板子", "Change it")
SAVE = Text("保存", "Save")
CHANGING: Final = "▲▼"
"""Stands before a number that these keys change now."""

NONE: Final = "-"
"""Stands for no card."""

TO_DO: Final = "→"
"""Stands before what is to be done."""

ODD: Final = "!"
"""Stands before what is unusual, and where a deck cannot be saved yet."""

ROWS: Final = 2
"""Rows of the list that are seen at once; the third tells how things are."""


class EditorPage(Page, frozen=True):
    """The cards of `draft`. With `changing`, ▲ ▼ change the number of the card at the cursor."""

    draft: Draft
    depth: int
    """How many pages lie between this one and the home page, this one included."""
    cursor: int = 0
    changing: bool = False

    def press(self, key: Key, desk: Desk) -> Turn:
        """Move, put in, take out, save; BACK leaves, and what has been put together stays."""
        roles = roles_in_order()
        role = roles[self.cursor] if self.cursor < len(roles) else None
        if role is not None and self.changing:
            return self._number(role, key, desk)
        if key is Key.BACK:
            return LEAVE
        if key is not Key.OK:
            return Turn(stay=msgspec.structs.replace(self, cursor=moved(self.cursor, key, len(roles) + 1)))
        if role is None:
            return save(self.draft, self.depth, desk)
        if most(role) > 1:
            return Turn(stay=msgspec.structs.replace(self, changing=True))
        return self._with(role, 0 if held(self.draft, role.id) else 1, desk)

    def _number(self, role: Role, key: Key, desk: Desk) -> Turn:
        """One card of `role` more or fewer; OK and BACK are done with it."""
        if key in (Key.OK, Key.BACK):
            return Turn(stay=msgspec.structs.replace(self, changing=False))
        cards = held(self.draft, role.id) + (1 if key is Key.UP else -1)
        return self._with(role, min(max(0, cards), most(role)), desk)

    def _with(self, role: Role, cards: int, desk: Desk) -> Turn:
        draft = with_cards(self.draft, role.id, cards)
        return Turn(stay=msgspec.structs.replace(self, draft=draft), desk=msgspec.structs.replace(desk, draft=draft))

    def screen(self, desk: Desk) -> Screen:
        """Two rows of the list, and how things are."""
        wrong = complaint(self.draft)
        rows = (*(self._row(role, desk) for role in roles_in_order()), Row(desk.words(SAVE), ODD if wrong else ""))
        first = min(self.cursor, len(rows) - ROWS)
        below = Row(clip(self._below(wrong, desk), LIST_ROOM))
        body = Rows((*rows[first : first + ROWS], below), self.cursor - first, Scroll(first, len(rows)))
        title = desk.words(CHANGE_CARDS if self.draft.id else NEW_CARDS)
        if wrong is not None:
            title = clauses(desk.words(wrong))[0]
        left, right = _bar(title, self.draft, desk)
        return Screen(left, body, right)

    def _row(self, role: Role, desk: Desk) -> Row:
        cards = held(self.draft, role.id)
        here = self.changing and role == roles_in_order()[self.cursor]
        value = f"{CHANGING}{cards}" if here else f"{cards or NONE}"
        return Row(clip(desk.words(role.name), LIST_ROOM - GAP - width(value)), value)

    def _below(self, wrong: Text | None, desk: Desk) -> str:
        """What to do; where nothing is wrong, what is unusual, or what the cards come to."""
        if wrong is not None:
            return TO_DO + clauses(desk.words(wrong))[1]
        odd = warnings(self.draft)
        return ODD + clauses(desk.words(odd[0]))[0] if odd else desk.words(sides(self.draft))


def clauses(said: str) -> tuple[str, str]:
    """What is wrong and what to do about it, of a complaint; of one without advice, all of it and the rest."""
    said = said.rstrip("。.")
    for mark in ("；", "; ", "，"):
        what, found, todo = said.partition(mark)
        if found:
            return what, todo
    return said, ""


def _bar(title: str, draft: Draft, desk: Desk) -> tuple[str, str]:
    """The title bar: `title`, and as much of the numbers as there is room for."""
    number = desk.words(players(players_of(draft)))
    cards = desk.words(Text(f"{total(draft)}张 ", f"{total(draft)} cards, "))
    corners = (f"{cards}{number}" if total(draft) != players_of(draft) else number, number, f"{players_of(draft)}")
    found = (corner for corner in corners if width(title) + GAP + width(corner) <= WIDTH)
    return clip(title), next(found, "")

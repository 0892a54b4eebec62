"""Staff tell the judge the two spare cards of a board with 盗贼, before the first night.

Players sit around and may be looking at the display: the cards are masked until staff hold OK on one, and masked
again when they let go. While it is held, UP and DOWN change that card. Nothing is told before 完成.
"""

from __future__ import annotations

import msgspec

from engine.deal import may_bury
from engine.public import PublicView
from engine.roles import role_of, spares_of
from engine.secrecy import Redacted
from engine.text import Text
from firmware.menu.actions import AssignCards, Pause
from firmware.menu.game import GameMenu
from firmware.menu.page import Desk, Page, TextPage, Turn, moved
from firmware.menu.public import text_lines
from firmware.menu.status import TableStatus
from hardware.ports import Key
from hardware.screen import Row, Rows, Screen, window

TITLE = Text("录入底牌", "Spare cards")
HOLD = Text("按住OK", "Hold OK")
MASK = "---"
DONE = Text("完成", "Done")
OPEN = Text("还没有选", "Not chosen")
CHANGE = Text("上下键更改", "Up/Down: edit")
UNFIT = Text("不能完成", "Not done yet")
MISSING = Text("请录入每一张底牌。", "Enter every spare card.")
TOO_MANY = Text("这副牌里没有这么多张，请检查。", "The deck does not have so many of this card.")
WOLVES = Text(
    "底牌里最多一张狼人。请重新发牌，再录入。", "At most one spare card may be a wolf. Deal anew, then enter them."
)


def card_name(index: int) -> Text:
    """A spare card as a row names it."""
    return Text(f"底牌{index + 1}", f"Card {index + 1}")


def offered(view: PublicView) -> tuple[str, ...]:
    """The cards that may lie face down, in the order of the deck."""
    return tuple(count.role for count in view.deck if may_bury(view.rules, (count.role,)))


def why_not(view: PublicView, cards: tuple[str, ...]) -> Text | None:
    """Why `cards` cannot be the spare ones; None when they can."""
    if "" in cards:
        return MISSING
    if any(cards.count(count.role) > count.cards for count in view.deck):
        return TOO_MANY
    return None if may_bury(view.rules, cards) else WOLVES


class SparesPage(Page, Redacted, frozen=True):
    """The `cards` in staff's opinion so far, "" for one that has not been chosen."""

    cards: tuple[str, ...]
    cursor: int = 0

    def guarded(self, desk: Desk) -> bool:
        """On a card, OK is to be held."""
        del desk
        return self.cursor < len(self.cards)

    def press(self, key: Key, desk: Desk) -> Turn:
        """Move; with the secret shown, change the card; finish, or pause."""
        if key is Key.BACK:
            return Turn((Pause(),), opens=GameMenu())
        if key is not Key.OK:
            if desk.showing:
                return Turn(stay=self._changed(key, desk))
            return Turn(stay=msgspec.structs.replace(self, cursor=moved(self.cursor, key, len(self.cards) + 1)))
        return self._finish(desk) if self.cursor == len(self.cards) else Turn()

    def _changed(self, key: Key, desk: Desk) -> Page:
        assert desk.status.view is not None, "opened from a game"
        names = ("", *offered(desk.status.view))
        card = names[moved(names.index(self.cards[self.cursor]), key, len(names))]
        cards = (*self.cards[: self.cursor], card, *self.cards[self.cursor + 1 :])
        return msgspec.structs.replace(self, cards=cards)

    def _finish(self, desk: Desk) -> Turn:
        assert desk.status.view is not None, "opened from a game"
        why = why_not(desk.status.view, self.cards)
        if why is not None:
            return Turn(opens=TextPage(UNFIT, text_lines(desk.words(why))))
        return Turn((AssignCards(",".join(self.cards)),))

    def screen(self, desk: Desk) -> Screen:
        """The masked list, or the card at the cursor while OK is held."""
        if desk.showing and self.guarded(desk):
            card = self.cards[self.cursor]
            name = role_of(card).name if card else OPEN
            rows = (Row(desk.words(name)), Row(""), Row(desk.words(CHANGE)))
            return Screen(desk.words(card_name(self.cursor)), Rows(rows, 0))
        masked = [Row(desk.words(card_name(index)), MASK) for index in range(len(self.cards))]
        if self.guarded(desk):
            masked[self.cursor] = Row(masked[self.cursor].text, desk.words(HOLD))
        return Screen(desk.words(TITLE), window((*masked, Row(desk.words(DONE))), self.cursor))


def spares_page(status: TableStatus) -> SparesPage:
    """The page with nothing chosen."""
    assert status.view is not None, "asked in a game"
    return SparesPage(("",) * spares_of(status.view.deck))

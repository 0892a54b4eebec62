"""Staff settle who holds what, after claims on night 1 that do not fit the deck.

The one place where roles and seats meet on the OLED, and players may be looking at it: everything is
masked until staff hold OK on a seat, and masked again when they let go. While it is held, UP and DOWN
change the card of that seat. The masked screens are the same whatever the claims are.
"""

from __future__ import annotations

import msgspec

from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.text import Text
from firmware.menu.actions import REDEAL, AssignCards, Pause
from firmware.menu.game import GameMenu
from firmware.menu.page import Desk, Page, TextPage, Turn, ask_twice, moved
from firmware.menu.public import text_lines
from firmware.menu.status import Claim, TableStatus
from hardware.ports import Key
from hardware.screen import Row, Rows, Screen, window

TITLE = Text("身份确认", "Who is who")
HOLD = Text("按住OK", "Hold OK")
MASK = "---"
DONE = Text("完成", "Done")
DEAL_AGAIN = Text("重新发牌", "Deal again")
DEAL_ASK = Text("重新发牌？", "Deal again?")
UNFIT = Text("不能完成", "Not done yet")
UNFIT_WHY = Text("身份和牌数不符，请逐个座位检查。", "The roles do not fit the deck. Check every seat.")
CHANGE = Text("上下键更改", "Up/Down: edit")


def held_of(have: int, cards: int) -> Text:
    """How many seats have a role now, and how many should."""
    return Text(f"现有{have}张，应{cards}张", f"{have} now of {cards}")


def seat_name(seat: Seat) -> Text:
    """A seat as a row names it."""
    return Text(f"{seat}号", f"Seat {seat}")


class ClaimsPage(Page, Redacted, frozen=True):
    """`seats` in use and `roles`, what each of them holds in staff's opinion so far, seat by seat."""

    seats: Seats
    roles: tuple[str, ...]
    cursor: int = 0

    @property
    def rows(self) -> int:
        """Every seat, then done, then deal again."""
        return len(self.seats) + 2

    def guarded(self, desk: Desk) -> bool:
        """On a seat, OK is to be held."""
        del desk
        return self.cursor < len(self.seats)

    def press(self, key: Key, desk: Desk) -> Turn:
        """Move; with the secret shown, change the card; finish, deal again, or pause."""
        if key is Key.BACK:
            return Turn((Pause(),), opens=GameMenu())
        if key is not Key.OK:
            if desk.showing:
                return Turn(stay=self._changed(key, desk.status.claims))
            return Turn(stay=msgspec.structs.replace(self, cursor=moved(self.cursor, key, self.rows)))
        if self.cursor == len(self.seats):
            return self._finish(desk)
        if self.cursor > len(self.seats):
            return Turn(opens=ask_twice(DEAL_ASK, DEAL_AGAIN, (REDEAL,)))
        return Turn()

    def _changed(self, key: Key, claims: tuple[Claim, ...]) -> Page:
        ids = [claim.role for claim in claims]
        role = ids[moved(ids.index(self.roles[self.cursor]), key, len(ids))]
        roles = (*self.roles[: self.cursor], role, *self.roles[self.cursor + 1 :])
        return msgspec.structs.replace(self, roles=roles)

    def _finish(self, desk: Desk) -> Turn:
        fits = all(self.roles.count(claim.role) == claim.cards for claim in desk.status.claims)
        if not fits:
            return Turn(opens=TextPage(UNFIT, text_lines(desk.words(UNFIT_WHY))))
        pairs = zip(self.seats, self.roles, strict=True)
        return Turn((AssignCards(",".join(f"{seat}={role}" for seat, role in pairs)),))

    def screen(self, desk: Desk) -> Screen:
        """The masked list, or the seat at the cursor while OK is held."""
        if desk.showing and self.guarded(desk):
            return self._secret(desk)
        rows = [Row(desk.words(seat_name(seat)), MASK) for seat in self.seats]
        if self.guarded(desk):
            rows[self.cursor] = Row(rows[self.cursor].text, desk.words(HOLD))
        rows += [Row(desk.words(DONE)), Row(desk.words(DEAL_AGAIN))]
        return Screen(desk.words(TITLE), window(tuple(rows), self.cursor))

    def _secret(self, desk: Desk) -> Screen:
        role = self.roles[self.cursor]
        claim = next(claim for claim in desk.status.claims if claim.role == role)
        count = held_of(self.roles.count(role), claim.cards)
        rows = (Row(desk.words(claim.name)), Row(desk.words(count)), Row(desk.words(CHANGE)))
        return Screen(desk.words(seat_name(self.seats[self.cursor])), Rows(rows, 0))


def claims_page(status: TableStatus) -> ClaimsPage:
    """The page with what was claimed: of a seat that claimed twice, the first in the order of the deck.

    Seats without a claim hold the rest.
    """
    claimed: dict[Seat, str] = {}
    for claim in status.claims:
        for seat in claim.seats:
            claimed.setdefault(seat, claim.role)
    rest = next((claim.role for claim in status.claims if claim.rest), status.claims[-1].role)
    seats = status.view.seats if status.view is not None else tuple(sorted(claimed))
    return ClaimsPage(seats, tuple(claimed.get(seat, rest) for seat in seats))

"""Before the first game: the seat check, and the rehearsal with open eyes. Staff can leave both at any time."""

from __future__ import annotations

import msgspec

from engine.seats import Seat, Seats
from engine.text import Text
from firmware.menu.actions import EndTrial
from firmware.menu.choices import OFF, Worn
from firmware.menu.live import live_screen
from firmware.menu.page import NOTHING, Ask, Desk, Entry, ListPage, Page, Turn
from firmware.menu.public import chosen, option_label
from hardware.ports import Key
from hardware.screen import WIDTH, Big, Row, Rows, Screen, clip, wrap

CHECK = Text("座位检查", "Seat check")
HOW = Text("请每人按一下，按过的灯会亮。", "Press once each. The lamp lights.")
SILENT = Text("没亮的：店员按OK", "Dark? Staff: OK")
MISSING = Text("缺", "Missing")
COMPLETE = Text("全部有反应", "All answered")
SPARE = Text("备用", "Spare")
NO_ANSWER = Text("没反应", "Silent")
FINISH = Text("结束检查", "Finish")
USE_SPARE = Text("换备用按钮", "Use a spare")
LEAVE_OUT = Text("不用这个座位", "Leave it out")
WHICH_SPARE = Text("用哪个？", "Which?")
OWN_ASK = Text("用回原按钮？", "Its own again?")
OWN_AGAIN = Text("用回原按钮", "Use its own")
SWITCHED_OFF = Text("代答", "staff")

REHEARSAL = Text("试一次", "Trial")
ANY_KEY = Text("按键结束", "key: end")


def button_of(seat: Seat) -> Text:
    """The button that belongs to `seat`, whoever uses it."""
    return Text(f"{seat}号", f"Seat {seat}")


def worn_label(pad: Seat) -> Text:
    """Which button a seat uses that does not use its own."""
    return SWITCHED_OFF if pad == OFF else Text(f"→{pad}", f"→{pad}")


def spares(desk: Desk) -> Seats:
    """The buttons that nobody uses: of seats not in use, in no game either, and not standing for another already."""
    playing = desk.status.view.seats if desk.status.view is not None else ()
    used = {*desk.seats, *playing, *(pad for _, pad in desk.pads), *(seat for seat, _ in desk.pads)}
    return tuple(seat for seat in desk.machine.buttons if seat not in used)


def with_pad(pads: Worn, seat: Seat, pad: Seat) -> Worn:
    """`pads`, but `seat` answers with `pad`; with its own it is not listed."""
    others = tuple(worn for worn in pads if worn[0] != seat)
    return others if pad == seat else tuple(sorted((*others, (seat, pad))))


class CheckPage(Page, frozen=True):
    """Who has pressed last, large, and who is still missing. OK shows what to do about them."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """End the check, or open the list."""
        del desk
        if key is Key.BACK:
            return Turn((EndTrial(),))
        return Turn(opens=CheckMenu()) if key is Key.OK else NOTHING

    def screen(self, desk: Desk) -> Screen:
        """How it is done, until somebody presses."""
        check = desk.status.check
        corner = f"{len(check.seats) - len(check.waiting)}/{len(check.seats)}"
        if check.pressed is None:
            lines = wrap(chosen(HOW, desk.language), WIDTH)
            return Screen(desk.words(CHECK), Rows((*map(Row, lines), Row(desk.words(SILENT)))), corner)
        listed = " ".join(map(str, check.waiting))
        footer = clip(f"{desk.words(MISSING)} {listed}") if check.waiting else desk.words(COMPLETE)
        spare = "" if check.pressed in check.seats else desk.words(SPARE)
        return Screen(desk.words(CHECK), Big(option_label(check.pressed, desk.language), spare, footer), corner)


class CheckMenu(ListPage, frozen=True):
    """The seats that have not answered, the seats that use a spare button, and the end of the check."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """How many are missing."""
        return desk.words(CHECK), f"{len(desk.status.check.waiting)}"

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row per seat that needs something; the last one ends the check."""
        worn = {seat: desk.words(worn_label(pad)) for seat, pad in desk.pads if seat in desk.seats}
        waiting = desk.status.check.waiting
        rows = [
            Entry(button_of(seat), Turn(opens=SilentPage(seat=seat)), worn.get(seat, desk.words(NO_ANSWER)))
            for seat in (*waiting, *(seat for seat in worn if seat not in waiting))
        ]
        return (*rows, Entry(FINISH, Turn((EndTrial(),), home=True)))


def own_again(desk: Desk, seat: Seat) -> Page:
    """Whether `seat` uses its own button again."""
    pads = with_pad(desk.pads, seat, seat)
    turn = Turn(home=True, desk=msgspec.structs.replace(desk, pads=pads))
    return Ask(question=OWN_ASK, yes=OWN_AGAIN, turn=turn)


def button_heading(desk: Desk, seat: Seat) -> tuple[str, str]:
    """The title bar over `seat`: the seat, and the button that it uses, if not its own."""
    pad = dict(desk.pads).get(seat)
    return desk.words(button_of(seat)), "" if pad is None else desk.words(worn_label(pad))


class SilentPage(ListPage, frozen=True, kw_only=True):
    """What can be done about `seat`, whose button does not answer or did not."""

    seat: Seat

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The seat and its button."""
        return button_heading(desk, self.seat)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A spare button where there is one; its own again where a spare does not answer either; leave it out."""
        entries = []
        if spares(desk):
            entries.append(Entry(USE_SPARE, Turn(opens=SparePage(seat=self.seat))))
        if self.seat in dict(desk.pads):
            entries.append(Entry(OWN_AGAIN, Turn(opens=own_again(desk, self.seat))))
        seats = tuple(seat for seat in desk.seats if seat != self.seat)
        without = Turn(home=True, desk=msgspec.structs.replace(desk, seats=seats))
        return (*entries, Entry(LEAVE_OUT, without))


class SparePage(ListPage, frozen=True, kw_only=True):
    """Which spare button `seat` is to use. Then `leave` pages are left, or all of them."""

    seat: Seat
    leave: int = 0

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(WHICH_SPARE), desk.words(button_of(self.seat))

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The buttons that nobody uses; there is one, or this is not opened."""
        worn = {pad: with_pad(desk.pads, self.seat, pad) for pad in spares(desk)}
        chosen = {pad: msgspec.structs.replace(desk, pads=pads) for pad, pads in worn.items()}
        return tuple(
            Entry(button_of(pad), Turn(home=not self.leave, leave=self.leave, desk=other))
            for pad, other in chosen.items()
        )


class RehearsalPage(Page, frozen=True):
    """What the judge says and counts, as in a night; any key ends it."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """End it."""
        del key, desk
        return Turn((EndTrial(),))

    def screen(self, desk: Desk) -> Screen:
        """The sentence, then the number that is counted."""
        live = live_screen(desk.status, desk.language)
        return msgspec.structs.replace(live, title=desk.words(REHEARSAL), corner=desk.words(ANY_KEY))

"""代答: while OK is held in a game, staff see and choose what the button of a seat does that they answer for.

▼ goes through what can be done, ▲ on to the next seat (with one seat: back). Letting go of OK does it. Nothing does it
when OK cannot be read any more, or has been held for so long that it may be stuck; the display then says so, whatever
was chosen. Nothing of it is on the screen before OK has been held, and nothing after.
"""

from __future__ import annotations

import msgspec

from audio.say import Language
from engine.seats import Seat
from engine.secrecy import Redacted
from engine.text import Text
from firmware.menu.actions import Action, PressFor
from firmware.menu.page import Desk
from firmware.menu.public import chosen, option_label
from firmware.menu.status import Answering, Given, Hand, StandIn
from hardware.ports import Key, Pattern
from hardware.screen import GAP, WIDTH, Row, Rows, Screen, clip, width, wrap

NOTHING = Text("不按", "nothing")
STANDS = Text("已选", "Chosen")
LATE = Text("来不及", "too late")
LAMP = Text("灯", "Lamp")
ANSWER = Text("代答", "Staff answer")
LAPSED = Text("按太久，没录入。松开OK，再来。", "Too long: not entered. Let go, hold again.")

HANDS = {
    Hand.TAP: Text("按一下", "tap"),
    Hand.TWO_TAPS: Text("按两下", "two taps"),
    Hand.HOLD: Text("按住", "hold"),
    Hand.LONG_HOLD: Text("按住两秒", "hold 2 s"),
    Hand.REVEAL: Text("亮牌", "reveal"),
}
LAMPS = {
    Pattern.OFF: Text("不亮", "dark"),
    Pattern.STEADY: Text("常亮", "steady"),
    Pattern.FAST: Text("快闪", "fast"),
    Pattern.SLOW: Text("慢闪", "slow"),
    Pattern.DOUBLE: Text("闪两下", "refused"),
    Pattern.HEARTBEAT: Text("警长", "sheriff"),
}


def title(seat: Seat) -> Text:
    """For whom it is."""
    return Text(f"代答 {seat}号", f"For seat {seat}")


def label(given: Given, language: Language) -> str:
    """`given` in a word."""
    if given.option is not None:
        return option_label(given.option, language)
    return chosen(NOTHING if given.hand is None else HANDS[given.hand], language)


class Finger(Redacted, frozen=True):
    """Where staff are: at which seat, and at which of the things that can be done at question `asked`.

    `moved`: they have chosen something for that seat, which is not done yet.
    """

    seat: Seat | None = None
    place: int = 0
    asked: int = -1
    moved: bool = False

    def at(self, answering: Answering) -> Finger:
        """The same at the question that is open now; at another one nothing is chosen yet."""
        seats = [hand.seat for hand in answering.seats]
        seat = self.seat if self.seat in seats else seats[0]
        if seat != self.seat or self.asked != answering.asked or self.place >= len(answering.may):
            return Finger(seat, 0, answering.asked)
        return self

    def go(self, key: Key, answering: Answering) -> tuple[Finger, tuple[Action, ...]]:
        """After `key`: ▼ chooses the next thing, ▲ the one before; with several seats ▲ leads to the next seat."""
        here = self.at(answering)
        seats = [hand.seat for hand in answering.seats]
        if key is Key.UP and len(seats) > 1:
            there = seats[(seats.index(here.hand(answering).seat) + 1) % len(seats)]
            return Finger(there, 0, answering.asked), here.done(answering)
        step = 1 if key is Key.DOWN else -1
        place = (here.place + step) % len(answering.may)
        return msgspec.structs.replace(here, place=place, moved=True), ()

    def hand(self, answering: Answering) -> StandIn:
        """The seat."""
        return next(hand for hand in answering.seats if hand.seat == self.seat)

    def done(self, answering: Answering) -> tuple[Action, ...]:
        """What letting go does: what was chosen, if anything was."""
        here = self.at(answering)
        if not here.moved or here.seat is None:
            return ()
        return (PressFor(here.seat, answering.may[here.place]),)


def finger_screen(finger: Finger, answering: Answering, desk: Desk) -> Screen:
    """What is to be done at the cursor; what stands; what the lamp does."""
    here = finger.at(answering)
    hand = here.hand(answering)
    keys = "▼" if len(answering.seats) > 1 else "▲▼"
    stands = " ".join(label(given, desk.language) for given in hand.given) or "-"
    told = desk.words(LATE) if hand.late else stands
    rows = (
        Row(clip(label(answering.may[here.place], desk.language), WIDTH - GAP - width(keys)), keys),
        Row(desk.words(STANDS), clip(told, WIDTH - GAP - width(desk.words(STANDS)))),
        Row(desk.words(LAMP), desk.words(LAMPS[hand.lamp])),
    )
    corner = f"▲ {len(answering.seats)}" if len(answering.seats) > 1 else ""
    return Screen(desk.words(title(hand.seat)), Rows(rows, 0), corner)


def lapsed_screen(desk: Desk) -> Screen:
    """That letting go does nothing any more; the same whatever was chosen, and whether anything was."""
    return Screen(desk.words(ANSWER), Rows(tuple(map(Row, wrap(desk.words(LAPSED), WIDTH)))))

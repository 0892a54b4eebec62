"""时间: what time it is, why that can be believed, and how staff put it right.

The minute decides who speaks first. Where nobody knows it for certain, staff are asked at the start of the game, on
the display and before the first word: never in the game, where an answer would come late and a question would tell
that something is asked for.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.text import Text
from firmware.menu.actions import SetClock
from firmware.menu.body import Trust
from firmware.menu.page import LEAVE, Desk, Page, Turn
from hardware.ports import Key
from hardware.screen import Big, Screen

TIME = Text("时间", "Time")
TRUST: Final = {
    Trust.NTP: Text("网络", "network"),
    Trust.RTC: Text("芯片", "RTC"),
    Trust.SET: Text("已确认", "confirmed"),
    Trust.UNKNOWN: Text("未确认", "not sure"),
}
ASK = Text("几点了？", "Time?")
HOURS = Text("▲▼ 小时 OK下一步", "▲▼ hour, OK next")
MINUTES = Text("▲▼ 分 按OK确认", "▲▼ min, OK: set")

HOUR: Final = 60
DAY: Final = 24 * HOUR
HOUR_PART: Final = 0
MINUTE_PART: Final = 1


def clock_face(minute: int) -> str:
    """A minute of the day as clocks show it."""
    return f"{minute // HOUR:02}:{minute % HOUR:02}"


def with_the_time(desk: Desk, turn: Turn) -> Turn:
    """`turn`, which begins a game; where nobody knows what time it is, staff say so first."""
    return Turn(opens=TimePage(then=turn)) if desk.clock.asks else turn


class TimePage(Page, frozen=True, kw_only=True):
    """First the hour, then the minute; it runs on while staff look. Then `then`, if anything is to follow."""

    then: Turn | None = None
    part: int = HOUR_PART
    shift: int = 0
    """How many minutes staff have moved it by."""

    def _minute(self, desk: Desk) -> int:
        return (desk.clock.minute + self.shift) % DAY

    def press(self, key: Key, desk: Desk) -> Turn:
        """Change the part that is shown, go on to the next one, confirm; or back to the part before, and out."""
        if key is Key.OK:
            return self._confirmed(desk) if self.part == MINUTE_PART else self._at(MINUTE_PART, self.shift)
        if key is Key.BACK:
            return LEAVE if self.part == HOUR_PART else self._at(HOUR_PART, self.shift)
        step = 1 if key is Key.UP else -1
        if self.part == HOUR_PART:
            return self._at(self.part, self.shift + step * HOUR)
        # Round the hour: the hour has been confirmed already.
        minute = self._minute(desk)
        other = minute - minute % HOUR + (minute % HOUR + step) % HOUR
        return self._at(self.part, self.shift + other - minute)

    def _at(self, part: int, shift: int) -> Turn:
        return Turn(stay=msgspec.structs.replace(self, part=part, shift=shift % DAY))

    def _confirmed(self, desk: Desk) -> Turn:
        """What was trusted before and is right as it is stays as it was."""
        certain = self.shift == 0 and desk.clock.trust is not Trust.UNKNOWN
        said = () if certain else (SetClock(self._minute(desk)),)
        if self.then is None:
            return Turn(said, leave=1)
        return msgspec.structs.replace(self.then, actions=(*said, *self.then.actions), home=True)

    def screen(self, desk: Desk) -> Screen:
        """The time, large."""
        title = TIME if self.then is None else ASK
        footer = HOURS if self.part == HOUR_PART else MINUTES
        face = Big(clock_face(self._minute(desk)), footer=desk.words(footer))
        return Screen(desk.words(title), face, desk.words(TRUST[desk.clock.trust]))

    def ticks(self, desk: Desk) -> bool:
        """A minute passes while it is shown."""
        del desk
        return True

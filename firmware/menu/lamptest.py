"""灯测试: the number of the lamp that burns, then what all of them do. Any key ends it."""

from __future__ import annotations

from typing import Final

from engine.text import Text
from firmware.menu.actions import EndTrial
from firmware.menu.page import Desk, Page, Turn
from firmware.menu.public import option_label
from firmware.menu.trial import ANY_KEY
from hardware.ports import Key, Pattern
from hardware.screen import Big, Screen

LAMP_TEST = Text("灯测试", "Lamps")
LOOK = Text("看灯", "Look")
PATTERNS: Final = {
    Pattern.STEADY: Text("常亮", "steady"),
    Pattern.FAST: Text("快闪", "fast"),
    Pattern.SLOW: Text("慢闪", "slow"),
    Pattern.DOUBLE: Text("闪两下", "twice"),
    Pattern.HEARTBEAT: Text("心跳", "heart"),
    Pattern.OFF: LOOK,
}
"""What the lamps do, in a word."""


class LampsPage(Page, frozen=True):
    """What the lamps show."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """End it."""
        del key, desk
        return Turn((EndTrial(),))

    def screen(self, desk: Desk) -> Screen:
        """A number, or a word for all."""
        show = desk.status.lamps
        word = desk.words(PATTERNS[show.pattern])
        body = Big(word) if show.seat is None else Big(option_label(show.seat, desk.language))
        return Screen(desk.words(LAMP_TEST), body, desk.words(ANY_KEY))

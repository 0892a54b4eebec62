"""The common INT line of the expanders, and how far it can be relied on. On the expanders' thread, but for `fell`."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from hardware.ports import NS_PER_MS, Condition, Device
from hardware.words import Words

if TYPE_CHECKING:
    from hardware.expander_link import PiLines, Tell

SCAN_NS: Final = 100 * NS_PER_MS
"""The inputs are read this often even when INT says nothing."""

POLL_NS: Final = 5 * NS_PER_MS
"""The same where there is no INT that can be relied on."""

UNHEARD: Final = 3
"""After so many changes in a row that INT did not announce it is not relied on."""

SILENT: Final = Words("INT 线没有反应：检查接线", "nothing is heard on the INT line: look at its wire")
STUCK: Final = Words("INT 线一直是低电平：检查接线", "the INT line stays low: look at its wire")
FINE: Final = Words("INT 线恢复了", "the INT line works again")


class Interrupt:
    """When INT fell, and how often the inputs have to be read besides."""

    def __init__(self, lines: PiLines, tell: Tell) -> None:
        """Relied on where it is wired."""
        self._lines = lines
        self._tell = tell
        self._falls: deque[int] = deque(maxlen=64)
        self.polls = not lines.heard
        """Whether it cannot be relied on, and the inputs are read often instead."""
        self._told = False
        self._unheard = 0

    def fell(self, at_ns: int) -> None:
        """It was pulled low: from any thread."""
        self._falls.append(at_ns)

    @property
    def waits(self) -> bool:
        """Whether it has fallen since `fall` was called last."""
        return bool(self._falls)

    def fall(self) -> int | None:
        """When it fell first since this was called last."""
        first = None
        while self._falls:
            at_ns = self._falls.popleft()
            first = at_ns if first is None else first
        return first

    @property
    def pace_ns(self) -> int:
        """How often the inputs have to be read."""
        return POLL_NS if self.polls else SCAN_NS

    @property
    def is_free(self) -> bool:
        """Whether it is high now: no chip has more to say."""
        return not self._lines.low()

    def judge(self, *, heard: bool, flagged: bool) -> None:
        """A look was made because INT was `heard`, or not; some chip had pulled it, as its flags said, or none."""
        if heard:
            self._unheard = 0
            self.polls = False
            if self._told:
                self._told = False
                self._tell(Device.PINS, 0, Condition.OK, FINE)
        elif flagged:
            self._unheard += 1
            if self._unheard >= UNHEARD:
                self._give_up(SILENT)

    def excuse(self) -> None:
        """A look has failed: what is found next need not have been heard."""
        self._unheard = 0

    def stays_low(self, *, complete: bool) -> None:
        """It stays low though nothing pulls it; unless not all chips were read (`complete`), its wire is broken."""
        if complete:
            self._give_up(STUCK)
        else:
            self.polls = True

    def _give_up(self, words: Words) -> None:
        self.polls = True
        if not self._told:
            self._told = True
            self._tell(Device.PINS, 0, Condition.DEGRADED, words)

"""Since when all eyes of a table are open, and what must not be told before they have been so for a while.

Eyes are taken to open and to shut at public instants only, so that nothing of it tells of a press.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from hardware.ports import NS_PER_MS, Device, Health
from hardware.words import Words

SETTLED_NS: Final = 45_000 * NS_PER_MS
"""A line that made noise by night is well again some ten seconds after the last of it; this is more than enough."""


class Daylight:
    """The eyes of the table with one judge."""

    def __init__(self, now_ns: Callable[[], int], opens: Callable[[], bool]) -> None:
        """`opens`: whether the room looks on just now, as far as can be known."""
        self._now_ns = now_ns
        self._opens = opens
        self.since_ns: int | None = 0
        """Since when all eyes are open; None while some may be shut."""
        self.pressed = False
        """Whether a button has gone down since they opened."""

    def look(self) -> bool:
        """At a public instant: whether eyes have opened since the one before."""
        if not self._opens():
            self.since_ns, self.pressed = None, False
            return False
        if self.since_ns is not None:
            return False
        self.since_ns = self._now_ns()
        return True

    @property
    def open(self) -> bool:
        """Whether all eyes are open, and were at the last public instant."""
        return self.since_ns is not None and self._opens()

    @property
    def settled(self) -> bool:
        """Whether they have been open for so long that nothing of the night shows in the buttons any more."""
        return self.since_ns is not None and self.open and self._now_ns() - self.since_ns >= SETTLED_NS


class Backlog:
    """What came out by a press or by a lamp, and waits until it tells nothing of the night; the newest of each device.

    When by night it came is nobody's business, so it counts as it stands when it is taken. What is wrong with the Pi's
    pins comes out by any press or lamp and stays: it waits until a press by day would have brought it out as well, and
    at which seat it did is left out.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: dict[tuple[Device, int], Health] = {}

    def keep(self, health: Health) -> None:
        """It waits, in place of what was known of its device before."""
        self.drop(health)
        self._waiting[health.device, health.number] = health

    def drop(self, health: Health) -> None:
        """Something newer is known of its device."""
        self._waiting.pop((health.device, health.number), None)

    def take(self, now_ns: int, *, pressed: bool) -> Iterator[Health]:
        """What may be told now; `pressed`: somebody has pressed a button by day."""
        waiting, self._waiting = self._waiting, {}
        for place, health in waiting.items():
            if health.device is not Device.PINS:
                yield msgspec.structs.replace(health, at_ns=now_ns)
            elif pressed:
                yield msgspec.structs.replace(health, at_ns=now_ns, detail=Words("", ""))
            else:
                self._waiting[place] = health

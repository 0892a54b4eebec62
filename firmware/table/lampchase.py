"""灯测试: the lamps one after the other, then all of them in every pattern, over and over until it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Final

from audio.say import Say
from engine.prompts import Eyes
from engine.seats import Seat, Seats
from firmware.menu.status import LampShow
from firmware.table.aside import Speaker
from firmware.table.outlets import Outlets
from hardware.debounce import Level
from hardware.ports import NS_PER_MS, Lamp, Pattern, Timer, Timers

LINE: Final = "staff.lamp_test"
SEAT_NS: Final = 800 * NS_PER_MS
"""How long one lamp burns alone: long enough to read its number on the display."""
ALL_NS: Final = 3000 * NS_PER_MS
"""How long all lamps show a pattern: two heartbeats, three slow blinks."""
SHOWN: Final = (Pattern.STEADY, Pattern.SLOW, Pattern.FAST, Pattern.DOUBLE, Pattern.HEARTBEAT)


class LampChase:
    """One lamp test. Nothing is secret: no game is open."""

    def __init__(
        self,
        seats: Seats,
        *,
        speaker: Speaker,
        timers: Timers,
        outlets: Outlets,
        tell: Callable[[LampShow], None],
    ) -> None:
        """Test the lamps of `seats`, of which there is at least one."""
        self._seats = seats
        self._speaker = speaker
        self._timers = timers
        self._outlets = outlets
        self._tell = tell
        steps = (*(LampShow(seat, Pattern.STEADY) for seat in seats), *(LampShow(None, pattern) for pattern in SHOWN))
        self._steps = cycle(steps)
        self._timer: Timer | None = None

    def start(self) -> None:
        """Say what is done; then begin."""
        self._tell(LampShow())
        self._timer = self._timers.call_at(self._speaker.say(Say(key=LINE)), self._next)

    def level(self, level: Level) -> None:
        """Buttons do nothing here."""

    def stop(self) -> None:
        """All lamps off."""
        if self._timer is not None:
            self._timer.cancel()
        self._outlets.silence()
        self._outlets.lamps((), Eyes.OPEN)

    def _next(self) -> None:
        show, now_ns = next(self._steps), self._timers.now_ns()
        lit: tuple[Seat, ...] = self._seats if show.seat is None else (show.seat,)
        self._outlets.lamps(tuple(Lamp(seat, show.pattern, now_ns) for seat in lit), Eyes.OPEN)
        self._tell(show)
        self._timer = self._timers.call_at(now_ns + (ALL_NS if show.seat is None else SEAT_NS), self._next)

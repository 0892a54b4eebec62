"""座位检查: everybody presses once, and the lamp answers; whoever is missing is told to staff.

Nothing here is secret: there is no game, and all eyes are open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from audio.say import Say
from engine.prompts import Eyes
from engine.seats import Seat, Seats, seats_of
from firmware.table.aside import Speaker
from firmware.table.outlets import Outlets
from hardware.debounce import Level
from hardware.ports import Lamp, Pattern

Tell = Callable[[Seats, Seats, Seat | None], None]
"""Told the seats that are checked, those still missing, and which was pressed last."""

ASK: Final = "setup.seats"
DONE: Final = "setup.seats_done"


class SeatCheck:
    """One check of the seats. It lasts until staff end it; a seat counts from its first press on."""

    def __init__(
        self,
        seats: Seats,
        *,
        speaker: Speaker,
        outlets: Outlets,
        tell: Tell,
    ) -> None:
        """Check `seats`; `speaker` says what they hear."""
        self._seats = seats
        self._speaker = speaker
        self._outlets = outlets
        self._tell = tell
        self._answered: dict[Seat, int] = {}
        self._pressed: Seat | None = None

    @property
    def _waiting(self) -> Seats:
        return tuple(seat for seat in self._seats if seat not in self._answered)

    def start(self) -> None:
        """Ask everybody to press."""
        self._report()
        self._speaker.say(Say(key=ASK))

    def use(self, seats: Seats) -> None:
        """Staff have left a seat out, or taken one in."""
        missing = self._waiting
        self._seats = seats
        self._report()
        self._complete(missing)

    def level(self, level: Level) -> None:
        """A button went down or up."""
        if not level.down:
            return
        missing = self._waiting
        self._pressed = Seat(level.seat)
        self._answered.setdefault(self._pressed, level.at_ns)
        self._light()
        self._report()
        self._complete(missing)

    def stop(self) -> None:
        """Say and light nothing any more."""
        self._outlets.silence()
        self._answered.clear()
        self._light()

    def _complete(self, missing: Seats) -> None:
        """Say so when nobody of those who were `missing` is missing any more."""
        if missing and not self._waiting and self._seats:
            self._speaker.say(Say(key=DONE))

    def _light(self) -> None:
        seats = seats_of(*self._answered)
        self._outlets.lamps(tuple(Lamp(seat, Pattern.STEADY, self._answered[seat]) for seat in seats), Eyes.OPEN)

    def _report(self) -> None:
        self._tell(self._seats, self._waiting, self._pressed)

"""What is open; and what the table layer puts out and the judge only passes on, to audience, display and lamps."""

from __future__ import annotations

import logging

from audio.say import Say
from engine.events import Revealed
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option
from engine.secrecy import Public
from engine.text import Text
from firmware.audience import Audience
from firmware.loop import Loop
from firmware.menu.status import Mode, TableStatus
from firmware.pads import Pads
from firmware.seatguard import SeatGuard
from firmware.staff import StaffCorner
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from firmware.table.session import Table
from firmware.voice import TextVoice
from hardware.ports import LampFrame, Lamps

log = logging.getLogger("faguan")


class Relay:
    """What is open, and those outlets that need no decision."""

    _audience: Audience
    _staff: StaffCorner
    _lamps: Lamps
    _table: Table | None
    _voice: TextVoice
    _loop: Loop
    _guard: SeatGuard
    _unheard: Text | None = None
    """Why nothing is heard."""

    @property
    def table(self) -> Table | None:
        """The game at play, if any."""
        return self._table

    @property
    def status(self) -> TableStatus:
        """What the menu was told last."""
        return self._staff.status

    @property
    def staff(self) -> StaffCorner:
        """Menu and display."""
        return self._staff

    @property
    def pads(self) -> Pads:
        """Which button stands for which seat."""
        raise NotImplementedError

    def begin(self, score: Score, start_ns: int) -> None:
        """A score was begun."""
        self._audience.begin(score, start_ns)

    def silence(self) -> None:
        """Stop speaking."""
        self._audience.silence()
        self._staff.tell(caption=None, counted=None)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins."""
        self._audience.spoken(spoken)
        self._staff.spoken(spoken)
        self._staff.look_at(self._table)

    def counted(self, option: Option | None) -> None:
        """A number is being counted."""
        self._audience.counted(option)
        self._staff.tell(counted=option)

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns a public event. The service log holds public events only, and no cards."""
        log.info("%s", type(event).__name__ if isinstance(event, Revealed) else event)
        self._audience.fact(event, view)
        self._staff.tell(view=view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """All lamps from now on."""
        self._lamps.show(self.pads.frame(frame))
        self._audience.lamps(frame, eyes)

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A prompt was put."""
        self._audience.prompt(prompt, number)

    def trouble(self, why: Text | None) -> None:
        """Nothing is heard, and why; or it is heard again."""
        if self.status.mode is not Mode.STOPPED and (why is not None or self.status.fault == self._unheard):
            self._staff.tell(fault=why)
        self._unheard = why
        self._guard.trouble(why)
        self._look_around()

    def _look_around(self) -> None:
        """Tell the menu what is to be known of the machine."""
        raise NotImplementedError

    def call_staff(self) -> None:
        """Ask aloud for staff, while no game is open."""
        say = Say(key="staff.help")
        words, length_ms = self._voice.words(say), self._voice.length_ms(say)
        self._audience.spoken(Spoken(self._loop.now_ns(), say, words, length_ms, night=False, aside=True))

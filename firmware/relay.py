"""What the table layer puts out and the judge only passes on: to the audience, the staff's display and the lamps."""

from __future__ import annotations

import logging

from engine.events import Revealed
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.menu.status import TableStatus
from firmware.pads import Pads
from firmware.staff import StaffCorner
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from firmware.table.session import Table
from hardware.ports import LampFrame, Lamps

log = logging.getLogger("faguan")


class Relay:
    """Those outlets that need no decision."""

    _audience: Audience
    _staff: StaffCorner
    _lamps: Lamps
    _table: Table | None

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

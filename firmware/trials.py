"""What is tried out between games, one thing at a time: seat check, rehearsal, self-check, lamp test."""

from __future__ import annotations

from collections.abc import Callable

from engine.seats import Seat, Seats
from firmware.menu import actions as a
from firmware.menu.status import Mode, SeatCheck, TableStatus
from firmware.selftest import SelfTest
from firmware.staff import StaffCorner
from firmware.table import seatcheck
from firmware.table.aside import Speaker
from firmware.table.compose import Composer
from firmware.table.lampchase import LampChase
from firmware.table.outlets import Outlets
from firmware.table.rehearsal import Rehearsal
from firmware.voice import TextVoice
from hardware.debounce import Level
from hardware.ports import Timers


class Trials:
    """Begins and ends them, and shows them on the staff's display."""

    def __init__(
        self,
        *,
        timers: Timers,
        outlets: Outlets,
        staff: StaffCorner,
        voice: TextVoice,
        composer: Callable[[], Composer],
    ) -> None:
        """Nothing is being tried out."""
        self._timers = timers
        self._outlets = outlets
        self._staff = staff
        self._voice = voice
        self._composer = composer
        self._open: seatcheck.SeatCheck | Rehearsal | SelfTest | LampChase | None = None

    def act(self, action: a.Trial) -> None:
        """Carry out what staff asked for."""
        match action:
            case a.CheckSeats(seats=seats):
                self._check(seats)
            case a.Rehearse(seats=seats):
                self._rehearse(seats)
            case a.SelfTest(seats=seats):
                self._test(seats)
            case a.ChaseLamps(seats=seats):
                self._chase(seats)
            case a.NextPart(well=well):
                if isinstance(self._open, SelfTest):
                    self._open.go_on(well=well)
            case a.SayAgain():
                if isinstance(self._open, SelfTest):
                    self._open.say_again()
            case a.EndTrial():
                self.end()

    def level(self, level: Level) -> None:
        """A button went down or up, and no game is open."""
        if self._open:
            self._open.level(level)

    def use(self, seats: Seats) -> None:
        """Staff have other seats in use now."""
        if isinstance(self._open, seatcheck.SeatCheck):
            self._open.use(seats)

    def end(self) -> None:
        """Back to the home page, if anything was being tried out."""
        trial, self._open = self._open, None
        if trial is not None:
            trial.stop()
            self._staff.reset(TableStatus())

    def _speaker(self) -> Speaker:
        """Whoever says what is heard in a trial, at the pace that holds now."""
        return Speaker(composer=self._composer(), text=self._voice.words, timers=self._timers, outlets=self._outlets)

    def _check(self, seats: Seats) -> None:
        """Check the seats, until staff end it."""
        self.end()
        self._staff.reset(TableStatus(mode=Mode.CHECK))
        self._open = seatcheck.SeatCheck(seats, speaker=self._speaker(), outlets=self._outlets, tell=self._checked)
        self._open.start()

    def _checked(self, seats: Seats, waiting: Seats, pressed: Seat | None) -> None:
        self._staff.tell(check=SeatCheck(seats, waiting, pressed))

    def _test(self, seats: Seats) -> None:
        """Check the machine part by part, until staff end it."""
        self.end()
        self._staff.reset(TableStatus(mode=Mode.SELFTEST))
        self._open = SelfTest(
            seats,
            speaker=self._speaker(),
            timers=self._timers,
            outlets=self._outlets,
            faults=lambda: self._staff.status.open_faults,
            trouble=lambda: self._staff.menu.machine.sound.trouble,
            tell=lambda check: self._staff.tell(selfcheck=check),
        )
        self._open.start()

    def _chase(self, seats: Seats) -> None:
        """Show the lamps, until staff end it."""
        self.end()
        self._staff.reset(TableStatus(mode=Mode.LAMPS))
        self._open = LampChase(
            seats,
            speaker=self._speaker(),
            timers=self._timers,
            outlets=self._outlets,
            tell=lambda show: self._staff.tell(lamps=show),
        )
        self._open.start()

    def _rehearse(self, seats: Seats) -> None:
        """Rehearse, until it is over or staff end it."""
        self.end()
        self._staff.reset(TableStatus(mode=Mode.REHEARSAL))
        self._open = Rehearsal(
            seats,
            composer=self._composer(),
            text=self._voice.words,
            timers=self._timers,
            outlets=self._outlets,
            over=self.end,
        )
        self._open.start()

"""What staff do with the machine itself: its clock, its display, and switching it off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.text import Text
from firmware.clocktrust import WallClock
from firmware.menu import actions as a
from firmware.shell import Shell
from firmware.staff import StaffCorner
from hardware.ports import NS_PER_MS, Timer, Timers

UNPLUG: Final = Text("再等十秒，可以拔电了。", "Wait ten seconds, then it is safe to unplug.")
TRY_NS: Final = 20_000 * NS_PER_MS
"""How long another driver of the display is tried without a key; a wrong one may leave it dark."""

ENDING: Final = Text("正在关机", "Switching off")


def unplug_now(why: Text) -> Text:
    """The machine cannot switch itself off (`why`); nothing is lost when somebody else does."""
    return Text(
        f"{why.zh}。程序已停，记录都在，可以拔电了。",
        f"{why.en}. The program has ended, everything is kept: it is safe to unplug.",
    )


class Upkeep:
    """Carries it out."""

    def __init__(
        self, *, timers: Timers, wall: WallClock, shell: Shell, staff: StaffCorner, hush: Callable[[], None]
    ) -> None:
        """`hush` ends what the judge does, with the lamps off and the journal on the card."""
        self._timers = timers
        self._tried: Timer | None = None
        """Ends the trial of another driver."""
        self._wall = wall
        self._shell = shell
        self._staff = staff
        self._hush = hush

    def act(self, action: a.Upkeep) -> None:
        """Carry out what staff asked for."""
        match action:
            case a.SetClock(minute=minute):
                self._wall.set(minute)
            case a.SetDisplay(driver=driver):
                self._drive(driver)
            case a.PowerOff():
                self._power_off()

    def _drive(self, driver: str) -> None:
        """Drive the display with `driver`; one that staff have not kept is on trial."""
        self._shell.use_driver(driver)
        if self._tried is not None:
            self._tried.cancel()
        kept = driver == self._staff.menu.choices.driver
        self._tried = None if kept else self._timers.call_at(self._timers.now_ns() + TRY_NS, self._fall_back)
        self._staff.tell(tried="" if kept else driver)

    def _fall_back(self) -> None:
        """Nobody has kept it: perhaps nobody sees anything."""
        self._drive(self._staff.menu.choices.driver)

    def _power_off(self) -> None:
        """The game is safe and the lamps are off before anybody is told that the plug may be pulled."""
        self._hush()
        self._staff.farewell(ENDING, UNPLUG)
        why = self._shell.power_off()
        if why is not None:
            self._staff.farewell(ENDING, unplug_now(why))
            self._shell.stop()

"""When staff's acts make sense: what does not fit the moment is left undone, whoever asks for it."""

from __future__ import annotations

from typing import Final

from firmware.menu import actions as a
from firmware.menu.status import Mode, TableStatus

TRIALS: Final = frozenset({Mode.CHECK, Mode.REHEARSAL, Mode.SELFTEST, Mode.LAMPS})
"""Something is being tried out."""

BETWEEN: Final = TRIALS | {Mode.IDLE, Mode.OVER}
"""No game is open, and none waits to be taken up again."""


def fits(action: a.Action, status: TableStatus) -> bool:
    """Whether `action` can be carried out in the mode of `status`, and by whoever asks for it."""
    mode = status.mode
    match action:
        case a.CheckSeats(seats=()) | a.Rehearse(seats=()) | a.SelfTest(seats=()) | a.ChaseLamps(seats=()):
            return False
        case a.StartGame() | a.StartAgain() | a.CheckSeats() | a.Rehearse() | a.SelfTest() | a.ChaseLamps():
            return mode in BETWEEN
        case a.TestSound() | a.HearMask() | a.KeepBoard() | a.DropBoard():
            return mode in BETWEEN
        case a.EndTrial():
            return mode in TRIALS
        case a.NextPart() | a.SayAgain():
            return mode is Mode.SELFTEST
        case a.SetClock() | a.SetDisplay():
            # Once a game is on, its clock is the one it began with.
            return mode not in (Mode.GAME, Mode.STOPPED)
        case a.ContinueGame() | a.DropGame():
            return mode is Mode.UNFINISHED
        case a.Resume(auto=True) if status.doubt is not None:
            return False  # staff decide
        case a.Resume() | a.EndGame():
            return mode in (Mode.GAME, Mode.STOPPED)
        case a.Keep() | a.SetLanguage() | a.PowerOff():
            return True
        case _:
            return mode is Mode.GAME

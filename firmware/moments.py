"""When staff's acts make sense: what does not fit the moment is left undone, whoever asks for it."""

from __future__ import annotations

from typing import Final

from firmware.menu import actions as a
from firmware.menu.status import Mode

BETWEEN: Final = frozenset({Mode.IDLE, Mode.CHECK, Mode.REHEARSAL, Mode.OVER})
"""No game is open, and none waits to be taken up again."""


def fits(action: a.Action, mode: Mode) -> bool:
    """Whether `action` can be carried out in `mode`."""
    match action:
        case a.CheckSeats(seats=()) | a.Rehearse(seats=()):
            return False
        case a.StartGame() | a.StartAgain() | a.CheckSeats() | a.Rehearse() | a.TestSound() | a.HearMask():
            return mode in BETWEEN
        case a.KeepBoard() | a.DropBoard():
            return mode in BETWEEN
        case a.EndTrial():
            return mode in (Mode.CHECK, Mode.REHEARSAL)
        case a.ContinueGame() | a.DropGame():
            return mode is Mode.UNFINISHED
        case a.Resume() | a.EndGame():
            return mode in (Mode.GAME, Mode.STOPPED)
        case a.Keep() | a.SetLanguage():
            return True
        case _:
            return mode is Mode.GAME

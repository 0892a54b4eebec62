"""What staff ask for in a game, done at its table."""

from __future__ import annotations

from firmware.menu import actions as a
from firmware.table.session import Table


def carry_out(table: Table, action: a.InGame) -> None:
    """Do it. What cannot be done (any more) changes nothing, and the game goes on."""
    match action:
        case a.Pause(why=why):
            table.pause(why)
        case a.Resume():
            table.resume()
        case a.StandBy():
            pass
        case a.Repeat():
            table.repeat()
        case a.Skip():
            table.skip()
        case a.MoreTime():
            table.more_time()
            table.resume()
        case a.TakeBack(to=to):
            table.undo(to)
            table.resume()
        case a.VoteAgain():
            table.revote()
            table.resume()
        case a.Leave(seat=seat, foul=foul):
            table.leave(seat, foul=foul)
            table.resume()
        case a.EndGame():
            table.end()
        case a.AssignCards(value=value):
            table.staff_value(value)

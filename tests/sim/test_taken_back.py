"""Staff take answers back in a game of bots: they follow what they hear, and the game comes to its end."""

from __future__ import annotations

import pytest

from engine.events import Undone
from engine.prompts import Eyes
from engine.public import PublicView
from engine.seats import Seat
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.menu.actions import Pause, Resume, TakeBack
from firmware.sim.bots.crowd import Crowd
from firmware.table.outlets import Spoken
from hardware.ports import LampFrame
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE, TEN


class Bots(Audience):
    """A crowd at a virtual table."""

    crowd: Crowd

    def sit(self, table: VirtualTable) -> VirtualTable:
        """Everybody takes the card that lies there."""
        self.crowd = Crowd(
            table.cards, deck=table.board.cards, seed=5, timers=table.loop, put=table.loop.put, talks=(6_000, 9_000)
        )
        return table

    def spoken(self, spoken: Spoken) -> None:
        """Heard."""
        self.crowd.hear(spoken)

    def fact(self, event: Public, view: PublicView) -> None:
        """Known."""
        self.crowd.see(event, view)
        if isinstance(event, Undone):
            self.crowd.catch_up(view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Seen."""
        self.crowd.lamps(frame, eyes)


@pytest.mark.parametrize(("board", "cards"), [("B09", NINE), ("B10a", TEN)])
def test_bots_play_on_from_wherever_staff_go_back_to(board: str, cards: str) -> None:
    bots = Bots()
    table = bots.sit(VirtualTable(board, cards, clock=StillClock(900), audience=(bots,)))
    table.start()
    table.until_key("wolf.pick")
    for back in (0, 2, 5, 1, 9, 3, 0, 4, 7, 1):
        table.wait(97)
        if table.over:
            break
        table.staff(Pause())
        table.wait(3)
        steps = table.table.steps
        table.staff(TakeBack(steps[min(back, len(steps) - 1)].to) if steps else Resume())
    table.until_over()
    assert sum(isinstance(fact, Undone) for fact in table.facts) >= 8
    assert table.view.winner is not None
    assert sorted(table.cards.items()) == [(Seat(seat), role) for seat, role in table.view.cards]

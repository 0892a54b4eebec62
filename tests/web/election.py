"""An election on a simulated table: 1 4 7 8 of eleven stand, 4 withdraws, 7 is elected; 9 flips, 5 leaves."""

from __future__ import annotations

from typing import Final

from audio.say import Say
from engine import events as e
from engine.houserules import HouseRules
from engine.prompts import Eyes
from engine.seats import Direction, Seat, seats_of
from engine.text import Text
from hardware.ports import Pattern
from tests.web.stage import Stage

SEATS: Final = seats_of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
STOOD: Final = seats_of(1, 4, 7, 8)
VOTES: Final = (e.Tally(Seat(1), 4, seats_of(2, 3)), e.Tally(Seat(7), 6, seats_of(5, 6, 10)))


class Election(Stage):
    """The acts of the election, in order; each goes on where the one before it ended."""

    def morning(self) -> None:
        """Day 1: who stands has been read, 4 has withdrawn in the first speech, 7 speaks."""
        name = Text("预女猎守十一人", "Eleven with Guard")
        self.tell(e.GameOpened("B11", name, SEATS, (), HouseRules(), sheriff=True), e.GameBegan(), e.NightFell(1))
        self.light(Eyes.NIGHT)
        self.tell(e.DayBroke(1), e.BidsClosed(STOOD))
        self.tell(e.CampaignOpened(STOOD, Direction.ASCENDING, 15 * 60 + 25), e.Spoke(Seat(1)))
        self.tell(e.WithdrawalNamed(seats_of(4)))
        self.say(Say(key="sheriff.turn", seat=7))
        self.publisher.floor(Seat(7), 95_000)
        self.light(Eyes.OPEN, s7=Pattern.STEADY)

    def polled(self) -> None:
        """The ballot of 警下 has been read; 9 and 11 have abstained."""
        self.publisher.floor(None, 0)
        self.tell(e.WithdrawalClosed(()), e.StandingRead(seats_of(1, 7, 8)))
        self.tell(e.SheriffBallotRead(1, VOTES, seats_of(9, 11), 2))

    def elected(self) -> None:
        """7 is sheriff; 9 has flipped, 5 has left, 3 is dead; the sheriff's lamp beats."""
        self.tell(e.SheriffElected(Seat(7), e.Elected.VOTES), e.Announced(1, seats_of(3)))
        self.tell(e.IdiotFlipped(Seat(9), sheriff=False), e.LeftTable(Seat(5)))
        self.say(Say(key="speech.sheriff_pick", seat=7))
        self.light(Eyes.OPEN, s7=Pattern.HEARTBEAT)

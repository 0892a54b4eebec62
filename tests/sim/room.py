"""A room with a crowd and nobody to judge it: the test speaks."""

from __future__ import annotations

from typing import Final

from audio.say import Say
from engine.events import Count, GameOpened
from engine.houserules import HouseRules
from engine.prompts import Eyes
from engine.public import PublicView
from engine.seats import Seat, seats_of
from engine.secrecy import Public
from engine.text import Text
from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.sim.bots.crowd import Crowd
from firmware.sim.bots.temper import Temper
from firmware.table.outlets import Spoken
from hardware.ports import Edge, Lamp, Pattern

MS: Final = 1_000_000
DECK: Final = (Count("werewolf", 2), Count("witch", 1), Count("seer", 1), Count("villager", 2))
SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)
DEFAULT: Final = HouseRules()
CARDS: Final = dict(zip(SEATS, ("werewolf", "werewolf", "witch", "seer", "villager", "villager"), strict=True))


class Room:
    """The room, and the downs and ups of everybody in it."""

    def __init__(
        self, cards: dict[Seat, str], seed: int = 1, *, clumsy: bool = False, rules: HouseRules = DEFAULT
    ) -> None:
        self.clock = FakeClock()
        self.loop = Loop(self.clock)
        self.edges: list[Edge] = []
        self.loop.on(Edge, self.edges.append)
        temper = Temper.draw if clumsy else Temper.careful
        self.crowd = Crowd(cards, deck=DECK, seed=seed, timers=self.loop, put=self.loop.put, temper=temper)
        self.view = PublicView()
        self.fact(GameOpened("B06a", Text("", ""), SEATS, DECK, rules, sheriff=False))

    def fact(self, event: Public) -> None:
        self.view = self.view.after(event)
        self.crowd.see(event, self.view)

    def say(
        self,
        key: str,
        *,
        seat: int | None = None,
        seats: tuple[int, ...] = (),
        role: str | None = None,
        wait_ms: int = 1_500,
    ) -> None:
        said = Say(key=key, seat=seat, seats=seats, role=role)
        self.crowd.hear(Spoken(self.clock.now_ns(), said, key, 900, self.view.night))
        self.wait(wait_ms)

    def lamps(self, *lit: tuple[int, Pattern]) -> None:
        frame = tuple(Lamp(seat, pattern, self.clock.now_ns()) for seat, pattern in lit)
        self.crowd.lamps(frame, Eyes.NIGHT)

    def wait(self, ms: int) -> None:
        self.loop.step_until(self.clock.now_ns() + ms * MS)

    def presses(self, *seats: int) -> list[tuple[int, int]]:
        """Downs of `seats` so far: (seat, ms)."""
        return [(e.seat, e.at_ns // MS) for e in self.edges if e.down and (not seats or e.seat in seats)]

    def holds(self, *seats: int) -> list[tuple[int, int]]:
        """Presses of `seats` so far: (seat, length in ms)."""
        held = []
        down: dict[int, int] = {}
        for edge in self.edges:
            if edge.down:
                down[edge.seat] = edge.at_ns
            elif not seats or edge.seat in seats:
                held.append((edge.seat, (edge.at_ns - down[edge.seat]) // MS))
        return held

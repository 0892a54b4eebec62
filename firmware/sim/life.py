"""One life of a simulated judge: from power-on to power-off, between the table and everybody who watches it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.events import Redealt
from engine.prompts import Read, Wanted
from firmware.hands import Hands
from firmware.sim.faults import NS_PER_S
from firmware.table.session import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Step
    from engine.prompts import AnyPrompt, Eyes
    from engine.public import PublicView
    from engine.seats import Option, Seat
    from engine.secrecy import Public
    from firmware.sim.evening import Evening
    from firmware.table.outlets import Spoken
    from firmware.table.score import Score
    from hardware.ports import Action, LampFrame, Timer

STAFF_SLOW_NS: Final = 20 * NS_PER_S
"""How long staff take to look at cards: those that lie face down, or all of them when the claims do not fit."""


class Life:
    """The judge from power-on to power-off: a table, its timers and its effects, all of which end together."""

    def __init__(self, evening: Evening, game: Game) -> None:
        """Not yet begun: `table.start` or `table.restore`."""
        self.alive = True
        self._evening = evening
        self._loop = evening.loop
        self.table = Table(
            game,
            composer=evening.composer,
            text=evening.voice.words,
            read=evening.read,
            timers=self,
            outlets=self,
            tie_seed=evening.seed,
        )
        self.hands = Hands(self, self.table.level)

    # ------------------------------------------------------------ timers

    def now_ns(self) -> int:
        """The time."""
        return self._loop.now_ns()

    def call_at(self, at_ns: int, action: Action) -> Timer:
        """A timer that dies with the power."""
        return self._loop.call_at(at_ns, partial(self._if_alive, action))

    def _if_alive(self, action: Action) -> None:
        if self.alive:
            action()

    # ------------------------------------------------------------ outlets

    def begin(self, score: Score, start_ns: int) -> None:
        """A score was begun."""
        for watch in self._evening.laws:
            watch.begin(score, start_ns)

    def silence(self) -> None:
        """The judge stops speaking."""
        for watch in self._evening.laws:
            watch.cut(self.now_ns())

    def spoken(self, spoken: Spoken) -> None:
        """Everybody hears a sentence."""
        for watch in self._evening.laws:
            watch.spoken(spoken)
        self._evening.crowd.hear(spoken)

    def counted(self, option: Option | None) -> None:
        """For the screen."""

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns something."""
        for watch in self._evening.laws:
            watch.fact(event, view)
        if isinstance(event, Redealt):
            self._evening.deal_again()
        self._evening.crowd.see(event, view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """The lamps change."""
        for watch in self._evening.laws:
            watch.lamps(frame, self.now_ns())
        self._evening.crowd.lamps(frame, eyes)

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """The rest of a speech is kept now and then."""
        if seat is not None:
            self._evening.save_floor(self.table.game.number, left_ms)

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """Staff see when they are needed."""
        for watch in self._evening.laws:
            watch.prompt(prompt)
        self._evening.put(prompt)
        if isinstance(prompt, Read) and prompt.wanted in (Wanted.CLAIMS, Wanted.SPARES):
            self.call_at(self.now_ns() + STAFF_SLOW_NS, partial(self._evening.staff_enter, self, number, prompt.wanted))

    def step(self, step: Step, committed: Callable[[], None]) -> None:
        """The step is written; the table goes on when that is done."""
        self.call_at(self.now_ns() + self._evening.commit_ns(), partial(self._commit, step, committed))

    def _commit(self, step: Step, committed: Callable[[], None]) -> None:
        self._evening.commit(step)
        committed()

    def over(self) -> None:
        """The last sentence has been heard."""
        self._evening.end()

    def fault(self, error: Exception) -> None:
        """The engine failed."""
        self._evening.give_up(f"engine fault: {error.__cause__ or error!r}")

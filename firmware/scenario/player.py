"""One game of a case: it is answered until something is asked, and remembers what was refused.

What no step speaks of is played quietly. Whether a question will come at all is found out on a copy
(`fork`), so that a step that never fits leaves the game where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from engine.commands import AnyCommand
from engine.errors import Refused
from engine.events import AnyEvent, Phase
from engine.game import Game, Step
from engine.prompts import AnyPrompt, Eyes
from firmware.scenario.entry import Entry
from firmware.scenario.night import answer, quiet, what_remains
from firmware.scenario.plan import Plan

MAX_ANSWERS: Final = 20_000
"""More than the longest game has prompts: twenty rounds at eighteen seats."""


class NeverAsked(Exception):
    """Raised when the question that a step answers does not come."""


class Refusal(msgspec.Struct, frozen=True):
    """Something that was refused: the step of the case (from 0), the error's name, the line that was open."""

    step: int
    kind: str
    line: str

    def __str__(self) -> str:
        """As a report says it."""
        return f"{self.kind} @ {self.line}"


class Asked(msgspec.Struct, frozen=True):
    """A prompt that was put, in which round, and how many commands had been given before it."""

    n: int
    prompt: AnyPrompt
    at: int


Spot = Callable[["Player"], bool]
"""Whether the game is at a certain place; looks at the open prompt and at what has been."""


class Player:
    """A game, its players' plan, and what came of it so far."""

    def __init__(self, entry: Entry, plan: Plan, commands: Iterable[AnyCommand] = ()) -> None:
        """Enter the game and give it `commands`, which it must accept."""
        self.entry = entry
        self.plan = plan
        self.step = 0
        """The step of the case that is played, from 0."""
        self.refusals: list[Refusal] = []
        """What steps tried in vain."""
        self.tries: list[tuple[Refusal, ...]] = []
        """Of each `try`: its refusals; empty where it was accepted."""
        self.commands: list[AnyCommand] = []
        self.events: list[AnyEvent] = []
        self.asked: list[Asked] = []
        self.game, opening = Game.start(entry.setup, entry.at, entry.state)
        self._note(opening)
        for command in commands:
            self._note(self.game.answer(command), command)

    @property
    def n(self) -> int:
        """The round."""
        return self.game.state.n

    @property
    def line(self) -> str:
        """The line of the open prompt; "over" after the end."""
        return self.game.prompt.call.line if self.game.prompt else "over"

    @property
    def by_night(self) -> bool:
        """Whether a question of the night is open."""
        return self.game.prompt is not None and self.game.prompt.call.eyes is Eyes.NIGHT

    @property
    def electing(self) -> bool:
        """Whether the sheriff's election runs, eyes shut or open."""
        return self.game.prompt is not None and self.game.state.phase is Phase.ELECTION

    def fork(self, given: int | None = None) -> Player:
        """The same game, or as it was after so many commands, to be played on separately."""
        return Player(self.entry, self.plan, self.commands[:given])

    def attempt(self, command: AnyCommand) -> Refusal | None:
        """Give `command`; what refused it, in which case nothing has changed."""
        line = self.line
        try:
            done = self.game.answer(command)
        except Refused as refused:
            return Refusal(self.step, type(refused).__name__, line)
        self._note(done, command)
        return None

    def insist(self, command: AnyCommand) -> None:
        """Give `command`; where it is refused note it, and give what is left of it, or nothing."""
        refusal = self.attempt(command)
        if refusal is None:
            return
        # A night, or an election, is played when a later step needs it; what it refuses is refused to its own step.
        planned = self.plan.source(self.n, by_night=self.by_night) if self.by_night or self.electing else None
        step = self.step if planned is None else planned
        self.refusals.append(msgspec.structs.replace(refusal, step=step))
        rest = what_remains(self.game, command) or quiet(self.game, self.plan)
        self._note(self.game.answer(rest), rest)

    def answer(self) -> None:
        """Answer the open prompt as planned."""
        self.insist(answer(self.game, self.plan))

    def advance(self, spot: Spot) -> bool:
        """Answer until `spot`, or to the end; whether it was reached."""
        while not spot(self):
            if self.game.prompt is None:
                return False
            assert len(self.commands) < MAX_ANSWERS, "a game has an end"
            self.answer()
        return True

    def reach(self, spot: Spot) -> bool:
        """Advance to `spot` if it ever comes; if it does not, stay."""
        return self.fork().advance(spot) and self.advance(spot)

    def _note(self, step: Step, command: AnyCommand | None = None) -> None:
        if command is not None:
            self.commands.append(command)
        self.events += step.events
        if step.prompt is not None:
            self.asked.append(Asked(self.n, step.prompt, len(self.commands)))

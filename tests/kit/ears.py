"""What a table gives out, kept for tests: words, facts, scores, lamps, and the secret record beside them."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option, Seat
from engine.secrecy import Public
from engine.setup import Setup
from firmware.audience import Audience
from firmware.table.outlets import Spoken
from firmware.table.score import Counted, Score
from hardware.ports import Clock, LampFrame

NS_PER_MS = 1_000_000


class Begun(NamedTuple):
    """A score and the instant of its offset 0."""

    score: Score
    start_ns: int
    prompt: AnyPrompt | None

    def at_ns(self, ms: int) -> int:
        """The instant of an offset."""
        return self.start_ns + ms * NS_PER_MS


class Shown(NamedTuple):
    """A lamp frame, since when, and whose eyes are open."""

    at_ns: int
    frame: LampFrame
    eyes: Eyes


class Ears(Audience):
    """Keeps everything."""

    def __init__(self, clock: Clock) -> None:
        """`clock` stamps what carries no time of its own."""
        self._clock = clock
        self.heard: list[Spoken] = []
        self.facts: list[tuple[int, Public]] = []
        self.steps: list[Step] = []
        self.prompts: list[tuple[AnyPrompt | None, int]] = []
        self.frames: list[Shown] = []
        self.scores: list[Begun] = []
        self.floors: list[tuple[Seat | None, int]] = []
        self.view = PublicView()
        self.over = False
        self.count: Option | None = None
        self.counts = 0
        """How many numbers have been counted."""

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """A game is open."""
        del setup, game, again
        self.over = False

    def begin(self, score: Score, start_ns: int) -> None:
        """A score."""
        self.scores.append(Begun(score, start_ns, self.prompts[-1][0] if self.prompts else None))

    def spoken(self, spoken: Spoken) -> None:
        """A sentence."""
        self.heard.append(spoken)

    def counted(self, option: Option | None) -> None:
        """A number."""
        self.count = option
        self.counts += option is not None

    def fact(self, event: Public, view: PublicView) -> None:
        """A public event."""
        self.facts.append((self._clock.now_ns(), event))
        self.view = view

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """A frame."""
        self.frames.append(Shown(self._clock.now_ns(), frame, eyes))

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who speaks."""
        self.floors.append((seat, left_ms))

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A prompt."""
        self.prompts.append((prompt, number))

    def step(self, step: Step) -> None:
        """A step."""
        self.steps.append(step)

    def closed(self) -> None:
        """No game is open any more."""
        self.over = True

    def counted_in(self, option: Option, sweep: int) -> Counted:
        """The count of `option` in `sweep` of the newest score."""
        return next(c for c in self.scores[-1].score.counts if c.option == option and c.sweep == sweep)

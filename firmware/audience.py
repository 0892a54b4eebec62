"""Who follows a game from outside the table: the simulated table's pages, its bots, the tests' kit.

A follower gets what the table layer puts out, on the deciding thread, and must return at once. The
base class follows nothing, so a follower overrides what it needs.
"""

from __future__ import annotations

from audio.say import Language
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option, Seat, Seats
from engine.secrecy import Public
from engine.setup import Setup
from firmware.menu.choices import Worn
from firmware.menu.status import Mode
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from hardware.ports import LampFrame


class Audience:
    """A follower of games."""

    def chosen(self, seats: Seats, pads: Worn) -> None:
        """Staff have these seats in use for the next game, and `pads` is who has another button than the own."""

    def speaks(self, language: Language) -> None:
        """Staff have the judge speak `language` from now on."""

    def turned(self, mode: Mode) -> None:
        """From now on the judge does this; told at the start, too."""

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """Game number `game` was opened; `again` after a power cut: the cards on the table are the same as before."""

    def caught_up(self, view: PublicView) -> None:
        """After a power cut: this is what the room knew."""

    def begin(self, score: Score, start_ns: int) -> None:
        """A score was begun."""

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins."""

    def silence(self) -> None:
        """The judge stops speaking, in the middle of a sentence or after it."""

    def counted(self, option: Option | None) -> None:
        """A number is being counted, or none is."""

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns a public event."""

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """All lamps from now on."""

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who has the floor."""

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """A button has really gone down or up (secret by night)."""

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A prompt was put (secret)."""

    def step(self, step: Step) -> None:
        """A step was taken (secret)."""

    def paused(self, *, paused: bool) -> None:
        """The game stands still, or goes on."""

    def closed(self) -> None:
        """No game is open any more."""


class Followers(Audience):
    """Several followers as one, told in their order."""

    def __init__(self, followers: tuple[Audience, ...]) -> None:
        """Tell all of `followers`."""
        self._followers = followers

    def chosen(self, seats: Seats, pads: Worn) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.chosen(seats, pads)

    def speaks(self, language: Language) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.speaks(language)

    def turned(self, mode: Mode) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.turned(mode)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.opened(setup, game, again=again)

    def caught_up(self, view: PublicView) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.caught_up(view)

    def begin(self, score: Score, start_ns: int) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.begin(score, start_ns)

    def spoken(self, spoken: Spoken) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.spoken(spoken)

    def silence(self) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.silence()

    def counted(self, option: Option | None) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.counted(option)

    def fact(self, event: Public, view: PublicView) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.fact(event, view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.lamps(frame, eyes)

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.floor(seat, left_ms)

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.pressed(seat, down=down)

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.prompt(prompt, number)

    def step(self, step: Step) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.step(step)

    def paused(self, *, paused: bool) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.paused(paused=paused)

    def closed(self) -> None:
        """Tell all."""
        for follower in self._followers:
            follower.closed()

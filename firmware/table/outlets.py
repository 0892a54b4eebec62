"""What the table layer tells the rest of the machine; one object with one method per outlet.

Everything but `prompt` and `step` is public in content and in time, except that `lamps` carries the
private lamps of awake seats: an adapter shows each seat its own and nobody else's by night.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from audio.say import Say
from engine.commands import Left
from engine.events import NightFell
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option, Seat, Seats
from engine.secrecy import Public
from firmware.table.score import Score
from hardware.ports import LampFrame


class Spoken(msgspec.Struct, frozen=True):
    """A sentence or a counted option begins to be heard: what, in which words, when, for how long, by night or not.

    `aside`: it stands in no score (a pause, 时间到), so nobody has been told of it beforehand.
    """

    at_ns: int
    say: Say
    text: str
    length_ms: int
    night: bool
    aside: bool = False


class Outlets(Protocol):
    """Where the table layer's effects go. No method may block or raise."""

    def begin(self, score: Score, start_ns: int) -> None:
        """A score was begun: the speaker gets it whole."""

    def silence(self) -> None:
        """Stop speaking at once (pause, skip, end)."""

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins now."""

    def counted(self, option: Option | None) -> None:
        """The number being counted now, for the screen; None between counts."""

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns a public event now; `view` includes it."""

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """All lamps from now on."""

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who has the floor and what is left of it; at most once a second."""

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A prompt was put to the table (secret: for the maker's page and the tests only)."""

    def step(self, step: Step, committed: Callable[[], None]) -> None:
        """A command was answered: put it into the journal, then call `committed` on the deciding thread."""

    def over(self) -> None:
        """The last sentence of the game has been heard."""

    def fault(self, error: Exception) -> None:
        """The engine failed: the game stops, its journal is intact, and it is not over."""


def public_events(*steps: Step) -> tuple[Public, ...]:
    """What the room learns from `steps`."""
    return tuple(event for step in steps for event in step.events if isinstance(event, Public))


def view_after(steps: tuple[Step, ...]) -> PublicView:
    """What the room knows when it has learned all of `steps`, the opening first."""
    view = PublicView()
    for step in steps:
        for event in public_events(step):
            view = view.after(event)
    return view


def out_at_nightfall(steps: tuple[Step, ...]) -> Seats:
    """Who was out when the last night of `steps` fell; empty before the first."""
    view = PublicView()
    out: Seats = ()
    for step in steps:
        for event in public_events(step):
            view = view.after(event)
            if isinstance(event, NightFell):
                out = view.out
    return out


def untold(steps: tuple[Step, ...]) -> int:
    """The first of `steps` of which nobody knows, after a power cut, whether the room has heard it.

    It is the last; where players have left meanwhile, it is the one before that: what it had to tell waits, and is
    told together with who has left.
    """
    first = len(steps) - 1
    while first and isinstance(steps[first].command, Left):
        first -= 1
    return first

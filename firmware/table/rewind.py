"""Back to an earlier question: which ones there are, and what the room must hear before it is put again.

Made of public facts and the public faces of prompts alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from audio.say import Say
from engine.events import DayBroke, GameOpened, NightFell, Redealt, StepClosed
from engine.game import Step
from engine.prompts import AnyPrompt, Call, Eyes, Form
from engine.public import PublicView
from engine.secrecy import Public
from firmware.table.outlets import public_events, view_after

SHUTS: Final = Say(key="night.fall")
"""Shuts all eyes."""
OPENS: Final = Say(key="staff.undo_open")
"""Opens all eyes, and says that a result is void."""
QUIET: Final = Say(key="staff.pause_night")
"""All that may be heard by night of what staff do."""
VOID: Final = Say(key="staff.undo")

_TOGETHER: Final = (("gun.ask", "dawn.skill_ask"),)
"""Lines of questions that belong to one step with the question before them."""


class Past(msgspec.Struct, frozen=True):
    """A step that can be taken back: the first prompt of it, its round, whether it was by night, and its question."""

    to: int
    n: int
    night: bool
    call: Call

    @property
    def _group(self) -> tuple[object, ...]:
        """A night step is one whole, and so are the questions about one seat's skill."""
        if self.call.role:
            return (self.n, self.call.role)
        return (self.n, self.night, dict(_TOGETHER).get(self.call.line, self.call.line), self.call.seat)

    def goes_with(self, other: Past) -> bool:
        """Whether both belong to one step."""
        return self._group == other._group


class Ears(msgspec.Struct, frozen=True):
    """Where the room stands: eyes shut by night or in a ballot, and the step whose actors may have theirs open."""

    night: bool = False
    ballot: bool = False
    awake: str = ""


class Rewound(msgspec.Struct, frozen=True):
    """What the room knows from now on, what it is told again, and what it hears before anything else."""

    view: PublicView
    events: tuple[Public, ...]
    first: tuple[Say, ...]


def past(trail: tuple[Step, ...]) -> tuple[Past, ...]:
    """The steps that can be taken back, newest first; cards that were dealt anew end the list."""
    view = PublicView()
    found: list[Past] = []
    for before, step in zip((None, *trail), trail, strict=False):
        prompt = before.prompt if before else None
        if prompt is not None and prompt.call.form is not Form.SILENT:
            place = Past(step.number, view.n, view.night, prompt.call)
            if not found or not place.goes_with(found[-1]):
                found.append(place)
        for event in public_events(step):
            view = view.after(event)
            if isinstance(event, Redealt):
                found.clear()
    return tuple(reversed(found))


def can_undo(trail: tuple[Step, ...], to: int) -> bool:
    """Whether prompt number `to` has been answered, and was put to people."""
    asked = {step.number: before.prompt for before, step in pairwise(trail)}
    prompt = asked.get(to)
    return prompt is not None and prompt.call.form is not Form.SILENT


def last_ballot(steps: tuple[Past, ...], view: PublicView) -> int | None:
    """The number of the newest ballot of the day that runs; None by night, or when there was none."""
    if view.night:
        return None
    ballots = (step.to for step in steps if step.call.form is Form.BALLOT and step.n == view.n)
    return next(ballots, None)


def ears_of(trail: tuple[Step, ...], view: PublicView, untold: tuple[Public, ...], due: tuple[Say, ...]) -> Ears:
    """Where the room stands. `untold`: what it has not heard yet; `due`: what it must hear first, not heard either."""
    prompts = [step.prompt for step in trail if step.prompt and step.prompt.call.form is not Form.SILENT]
    call = prompts[-1].call if prompts else None
    if SHUTS in due:
        return Ears()
    if not view.night:
        return Ears(ballot=OPENS in due or (call is not None and call.eyes is Eyes.SHUT))
    closing = next((event.role for event in untold if isinstance(event, StepClosed)), None)
    return Ears(night=True, awake=closing or (call.role if call else ""))


def rewound(kept: tuple[Step, ...], ears: Ears) -> Rewound:
    """Where the game goes on behind the steps `kept`, for a room that stands where `ears` says.

    The events of the last step are told again, but for what everybody hears, sees or knows anyway: the
    rules of the house, the end of the night step before, and what comes before a night or a day that begins.
    """
    view = view_after(kept[:-1])
    events = public_events(kept[-1])
    known = 0
    for index, event in enumerate(events):
        if isinstance(event, GameOpened | StepClosed) or (ears.night and isinstance(event, NightFell)):
            known = index + 1
        if not ears.night and isinstance(event, DayBroke | NightFell):
            known = index
    for event in events[:known]:
        view = view.after(event)
    return Rewound(view, events[known:], _first(view, kept[-1].prompt, ears, events[known:]))


def _first(view: PublicView, prompt: AnyPrompt | None, ears: Ears, events: tuple[Public, ...]) -> tuple[Say, ...]:
    """Whatever happens next must find the eyes as it needs them, and nobody's open but those it calls."""
    begins = any(isinstance(event, DayBroke | NightFell) for event in events)
    if not view.night:
        return (OPENS,) if (ears.night or ears.ballot) and not begins else (VOID,)
    if ears.night:
        role = prompt.call.role if prompt else ""
        awake = ears.awake if ears.awake != role else ""
        return (QUIET, Say(key=f"{awake}.close")) if awake else (QUIET,)
    return (VOID,) if begins else (VOID, SHUTS)

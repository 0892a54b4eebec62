"""Back to an earlier question: which ones there are, and what the room must hear before it is put again.

Made of public facts and the public faces of prompts alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from audio.say import Say
from engine.commands import Left
from engine.events import DayBroke, DealOpened, GameOpened, NightFell, Redealt, StepClosed
from engine.game import Step
from engine.prompts import AnyPrompt, Call, Eyes, Form
from engine.public import PublicView
from engine.seats import Seats
from engine.secrecy import Public
from firmware.table.lids import TO_DEAL, Stand
from firmware.table.outlets import public_events, view_after
from firmware.table.tour import closing

SHUTS: Final = Say(key="night.fall")
"""Shuts all eyes."""
SHUTS_TO_DEAL: Final = Say(key=TO_DEAL)
"""The same for a card-less deal."""
OPENS: Final = Say(key="staff.undo_open")
"""Opens all eyes, and says that a result is void."""
QUIET: Final = Say(key="staff.pause_night")
"""All that may be heard by night of what staff do."""
VOID: Final = Say(key="staff.undo")

_TOGETHER: Final = (("gun.ask", "dawn.skill_ask"),)
"""Lines of questions that belong to one step with the question before them."""


class Past(msgspec.Struct, frozen=True):
    """A step that can be taken back: the first prompt of it, its round, whether it was by night, and its question.

    `left`: who has left the table since, and plays again when it is taken back.
    """

    to: int
    n: int
    night: bool
    call: Call
    left: Seats = ()

    @property
    def _group(self) -> tuple[object, ...]:
        """A night step is one whole, and so are the questions about one seat's skill."""
        if self.call.role:
            return (self.n, self.call.role)
        return (self.n, self.night, dict(_TOGETHER).get(self.call.line, self.call.line), self.call.seat)

    def goes_with(self, other: Past) -> bool:
        """Whether both belong to one step."""
        return self._group == other._group


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
        if isinstance(step.command, Left):
            gone = step.command.seat
            found = [msgspec.structs.replace(place, left=(*place.left, gone)) for place in found]
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


def rewound(kept: tuple[Step, ...], stand: Stand) -> Rewound:
    """Where the game goes on behind the steps `kept`, for a room whose eyes are as `stand` says.

    The events of the last step are told again, but for what everybody hears, sees or knows anyway: the
    rules of the house, the end of the night step before, and what comes before a night or a day that begins.
    """
    view = view_after(kept[:-1])
    events = public_events(kept[-1])
    night = stand.surely(Eyes.NIGHT)
    known = 0
    for index, event in enumerate(events):
        if isinstance(event, GameOpened | StepClosed) or (night and isinstance(event, NightFell)):
            known = index + 1
        if isinstance(event, DealOpened) or (not night and isinstance(event, DayBroke | NightFell)):
            known = index
    for event in events[:known]:
        view = view.after(event)
    return Rewound(view, events[known:], _first(view, kept[-1].prompt, stand, events[known:]))


def _first(view: PublicView, prompt: AnyPrompt | None, stand: Stand, events: tuple[Public, ...]) -> tuple[Say, ...]:
    """Whatever happens next must find the eyes as it needs them, and nobody's open but those it calls."""
    begins = any(isinstance(event, DayBroke | NightFell | DealOpened) for event in events)
    if view.night and stand.surely(Eyes.NIGHT):
        role = prompt.call.role if prompt and not begins else ""
        return (QUIET, *(Say(key=closing(awake)) for awake in sorted(stand.awake - {role})))
    if begins:
        return (VOID,)
    if view.night:
        return (VOID, SHUTS_TO_DEAL if view.dealing else SHUTS)
    return (VOID,) if stand.surely(Eyes.OPEN) else (OPENS,)

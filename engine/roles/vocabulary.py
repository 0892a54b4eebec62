"""The verbs of a role: what its night procedure may ask, tell, mark and spend, and nothing else.

A role's step is handed a `Tonight`: who acts, what is public, and the verbs. The judge's words and
counts are the same whoever acts or whether anybody does, because every verb takes its public half
from the publicly living seats and its secret half from `actors`, which may be empty.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from engine.claims import holders, is_sound
from engine.commands import Chosen, Pick
from engine.conversation import Judge, Procedure, press, read_lot, roll_call, tell
from engine.events import Cause, Mark, Marked, Spent, Told, WolvesPointed
from engine.houserules import Consensus, HouseRules, SeesKnife, SelfSave, Switch
from engine.prompts import Call, Eyes, Fact, Form, Gesture, Legal, Press, RollCall, Tell
from engine.roles.role import Line, Role, Side
from engine.seats import Option, Seat, Seats
from engine.settlement import settle, target_of
from engine.text import Text

__all__ = [
    "Cause",
    "Consensus",
    "Fact",
    "HouseRules",
    "Legal",
    "Line",
    "Mark",
    "Nights",
    "Procedure",
    "Role",
    "Seat",
    "Seats",
    "SeesKnife",
    "SelfSave",
    "Side",
    "Step",
    "Switch",
    "Text",
    "Tonight",
    "WolvesPointed",
]


class Nights(StrEnum):
    """On which nights a step is called."""

    EVERY = "every"
    FIRST = "first"


class Tonight:
    """One step of one night, as its role sees it."""

    def __init__(self, judge: Judge, role: Role, wolves: tuple[str, ...]) -> None:
        """The step of `role`; `wolves` are the ids of the cards that read as 狼人."""
        self._judge = judge
        self._role = role
        self._wolves = wolves

    @property
    def n(self) -> int:
        """The number of the night."""
        return self._judge.state.n

    @property
    def rules(self) -> HouseRules:
        """The house rules."""
        return self._judge.state.rules

    @property
    def players(self) -> int:
        """How many seats play, dead or alive."""
        return len(self._judge.state.seats)

    @property
    def living(self) -> Seats:
        """The publicly living seats: the options of every count."""
        return self._judge.state.living

    @property
    def actors(self) -> Seats:
        """Who acts in this step: living holders of the card that are there; nobody while their claim is in doubt."""
        state = self._judge.state
        return tuple(seat for seat in holders(state, self._role.id) if seat in state.present)

    @property
    def guarded(self) -> Seat | None:
        """Whom 守卫 protected last night."""
        return self._judge.state.guarded

    def has(self, seat: Seat, charge: str) -> bool:
        """Whether `seat` still has `charge`."""
        return not self._judge.state.has_spent(seat, charge)

    def target(self, mark: Mark) -> Seat | None:
        """On whom `mark` lies tonight."""
        return target_of(self._judge.state.marks, mark)

    def cause(self, seat: Seat) -> Cause | None:
        """What would kill `seat` if the night ended now."""
        return settle(self._judge.state.marks, self.rules).cause_of(seat)

    @property
    def wolves_known(self) -> bool:
        """Whether every wolf's card is known (on night 1: their claims fit), so that a check can be answered."""
        state = self._judge.state
        return all(is_sound(state, role) for role in self._wolves if state.count(role))

    def appears_wolf(self, seat: Seat) -> bool:
        """What a check of `seat` shows."""
        return any(seat in holders(self._judge.state, role) for role in self._wolves)

    def pick(self, line: str, legal: tuple[Legal, ...], filled: tuple[Legal, ...] = ()) -> Procedure[Chosen]:
        """A night pick over all living seats; who chooses nothing has chosen what stands in `filled`."""
        call = self._call(line, Form.PICK, options=self.living)
        prompt = RollCall(call=call, awake=self.actors, legal=legal, filled=filled)
        chosen = yield from roll_call(prompt)
        silent = [entry for entry in filled if chosen.of(entry.seat) is None and entry.seat in self.actors]
        picks = (*chosen.picks, *(Pick(entry.seat, entry.options) for entry in silent))
        return Chosen(prompt=chosen.prompt, picks=tuple(sorted(picks, key=lambda pick: pick.seat)))

    def drawn(self, legal: tuple[Legal, ...]) -> Procedure[tuple[Legal, ...]]:
        """One option for each actor, drawn by lot: what a forced choice is filled with. A lot is always drawn."""
        lot = yield from read_lot(Eyes.NIGHT)
        return tuple(Legal(entry.seat, (entry.options[lot % len(entry.options)],)) for entry in legal if entry.options)

    def yes(self, line: str, who: Seats) -> Procedure[Seats]:
        """A yes/no window; those of `who` that pressed."""
        call = self._call(line, Form.ASK)
        return (yield from press(Press(call=call, awake=self.actors, gesture=Gesture.TAP, who=who)))

    def show(self, line: str) -> Procedure[None]:
        """The lamps of all actors are lit for a while."""
        facts = tuple(Fact(seat) for seat in self.actors)
        yield from self._tell(self._call(line, Form.SHOW), facts)

    def answer(self, line: str, facts: tuple[Fact, ...], about: Seat | None = None) -> Procedure[None]:
        """Yes or no by lamp, `about` the seat that was asked about."""
        yield from self._tell(self._call(line, Form.ANSWER), facts, about)

    def count(self, line: str, facts: tuple[Fact, ...]) -> Procedure[None]:
        """One count over the living; lamps light at the numbers of their facts."""
        yield from self._tell(self._call(line, Form.COUNT, options=self.living), facts)

    def verdict(self, line: str, facts: tuple[Fact, ...]) -> Procedure[None]:
        """The quick count that shows all actors the outcome."""
        yield from self._tell(self._call(line, Form.VERDICT, options=self.living), facts)

    def mark(self, mark: Mark, by: Seats, target: Seat | None) -> Procedure[None]:
        """Put `mark` on `target` (None: on nobody)."""
        yield Marked(mark, by, target)

    def spend(self, seat: Seat, charge: str) -> Procedure[None]:
        """`seat` uses up `charge`."""
        assert charge in self._role.charges, f"{self._role.id} has no {charge}"
        yield Spent(seat, charge)

    def pointed(self, votes: tuple[tuple[Seat, Seat], ...]) -> Procedure[None]:
        """Keep what each actor pointed at, for the review after the game."""
        yield WolvesPointed(votes)

    def _call(self, line: str, form: Form, options: tuple[Option, ...] = ()) -> Call:
        return Call(line=line, form=form, eyes=Eyes.NIGHT, options=options, role=self._role.line_key)

    def _tell(self, call: Call, facts: tuple[Fact, ...], about: Seat | None = None) -> Procedure[None]:
        yield from tell(Tell(call=call, awake=self.actors, facts=facts))
        for fact in facts:
            yield Told(to=(fact.seat,), what=call.line, about=next(iter(fact.at), about), yes=fact.yes)


class Step(msgspec.Struct, frozen=True):
    """An entry of the night sheet: whose step it is, on which nights, and what happens after the wake line."""

    role: Role
    nights: Nights
    run: Callable[[Tonight], Procedure[None]]

    def due(self, n: int) -> bool:
        """Whether the step is called in night `n`."""
        return self.nights is Nights.EVERY or n == 1

"""What simulated games have reached: so that bots who never bid, or a rule that is never played, are noticed.

A game reaches words such as `event Withdrew`, `vacant exploded`, `order auto`, `prompt ballot`,
`explode sheriff.quit_open` or `rule badge_swallow double`. `wanted` is everything there is to reach on
the boards as they are; `Reached` collects what one game does.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, get_args

from audio.catalogue import LATER, LINES
from engine import events as e
from engine.commands import Left, OfferTaken
from engine.houserules import HouseRules
from engine.prompts import Form, OfferKind, Wanted
from engine.prompts import Read as ReadPrompt
from firmware.sim import house
from firmware.sim.election_laws import DAY, ELECTION, PK, SPEECHES
from firmware.sim.ledger import Watch

if TYPE_CHECKING:
    from engine.game import Step
    from engine.prompts import AnyPrompt
    from engine.secrecy import Event
    from firmware.table.outlets import Spoken

NEVER: Final = frozenset({"event GameAborted", "event Undone", "cause foul"})
"""Not reached by playing: staff end no simulated game, take nothing back and punish nobody."""

UNSAID: Final = frozenset({*LATER, "setup.rehearse", "setup.seats", "setup.seats_done"})
"""Lines that nobody says in a simulated game: people sit down without a rehearsal and a check of the seats."""
UNSAID_PARTS: Final = ("staff.", "err.")
"""What staff do, and what goes wrong with them, is not all played."""

KINDS: Final[tuple[type[Enum], ...]] = (e.Vacant, e.Elected, e.Peace, e.OrderBy, e.Cause, e.Winner, e.Reason, e.Mark)
"""The words whose every value is to be reached where an event holds it."""


def wanted() -> frozenset[str]:
    """Everything that simulated games of all boards are to reach between them."""
    events = {f"event {kind.__name__}" for kind in get_args(e.AnyEvent)}
    words = {f"{kind.__name__.lower()} {value.value}" for kind in KINDS for value in kind}
    prompts = {f"prompt {form.value}" for form in Form} | {f"read {fact.value}" for fact in Wanted}
    left = {f"left {form.value}" for form in Form if form not in (Form.SILENT, Form.STAFF)}
    blasts = {f"{OfferKind.EXPLODE.value} {line}" for line in ELECTION | DAY}
    quits = {f"{OfferKind.WITHDRAW.value} {line}" for line in SPEECHES}
    duels = {f"{OfferKind.DUEL.value} {line}" for line in (DAY | SPEECHES) - {PK}}
    lines = {f"line {key}" for key in LINES if key not in UNSAID and not key.startswith(UNSAID_PARTS)}
    phases = {f"phase {phase.value}" for phase in e.Phase if phase not in (e.Phase.READY, e.Phase.OVER)}
    stages = {f"stage {stage.value}" for stage in e.Stage if stage not in (e.Stage.NONE, e.Stage.CLOSED)}
    rules = {f"rule {rule} {value}" for rule in HouseRules.__struct_fields__ for value in house.values(rule)}
    return frozenset(events | words | prompts | left | blasts | quits | duels | lines | phases | stages | rules) - NEVER


class Reached(Watch):
    """Collects what one game reaches; breaks nothing."""

    def __init__(self) -> None:
        """Nothing yet."""
        super().__init__()
        self._words: set[str] = set()

    @property
    def words(self) -> tuple[str, ...]:
        """What was reached, sorted."""
        return tuple(sorted(self._words))

    def spoken(self, spoken: Spoken) -> None:
        """A sentence."""
        self._words.add(f"line {spoken.say.key}")

    def answered(self, step: Step) -> None:
        """An offer that was taken, or a player who has left, and at what."""
        match step.command, self.asked:
            case OfferTaken(offer=kind), prompt if prompt is not None:
                self._words.add(f"{kind.value} {prompt.call.line}")
            case Left(), prompt if prompt is not None:
                self._words.add(f"left {prompt.call.form.value}")
            case _:
                pass

    def before(self, event: Event) -> None:
        """An event, and the words it holds."""
        self._words.add(f"event {type(event).__name__}")
        if isinstance(event, e.GameOpened):
            for rule in HouseRules.__struct_fields__:
                self._words.add(f"rule {rule} {getattr(event.rules, rule)}")
        elif isinstance(event, e.PhaseEntered):
            self._words.add(f"phase {event.phase.value}")
            if event.stage:
                self._words.add(f"stage {event.stage.value}")
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, KINDS):
                self._words.add(f"{type(value).__name__.lower()} {value.value}")

    def put(self, prompt: AnyPrompt) -> None:
        """A question, and how it is put."""
        self._words.add(f"prompt {prompt.call.form.value}")
        if isinstance(prompt, ReadPrompt):
            self._words.add(f"read {prompt.wanted.value}")

"""What the judge must never do, watched from outside while games run.

Each law looks at what comes out of the table (sentences, lamps, public facts, committed steps) and
works out for itself what would have been right; it shares no code with the table. It may know what
no judge knows: the cards as they were dealt, and what careful players meant.

    Silence     no public word or fact names a seat's card before the end
    OneAtATime  no sentence begins before the one before it is over
    Tail        by night and in shut ballots the next score starts a fixed tail after the window
    Ascending   the dead are announced in the order of their numbers
    TrueCards   what was claimed, assigned and revealed is what was dealt
    Learned     what a card-less deal shows is what was dealt
    TrueVotes   a ballot is read as careful players meant it
    OneResult   a game ends once, in time, and the room hears how
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from engine.events import (
    Announced,
    BallotClosed,
    Blasted,
    CardShown,
    CardsKnown,
    DelayedOut,
    DuelCalled,
    GameBegan,
    GameOpened,
    GameOver,
    Revealed,
    ShooterNamed,
    ShotDelayed,
    StepClosed,
    TakenAlong,
    Winner,
)
from engine.houserules import SwitchOff
from engine.prompts import Eyes, Form
from engine.roles import ROLES
from engine.seats import Seat
from firmware.sim.law import Law, WindowLaw
from firmware.table.pace import TAIL_MS
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.game import Step
    from engine.prompts import AnyPrompt
    from engine.public import PublicView
    from engine.seats import Option
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken
    from firmware.table.score import Score


REVEALS: Final = frozenset(
    {"boom.wolf", "boom.take", "idiot.show", "knight.draw", "knight.win", "bomb.show", "rogue.hit", "rogue.out"}
)
ACTS: Final = (TakenAlong, DuelCalled, Blasted, ShotDelayed, DelayedOut)
"""What a card does to be known by it."""
HOUSE_REVEALS: Final = frozenset({"dead.card", "gun.named"})
"""What a house may have told: the cards of those who are out, the card of a shooter."""


RESULTS: Final = frozenset(f"over.{winner.value}" for winner in Winner)


class Silence(Law):
    """No sentence and no public fact tells the card of a seat before the game is over.

    自爆 and a lost duel name a wolf, a flip 白痴, a duel 骑士, a blast 炸弹人, a take 白狼王, a late death 老流氓: they
    are what they do. A house may tell the cards of those who are out (明牌), or of a shooter.
    """

    def __init__(self) -> None:
        """The names of all cards, in both languages."""
        super().__init__()
        texts = [text for role in ROLES for text in (role.name, role.said)]
        self._names = tuple(sorted({text.zh for text in texts} | {text.en for text in texts}))
        self._ids = frozenset(role.id for role in ROLES)
        self._over = False
        self._open_cards = False

    def spoken(self, spoken: Spoken) -> None:
        """A sentence with a seat in it has no card in it."""
        say = spoken.say
        named = say.seat is not None or say.target is not None or say.seats or say.voters
        if self._over or not named or say.key in REVEALS or (self._open_cards and say.key in HOUSE_REVEALS):
            return
        told = [name for name in self._names if name in spoken.text]
        if told or say.role is not None:
            self.break_(f"{say.key} names {told or say.role} beside a seat: {spoken.text}")

    def fact(self, event: Public, view: PublicView) -> None:
        """A public fact holds no card but the deck's."""
        rules = view.rules
        self._open_cards = SwitchOff.ON in (rules.reveal_on_death, rules.name_shooter_role)
        self._over = self._over or isinstance(event, GameOver)
        if self._over or isinstance(event, GameOpened | StepClosed):
            return
        if isinstance(event, CardShown) and rules.reveal_on_death is SwitchOff.ON and event.seat in view.out:
            return
        if isinstance(event, ACTS):
            return
        if isinstance(event, ShooterNamed) and rules.name_shooter_role is SwitchOff.ON:
            return
        told = self._ids.intersection(_strings(msgspec.to_builtins(event)))
        if told:
            self.break_(f"{type(event).__name__} is public and holds {sorted(told)}")


class OneAtATime(Law):
    """No sentence begins before the one before it is over, unless the judge was silenced in between."""

    def __init__(self) -> None:
        """Nothing said yet."""
        super().__init__()
        self._ends_ns = 0
        self._key = ""

    def cut(self, now_ns: int) -> None:
        """Silence begins at once."""
        self._ends_ns = min(self._ends_ns, now_ns)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins."""
        if spoken.at_ns < self._ends_ns:
            self.break_(f"{spoken.say.key} begins while {self._key} is still spoken")
        self._ends_ns = spoken.at_ns + spoken.length_ms * NS_PER_MS
        self._key = spoken.say.key


class Tail(Law):
    """By night, and in a ballot with shut eyes, the next score starts the fixed tail after the end of this one."""

    def __init__(self) -> None:
        """No score yet."""
        super().__init__()
        self._due_ns: int | None = None
        self._prompt: AnyPrompt | None = None

    def prompt(self, prompt: AnyPrompt | None) -> None:
        """The score that begins next is this prompt's."""
        self._prompt = prompt

    def cut(self, now_ns: int) -> None:
        """An interrupted score has no window to measure from."""
        del now_ns
        self._due_ns = None

    def begin(self, score: Score, start_ns: int) -> None:
        """A score begins, at the time that was to be expected or not."""
        if self._due_ns is not None and start_ns != self._due_ns:
            self.break_(f"a score starts {start_ns - self._due_ns} ns beside its time")
        call = self._prompt.call if self._prompt else None
        fixed = call is not None and call.eyes is not Eyes.OPEN and call.form is not Form.STAFF
        self._due_ns = start_ns + (score.length_ms + TAIL_MS) * NS_PER_MS if fixed else None


class Ascending(Law):
    """The dead of a night are announced ascending, each once."""

    def fact(self, event: Public, view: PublicView) -> None:
        """An announcement."""
        del view
        if isinstance(event, Announced) and list(event.seats) != sorted(set(event.seats)):
            self.break_(f"the dead are announced as {event.seats}")

    def spoken(self, spoken: Spoken) -> None:
        """The same as it is heard."""
        seats = spoken.say.seats
        if spoken.say.key == "dawn.death_many" and list(seats) != sorted(set(seats)):
            self.break_(f"the dead are read as {seats}")


class TrueCards(Law):
    """What the judge believes about the cards is what was dealt."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__()
        self._cards = cards

    def committed(self, step: Step) -> None:
        """Cards became known, or were revealed."""
        for event in step.events:
            if isinstance(event, CardsKnown | Revealed) and dict(event.cards) != dict(self._cards()):
                self.break_(f"{type(event).__name__} is not what was dealt")


class Learned(Law):
    """After a card-less deal every careful player holds what its lamp has shown it, and that is what was dealt."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]], held: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they were dealt. `held`: what undisturbed careful players believe to hold."""
        super().__init__()
        self._cards = cards
        self._held = held

    def fact(self, event: Public, view: PublicView) -> None:
        """The game begins."""
        del view
        if isinstance(event, GameBegan):
            for seat, card in self._held().items():
                if card != self._cards()[seat]:
                    self.break_(f"seat {seat} was dealt {self._cards()[seat]} and was shown {card or 'nothing'}")


class TrueVotes(WindowLaw):
    """A ballot closes with the votes that careful players meant."""

    def __init__(self, meant: Callable[[], Mapping[Seat, Option | None]]) -> None:
        """`meant`: by voter, as they have pressed in the open ballot; None for an abstention."""
        super().__init__()
        self._meant = meant

    def committed(self, step: Step) -> None:
        """A ballot was closed."""
        for event in step.events:
            if isinstance(event, BallotClosed) and not self._cut:
                votes = dict(event.votes)
                for seat, meant in self._meant().items():
                    if votes.get(seat) != meant:
                        self.break_(f"seat {seat} voted for {meant}, the judge read {votes.get(seat)}")


class OneResult(Law):
    """A game has exactly one result, within its rounds, and the room hears that one and the cards."""

    def __init__(self, max_rounds: int) -> None:
        """`max_rounds` is the house rule."""
        super().__init__()
        self._max_rounds = max_rounds
        self._results: list[str] = []
        self._reveals = 0
        self._heard: set[str] = set()
        self._round = 0

    @property
    def winner(self) -> str | None:
        """Who won, as far as is known."""
        return self._results[0] if self._results else None

    def committed(self, step: Step) -> None:
        """A result is in the journal."""
        for event in step.events:
            if isinstance(event, GameOver):
                self._results.append(event.winner.value)
            self._reveals += isinstance(event, Revealed)

    def spoken(self, spoken: Spoken) -> None:
        """A result is heard."""
        if spoken.say.key in RESULTS:
            self._heard.add(spoken.say.key.removeprefix("over."))

    def fact(self, event: Public, view: PublicView) -> None:
        """Rounds are counted."""
        del event
        self._round = max(self._round, view.n)

    def ended(self) -> None:
        """The judge says that the game is over."""
        if len(self._results) != 1 or self._reveals != 1:
            self.break_(f"{len(self._results)} results and {self._reveals} reveals in one game")
        if self._heard != set(self._results):
            self.break_(f"the result is {self._results}, the room heard {sorted(self._heard)}")
        if self._round > self._max_rounds:
            self.break_(f"round {self._round} of a game of at most {self._max_rounds}")


def _strings(value: object) -> Iterable[str]:
    """All strings in nested plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)

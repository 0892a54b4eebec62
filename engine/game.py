"""The driver: runs the rulebook, checks a command BEFORE resuming it, and replays.

    game, opening = Game.start(setup)          events so far, and the first prompt
    step = game.answer(command)                one command: what it caused, and the next prompt

Prompts are numbered from 1; an answered prompt raises the number by one. A refused command leaves
the game exactly as it was. An exception out of the rulebook is a bug of the engine: the game is
`broken`, keeps the state of its last good step, and is never `over`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

import msgspec

from engine import public
from engine.absence import without
from engine.answers import check
from engine.commands import AnyCommand, FloorEnded, Left, Undo
from engine.conversation import Judge
from engine.errors import EngineFault, NotAsked
from engine.events import (
    AnyEvent,
    CardsKnown,
    LeftRecorded,
    Phase,
    PhaseEntered,
    ReadyHeard,
    SkillPending,
    SparesKnown,
    Stage,
    Undone,
)
from engine.evolve import evolve
from engine.prompts import AnyPrompt, Floor, Press, Read, RollCall, Tell
from engine.public import PublicView
from engine.rulebook import whole_game
from engine.seats import Seat
from engine.secrecy import Redacted
from engine.setup import Board, Setup, board_from_toml, deck_of
from engine.state import Cards, GameState

__all__ = [
    "RULES",
    "At",
    "Ballot",
    "Board",
    "Chain",
    "Dawn",
    "Day",
    "Election",
    "Game",
    "Night",
    "Setup",
    "Step",
    "board_from_toml",
    "dealt",
    "replay",
    "valid",
    "view_into",
]

RULES: Final = 3
"""Raised whenever a rule changes, so that a journal of older rules is known as such."""

DIGEST_BYTES: Final = 8


class Night(msgspec.Struct, frozen=True):
    """Enter before night `n` falls."""

    n: int


class Dawn(msgspec.Struct, frozen=True):
    """Enter before day `n` breaks; the night's marks are in the state."""

    n: int


class Day(msgspec.Struct, frozen=True):
    """Enter at the speeches of day `n`; this morning's dead are in the state (`fallen`)."""

    n: int


class Election(msgspec.Struct, frozen=True):
    """Enter the sheriff's election of day `n` at `stage`; bidders, speakers and PK are in the state."""

    stage: Stage
    n: int = 1


class Ballot(msgspec.Struct, frozen=True):
    """Enter at the exile ballot of day `n`."""

    n: int


class Chain(msgspec.Struct, frozen=True):
    """Enter at the skill windows `pending` of round `n`; `then` is what follows them and the last words."""

    pending: tuple[Seat, ...]
    n: int
    then: Phase = Phase.SPEECHES


At = Night | Dawn | Election | Day | Ballot | Chain
"""Where `Game.start` may enter."""


class Step(Redacted, frozen=True, kw_only=True):
    """What one command caused (`command` None: the opening): events, the next prompt, and the digest of both.

    `number` is the prompt that was answered, 0 for the opening.
    """

    number: int
    command: AnyCommand | None
    events: tuple[AnyEvent, ...]
    prompt: AnyPrompt | None
    digest: bytes


class Game:
    """A game in progress: its state, its open prompt and the prompt's number."""

    def __init__(self, state: GameState, opening_events: tuple[AnyEvent, ...]) -> None:
        """Use `start`."""
        self.trail: tuple[Step, ...] = ()
        """The steps that have led here, the opening first, without those that were taken back."""
        self._begin = (state, opening_events)
        self.prompt: AnyPrompt | None = None
        self.number = 0
        self.over = False
        self.broken = False
        self._judge = Judge(state)
        self._talk = whole_game(self._judge, opening_events)

    @property
    def state(self) -> GameState:
        """The state after the last event."""
        return self._judge.state

    @classmethod
    def start(cls, setup: Setup, at: At | None = None, state: GameState | None = None) -> tuple[Game, Step]:
        """Open a game, and return it with step 0.

        Without `state` the setup is checked and the game begins at its beginning. With `state` it
        goes on from there (its deck need not pass the checks of a board): at the place `at`, or
        where the state itself says.

        Raises:
            BadSetup: the setup cannot make a game.
        """
        if state is None:
            setup.check()
            game = cls(GameState(), (setup.opened(), *_entering(at)))
        else:
            game = cls(state, _entering(at))
        return game, game._resume(None, None)

    def answer(self, command: AnyCommand) -> Step:
        """Give `command` to the rulebook and return what it caused.

        Raises:
            Refused: it does not answer the open prompt; nothing has changed.
            EngineFault: the rulebook failed on it, or has failed before.
        """
        if self.broken:
            raise EngineFault("this game has stopped on a bug of the engine")
        if isinstance(command, Undo):
            return self._undo(command)
        if self.prompt is None:
            raise NotAsked("the game is over")
        check(command, self.prompt, self.number, self.state)
        return self._answered(command, self.prompt)

    def _answered(self, command: AnyCommand, prompt: AnyPrompt) -> Step:
        if isinstance(command, Left):
            return self._leave(command, prompt)
        return self._resume(command, command)

    def _undo(self, command: Undo) -> Step:
        """Go the way again as far as the prompt that is put once more, out of a game that has been decided too.

        Raises:
            NotAsked: that prompt was never answered, or has been taken back already.
        """
        index = next((i for i, step in enumerate(self.trail) if i and step.number == command.to), None)
        if index is None:
            raise NotAsked("there is no such answer to take back")
        kept, void = self.trail[:index], self.trail[index:]
        again = Game(*self._begin)
        again._resume(None, None)
        for step in kept[1:]:
            assert step.command is not None, "only the opening has none"
            assert again.prompt is not None, "the game went on from here"
            again._answered(step.command, again.prompt)
        self._judge, self._talk, self.over = again._judge, again._talk, False
        step = self._stepped(command, [Undone(len(void))], again.prompt)
        self.trail = kept
        return step

    def _leave(self, command: Left, prompt: AnyPrompt) -> Step:
        """Record at once that a player has left and put the open question again without it; its own speech is over."""
        recorded = LeftRecorded(command.seat, command.foul)
        if isinstance(prompt, Floor) and prompt.call.seat == command.seat:
            return self._resume(command, FloorEnded(prompt=self.number), (recorded,))
        self._judge.state = evolve(self.state, recorded)
        return self._stepped(command, [recorded], without(prompt, self.state.left))

    def _resume(
        self, command: AnyCommand | None, answer: AnyCommand | None, recorded: tuple[AnyEvent, ...] = ()
    ) -> Step:
        """Run the rulebook with `answer` to its next prompt, or to its end."""
        before = self.state
        events: list[AnyEvent] = list(recorded)
        prompt: AnyPrompt | None = None
        try:
            for event in recorded:
                self._judge.state = evolve(self._judge.state, event)
            item = next(self._talk) if answer is None else self._talk.send(answer)
            while not isinstance(item, Press | RollCall | Floor | Tell | Read):
                self._judge.state = evolve(self._judge.state, item)
                events.append(item)
                item = next(self._talk)
            prompt = without(item, self.state.left)
        except StopIteration:
            self.over = True
        except Exception as bug:
            self._judge.state = before
            self.broken = True
            raise EngineFault("a bug of the engine has stopped the game") from bug
        return self._stepped(command, events, prompt)

    def _stepped(self, command: AnyCommand | None, events: list[AnyEvent], prompt: AnyPrompt | None) -> Step:
        """Open `prompt` under the next number."""
        step = Step(
            number=self.number, command=command, events=tuple(events), prompt=prompt, digest=_digest(events, prompt)
        )
        self.prompt = prompt
        self.number += 1
        self.trail = (*self.trail, step)
        return step


def replay(setup: Setup, commands: Iterable[AnyCommand]) -> tuple[Game, list[Step]]:
    """The game that `commands` make, and all its steps, the opening first.

    Raises:
        Refused: a command does not fit; the journal is of another game or of other rules.
    """
    game, opening = Game.start(setup)
    return game, [opening, *(game.answer(command) for command in commands)]


def valid(steps: Iterable[Step]) -> tuple[Step, ...]:
    """`steps` of a game from its opening on, without those that were taken back and what took them back."""
    trail: tuple[Step, ...] = ()
    for step in steps:
        if isinstance(step.command, Undo):
            to = step.command.to
            trail = tuple(kept for kept in trail if kept.number < to)
        else:
            trail = (*trail, step)
    return trail


def dealt(setup: Setup, cards: Cards, facts: Iterable[AnyEvent] = (), spares: tuple[str, ...] = ()) -> GameState:
    """The state of a game whose cards are known from the start: before night 1, everybody ready.

    `spares`: the cards that lie face down for 盗贼. `facts`: what has happened since, for a game that is entered
    half way (`engine.links.long_out`, `Spent`).
    Seats and deck are what the cards are; they need not be those of the board. The public words stay
    those of physical cards (claim windows on night 1), but nothing that is claimed counts.
    """
    ordered = tuple(sorted(cards))
    seats = tuple(seat for seat, _ in ordered)
    deck = deck_of((*(role for _, role in ordered), *spares))
    opened = msgspec.structs.replace(setup.opened(), seats=seats, deck=deck)
    state = GameState()
    known = (SparesKnown(spares), CardsKnown(ordered)) if spares else (CardsKnown(ordered),)
    for event in (opened, ReadyHeard(seats), *known, *facts):
        state = evolve(state, event)
    return state


def view_into(state: GameState) -> PublicView:
    """What the room knows of a game that is entered half way: the public part of its state."""
    bidding = state.phase is Phase.ELECTION and state.stage in (Stage.BID, Stage.OPENING)
    night = state.phase in (Phase.NIGHT, Phase.STEP, Phase.CLAIMS, Phase.DAWN) or bidding
    phase = public.SETUP if state.phase is Phase.READY else public.NIGHT if night else public.DAY
    return PublicView(
        seats=state.seats,
        deck=state.deck,
        rules=state.rules,
        phase=phase,
        n=state.n,
        night=night,
        out=state.out,
        fallen=state.fallen,
        sheriff=state.sheriff_game,
        left=tuple(seat for seat in state.left if seat in state.out),
        flipped=state.flipped,
        silenced=None if night else state.silenced,
        sheriff_seat=state.sheriff,
        badge=state.badge,
        election=Stage.NONE if bidding else state.stage,
        resumed=state.resumed,
        bidders=() if bidding else state.bidders,
        withdrawn=state.named,
        candidates=() if bidding else state.runoff or state.bidders,
        order=(*state.spoke, *state.speakers),
        spoke=state.spoke,
    )


def _entering(at: At | None) -> tuple[AnyEvent, ...]:
    """The events that take a game to `at`."""
    match at:
        case None:
            return ()
        case Night(n=n):
            return (PhaseEntered(Phase.NIGHT, n),)
        case Dawn(n=n):
            return (PhaseEntered(Phase.DAWN, n),)
        case Election(stage=stage, n=n):
            return (PhaseEntered(Phase.ELECTION, n, stage=stage),)
        case Day(n=n):
            return (PhaseEntered(Phase.SPEECHES, n),)
        case Ballot(n=n):
            return (PhaseEntered(Phase.BALLOT, n),)
        case Chain(pending=pending, n=n, then=then):
            return (SkillPending(pending), PhaseEntered(Phase.CHAIN, n, then))


def _digest(events: list[AnyEvent], prompt: AnyPrompt | None) -> bytes:
    """A fingerprint of what a command caused, the same for every run of the same rules."""
    data = msgspec.json.encode((events, prompt), order="deterministic")
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()

"""One whole game at a simulated table on the fake clock: people, pads, judge, journal, and somebody who watches.

What runs here is what runs at a real table: loop, debounce, gestures, scores, windows, engine. Only
the body is missing. The people live on when the judge loses its power; a judge has several lives,
each rebuilt from the rows of the journal that had been committed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from engine.claims import REDEAL
from engine.commands import AnyCommand, decode, encode
from engine.events import CardsKnown, CardTaken, GameBegan, StepClosed
from engine.game import Game, Step, replay
from engine.prompts import DEAL_DIGITS, LOTS, Form, Wanted
from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.sim import house
from firmware.sim.bots.crowd import Crowd
from firmware.sim.coverage import Reached
from firmware.sim.dealer import THIEF, Dealer
from firmware.sim.faults import NS_PER_S, Act, Contacts, Faults, PowerCut, StaffAct
from firmware.sim.invariants import OneResult
from firmware.sim.life import STAFF_SLOW_NS, Life
from firmware.sim.luck import luck
from firmware.sim.watchers import watchers
from firmware.table.compose import Composer
from firmware.table.pace import NORMAL, SAVE_FLOOR_MS
from firmware.voice import TextVoice
from hardware.ports import NS_PER_MS, Edge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from audio.say import Language
    from engine.prompts import AnyPrompt
    from engine.seats import Option, Seat
    from engine.setup import Setup
    from firmware.sim.law import Law

LIMIT_NS: Final = 24 * 3600 * NS_PER_S
"""No game takes a day."""

STAFF_LOOK_NS: Final = 3 * NS_PER_S
"""How soon staff see that a seat they have marked is not marked, and mark it again."""

COMMIT_MS: Final = (1, 45)
"""How long a row takes to be on disk, shortest and longest.

The tail of 250 ms hides it, even after 200 ms in which a press still down at the end was waited for.
"""

REDEAL_PCT: Final = 30


class Row(msgspec.Struct, frozen=True):
    """A committed row of the journal in memory."""

    command: bytes | None
    digest: bytes


class Outcome(msgspec.Struct, frozen=True):
    """How a game went. `rows` is its journal, `reached` what has happened in it (`firmware.sim.coverage`)."""

    seed: int
    finished: bool
    winner: str | None
    violations: tuple[str, ...]
    rows: tuple[Row, ...]
    reached: tuple[str, ...] = ()

    @property
    def commands(self) -> int:
        """How many commands it took."""
        return sum(row.command is not None for row in self.rows)


class Evening:
    """A table, its people, and one game. `play` once."""

    def __init__(self, setup: Setup, seed: int, language: Language, faults: Faults) -> None:
        """Deal and sit down; everything random comes from `seed`."""
        self.seed = seed
        self.voice = TextVoice(language)
        self.composer = Composer(self.voice, NORMAL)
        self._setup = setup
        self._rng = luck("evening", seed)
        self._lots = luck("lots", seed)
        self.clock = FakeClock(minute=self._rng.randrange(24 * 60))
        self.loop = Loop(self.clock)
        self.loop.on(Edge, self._edge)
        self._dealer = Dealer(seed)
        self._cards = self._dealer.lay(setup)
        self._taken: CardTaken | None = None
        self._skipped: set[Seat] = set()
        self._contacts = Contacts(faults, seed, self.loop, self.loop.put)
        self.crowd = Crowd(self._cards, deck=setup.board.cards, seed=seed, timers=self.loop, put=self._contacts.finger)
        self.crowd.turned_up = self._turned_up
        self._result = OneResult(setup.rules.max_rounds)
        self._reached = Reached()
        self.laws: tuple[Law, ...] = (
            *watchers(
                lambda: self._cards,
                self.crowd,
                disturbed=self._contacts.disturbed,
                meant=self._meant,
                held=self._held,
                now_ns=self.loop.now_ns,
            ),
            self._result,
            self._reached,
        )
        self._violations: list[str] = []
        self._rows: list[Row] = []
        self._floor: tuple[int, int] | None = None
        self._finished = False
        self._life: Life | None = None
        for act in faults.acts:
            self.loop.call_at(act.at_ns, partial(self._staff, act))
        for cut in faults.cuts:
            self.loop.call_at(cut.at_ns, partial(self._cut, cut))
        self._leaves = list(faults.leaves)

    def read(self, wanted: Wanted) -> int | str | None:
        """A fact from outside: the minute of the table's clock, or a lot; who holds what, staff say."""
        match wanted:
            case Wanted.MINUTE:
                return self.clock.minute_of_day()
            case Wanted.LOT:
                return self._lots.randrange(LOTS)
            case Wanted.DEAL:
                return f"{self._lots.getrandbits(4 * DEAL_DIGITS):0{DEAL_DIGITS}x}"
            case Wanted.CLAIMS | Wanted.SPARES:
                return None

    def play(self) -> Outcome:
        """The whole game."""
        game, first = Game.start(self._setup)
        self.commit(first)
        self._life = Life(self, game)
        self._life.table.start(first)
        try:
            self.loop.step_until(LIMIT_NS)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding, and the seed tells where
            self._violations.append(f"{type(error).__name__}: {error}")
        self._judge_the_judge()
        return Outcome(
            self.seed,
            self._finished,
            self._result.winner if self._finished else None,
            self._named((*self._violations, *(what for watch in self.laws for what in watch.broken))),
            tuple(self._rows),
            self._reached.words,
        )

    def _named(self, violations: tuple[str, ...]) -> tuple[str, ...]:
        """The violations, each with the house rules that were in play where those are not the board's."""
        rules = ", ".join(
            f"{rule} = {value}" for rule, value in house.in_play(self._setup.rules, self._setup.board).items()
        )
        return tuple(f"{what} [{rules}]" if rules else what for what in violations)

    def _judge_the_judge(self) -> None:
        """What can only be said in the end."""
        if not self._finished and not self._violations:
            self._violations.append("the game is not over after a day")
        if self._finished:
            self._result.ended()
        for seat, said in self.crowd.complaints():
            if seat not in self._contacts.disturbed:
                self._violations.append(f"seat {seat} {said}")
        self._note_lateness()
        _, steps = replay(self._setup, self._journal())
        if [step.digest for step in steps] != [row.digest for row in self._rows]:
            self._violations.append("the replayed journal gives other digests")

    def _note_lateness(self) -> None:
        late_ns = self._life.table.late_ns if self._life else 0
        if late_ns > 0:
            self._violations.append(f"a score started {late_ns} ns late")

    # ------------------------------------------------------------ fingers and cards

    def _edge(self, edge: Edge) -> None:
        """An edge reaches the judge, if it has power."""
        for watch in self.laws:
            watch.edge(edge)
        if self._life is not None:
            self._life.hands.edge(edge)

    def deal_again(self) -> None:
        """Staff have the cards dealt anew."""
        self._cards, self._taken = self._dealer.lay(self._setup), None
        self.crowd.deal(self._cards)

    def _turned_up(self, seat: Seat, card: str) -> None:
        """盗贼 lays his card down and has another; what a card-less deal shows is in the journal."""
        if self._cards[seat] == THIEF:
            self._cards[seat] = card

    def _held(self) -> Mapping[Seat, str]:
        """What undisturbed careful players believe to hold."""
        careful = self.crowd.careful()
        return {s: c for s, c in self.crowd.cards().items() if s in careful and s not in self._contacts.disturbed}

    def _meant(self) -> Mapping[Seat, Option | None]:
        """How undisturbed careful players have voted."""
        return {s: option for s, option in self.crowd.meant().items() if s not in self._contacts.disturbed}

    # ------------------------------------------------------------ journal

    def commit_ns(self) -> int:
        """How long the next commit takes."""
        return self._rng.randrange(*COMMIT_MS) * NS_PER_MS

    def commit(self, step: Step) -> None:
        """The step is on disk."""
        self._rows.append(Row(encode(step.command) if step.command else None, step.digest))
        for event in step.events:
            if isinstance(event, CardsKnown) and "" in self._cards.values():
                self._cards = dict(event.cards)
            elif isinstance(event, CardsKnown) and self._taken is not None:
                self._look_at_taken(self._taken)
            elif isinstance(event, CardTaken):
                self._taken = event
            elif isinstance(event, StepClosed | GameBegan):
                self._show_missed(event)
        for watch in self.laws:
            watch.committed(step)

    def _look_at_taken(self, taken: CardTaken) -> None:
        """Nobody doubted the claims: a 盗贼 who is wrong about his new card holds what he has told the judge."""
        if self._cards[taken.seat] != taken.card:
            self._cards[taken.seat] = taken.card
            self.crowd.show(taken.seat, taken.card)

    def _show_missed(self, event: StepClosed | GameBegan) -> None:
        """Where staff have skipped the moment at which a player is shown its card, they show it themselves."""
        taken = self._taken
        if isinstance(event, GameBegan):
            missed = {seat: self._cards[seat] for seat in self._skipped}
        else:
            missed = {taken.seat: taken.card} if taken is not None and event.role != THIEF else {}
        for seat, card in missed.items():
            if self.crowd.cards().get(seat) in ("", THIEF):
                self.crowd.show(seat, card)

    def save_floor(self, number: int, left_ms: int) -> None:
        """Keep what is left of a speech, every five seconds."""
        if self._floor is None or self._floor[0] != number or self._floor[1] - left_ms >= SAVE_FLOOR_MS:
            self._floor = (number, left_ms)

    def _journal(self) -> list[AnyCommand]:
        return [decode(row.command) for row in self._rows if row.command is not None]

    # ------------------------------------------------------------ staff and power

    def staff_enter(self, life: Life, number: int, wanted: Wanted) -> None:
        """Staff have looked at the cards that lie face down; or, when the claims do not fit, at everybody's.

        Then they enter them, or have them dealt anew: always, where 盗贼 has another card than he had told the judge.
        """
        if life.table.game.number != number:
            return
        if not life.table.waits_for_staff:  # not asked aloud yet
            life.call_at(self.loop.now_ns() + STAFF_SLOW_NS, partial(self.staff_enter, life, number, wanted))
            return
        if wanted is Wanted.SPARES:
            value = ",".join(self._dealer.spares)
        else:
            taken = self._taken
            if taken is not None and self._cards[taken.seat] == THIEF:
                self._cards[taken.seat] = taken.card
            value = ",".join(f"{seat}={card}" for seat, card in self._cards.items() if card != "villager")
            fits = taken is None or self._cards[taken.seat] == taken.card
            value = value if fits and self._rng.randrange(100) >= REDEAL_PCT else REDEAL
        if not life.table.staff_value(value):
            self._violations.append(f"staff could not enter {value}")

    def _staff(self, act: StaffAct) -> None:
        life = self._life
        if life is None:
            return
        match act.act:
            case Act.PAUSE:
                life.table.pause()
                life.call_at(act.at_ns + act.for_ns, life.table.resume)
            case Act.REPEAT:
                life.table.repeat()
            case Act.SKIP:
                prompt = life.table.game.prompt
                if prompt is not None and prompt.call.form is Form.DEAL and prompt.call.seat is not None:
                    self._skipped.add(prompt.call.seat)
                # A tour that is cut off leaves lovers who do not know of each other: staff have it said again.
                if prompt is not None and prompt.call.form is Form.TOUR:
                    life.table.repeat()
                else:
                    life.table.skip()

    def put(self, prompt: AnyPrompt | None) -> None:
        """A question at which somebody may have waited to leave."""
        now_ns = self.loop.now_ns()
        for leave in [w for w in self._leaves if prompt and w.form is prompt.call.form and w.at_ns <= now_ns]:
            self._leaves.remove(leave)
            self.loop.call_at(now_ns + leave.after_ns, partial(self._leave, leave.seat))

    def _leave(self, seat: Seat) -> None:
        """A player goes home; staff mark the seat, and look whether it is marked."""
        self.crowd.leave(seat)
        life = self._life
        if life is not None:
            if seat in life.table.game.state.left or seat in life.table.view.out or self._finished:
                return
            life.table.leave(seat)
        self.loop.call_at(self.loop.now_ns() + STAFF_LOOK_NS, partial(self._leave, seat))

    def _cut(self, cut: PowerCut) -> None:
        """The power goes, and comes back later; a judge that has no power cannot lose it."""
        life, self._life = self._life, None
        if life is None:
            return
        self._life = life
        self._note_lateness()
        self._life = None
        life.alive = False
        now_ns = self.loop.now_ns()
        for watch in self.laws:
            watch.cut(now_ns)
            watch.lamps((), now_ns)
        self.loop.call_at(now_ns + cut.for_ns, self._power_on)

    def _power_on(self) -> None:
        """Start again from what the journal has."""
        game, steps = replay(self._setup, self._journal())
        left_ms = self._floor[1] if self._floor and self._floor[0] == game.number else None
        self._life = Life(self, game)
        self._life.table.restore(tuple(steps), left_ms)

    def end(self) -> None:
        """The game is over."""
        self._finished = True
        self.loop.stop()

    def give_up(self, why: str) -> None:
        """The game has stopped and is not over."""
        self._violations.append(why)
        self.loop.stop()

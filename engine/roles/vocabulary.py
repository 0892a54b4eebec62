"""The verbs of a role: what its night procedure may ask, tell, mark and spend, and nothing else.

A role's step is handed a `Tonight`: who acts, what is public, and the verbs. The judge's words and
counts are the same whoever acts or whether anybody does, because every verb takes its public half
from the publicly living seats (or the names of the deck) and its secret half from `actors`, which may be empty.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.acts import Growled, Silenced
from engine.claims import holders, is_sound
from engine.commands import Chosen, Pick
from engine.conversation import Judge, Procedure, press, read_lot, roll_call, tell
from engine.events import (
    AnyAct,
    CardTaken,
    Cause,
    LoversBound,
    Mark,
    Marked,
    ModelChosen,
    Spent,
    Told,
    WolvesPointed,
)
from engine.houserules import (
    BearNeighbours,
    CharmTargets,
    Consensus,
    HouseRules,
    SeesKnife,
    SelfSave,
    SilenceAnnounce,
    Switch,
    SwitchOff,
)
from engine.prompts import Call, Eyes, Fact, Form, Gesture, Legal, Press, RollCall, Tell
from engine.roles.role import Line, Nights, Role, Side
from engine.seats import Option, Seat, Seats
from engine.settlement import Bonds, settle, target_of
from engine.state import GameState
from engine.text import Text

__all__ = [
    "BearNeighbours", "Cause", "CharmTargets", "Consensus", "Fact", "Growled", "HouseRules", "Legal", "Line", "Mark",
    "Morning", "Nights", "Option", "Procedure", "Role", "Seat", "Seats", "SeesKnife", "SelfSave", "Side",
    "SilenceAnnounce", "Silenced", "Step", "Switch", "SwitchOff", "Text", "Tonight", "WolvesPointed",
    "asked", "lovers_in_deck", "nothing", "pack_in_deck", "the_lovers", "the_pack",
]  # fmt: skip


class Tonight:
    """One step of one night, as its role sees it."""

    def __init__(self, judge: Judge, step: Step, roles: tuple[Role, ...], bonds: Callable[[GameState], Bonds]) -> None:
        """The step `step`; `roles` are all cards there are, `bonds` says what ties one seat to another."""
        self._judge = judge
        self._step = step
        self._role = step.role
        self._roles = roles
        self._bonds = bonds

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
        """Who acts in this step: whose it is, alive and there; nobody while their claim is in doubt."""
        state = self._judge.state
        return tuple(seat for seat in self._step.who(state, self._role, self._roles) if seat in state.present)

    @property
    def names(self) -> tuple[Option, ...]:
        """The cards of the deck by name, each once: the options of a count of cards."""
        return tuple(entry.role for entry in self._judge.state.deck)

    @property
    def spares(self) -> tuple[str, ...]:
        """The cards that lie face down."""
        return self._judge.state.spares

    @property
    def lovers(self) -> Seats:
        """情侣."""
        return self._judge.state.lovers

    @property
    def lovers_in_deck(self) -> bool:
        """Whether the board may have 情侣."""
        return lovers_in_deck(self._judge.state, self._role, self._roles)

    @property
    def there(self) -> Seats:
        """The publicly living whose players sit at the table."""
        return self._judge.state.present

    @property
    def pack(self) -> Seats:
        """The wolves that know each other; nobody while a claim of theirs is in doubt."""
        return the_pack(self._judge.state, self._role, self._roles) if self.wolves_known else ()

    def before(self, mark: Mark) -> Seat | None:
        """On whom `mark` lay last night."""
        return target_of(self._judge.state.marks_before, mark)

    def has(self, seat: Seat, charge: str) -> bool:
        """Whether `seat` still has `charge`."""
        return not self._judge.state.has_spent(seat, charge)

    def target(self, mark: Mark) -> Seat | None:
        """On whom `mark` lies tonight."""
        return target_of(self._judge.state.marks, mark)

    def cause(self, seat: Seat) -> Cause | None:
        """What would kill `seat` if the night ended now."""
        state = self._judge.state
        return settle(state.marks, self.rules, self._bonds(state)).cause_of(seat)

    @property
    def wolves_known(self) -> bool:
        """Whether every wolf's card is known (on night 1: their claims fit), so that a check can be answered."""
        state = self._judge.state
        return all(is_sound(state, role.id) for role in self._roles if role.appears_wolf and state.count(role.id))

    def appears_wolf(self, seat: Seat) -> bool:
        """What a check of `seat` shows."""
        return appears_wolf(self._judge.state, seat, self._roles)

    def is_wolf(self, card: str) -> bool:
        """Whether `card` is a wolf card."""
        return any(role.id == card and role.side is Side.WOLF for role in self._roles)

    @property
    def spared(self) -> Seats:
        """Whom the pack may not knife."""
        state = self._judge.state
        return tuple(seat for role in self._roles if role.spared for seat in holders(state, role.id))

    @property
    def specials(self) -> tuple[str, ...]:
        """The cards of the deck that wake with this one and have a name of their own."""
        state = self._judge.state
        return tuple(r.id for r in self._roles if r.pack and r.id != self._role.id and state.count(r.id))

    def pick(
        self,
        line: str,
        legal: tuple[Legal, ...],
        filled: tuple[Legal, ...] = (),
        *,
        places: int = 1,
        options: tuple[Option, ...] | None = None,
    ) -> Procedure[Chosen]:
        """A night pick over all living seats (or `options`); what an actor leaves open stands in `filled`.

        With two `places` everybody chooses two.
        """
        call = self._call(line, Form.PICK, options=self.living if options is None else options)
        prompt = RollCall(call=call, awake=self.actors, legal=legal, filled=filled, places=places)
        chosen = yield from roll_call(prompt)
        own = {pick.seat: pick.options for pick in chosen.picks}
        for entry in filled:
            if entry.seat in self.actors:
                open_to = (option for option in entry.options if option not in own.get(entry.seat, ()))
                own[entry.seat] = (*own.get(entry.seat, ()), *open_to)[:places]
        picks = tuple(Pick(seat, tuple(sorted(own[seat], key=call.options.index))) for seat in sorted(own))
        return Chosen(prompt=chosen.prompt, picks=tuple(pick for pick in picks if len(pick.options) == places))

    def drawn(self, legal: tuple[Legal, ...], places: int = 1) -> Procedure[tuple[Legal, ...]]:
        """`places` options for each actor, drawn by lot: what a forced choice is filled with. A lot is always drawn."""
        lot = yield from read_lot(Eyes.NIGHT)
        drawn = []
        for entry in legal:
            rest = list(entry.options)
            left = lot
            taken: list[Option] = []
            while rest and len(taken) < places:
                left, index = divmod(left, len(rest))
                taken.append(rest.pop(index))
            drawn.append(Legal(entry.seat, tuple(taken)))
        return tuple(entry for entry in drawn if entry.options)

    def lot(self) -> Procedure[int]:
        """A lot."""
        return (yield from read_lot(Eyes.NIGHT))

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

    def claim(self, line: str, card: str) -> Procedure[Seats]:
        """Who of those awake taps twice because it holds `card`; anybody may press, as in every claim."""
        call = msgspec.structs.replace(self._call(line, Form.CLAIM), claim=True, card=card)
        who = self._judge.state.living
        return (yield from press(Press(call=call, awake=self.actors, gesture=Gesture.TWO_TAPS, who=who)))

    def tour(self, line: str, facts: tuple[Fact, ...]) -> Procedure[None]:
        """Every living seat is woken in turn and told yes or no by its own lamp."""
        call = self._call(line, Form.TOUR, options=self.living)
        yield from tell(Tell(call=call, awake=tuple(fact.seat for fact in facts), facts=facts))
        for fact in facts:
            yield Told(to=(fact.seat,), what=line, yes=fact.yes)

    def count(self, line: str, facts: tuple[Fact, ...], options: tuple[Option, ...] | None = None) -> Procedure[None]:
        """One count over the living, or `options`; lamps light at the numbers of their facts."""
        yield from self._tell(self._call(line, Form.COUNT, options=self.living if options is None else options), facts)

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

    def take(self, seat: Seat, card: str) -> Procedure[None]:
        """`seat` plays the spare `card` from here on."""
        left = list(self.spares)
        left.remove(card)
        yield CardTaken(seat=seat, was=self._role.id, card=card, left=left[0])

    def bind(self, seats: Seats) -> Procedure[None]:
        """The two `seats` are 情侣."""
        yield LoversBound(seats)

    def follow(self, seat: Seat, model: Seat) -> Procedure[None]:
        """`seat` has chosen its 榜样."""
        yield ModelChosen(seat, model)

    def pointed(self, votes: tuple[tuple[Seat, Seat], ...]) -> Procedure[None]:
        """Keep what each actor pointed at, for the review after the game."""
        yield WolvesPointed(votes)

    def _call(self, line: str, form: Form, options: tuple[Option, ...] = ()) -> Call:
        return Call(line=line, form=form, eyes=Eyes.NIGHT, options=options, role=self._role.line_key)

    def _tell(self, call: Call, facts: tuple[Fact, ...], about: Seat | None = None) -> Procedure[None]:
        yield from tell(Tell(call=call, awake=self.actors, facts=facts))
        for fact in facts:
            yield Told(to=(fact.seat,), what=call.line, about=next(iter(fact.at), about), yes=fact.yes)


class Morning:
    """A morning as a role sees it: what the room is told of it right after 天亮, or after the dead of the night."""

    def __init__(self, state: GameState, roles: tuple[Role, ...], role: Role, *, announced: bool) -> None:
        """The morning of `state`, whose night is settled; `announced`: the dead of the night have been told."""
        self._state = state
        self._roles = roles
        self._role = role
        self.announced = announced

    @property
    def rules(self) -> HouseRules:
        """The house rules."""
        return self._state.rules

    @property
    def seats(self) -> Seats:
        """All seats, dead or alive."""
        return self._state.seats

    @property
    def alive(self) -> Seats:
        """Who really lives."""
        return self._state.alive

    @property
    def holder(self) -> Seat | None:
        """Who holds the role's card, alive."""
        return next((seat for seat in holders(self._state, self._role.id) if seat in self._state.alive), None)

    def target(self, mark: Mark) -> Seat | None:
        """On whom `mark` lay in the night."""
        return target_of(self._state.marks, mark)

    def appears_wolf(self, seat: Seat) -> bool:
        """What a check of `seat` would show."""
        return appears_wolf(self._state, seat, self._roles)


def appears_wolf(state: GameState, seat: Seat, roles: tuple[Role, ...]) -> bool:
    """What a check or the bear reads at `seat`, as far as the cards are known."""
    wolves = (role.id for role in roles if role.appears_wolf)
    return seat in state.turned or any(seat in holders(state, role) for role in wolves)


def the_holders(state: GameState, role: Role, _: tuple[Role, ...]) -> Seats:
    """Whose step it is by default: who holds the card."""
    return holders(state, role.id)


def the_pack(state: GameState, _: Role, roles: tuple[Role, ...]) -> Seats:
    """All wolves that open their eyes together, 野孩子 who has turned, and 隐狼 whom they have left the knife."""
    cards = tuple(seat for role in roles if role.pack for seat in holders(state, role.id))
    return tuple(sorted({*cards, *state.turned, *state.inherited}))


def the_lovers(state: GameState, _: Role, __: tuple[Role, ...]) -> Seats:
    """情侣."""
    return state.lovers


def pack_in_deck(state: GameState, _: Role, roles: tuple[Role, ...]) -> bool:
    """A board with any wolf that knifes."""
    return any(role.pack and state.count(role.id) for role in roles)


def lovers_in_deck(state: GameState, _: Role, roles: tuple[Role, ...]) -> bool:
    """A board that may have 情侣."""
    return any(role.binds and state.count(role.id) for role in roles)


def asked(by: Callable[[HouseRules], bool]) -> Callable[[GameState, Role, tuple[Role, ...]], bool]:
    """A board with the card, where the house asks for the step."""

    def called(state: GameState, role: Role, roles: tuple[Role, ...]) -> bool:
        return in_deck(state, role, roles) and by(state.rules)

    return called


def in_deck(state: GameState, role: Role, _: tuple[Role, ...]) -> bool:
    """When a step is called by default: its card is in the deck, whoever holds it."""
    return state.count(role.id) > 0


def no_more(_: Tonight) -> Procedure[None]:
    """Nothing but the claim of the wake line: the step tells the judge who holds the card."""
    yield from ()


def nothing(_: Morning) -> AnyAct | None:
    """What most roles add to a morning."""
    return None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the night sheet: whose step it is, on which nights, and what happens after the wake line.

    `who` acts, `called` says on which boards. `claims`: on night 1 with physical cards its holders claim at the wake
    line; `wakes`: it has one. `card` is false for a step that belongs to no card. `morning` is what the room is told
    of the role in the morning.
    """

    role: Role
    nights: Nights
    run: Callable[[Tonight], Procedure[None]] = no_more
    who: Callable[[GameState, Role, tuple[Role, ...]], Seats] = the_holders
    called: Callable[[GameState, Role, tuple[Role, ...]], bool] = in_deck
    claims: bool = True
    wakes: bool = True
    card: bool = True
    morning: Callable[[Morning], AnyAct | None] = nothing

    def due(self, n: int) -> bool:
        """Whether the step is called in night `n`."""
        return self.nights is Nights.EVERY or n == 1

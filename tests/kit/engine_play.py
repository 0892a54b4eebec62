"""A table without a table: games played on the engine alone, in words.

    game = Play("狼狼狼巫预猎民民民")            seats 1 to 9 hold these cards
    game.night(knife=7, save=True, check=1)      one whole night and its dawn
    game.vote({1: 2, 3: 2})                      everything before it is passed, then the ballot

What a test does not say is answered quietly: everybody claims its own card, passes, abstains. The
minute is even unless it is given. `RandomTable` plays whole games at random, from what its players
may know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from engine.commands import AnyCommand, Chosen, Done, FloorEnded, Left, OfferTaken, Pick, Pressed, Value
from engine.events import AnyEvent, AnyPublic
from engine.game import At, Game, Step, dealt
from engine.houserules import HouseRules
from engine.prompts import LOTS, AnyPrompt, Fact, Floor, Form, OfferKind, Press, Read, RollCall, Tell, Wanted
from engine.roles import ROLES, role_of
from engine.seats import NO_SHOT, Option, Seat, Seats, seats_of
from engine.setup import Board, Setup, board_from_toml, deck_of, house_rules
from engine.state import Cards, GameState
from engine.text import Text

E = TypeVar("E")

SMALL: Final = ("B06a", "B06b", "B07", "B08a", "B08b", "B09")
"""The boards without a sheriff."""
BIG: Final = ("B10a", "B10b", "B10c", "B11", "B12-预女猎白", "B12-预女猎守")
"""The boards with one."""
BOARDS: Final = (*SMALL, *BIG)

EVEN: Final = 15 * 60 + 26
ODD: Final = 15 * 60 + 25


@cache
def board(name: str) -> Board:
    """A preset board."""
    file = files("engine").joinpath("boards", f"{name}.toml")
    return board_from_toml(file.read_text(encoding="utf-8"), file.name)


def setup_of(name: str, seats: Seats | None = None, **rules: str | int) -> Setup:
    """A preset board at its first seats (or at `seats`), with some house rules."""
    chosen = board(name)
    return Setup(chosen, seats or seats_of(*range(1, chosen.players + 1)), house_rules(chosen, rules))


def cards_of(glyphs: str, seats: Seats | None = None) -> Cards:
    """One card per character, at seats 1, 2, 3 … or at `seats`."""
    ids = {role.glyph: role.id for role in ROLES}
    used = seats or seats_of(*range(1, len(glyphs) + 1))
    return tuple((seat, ids[glyph]) for seat, glyph in zip(used, glyphs, strict=True))


def table_of(cards: Cards, rules: HouseRules) -> Setup:
    """A setup for any cards at all, whether or not a board could have them."""
    deck = deck_of(role for _, role in cards)
    own = Board(id="test", name=Text("测试", "test"), players=len(cards), cards=deck)
    return Setup(own, tuple(seat for seat, _ in cards), rules)


class Play:
    """One game whose cards the test chose; verbs go on from wherever the game is."""

    def __init__(
        self,
        glyphs: str,
        seats: Seats | None = None,
        *,
        at: At | None = None,
        state: GameState | None = None,
        claimed: bool = False,
        house: Mapping[str, str | int] | None = None,
        **rules: str | int,
    ) -> None:
        """A game before night 1, or at `at`; `house` and `rules` are its house rules, by default without a sheriff.

        With `claimed` the engine learns the cards by the claims of night 1, else it knows them.
        """
        self.cards = cards_of(glyphs, seats)
        chosen = house_rules(board("B09"), {"sheriff": "off", **(house or {}), **rules})
        self.setup = table_of(self.cards, chosen)
        begin = state if state is not None or claimed else dealt(self.setup, self.cards)
        self.game, first = Game.start(self.setup, at, begin)
        self.steps: list[Step] = [first]
        self.prompts: list[AnyPrompt] = []
        self._note()

    # ------------------------------------------------------------ what can be seen

    @property
    def state(self) -> GameState:
        """The engine's state."""
        return self.game.state

    @property
    def prompt(self) -> AnyPrompt:
        """The open prompt; the game must not be over."""
        assert self.game.prompt is not None
        return self.game.prompt

    @property
    def line(self) -> str:
        """The line of the open prompt, "over" after the end."""
        return self.game.prompt.call.line if self.game.prompt else "over"

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Everything that has happened."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def heard(self) -> tuple[AnyPublic, ...]:
        """The public events."""
        return tuple(event for event in self.events if isinstance(event, AnyPublic))

    def all_of(self, kind: type[E]) -> tuple[E, ...]:
        """The events of one class."""
        return tuple(event for event in self.events if isinstance(event, kind))

    def last(self, kind: type[E]) -> E:
        """The newest event of one class."""
        return self.all_of(kind)[-1]

    def asked(self, line: str) -> AnyPrompt:
        """The newest prompt with this line."""
        return next(prompt for prompt in reversed(self.prompts) if prompt.call.line == line)

    def told(self, line: str) -> tuple[Fact, ...]:
        """What the newest `Tell` of this line showed."""
        prompt = self.asked(line)
        assert isinstance(prompt, Tell)
        return prompt.facts

    # ------------------------------------------------------------ verbs

    def give(self, command: AnyCommand) -> Step:
        """Answer with this very command."""
        step = self.game.answer(command)
        self.steps.append(step)
        self._note()
        return step

    def press(self, *seats: int) -> Step:
        """These seats press."""
        return self.give(Pressed(prompt=self.game.number, seats=seats_of(*seats)))

    def choose(self, picks: Mapping[int, Option | None]) -> Step:
        """Seat -> what it chooses."""
        return self.give(chosen(self.game.number, picks))

    def quietly(self) -> Step:
        """The open prompt answered by players who do nothing they need not do."""
        return self.give(quiet(self.game, dict(self.cards)))

    def until(self, *lines: str) -> Play:
        """Quietly on to the next prompt with one of these lines (the open one counts), or to the end."""
        while self.line != "over" and self.line not in lines:
            self.quietly()
        return self

    def night(
        self,
        *,
        knife: int | Mapping[int, int] | None = None,
        save: bool = False,
        poison: int | None = None,
        check: int | None = None,
        guard: int | None = None,
    ) -> Play:
        """The whole night, and its dawn up to the first question of the day (or the bids).

        `knife`: whom all wolves choose, or wolf -> target.
        """
        self.until("guard.wake", "wolf.wake")
        while self.game.prompt is not None and self.prompt.call.eyes == "night":
            match self.line:
                case "wolf.pick":
                    wolves = legal_actors(self.prompt)
                    self.choose(knife if isinstance(knife, Mapping) else dict.fromkeys(wolves, knife))
                case "witch.heal":
                    self.press(*(pressers(self.prompt) if save else ()))
                case "witch.poison":
                    self.choose(dict.fromkeys(legal_actors(self.prompt), poison))
                case "guard.pick":
                    self.choose(dict.fromkeys(legal_actors(self.prompt), guard))
                case "seer.pick":
                    self.choose(dict.fromkeys(legal_actors(self.prompt), check))
                case _:
                    self.quietly()
        return self

    def shoot(self, seat: int, target: int | None) -> Play:
        """On to the skill window of `seat`; it presses, and where it may it shoots `target` (None: holds)."""
        while self.until("dawn.skill_ask").prompt.call.seat != seat:
            self.quietly()
        self.press(seat)
        if self.line == "gun.ask":
            self.choose({seat: NO_SHOT if target is None else target})
        return self

    def to_speeches(self, minute: int = EVEN) -> Play:
        """On to the first speech of the day."""
        self.to_minute().minute(minute)
        return self

    def to_minute(self) -> Play:
        """On until the minute is read."""
        while not (isinstance(self.game.prompt, Read) and self.game.prompt.wanted is Wanted.MINUTE):
            self.quietly()
        return self

    def minute(self, minute: int) -> Step:
        """The clock shows `minute`."""
        return self.give(Value(prompt=self.game.number, value=minute))

    def explode(self, seat: int, *lines: str) -> Play:
        """On to a speech (or to one of `lines`), in which `seat` self-destructs."""
        self.until(*(lines or ("speech.turn", "speech.next", "pk.turn")))
        self.take(OfferKind.EXPLODE, seat)
        return self

    def take(self, offer: OfferKind, seat: int, left_ms: int | None = None) -> Step:
        """`seat` takes what stands open beside the prompt."""
        return self.give(OfferTaken(prompt=self.game.number, offer=offer, seat=Seat(seat), left_ms=left_ms))

    def leave(self, seat: int) -> Step:
        """The player at `seat` leaves the table."""
        return self.give(Left(prompt=self.game.number, seat=Seat(seat)))

    def bids(self, *seats: int, minute: int = EVEN) -> Play:
        """On to the bids, in which these stand, and the clock as they close."""
        self.until("sheriff.raise").press(*seats)
        self.minute(minute)
        return self

    def quit(self, *seats: int) -> Play:
        """On to 退水时间, in which these withdraw."""
        self.until("sheriff.quit_open").press(*seats)
        return self

    def elect(self, votes: Mapping[int, int], pk: Mapping[int, int] | None = None) -> Play:
        """On to the sheriff's ballot: voter -> candidate; after a tie `pk` is the second ballot."""
        self.until("sheriff.vote_open").choose(votes)
        if pk is not None:
            self.until("sheriff.pk_vote").choose(pk)
        return self

    def badge(self, to: Option | None) -> Play:
        """On to the question of the badge: a seat, TEAR, or nothing in time."""
        holder = self.until("badge.how").prompt.call.seat
        assert holder is not None
        self.choose({holder: to})
        return self

    def order(self, way: str | None) -> Play:
        """On to the sheriff's choice of the order of speech."""
        sheriff = self.until("speech.sheriff_pick").prompt.call.seat
        assert sheriff is not None
        self.choose({sheriff: way})
        return self

    def vote(self, votes: Mapping[int, int], pk: Mapping[int, int] | None = None) -> Play:
        """On to the exile ballot: voter -> candidate; after a tie `pk` is the second ballot."""
        self.until("vote.open").choose(votes)
        if pk is not None:
            self.until("pk.vote").choose(pk)
        return self

    def _note(self) -> None:
        if self.game.prompt is not None:
            self.prompts.append(self.game.prompt)


def chosen(number: int, picks: Mapping[int, Option | None]) -> Chosen:
    """Seat -> choice as a command; None is no choice."""
    made = tuple(Pick(Seat(seat), (option,)) for seat, option in sorted(picks.items()) if option is not None)
    return Chosen(prompt=number, picks=made)


def legal_actors(prompt: AnyPrompt) -> Seats:
    """Who acts in a roll call."""
    assert isinstance(prompt, RollCall)
    return tuple(entry.seat for entry in prompt.legal)


def pressers(prompt: AnyPrompt) -> Seats:
    """Who may answer a press."""
    assert isinstance(prompt, Press)
    return prompt.who


def claimants(prompt: Press, cards: Mapping[Seat, str]) -> Seats:
    """Who holds the card that a claim window calls."""
    return tuple(seat for seat in prompt.who if role_of(cards[seat]).line_key == prompt.call.role)


def quiet(game: Game, cards: Mapping[Seat, str], minute: int = EVEN) -> AnyCommand:
    """The answer of a table at which nobody does more than it must."""
    number = game.number
    match game.prompt:
        case Press(call=call) as prompt:
            if call.form is Form.READY:
                return Pressed(prompt=number, seats=prompt.who)
            return Pressed(prompt=number, seats=claimants(prompt, cards) if call.claim else ())
        case RollCall():
            return Chosen(prompt=number)
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read(wanted=Wanted.MINUTE):
            return Value(prompt=number, value=minute)
        case Read(wanted=Wanted.LOT):
            return Value(prompt=number, value=minute)
        case Read():
            return Value(prompt=number, value=",".join(f"{seat}={role}" for seat, role in cards.items()))
        case None:
            raise AssertionError("the game is over")


_EAGERNESS: Final = {OfferKind.EXPLODE: 0.04, OfferKind.WITHDRAW: 0.25}
"""How likely something is taken of what stands open, by the last kind that does."""


class RandomTable:
    """Whole games at random: every choice is drawn among the legal ones, or is none."""

    def __init__(self, setup: Setup, seed: int, *, leaving: float = 0.0) -> None:
        """Deal the deck of `setup` at random. `leaving`: how likely somebody leaves at any one prompt."""
        self.setup = setup
        self._leaving = leaving
        self._random = random.Random(seed)
        deck = [count.role for count in setup.board.cards for _ in range(count.cards)]
        self._random.shuffle(deck)
        self.cards: Mapping[Seat, str] = dict(zip(setup.seats, deck, strict=True))

    def answer(self, game: Game) -> AnyCommand:
        """A legal answer to the open prompt."""
        number = game.number
        draw = self._random
        prompt = game.prompt
        if self._leaving and game.state.present and draw.random() < self._leaving:
            return Left(prompt=number, seat=draw.choice(game.state.present))
        offered = [(offer.kind, seat) for offer in prompt.offers for seat in offer.who] if prompt else []
        if offered and draw.random() < _EAGERNESS[offered[-1][0]]:
            kind, seat = draw.choice(offered)
            return OfferTaken(prompt=number, offer=kind, seat=seat, left_ms=draw.randrange(120_000))
        if isinstance(prompt, Read) and prompt.wanted is Wanted.LOT:
            return Value(prompt=number, value=draw.randrange(LOTS))
        if isinstance(prompt, Press) and not prompt.call.claim and prompt.call.form is not Form.READY:
            return Pressed(prompt=number, seats=tuple(seat for seat in prompt.who if draw.random() < 0.5))
        if isinstance(prompt, RollCall):
            picks = {entry.seat: draw.choice(entry.options) for entry in prompt.legal if entry.options}
            return chosen(number, {seat: option for seat, option in picks.items() if draw.random() < 0.85})
        return quiet(game, self.cards, minute=draw.randrange(24 * 60))

    def steps(self) -> Iterator[tuple[Game, Step]]:
        """The game and its steps, the opening first, to the end."""
        game, step = Game.start(self.setup)
        yield game, step
        while game.prompt is not None:
            yield game, game.answer(self.answer(game))

    def whole_game(self) -> tuple[Game, list[Step]]:
        """The game after its end, and all its steps."""
        played = list(self.steps())
        return played[-1][0], [step for _, step in played]

"""What a table answers to the engine: quietly, or at random among what its players may know."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from engine.commands import AnyCommand, Chosen, Done, FloorEnded, Left, OfferTaken, Pick, Pressed, Value
from engine.events import Count
from engine.game import Game, Step
from engine.prompts import DEAL_DIGITS, LOTS, AnyPrompt, Floor, Form, OfferKind, Press, Read, RollCall, Tell, Wanted
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import Option, Seat, Seats
from engine.setup import Setup

EVEN: Final = 15 * 60 + 26
ODD: Final = 15 * 60 + 25

Choice = Option | tuple[Option, ...] | None
"""What a seat chooses: an option, two of them, or nothing."""


def chosen(number: int, picks: Mapping[int, Choice]) -> Chosen:
    """Seat -> choice as a command; None is no choice."""
    made = tuple(
        Pick(Seat(seat), option if isinstance(option, tuple) else (option,))
        for seat, option in sorted(picks.items())
        if option is not None
    )
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
    """Who holds the card that a claim window calls; all who knife claim with 狼人, and special wolves once more."""
    call = prompt.call
    if call.form is Form.CLAIM:
        return tuple(seat for seat in prompt.who if cards[seat] == call.card)
    pack = call.role == role_of("werewolf").line_key
    roles = {seat: role_of(cards[seat]) for seat in prompt.who}
    return tuple(seat for seat, role in roles.items() if (role.pack if pack else role.line_key == call.role))


def spares_of(deck: tuple[Count, ...], cards: Mapping[Seat, str]) -> tuple[str, ...]:
    """The cards of the deck that nobody was dealt, in its order."""
    held = list(cards.values())
    return tuple(entry.role for entry in deck for _ in range(entry.cards - held.count(entry.role)))


def lot_of(deck: tuple[Count, ...], wanted: tuple[str, ...]) -> str:
    """The lot of a card-less deal that puts the cards of `deck` in the order `wanted`, the spare ones first."""
    rest = [entry.role for entry in deck for _ in range(entry.cards)]
    lot, base = 0, 1
    for card in wanted:
        lot += base * rest.index(card)
        base *= len(rest)
        rest.remove(card)
    return format(lot, f"0{DEAL_DIGITS}x")


def quiet(game: Game, cards: Mapping[Seat, str], minute: int = EVEN) -> AnyCommand:
    """The answer of a table at which nobody does more than it must; `cards` as they were dealt."""
    number = game.number
    taken = game.state.taken
    held = {**cards, taken.seat: taken.card} if taken else cards
    match game.prompt:
        case Press(call=call) as prompt:
            if call.form is Form.READY:
                return Pressed(prompt=number, seats=prompt.who)
            return Pressed(prompt=number, seats=claimants(prompt, held) if call.claim else ())
        case RollCall():
            return Chosen(prompt=number)
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read(wanted=Wanted.MINUTE | Wanted.LOT):
            return Value(prompt=number, value=minute)
        case Read(wanted=Wanted.SPARES):
            return Value(prompt=number, value=",".join(spares_of(game.state.deck, cards)))
        case Read(wanted=Wanted.DEAL):
            deck = game.state.deck
            return Value(prompt=number, value=lot_of(deck, (*spares_of(deck, cards), *cards.values())))
        case Read():
            return Value(prompt=number, value=",".join(f"{seat}={role}" for seat, role in held.items()))
        case None:
            raise AssertionError("the game is over")


_EAGERNESS: Final = {OfferKind.EXPLODE: 0.04, OfferKind.WITHDRAW: 0.25, OfferKind.DUEL: 0.05}
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
        while not _may_bury(deck[len(setup.seats) :]):
            self._random.shuffle(deck)
        self.cards: Mapping[Seat, str] = dict(zip(setup.seats, deck, strict=False))

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
            picks = {entry.seat: self._pick(entry.options, prompt.places) for entry in prompt.legal if entry.options}
            return chosen(number, {seat: option for seat, option in picks.items() if draw.random() < 0.85})
        return quiet(game, self.cards, minute=draw.randrange(24 * 60))

    def _pick(self, options: tuple[Option, ...], places: int) -> Choice:
        if places == 1:
            return self._random.choice(options)
        return tuple(self._random.sample(options, self._random.randint(1, places)))

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


def _may_bury(spares: list[str]) -> bool:
    """Whether these may be the spare cards of 盗贼 (rules 3.1)."""
    roles = [role_of(card) for card in spares]
    return all(role.buriable for role in roles) and sum(role.side is Side.WOLF for role in roles) <= 1

"""How long the nights of a table take, from the very scores that the table plays.

A night's length is public: it follows from the deck, the publicly living seats, the number of the night,
the voice and the pace, and from nothing that anybody does. So any game will do to find it: here one of the
real engine in which nobody presses, composed by the real composer, prompt by prompt.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

import msgspec

from audio.say import Language
from engine.commands import AnyCommand, Chosen, Done, FloorEnded, Pressed, Value
from engine.events import DayBroke, DealEnded, DealOpened, NightFell
from engine.game import Game, Night, Setup, dealt, view_into
from engine.houserules import RoleSource
from engine.links import long_out
from engine.prompts import DEAL_DIGITS, AnyPrompt, Floor, Press, Read, RollCall, Tell, Wanted
from engine.public import PublicView
from engine.roles import role_of
from engine.seats import Seats
from firmware.table.compose import Composer
from firmware.table.outlets import public_events
from firmware.table.pace import TAIL_MS, Pace
from firmware.table.score import Score
from firmware.voice import TextVoice

OUT_BY_NIGHT_TWO: Final = 2
"""How many seats are out in the second night that is looked at: one by night and one by day."""


class NightLengths(msgspec.Struct, frozen=True):
    """From the first syllable of 天黑 to the first of 天亮, in ms; in the second night two seats are out.

    With a sheriff the bids of night 1 are taken before 天亮, so its length has them in it.
    """

    first_ms: int
    second_ms: int


def night_lengths(setup: Setup, pace: Pace, language: Language = Language.ZH) -> NightLengths:
    """The first two nights of `setup`, which must have passed its checks."""
    composer = Composer(TextVoice(language), pace)
    return NightLengths(night_ms(setup, 1, (), composer), night_ms(setup, 2, setup.seats[-OUT_BY_NIGHT_TWO:], composer))


def night_ms(setup: Setup, n: int, out: Seats, composer: Composer) -> int:
    """The length of night `n` with the seats `out` known to be out."""
    begins = now = 0
    for score in _scores(setup, n, out, composer):
        for fact in score.facts:
            if isinstance(fact.event, NightFell):
                begins = now + fact.at_ms
            if isinstance(fact.event, DayBroke):
                return now + fact.at_ms - begins
        now += score.length_ms + TAIL_MS
    raise AssertionError("every night ends")


def _scores(setup: Setup, n: int, out: Seats, composer: Composer) -> Iterator[Score]:
    """What the room hears from the fall of night `n` on, score by score, when nobody presses."""
    cards, spares = some_deal(setup)
    state = dealt(setup, tuple(zip(setup.seats, cards, strict=True)), long_out(out), spares)
    game, step = Game.start(setup, Night(n), state)
    view = view_into(state)
    while True:
        call = step.prompt.call if step.prompt else None
        score = composer.compose(public_events(step), call, view)
        view = score.views[-1]
        yield score
        if step.prompt is None:
            return  # so few are alive that the game is decided at dawn
        step = game.answer(_quiet(step.prompt, game.number))


def some_deal(setup: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards of the seats in the order of the deck, and what lies face down: the last that may."""
    cards = [count.role for count in setup.board.cards for _ in range(count.cards)]
    buriable = [card for card in cards if role_of(card).buriable]
    spares = tuple(buriable[len(buriable) - setup.board.spares :])
    for card in spares:
        cards.remove(card)
    return tuple(cards), spares


def deal_ms(setup: Setup, pace: Pace, language: Language = Language.ZH) -> int:
    """How long a card-less deal of `setup` takes: from 请所有人闭眼 to the words that open all eyes."""
    rules = msgspec.structs.replace(setup.rules, role_source=RoleSource.DEALT_BY_ENGINE)
    composer = Composer(TextVoice(language), pace)
    game, step = Game.start(msgspec.structs.replace(setup, rules=rules))
    view = PublicView()
    begins = now = 0
    while step.prompt is not None:
        score = composer.compose(public_events(step), step.prompt.call, view)
        view = score.views[-1]
        for fact in score.facts:
            if isinstance(fact.event, DealOpened):
                begins = now + fact.at_ms
            if isinstance(fact.event, DealEnded):
                return now + fact.at_ms - begins
        now += score.length_ms + TAIL_MS
        step = game.answer(_quiet(step.prompt, game.number))
    raise AssertionError("every deal ends")


def _quiet(prompt: AnyPrompt, number: int) -> AnyCommand:
    """The answer to `prompt` when nobody presses; a lot or a minute is the first there is, a deal any."""
    match prompt:
        case Press():
            return Pressed(prompt=number, seats=())
        case RollCall():
            return Chosen(prompt=number, picks=())
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read(wanted=Wanted.DEAL):
            return Value(prompt=number, value=blake2b(str(number).encode(), digest_size=DEAL_DIGITS // 2).hexdigest())
        case Read():
            return Value(prompt=number, value=0)

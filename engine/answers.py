"""Does a command answer the open prompt? Decided before the rulebook hears of it, from the prompt alone.

A command that passes is legal: the rulebook never refuses. A command that does not is refused with
the reason and whose fault it is, and has changed nothing. The words of a refusal name no seat: who
was asked is a secret, and words end up in logs.
"""

from __future__ import annotations

from typing import Final, assert_never

from engine.claims import REDEAL, cards_assigned
from engine.commands import Aborted, AnyCommand, Chosen, Done, FloorEnded, Left, OfferTaken, Pressed, Value
from engine.deal import is_lot, spares_entered
from engine.errors import NotAChoice, NotAsked, TooLate
from engine.prompts import LOTS, AnyPrompt, Floor, Press, Read, RollCall, Tell, Wanted
from engine.state import GameState

MINUTES: Final = 24 * 60
"""Minutes of a day; a value of `Wanted.MINUTE` is below."""


def check(command: AnyCommand, prompt: AnyPrompt, number: int, state: GameState) -> None:
    """Return if `command` answers `prompt`, which is number `number`.

    Raises:
        TooLate: it carries another number.
        NotAsked: it answers another kind of question, or a seat answers that was not asked.
        NotAChoice: a seat that was asked chooses what it may not.
    """
    if isinstance(command, Aborted):
        return
    if isinstance(command, Left):
        if command.seat not in state.present:
            raise NotAsked("nobody plays at that seat any more")
        return
    if command.prompt != number:
        raise TooLate(f"prompt {number} is open, not {command.prompt}")
    if isinstance(command, OfferTaken):
        _check_offer(command, prompt)
        return
    match prompt:
        case Press():
            _check_press(command, prompt)
        case RollCall():
            _check_choice(command, prompt)
        case Floor():
            _expect(command, FloorEnded)
        case Tell():
            _expect(command, Done)
        case Read():
            _check_value(command, prompt, state)
        case _:
            assert_never(prompt)


def _expect(command: AnyCommand, wanted: type) -> None:
    if not isinstance(command, wanted):
        raise NotAsked(f"{type(command).__name__} does not answer the open prompt")


def _check_offer(command: OfferTaken, prompt: AnyPrompt) -> None:
    if not any(command.seat in offer.who for offer in prompt.offers if offer.kind is command.offer):
        raise NotAsked("no such offer stands open to that seat")


def _check_press(command: AnyCommand, prompt: Press) -> None:
    if not isinstance(command, Pressed):
        raise NotAsked(f"{type(command).__name__} does not answer a press")
    if list(command.seats) != sorted(set(command.seats)):
        raise NotAChoice("seats are given ascending and once")
    for seat in command.seats:
        if seat not in prompt.who:
            raise NotAsked("a seat pressed that was not asked")


def _check_choice(command: AnyCommand, prompt: RollCall) -> None:
    if not isinstance(command, Chosen):
        raise NotAsked(f"{type(command).__name__} does not answer a roll call")
    actors = [pick.seat for pick in command.picks]
    if actors != sorted(set(actors)):
        raise NotAChoice("picks are given ascending by seat, one a seat")
    for pick in command.picks:
        legal = prompt.options_of(pick.seat)
        if legal is None:
            raise NotAsked("a seat chose that was not asked")
        if not 1 <= len(pick.options) <= prompt.places or len(set(pick.options)) != len(pick.options):
            raise NotAChoice("a seat chose too many, or one twice")
        if any(option not in legal for option in pick.options):
            raise NotAChoice("a seat chose what it may not")


def _check_value(command: AnyCommand, prompt: Read, state: GameState) -> None:
    if not isinstance(command, Value):
        raise NotAsked(f"{type(command).__name__} does not answer a read")
    value = command.value
    match prompt.wanted:
        case Wanted.MINUTE:
            if not isinstance(value, int) or not 0 <= value < MINUTES:
                raise NotAChoice(f"a minute of the day is 0 to {MINUTES - 1}")
        case Wanted.LOT:
            if not isinstance(value, int) or not 0 <= value < LOTS:
                raise NotAChoice(f"a lot is 0 to {LOTS - 1}")
        case Wanted.SPARES:
            if not isinstance(value, str) or spares_entered(state, value) is None:
                raise NotAChoice("these cannot be the spare cards")
        case Wanted.DEAL:
            if not is_lot(value):
                raise NotAChoice("there is no such deal")
        case Wanted.CLAIMS:
            if value != REDEAL and (not isinstance(value, str) or cards_assigned(state, value) is None):
                raise NotAChoice("these cards do not fit the deck")
        case _:
            assert_never(prompt.wanted)

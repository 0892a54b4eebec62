"""Steps for the journal's tests: made up, or of a real game in which nobody ever answers."""

from __future__ import annotations

from typing import assert_never

from engine.commands import AnyCommand, Chosen, Done, FloorEnded, Pressed, Value
from engine.events import Cause, Died, NightFell
from engine.game import Game, Step
from engine.prompts import AnyPrompt, Floor, Press, Read, RollCall, Tell, Wanted
from engine.seats import Seat


def step(n: int) -> Step:
    """A made-up step, different for every `n`; step 0 has no command."""
    return Step(
        number=n,
        command=Pressed(prompt=n, seats=(Seat(1 + n % 18),)) if n else None,
        events=(NightFell(n), Died(Seat(1 + n % 18), Cause.KNIFE)),
        prompt=None,
        digest=n.to_bytes(8, "big"),
    )


def silence(prompt: AnyPrompt, number: int) -> AnyCommand:
    """The answer of a table at which nobody presses and the clock says 15:26."""
    match prompt:
        case Press():
            return Pressed(prompt=number, seats=())
        case RollCall():
            return Chosen(prompt=number)
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read(wanted=Wanted.CLAIMS):
            return Value(prompt=number, value="redeal")
        case Read():
            return Value(prompt=number, value=15 * 60 + 26)
        case _:
            assert_never(prompt)


def play_on(game: Game, steps: int) -> list[Step]:
    """Up to `steps` more steps of `game` in silence."""
    made: list[Step] = []
    while len(made) < steps and game.prompt is not None:
        made.append(game.answer(silence(game.prompt, game.number)))
    return made

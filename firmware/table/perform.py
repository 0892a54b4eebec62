"""Which performance a prompt gets."""

from __future__ import annotations

from engine.prompts import AnyPrompt, Floor, Form, Press, RollCall, Tell
from firmware.table.compose import Composer
from firmware.table.performance import Performance
from firmware.table.rollcall import DayChoice, RollCallSweeps
from firmware.table.score import Score
from firmware.table.speech import Speech
from firmware.table.telling import Telling
from firmware.table.windows import PressWindow


def perform(prompt: AnyPrompt, score: Score, composer: Composer) -> Performance | None:
    """The performance of `prompt`; None for a `Read`, which nobody at the table answers."""
    match prompt:
        case Press():
            return PressWindow(prompt, score)
        case RollCall() if prompt.call.form is Form.CHOICE:
            return DayChoice(prompt, score, composer)
        case RollCall():
            return RollCallSweeps(prompt, score)
        case Tell():
            return Telling(prompt, score)
        case Floor():
            return Speech(prompt, score, composer)
        case _:
            return None

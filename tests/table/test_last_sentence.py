"""A question that somebody ends early ends between two sentences: what is being said is never cut off."""

from __future__ import annotations

import pytest

from audio.say import Say
from engine.prompts import Call, Eyes, Form, RollCall
from firmware.table.pace import EVALUATE_MS
from firmware.table.performance import BasePerformance
from firmware.table.score import Counted, Score, Sentence

SECOND_MS = 2_500
"""When the second option begins; the first is spoken until 1667."""


def performance() -> BasePerformance:
    """Two options, one after the other, as a sheriff hears them."""
    said = [(0, "speech.opt_asc"), (SECOND_MS, "speech.opt_desc")]
    score = Score(
        sentences=tuple(Sentence(at_ms, Say(key=key), 1_667) for at_ms, key in said),
        facts=(),
        counts=tuple(Counted(key, 1, at_ms, at_ms, at_ms + 100, at_ms + 200) for at_ms, key in said),
        question_ms=0,
        length_ms=5_250,
        window=None,
        shows=(),
    )
    call = Call(line="speech.sheriff_pick", form=Form.CHOICE, eyes=Eyes.OPEN)
    return BasePerformance(RollCall(call=call, legal=()), score)


@pytest.mark.parametrize(
    ("taken_ms", "ends_ms"),
    [
        (500, 1_667),
        (2_000, 2_000),
        (SECOND_MS - EVALUATE_MS - 1, SECOND_MS - EVALUATE_MS - 1),
        (SECOND_MS - EVALUATE_MS, SECOND_MS + 1_667),
        (SECOND_MS, SECOND_MS + 1_667),
    ],
)
def test_it_ends_when_what_is_spoken_by_then_has_been_heard(taken_ms: int, ends_ms: int) -> None:
    """Until a window is evaluated sentences still begin, so these count as well."""
    assert ends_ms == performance().after_sentence(taken_ms)

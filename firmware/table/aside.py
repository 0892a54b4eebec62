"""A sentence outside every game: for the seats, the lamps and the loudspeaker, while staff try them out."""

from __future__ import annotations

from collections.abc import Callable

from audio.say import Say
from firmware.table.compose import Composer
from firmware.table.outlets import Outlets, Spoken
from firmware.table.score import Score, Sentence
from hardware.ports import NS_PER_MS, Timers


class Speaker:
    """Says one sentence at a time; a new one cuts the old one off."""

    def __init__(self, *, composer: Composer, text: Callable[[Say], str], timers: Timers, outlets: Outlets) -> None:
        """`text` words a sentence."""
        self._composer = composer
        self._text = text
        self._timers = timers
        self._outlets = outlets

    def say(self, say: Say) -> int:
        """Say it now; when it will have been said, with the silence after it."""
        now_ns = self._timers.now_ns()
        length_ms = self._composer.single(say)
        sentence = Sentence(0, say, length_ms)
        score = Score(sentences=(sentence,), facts=(), counts=(), question_ms=0, length_ms=length_ms)
        self._outlets.silence()
        self._outlets.begin(score, now_ns)
        self._outlets.spoken(Spoken(now_ns, say, self._text(say), length_ms, night=False))
        return now_ns + length_ms * NS_PER_MS

"""Private facts by lamp: SHOW, COUNT, VERDICT, ANSWER, TOUR and DEAL."""

from __future__ import annotations

from engine.commands import AnyCommand, Done
from engine.prompts import Form, Tell
from engine.seats import Seat
from firmware.table.performance import BasePerformance, Glow
from firmware.table.score import Score
from hardware.ports import Pattern


class Telling(BasePerformance):
    """SHOW, COUNT, VERDICT, ANSWER, TOUR and DEAL: lamps tell facts to awake seats."""

    def __init__(self, prompt: Tell, score: Score) -> None:
        """Every seat in `prompt.facts` is awake; in a tour one after the other."""
        super().__init__(prompt, score)
        self._tell = prompt

    def awake(self, now_ms: int) -> frozenset[Seat]:
        """In a tour the seat that is called now, and nobody else."""
        if self._tell.call.form is not Form.TOUR:
            return super().awake(now_ms)
        called = self.score.lit_at(now_ms)
        return frozenset(seat for seat in self._tell.awake if called is not None and seat == called.option)

    def glow(self, now_ms: int) -> Glow:
        """By form: see `engine.prompts.Fact`."""
        form = self._tell.call.form
        shown = next((s for s in self.score.shows if s.holds(now_ms)), None)
        if form is Form.SHOW:
            return dict.fromkeys(self._tell.awake, (Pattern.STEADY, shown.from_ms)) if shown else {}
        if form in (Form.ANSWER, Form.TOUR):
            if not shown:
                return {}
            awake = self.awake(now_ms)
            return {
                fact.seat: (Pattern.STEADY if fact.yes else Pattern.FAST, shown.from_ms)
                for fact in self._tell.facts
                if fact.yes is not None and fact.seat in awake
            }
        return self._by_count(now_ms)

    def _by_count(self, now_ms: int) -> Glow:
        """Lit while a told option is read; a fast blink after the sweep when there was none to tell."""
        first = self.score.sweep(1)
        assert first is not None, "a count has options"
        if now_ms < first.from_ms:
            lit = self._tell.call.form is Form.COUNT and now_ms >= self.score.question_ms
            return dict.fromkeys(self._tell.awake, (Pattern.STEADY, self.score.question_ms)) if lit else {}
        counted = self.score.lit_at(now_ms)
        if counted:
            return {f.seat: (Pattern.STEADY, counted.at_ms) for f in self._tell.facts if counted.option in f.at}
        shown = next((s for s in self.score.shows if s.holds(now_ms)), None)
        nobody = (f for f in self._tell.facts if not f.at and f.yes is False)
        return {f.seat: (Pattern.FAST, shown.from_ms) for f in nobody} if shown else {}

    def command(self, number: int) -> AnyCommand:
        """It has been told."""
        return Done(prompt=number)

    def skipped(self, number: int) -> AnyCommand:
        """The same."""
        return Done(prompt=number)

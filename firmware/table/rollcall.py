"""Roll calls: the night pick, the ballot, and the day choice with its spoken confirmation."""

from __future__ import annotations

from engine.commands import AnyCommand, Chosen, Pick
from engine.prompts import Form, RollCall
from engine.seats import Option, Seat
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.compose import Composer
from firmware.table.performance import BasePerformance, Glow
from firmware.table.score import Score
from hardware.ports import Pattern


class RollCallSweeps(BasePerformance):
    """PICK and BALLOT: two sweeps; the last tap before the close stands."""

    def __init__(self, prompt: RollCall, score: Score) -> None:
        """Actors and their legal options come from the prompt's secret half."""
        super().__init__(prompt, score)
        self._roll = prompt
        self._secret_light = prompt.call.form is Form.PICK
        self.mode = g.Mode.PICK if self._secret_light else g.Mode.DAY
        self.idles = self._secret_light
        self._choice: dict[Seat, tuple[Option, ...]] = {}
        """What each actor has chosen, the newest last."""
        self._filled = False

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A tap chooses the number it fell on; a hold clears a night pick; an illegal tap is refused by lamp."""
        seat = Seat(gesture.seat)
        self.take(gesture, now_ms)
        self._fill(now_ms)
        legal = self._roll.options_of(seat)
        if legal is None or not self.in_window(at_ms):
            return
        match gesture:
            case g.Down():
                self._acks[seat] = now_ms
            case g.Hold() if self._secret_light:
                self._choice.pop(seat, None)
            case g.Tap():
                option = self._option_at(seat, at_ms)
                if option is not None and option in legal:
                    if not (self._roll.call.final and seat in self._choice):
                        self._choose(seat, option)
                elif option is not None:
                    self._refusals[seat] = now_ms

    def _fill(self, now_ms: int, *, again: bool = False) -> None:
        """Fill a forced choice that is missing after the first sweep, once; and at the end, if it was cleared."""
        first = self.score.sweep(1)
        if first is None or now_ms < first.to_ms or (self._filled and not again):
            return
        self._filled = True
        for entry in self._roll.filled:
            own = self._choice.get(entry.seat, ())
            missing = self._roll.places - len(own)
            drawn = tuple(option for option in entry.options if option not in own)[: max(0, missing)]
            self._choice[entry.seat] = (*drawn, *own)  # a later tap takes the place of what was drawn first

    def _choose(self, seat: Seat, option: Option) -> None:
        """`option` stands; where all places are taken the oldest choice falls."""
        standing = self._choice.get(seat, ())
        if option not in standing:
            self._choice[seat] = (*standing, option)[-self._roll.places :]

    def _option_at(self, seat: Seat, at_ms: int) -> Option | None:
        standing = self._choice.get(seat, ())
        for count in self.score.counts:
            if count.option in standing and abs(at_ms - count.at_ms) <= lengths.SAME_NUMBER_MS:
                return count.option
        counted = self.score.counted_at(at_ms)
        return counted.option if counted else None

    def glow(self, now_ms: int) -> Glow:
        """Night pick: wake lamp until the first sweep, own choice in sweep two, then whether a choice stands."""
        if not self._secret_light:
            return {}
        self._fill(now_ms)
        first = self.score.sweep(1)
        assert first is not None, "a roll call has options"
        if now_ms < first.from_ms:
            lit = now_ms >= self.score.question_ms
            return dict.fromkeys(self._roll.awake, (Pattern.STEADY, self.score.question_ms)) if lit else {}
        glow = {s: f for s, f in self.flashes(now_ms).items() if s in self._roll.awake}
        counted = self.score.lit_at(now_ms)
        for seat in self._roll.awake:
            if counted and counted.sweep == 2 and counted.option in self._choice.get(seat, ()):
                glow.setdefault(seat, (Pattern.STEADY, counted.at_ms))
            shown = next((s for s in self.score.shows if s.holds(now_ms)), None)
            if shown:
                stands = len(self._choice.get(seat, ())) == self._roll.places
                glow[seat] = (Pattern.STEADY if stands else Pattern.FAST, shown.from_ms)
        return glow

    def command(self, number: int) -> AnyCommand:
        """What everybody chose; or the offer that was taken, which counts when the ballot closes."""
        if (taken := self.taken(number)) is not None:
            return taken
        self._fill(self.score.length_ms, again=True)
        order = self._roll.call.options.index
        picks = tuple(Pick(seat, tuple(sorted(self._choice[seat], key=order))) for seat in sorted(self._choice))
        return Chosen(prompt=number, picks=picks)

    def skipped(self, number: int) -> AnyCommand:
        """Nobody chose."""
        return Chosen(prompt=number)


class DayChoice(BasePerformance):
    """CHOICE: one seat chooses aloud; the choice is said back and may be cancelled once."""

    def __init__(self, prompt: RollCall, score: Score, composer: Composer) -> None:
        """`composer` writes the confirmation and the recount."""
        super().__init__(prompt, score)
        self._roll = prompt
        self._composer = composer
        self._chosen: Option | None = None
        self._confirming = False
        self._cancelled = 0
        self.mode = g.Mode.DAY if prompt.offers else g.Mode.PICK

    @property
    def _seat(self) -> Seat:
        seat = self._roll.call.seat
        assert seat is not None, "a day choice names its seat"
        return seat

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A tap chooses while counting; a hold cancels while the choice is being confirmed."""
        self.take(gesture, now_ms)
        if gesture.seat != self._seat:
            return
        if self._confirming:
            if isinstance(gesture, g.Hold) and self.in_window(at_ms):
                self._chosen = None
            return
        counted = self.score.counted_at(at_ms)
        if isinstance(gesture, g.Tap) and counted and counted.option in (self._roll.options_of(self._seat) or ()):
            self._chosen = counted.option

    def glow(self, now_ms: int) -> Glow:
        """Slow blink: decide now; steady: the choice stands."""
        if self._chosen is None and not self._confirming and now_ms < self.score.question_ms:
            return {}
        return {self._seat: (Pattern.SLOW if self._chosen is None else Pattern.STEADY, self.score.question_ms)}

    def end_ms(self) -> int | None:
        """The end of the score; at once when an offer was taken."""
        if self._taken is not None:
            return self.after_sentence(max(self._taken[2], self.score.question_ms))
        return super().end_ms()

    def follow(self) -> Score | None:
        """Count -> confirmation; cancelled -> one recount -> confirmation; cancelled again -> no choice."""
        if self._taken is not None:
            return None
        if self._confirming:
            self._confirming = False
            if self._chosen is not None:
                return None
            self._cancelled += 1
            if self._cancelled > 1:
                return None
            self.score = self._composer.recount(self._roll.call)
            return self.score
        if self._chosen is None:
            return None
        self._confirming = True
        self.score = self._composer.confirmation(self._chosen)
        return self.score

    def command(self, number: int) -> AnyCommand:
        """The confirmed choice, or none; or the offer that was taken."""
        if (taken := self.taken(number)) is not None:
            return taken
        picks = () if self._chosen is None else (Pick(self._seat, (self._chosen,)),)
        return Chosen(prompt=number, picks=picks)

    def skipped(self, number: int) -> AnyCommand:
        """No choice."""
        return Chosen(prompt=number)

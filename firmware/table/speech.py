"""The floor: one seat speaks, with its timers, 过, its breath, and what may interrupt it."""

from __future__ import annotations

from audio.say import Say
from engine.commands import AnyCommand, FloorEnded, OfferTaken
from engine.prompts import Floor, OfferKind
from engine.seats import Seat
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.compose import Composer
from firmware.table.performance import BasePerformance, Glow, offered
from firmware.table.score import Score
from hardware.ports import Pattern

OFFERS = {g.Reveal: OfferKind.EXPLODE, g.LongHold: OfferKind.WITHDRAW}
"""The gesture that takes an offer."""


class Speech(BasePerformance):
    """FLOOR: the seat speaks until 过, until its time is up, or until an offer is taken."""

    mode = g.Mode.DAY

    def __init__(self, prompt: Floor, score: Score, composer: Composer) -> None:
        """The floor opens when the sentence that gives it has been heard."""
        super().__init__(prompt, score)
        seat = prompt.call.seat
        assert seat is not None, "a floor names its seat"
        self.seat = seat
        self._composer = composer
        last = score.sentences[-1] if score.sentences else None
        self.opens_ms = last.at_ms + last.length_ms if last else 0
        whole = lengths.SPEECH_MS[prompt.call.line]
        self.closes_ms = self.opens_ms + (whole if prompt.left_ms is None else prompt.left_ms)
        self._passed_at: int | None = None
        self._passed_now = 0
        self._stopped_ms: int | None = 0 if prompt.resumed and prompt.left_ms == 0 else None
        self._taken: tuple[OfferKind, Seat, int] | None = None

    def left_ms(self, now_ms: int) -> int:
        """What is left of the speech at `now_ms`."""
        return max(0, self.closes_ms - max(now_ms, self.opens_ms))

    def extend(self, ms: int) -> None:
        """Staff give the speaker more time."""
        self.closes_ms += ms

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """The speaker's tap passes, a tap in the breath takes it back; anybody's reveal may take an offer."""
        kind = OFFERS.get(type(gesture))
        if kind is not None:
            if self._taken is None and gesture.seat in offered(self._prompt, kind):
                self._taken = (kind, Seat(gesture.seat), now_ms)
            return
        if gesture.seat != self.seat or not isinstance(gesture, g.Tap) or self._stopped_ms is not None:
            return
        if self._passed_at is not None:
            if at_ms > self._passed_at:
                self._passed_at = None
        elif not gesture.followed and self.opens_ms + lengths.PASS_AFTER_MS <= at_ms < self.closes_ms:
            self._passed_at, self._passed_now = at_ms, now_ms

    def glow(self, now_ms: int) -> Glow:
        """Steady; slow blink in the last 30 s, fast in the last 10 s; off in the breath and at the end."""
        holds = self.holds(offered(self._prompt, OfferKind.WITHDRAW), now_ms)
        if now_ms < self.score.question_ms or self._passed_at is not None or now_ms >= self.closes_ms:
            return holds
        return self._own(now_ms) | holds

    def _own(self, now_ms: int) -> Glow:
        left = self.left_ms(now_ms)
        if left <= lengths.FAST_BLINK_LEFT_MS:
            return {self.seat: (Pattern.FAST, self.closes_ms - lengths.FAST_BLINK_LEFT_MS)}
        if left <= lengths.SLOW_BLINK_LEFT_MS:
            return {self.seat: (Pattern.SLOW, self.closes_ms - lengths.SLOW_BLINK_LEFT_MS)}
        return {self.seat: (Pattern.STEADY, self.score.question_ms)}

    def speak(self, now_ms: int) -> Say | None:
        """When the time is up: "时间到，请停止发言"."""
        if self._taken is None and self._passed_at is None and self._stopped_ms is None and now_ms >= self.closes_ms:
            stop = Say(key="speech.stop")
            self._stopped_ms = now_ms + self._composer.single(stop)
            return stop
        return None

    def end_ms(self) -> int | None:
        """After the breath, after the stop sentence, or at once when an offer was taken; never in mid-sentence."""
        if self._taken is not None:
            return max(self._taken[2], self.opens_ms, self._stopped_ms or 0)
        if self._stopped_ms is not None:
            return self._stopped_ms
        if self._passed_at is not None:
            return self._passed_now + lengths.BREATH_MS
        return None

    def next_change_ms(self, now_ms: int) -> int | None:
        """The blinks, the end, and every full second for the clock on the screen."""
        marks = [
            self.closes_ms - lengths.SLOW_BLINK_LEFT_MS,
            self.closes_ms - lengths.FAST_BLINK_LEFT_MS,
            self.closes_ms,
        ]
        if now_ms < self.closes_ms:
            marks.append(now_ms + 1000 - (now_ms - self.opens_ms) % 1000)
        blink = self.holds_change_ms(offered(self._prompt, OfferKind.WITHDRAW), now_ms)
        if blink is not None:
            marks.append(blink)
        return min((m for m in marks if m > now_ms), default=None)

    def command(self, number: int) -> AnyCommand:
        """The speech has ended, or the offer that ended it."""
        if self._taken is not None:
            kind, seat, now_ms = self._taken
            over = self._passed_at is not None or self._stopped_ms is not None
            return OfferTaken(prompt=number, offer=kind, seat=seat, left_ms=0 if over else self.left_ms(now_ms))
        return FloorEnded(prompt=number)

    def skipped(self, number: int) -> AnyCommand:
        """Staff end the speech."""
        return FloorEnded(prompt=number)

"""The floor: one seat speaks, with its timers, 过, its breath, and what may interrupt it."""

from __future__ import annotations

from collections.abc import Callable

from audio.say import Say
from engine.commands import AnyCommand, FloorEnded, OfferTaken
from engine.prompts import Floor, OfferKind
from engine.seats import Seat
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.compose import Composer
from firmware.table.performance import BasePerformance, Glow, offered, revealed
from firmware.table.score import Score
from hardware.ports import Pattern


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
        if last and last.at_ms < score.question_ms:  # it goes on in silence after what was told
            self.opens_ms = score.question_ms
        whole = lengths.SPEECH_MS[prompt.call.line]
        self.closes_ms = self.opens_ms + (whole if prompt.left_ms is None else prompt.left_ms)
        may_pass_ms = self.closes_ms - max(whole, prompt.left_ms or 0) + lengths.PASS_AFTER_MS
        self._passes_ms = max(self.opens_ms, may_pass_ms) if last else may_pass_ms
        """From when on a tap is 过; in a speech that goes on in silence a tap just before it did so counts too."""
        self._passed_at: int | None = None
        self._passed_now = 0
        self._decided_ms = 0
        """When it is known whether a press of the speaker in the breath takes the pass back."""
        self._stopped_ms: int | None = self.opens_ms if prompt.resumed and prompt.left_ms == 0 else None

    def left_ms(self, now_ms: int) -> int:
        """What is left of the speech at `now_ms`."""
        return max(0, self.closes_ms - max(now_ms, self.opens_ms))

    def extend(self, ms: int, now_ms: int) -> None:
        """Staff give the speaker `ms` more, also when the time has just been up."""
        self.closes_ms = max(self.closes_ms, now_ms) + ms
        self._stopped_ms = None

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """The speaker's tap passes, a tap in the breath takes it back; anybody's reveal may take an offer."""
        if self._taken is not None:
            self.later.append(gesture)
            return
        if isinstance(gesture, g.Reveal | g.LongHold):
            kind = self._offer(gesture)
            self._taken = None if kind is None else (kind, Seat(gesture.seat), now_ms)
            return
        if gesture.seat != self.seat or self._stopped_ms is not None:
            return
        if isinstance(gesture, g.Down) and self._passed_at is not None and at_ms < self._passed_now + lengths.BREATH_MS:
            self._decided_ms = now_ms + lengths.TAP_TOLD_MS
        if not isinstance(gesture, g.Tap):
            return
        if self._passed_at is not None:
            if at_ms > self._passed_at:
                self._passed_at = None
        elif not gesture.followed and self._passes_ms <= at_ms < self.closes_ms:
            self._passed_at, self._passed_now = at_ms, now_ms

    def _offer(self, gesture: g.Reveal | g.LongHold) -> OfferKind | None:
        """The offer that `gesture` takes: a reveal shows a card, a long hold withdraws."""
        seat = Seat(gesture.seat)
        if isinstance(gesture, g.Reveal):
            return revealed(self._prompt, seat)
        return OfferKind.WITHDRAW if seat in offered(self._prompt, OfferKind.WITHDRAW) else None

    def glow(self, now_ms: int) -> Glow:
        """Steady; slow blink in the last 30 s, fast in the last 10 s; off in the breath and at the end."""
        holds = self.holds(offered(self._prompt, OfferKind.WITHDRAW), now_ms)
        if now_ms < self.score.question_ms:
            return holds
        if self._passed_at is not None or now_ms >= self.closes_ms:
            return {self.seat: (Pattern.OFF, now_ms)} | holds
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
            return max(self._passed_now + lengths.BREATH_MS, self._decided_ms)
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


class FloorClock:
    """Who has the floor and for how many seconds more, as the room was told: once a second, for screen and journal."""

    def __init__(self, tell: Callable[[Seat | None, int], None]) -> None:
        """`tell` gets the speaker (None: nobody any more) and what is left in ms."""
        self._tell = tell
        self._told: tuple[Seat, int] | None = None

    def show(self, speech: Speech, now_ms: int) -> None:
        """Never before the question: who speaks may follow from deaths not yet announced."""
        left = speech.left_ms(now_ms)
        told = (speech.seat, -(-left // 1000))
        if told != self._told and now_ms >= speech.score.question_ms:
            self._told = told
            self._tell(speech.seat, left)

    @property
    def speaker(self) -> Seat | None:
        """Who has the floor, as the room was told."""
        return self._told[0] if self._told else None

    def clear(self) -> None:
        """Nobody has the floor."""
        if self._told:
            self._told = None
            self._tell(None, 0)

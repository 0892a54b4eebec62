"""Performances: one per form of prompt, between the score that is heard and the command that answers.

A performance is handed the whole prompt, secrets included. It takes gestures, says which lamps are
on at any moment, says when it ends, and makes the command. What it may never do is change what is
heard or when, except by day with eyes open, where presses are public.

All times are offsets in ms from the start of the score being played.
"""

from __future__ import annotations

from typing import Protocol

from audio.say import Say
from engine.commands import AnyCommand, Chosen, Done, FloorEnded, OfferTaken, Pick, Pressed
from engine.prompts import AnyPrompt, Eyes, Floor, Form, Offer, OfferKind, Press, RollCall, Tell
from engine.seats import Option, Seat
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.compose import Composer
from firmware.table.score import Score
from hardware.ports import Pattern

Glow = dict[Seat, tuple[Pattern, int]]
"""Seat -> pattern and the offset at which it began; seats that are missing are dark."""

DOUBLE_FLASH_MS = 480


class Performance(Protocol):
    """What the table asks of a performance."""

    score: Score
    mode: g.Mode

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A gesture was recognised at `now_ms`; its own time is `at_ms`."""

    def glow(self, now_ms: int) -> Glow:
        """The lamps at `now_ms`."""

    def awake(self) -> frozenset[Seat]:
        """The seats whose eyes the judge has opened: the only ones the lamp law lets light by night."""

    def end_ms(self) -> int | None:
        """When the last window ends, as far as known; None while that is open."""

    def next_change_ms(self, now_ms: int) -> int | None:
        """The next offset after `now_ms` at which something changes that the score does not know of."""

    def speak(self, now_ms: int) -> Say | None:
        """A sentence that is due now and not in the score (by day only), once."""

    def follow(self) -> Score | None:
        """The score that follows this one within the same prompt (a confirmation, a recount), or None."""

    def command(self, number: int) -> AnyCommand:
        """The answer to prompt `number`."""

    def skipped(self, number: int) -> AnyCommand:
        """The answer when staff skip the prompt: as if nobody had pressed."""


class _Base:
    """What all performances share: a fixed end, acknowledgement flashes, nothing said outside the score."""

    mode = g.Mode.PICK

    def __init__(self, prompt: AnyPrompt, score: Score) -> None:
        self._prompt = prompt
        self.score = score
        self._acks: dict[Seat, int] = {}
        self._refusals: dict[Seat, int] = {}

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """Nothing to press here."""
        del gesture, at_ms, now_ms

    def glow(self, now_ms: int) -> Glow:
        """Dark, unless a form says otherwise."""
        del now_ms
        return {}

    def awake(self) -> frozenset[Seat]:
        """Who the prompt says is awake."""
        return frozenset(self._prompt.awake)

    def end_ms(self) -> int | None:
        """The end of the score."""
        return self.score.length_ms

    def next_change_ms(self, now_ms: int) -> int | None:
        """When an acknowledgement or a double flash is over."""
        ends = [at + lengths.ACK_MS for at in self._acks.values()]
        ends += [at + DOUBLE_FLASH_MS for at in self._refusals.values()]
        return min((end for end in ends if end > now_ms), default=None)

    def speak(self, now_ms: int) -> Say | None:
        """Nothing."""
        del now_ms
        return None

    def follow(self) -> Score | None:
        """Nothing follows."""
        return None

    def in_window(self, at_ms: int) -> bool:
        """Whether a press with the edge time `at_ms` falls into the open window."""
        return self.score.window is not None and self.score.window.holds(at_ms)

    def flashes(self, now_ms: int) -> Glow:
        """Acknowledgements and refusals that are still to be seen."""
        glow: Glow = {s: (Pattern.STEADY, at) for s, at in self._acks.items() if at <= now_ms < at + lengths.ACK_MS}
        for seat, at in self._refusals.items():
            if at <= now_ms < at + DOUBLE_FLASH_MS:
                glow[seat] = (Pattern.DOUBLE, at)
        return glow


class PressWindow(_Base):
    """READY, WAKE and ASK: the seats that make the gesture in the window."""

    _prompt: Press

    def __init__(self, prompt: Press, score: Score) -> None:
        """`prompt.gesture` decides what counts."""
        super().__init__(prompt, score)
        self._prompt = prompt
        self.mode = g.Mode.CLAIM if prompt.call.form is Form.WAKE else g.Mode.PICK
        self._pressed: dict[Seat, int] = {}
        self._all_pressed_ms: int | None = None

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """Count the wanted gesture once per seat; a hold takes a yes back."""
        seat = Seat(gesture.seat)
        if seat not in self._prompt.who or not self.in_window(at_ms):
            return
        match gesture:
            case g.TwoTaps() if self.mode is g.Mode.CLAIM:
                self._pressed.setdefault(seat, now_ms)
            case g.Tap() if self.mode is g.Mode.PICK:
                self._pressed.setdefault(seat, now_ms)
            case g.Hold() if self._prompt.call.form is Form.ASK:
                self._pressed.pop(seat, None)
            case g.Down() if self.mode is g.Mode.PICK:
                self._acks[seat] = now_ms
        if self._prompt.call.form is Form.READY and set(self._pressed) == set(self._prompt.who):
            self._all_pressed_ms = now_ms

    def awake(self) -> frozenset[Seat]:
        """Claimants of the open window count as awake, whatever the machine knows about them."""
        claimants = self._pressed if self._prompt.call.claim else ()
        return frozenset(self._prompt.awake) | frozenset(claimants)

    def glow(self, now_ms: int) -> Glow:
        """Steady for a press that stands and for the woken; slow blink for who is asked by day."""
        call = self._prompt.call
        glow: Glow = {}
        if call.eyes is Eyes.OPEN and now_ms >= self.score.question_ms:
            glow = dict.fromkeys(self._prompt.who, (Pattern.SLOW, self.score.question_ms))
        if call.form is Form.WAKE and now_ms >= self.score.wake_ms:
            glow = dict.fromkeys(self._prompt.awake, (Pattern.STEADY, self.score.wake_ms))
        lit = self.awake() if call.eyes is Eyes.NIGHT else frozenset(self._prompt.who)
        glow |= {s: f for s, f in self.flashes(now_ms).items() if s in lit}
        return glow | {seat: (Pattern.STEADY, at) for seat, at in self._pressed.items() if seat in lit}

    def end_ms(self) -> int | None:
        """The end of the window; READY closes as soon as everybody has pressed (all of that is public).

        Not before its own sentence has been heard.
        """
        if self._all_pressed_ms is not None:
            last = self.score.sentences[-1]
            return max(self._all_pressed_ms, last.at_ms + last.length_ms)
        return super().end_ms()

    def command(self, number: int) -> AnyCommand:
        """The seats that pressed."""
        return Pressed(prompt=number, seats=tuple(sorted(self._pressed)))

    def skipped(self, number: int) -> AnyCommand:
        """Nobody; but a skipped READY means that all are ready."""
        ready = self._prompt.call.form is Form.READY
        return Pressed(prompt=number, seats=self._prompt.who if ready else ())


class RollCallSweeps(_Base):
    """PICK and BALLOT: two sweeps; the last tap before the close stands."""

    def __init__(self, prompt: RollCall, score: Score) -> None:
        """Actors and their legal options come from the prompt's secret half."""
        super().__init__(prompt, score)
        self._roll = prompt
        self._secret_light = prompt.call.form is Form.PICK
        self.mode = g.Mode.PICK if self._secret_light else g.Mode.DAY
        self._choice: dict[Seat, Option] = {}

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A tap chooses the number it fell on; a hold clears a night pick; an illegal tap is refused by lamp."""
        seat = Seat(gesture.seat)
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
                    self._choice[seat] = option
                elif option is not None:
                    self._refusals[seat] = now_ms

    def _option_at(self, seat: Seat, at_ms: int) -> Option | None:
        standing = self._choice.get(seat)
        near = (c for c in self.score.counts if c.option == standing)
        if any(abs(at_ms - c.at_ms) <= lengths.SAME_NUMBER_MS for c in near):
            return standing
        counted = self.score.counted_at(at_ms)
        return counted.option if counted else None

    def glow(self, now_ms: int) -> Glow:
        """Night pick: wake lamp until the first sweep, own choice in sweep two, then whether a choice stands."""
        if not self._secret_light:
            return {}
        first = self.score.sweep(1)
        assert first is not None, "a roll call has options"
        if now_ms < first.from_ms:
            lit = now_ms >= self.score.question_ms
            return dict.fromkeys(self._roll.awake, (Pattern.STEADY, self.score.question_ms)) if lit else {}
        glow = {s: f for s, f in self.flashes(now_ms).items() if s in self._roll.awake}
        counted = self.score.lit_at(now_ms)
        for seat in self._roll.awake:
            if counted and counted.sweep == 2 and self._choice.get(seat) == counted.option:
                glow.setdefault(seat, (Pattern.STEADY, counted.at_ms))
            shown = next((s for s in self.score.shows if s.holds(now_ms)), None)
            if shown:
                stands = seat in self._choice
                glow[seat] = (Pattern.STEADY if stands else Pattern.FAST, shown.from_ms)
        return glow

    def command(self, number: int) -> AnyCommand:
        """What everybody chose."""
        picks = tuple(Pick(seat, (option,)) for seat, option in sorted(self._choice.items()))
        return Chosen(prompt=number, picks=picks)

    def skipped(self, number: int) -> AnyCommand:
        """Nobody chose."""
        return Chosen(prompt=number)


class DayChoice(_Base):
    """CHOICE: one seat chooses aloud; the choice is said back and may be cancelled once."""

    def __init__(self, prompt: RollCall, score: Score, composer: Composer) -> None:
        """`composer` writes the confirmation and the recount."""
        super().__init__(prompt, score)
        self._roll = prompt
        self._composer = composer
        self._chosen: Option | None = None
        self._confirming = False
        self._cancelled = 0

    @property
    def _seat(self) -> Seat:
        seat = self._roll.call.seat
        assert seat is not None, "a day choice names its seat"
        return seat

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A tap chooses while counting; a hold cancels while the choice is being confirmed."""
        del now_ms
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

    def follow(self) -> Score | None:
        """Count -> confirmation; cancelled -> one recount -> confirmation; cancelled again -> no choice."""
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
        """The confirmed choice, or none."""
        picks = () if self._chosen is None else (Pick(self._seat, (self._chosen,)),)
        return Chosen(prompt=number, picks=picks)

    def skipped(self, number: int) -> AnyCommand:
        """No choice."""
        return Chosen(prompt=number)


class Telling(_Base):
    """SHOW, COUNT, VERDICT and ANSWER: lamps tell facts to awake seats."""

    def __init__(self, prompt: Tell, score: Score) -> None:
        """Every seat in `prompt.facts` is awake."""
        super().__init__(prompt, score)
        self._tell = prompt

    def glow(self, now_ms: int) -> Glow:
        """By form: see `engine.prompts.Fact`."""
        form = self._tell.call.form
        shown = next((s for s in self.score.shows if s.holds(now_ms)), None)
        if form is Form.SHOW:
            return dict.fromkeys(self._tell.awake, (Pattern.STEADY, shown.from_ms)) if shown else {}
        if form is Form.ANSWER:
            if not shown:
                return {}
            return {
                fact.seat: (Pattern.STEADY if fact.yes else Pattern.FAST, shown.from_ms)
                for fact in self._tell.facts
                if fact.yes is not None
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


class Speech(_Base):
    """FLOOR: the seat speaks until 过, until its time is up, or until an offer is taken."""

    mode = g.Mode.DAY

    def __init__(self, prompt: Floor, score: Score, composer: Composer) -> None:
        """The floor opens when the sentence that gives it has been heard."""
        super().__init__(prompt, score)
        seat = prompt.call.seat
        assert seat is not None, "a floor names its seat"
        self.seat = seat
        self._composer = composer
        self.opens_ms = score.sentences[-1].at_ms + score.sentences[-1].length_ms
        whole = lengths.SPEECH_MS[prompt.call.line]
        self.closes_ms = self.opens_ms + (whole if prompt.left_ms is None else prompt.left_ms)
        self._offers: tuple[Offer, ...] = prompt.offers
        self._passed_at: int | None = None
        self._passed_now = 0
        self._stopped_ms: int | None = None
        self._taken: tuple[OfferKind, Seat, int] | None = None

    def left_ms(self, now_ms: int) -> int:
        """What is left of the speech at `now_ms`."""
        return max(0, self.closes_ms - max(now_ms, self.opens_ms))

    def extend(self, ms: int) -> None:
        """Staff give the speaker more time."""
        self.closes_ms += ms

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """The speaker's tap passes, a tap in the breath takes it back; anybody's reveal may take an offer."""
        if isinstance(gesture, g.Reveal):
            for offer in self._offers:
                if offer.kind is OfferKind.EXPLODE and gesture.seat in offer.who and self._taken is None:
                    self._taken = (offer.kind, Seat(gesture.seat), now_ms)
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
        if now_ms < self.score.question_ms or self._passed_at is not None or now_ms >= self.closes_ms:
            return {}
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
        return min((m for m in marks if m > now_ms), default=None)

    def command(self, number: int) -> AnyCommand:
        """The speech has ended, or the offer that ended it."""
        if self._taken is not None:
            kind, seat, now_ms = self._taken
            return OfferTaken(prompt=number, offer=kind, seat=seat, left_ms=self.left_ms(now_ms))
        return FloorEnded(prompt=number)

    def skipped(self, number: int) -> AnyCommand:
        """Staff end the speech."""
        return FloorEnded(prompt=number)


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

"""What a performance is, and what all of them share.

One class per form of prompt stands between the score that is heard and the command that answers:
`windows` (who presses?), `rollcall` (choices by counting), `telling` (facts by lamp), `speech`.

A performance is handed the whole prompt, secrets included. It takes gestures, says which lamps are
on at any moment, says when it ends, and makes the command. What it may never do is change what is
heard or when, except by day with eyes open, where presses are public.

All times are offsets in ms from the start of the score being played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from audio.say import Say
from engine.commands import AnyCommand, OfferTaken
from engine.prompts import AnyPrompt, OfferKind
from engine.seats import Seat, Seats
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.score import Score
from hardware.ports import Pattern

Glow = dict[Seat, tuple[Pattern, int]]
"""Seat -> pattern and the offset at which it began; seats that are missing are dark."""

DOUBLE_FLASH_MS = 480


class Performance(Protocol):
    """What the table asks of a performance."""

    score: Score
    mode: g.Mode
    held_ms: Callable[[Seat], int | None]
    idles: bool
    """Whether lamps that nothing is asked of idle meanwhile; in a ballot there are none, eyes open or shut."""
    later: list[g.Gesture]
    """Gestures that came too late for this prompt and are for the next."""

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """A gesture was recognised at `now_ms`; its own time is `at_ms`."""

    def glow(self, now_ms: int) -> Glow:
        """The lamps at `now_ms`."""

    def awake(self, now_ms: int) -> frozenset[Seat]:
        """The seats whose eyes the judge has opened at `now_ms`: the only ones the lamp law lets light by night."""

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


class BasePerformance:
    """What all performances share: a fixed end, acknowledgement flashes, nothing said outside the score."""

    mode = g.Mode.PICK
    idles = True

    def __init__(self, prompt: AnyPrompt, score: Score) -> None:
        """Perform `prompt` along `score`."""
        self._prompt = prompt
        self.held_ms: Callable[[Seat], int | None] = _nothing_held
        """Since when the press of a seat has been held that may still become a hold."""
        self.score = score
        self.later: list[g.Gesture] = []
        self._taken: tuple[OfferKind, Seat, int] | None = None
        """The offer that has been taken, by whom, and when that was recognised."""
        self._acks: dict[Seat, int] = {}
        self._refusals: dict[Seat, int] = {}

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """Nothing to press here."""
        del gesture, at_ms, now_ms

    def glow(self, now_ms: int) -> Glow:
        """Dark, unless a form says otherwise."""
        del now_ms
        return {}

    def awake(self, now_ms: int) -> frozenset[Seat]:
        """Who the prompt says is awake."""
        del now_ms
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

    def after_sentence(self, ms: int) -> int:
        """`ms`, but not in the middle of the question, nor of what is being said before the window is evaluated."""
        for sentence in self.score.sentences:
            if sentence.at_ms <= ms + lengths.EVALUATE_MS or not self.score.counts:
                ms = max(ms, sentence.at_ms + sentence.length_ms)
        return ms

    def in_window(self, at_ms: int) -> bool:
        """Whether a press with the edge time `at_ms` falls into the open window."""
        return self.score.window is not None and self.score.window.holds(at_ms)

    def take(self, gesture: g.Gesture, now_ms: int) -> None:
        """A reveal takes what stands open to its seat; the first one counts."""
        if self._taken is None and isinstance(gesture, g.Reveal):
            kind = revealed(self._prompt, Seat(gesture.seat))
            self._taken = None if kind is None else (kind, Seat(gesture.seat), now_ms)

    def taken(self, number: int) -> OfferTaken | None:
        """The answer to prompt `number` where an offer has been taken."""
        if self._taken is None:
            return None
        kind, seat, _ = self._taken
        return OfferTaken(prompt=number, offer=kind, seat=seat)

    def flashes(self, now_ms: int) -> Glow:
        """Acknowledgements and refusals that are still to be seen."""
        glow: Glow = {s: (Pattern.STEADY, at) for s, at in self._acks.items() if at <= now_ms < at + lengths.ACK_MS}
        for seat, at in self._refusals.items():
            if at <= now_ms < at + DOUBLE_FLASH_MS:
                glow[seat] = (Pattern.DOUBLE, at)
        return glow

    def holds(self, seats: Seats, now_ms: int) -> Glow:
        """The slow blink of a 退水 about to be final, at those of `seats` whose hold is far enough."""
        held = {seat: since for seat in seats if (since := self.held_ms(seat)) is not None}
        shown = {seat: since + lengths.HOLD_SHOWS_MS for seat, since in held.items()}
        return {seat: (Pattern.SLOW, at) for seat, at in shown.items() if at <= now_ms}

    def holds_change_ms(self, seats: Seats, now_ms: int) -> int | None:
        """When the next of these blinks begins."""
        begins = [since + lengths.HOLD_SHOWS_MS for seat in seats if (since := self.held_ms(seat)) is not None]
        return min((at for at in begins if at > now_ms), default=None)


def revealed(prompt: AnyPrompt, seat: Seat) -> OfferKind | None:
    """What a reveal by `seat` takes beside `prompt`: 自爆 or a duel, or nothing. No card has both."""
    kinds = (OfferKind.EXPLODE, OfferKind.DUEL)
    return next((kind for kind in kinds if seat in offered(prompt, kind)), None)


def offered(prompt: AnyPrompt, kind: OfferKind) -> Seats:
    """The seats that may take the offer `kind` beside `prompt`."""
    return next((offer.who for offer in prompt.offers if offer.kind is kind), ())


def _nothing_held(seat: Seat) -> int | None:
    del seat
    return None

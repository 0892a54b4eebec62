"""Press windows: READY, WAKE, CLAIM, ASK, BID and WITHDRAW."""

from __future__ import annotations

from engine.commands import AnyCommand, Pressed
from engine.prompts import Eyes, Form, Gesture, Press
from engine.seats import Seat
from firmware.table import gestures as g
from firmware.table.performance import BasePerformance, Glow
from firmware.table.score import Score
from hardware.ports import NS_PER_MS, Pattern

MODES = {Form.WAKE: g.Mode.CLAIM, Form.CLAIM: g.Mode.CLAIM, Form.BID: g.Mode.DAY, Form.WITHDRAW: g.Mode.DAY}
"""What a window listens for, where it is not single taps."""


class PressWindow(BasePerformance):
    """READY, WAKE, CLAIM, ASK, BID and WITHDRAW: the seats that make the gesture in the window."""

    _prompt: Press

    def __init__(self, prompt: Press, score: Score) -> None:
        """`prompt.gesture` decides what counts."""
        super().__init__(prompt, score)
        self._prompt = prompt
        self.mode = MODES.get(prompt.call.form, g.Mode.PICK)
        self._pressed: dict[Seat, int] = {}
        self._all_pressed_ms: int | None = None

    def gesture(self, gesture: g.Gesture, at_ms: int, now_ms: int) -> None:
        """Count the wanted gesture once per seat; a hold takes a yes back."""
        seat = Seat(gesture.seat)
        self.take(gesture, now_ms)
        if seat not in self._prompt.who:
            return
        if isinstance(gesture, g.LongHold) and self._prompt.call.form is Form.WITHDRAW and self._still_open(at_ms):
            self._pressed.setdefault(seat, now_ms)
        if not self.in_window(at_ms):
            return
        match gesture:
            case g.TwoTaps() if self.mode is g.Mode.CLAIM:
                if self.in_window(at_ms - (gesture.at_ns - g.begun_ns(gesture)) // NS_PER_MS):
                    self._pressed.setdefault(seat, now_ms)
            case g.Tap() if self._prompt.gesture is Gesture.TAP:
                self._pressed.setdefault(seat, now_ms)
            case g.Hold() if self._prompt.call.form is Form.ASK:
                self._pressed.pop(seat, None)
            case g.Down() if self.mode is g.Mode.PICK:
                self._acks[seat] = now_ms
        if self._prompt.call.form is Form.READY and set(self._pressed) == set(self._prompt.who):
            self._all_pressed_ms = now_ms

    def _still_open(self, at_ms: int) -> bool:
        """退水 stands open from the last speech on: a hold that was begun in that counts."""
        return self.score.window is not None and at_ms < self.score.window.to_ms

    def awake(self, now_ms: int) -> frozenset[Seat]:
        """Claimants of the open window count as awake, whatever the machine knows about them."""
        del now_ms
        claimants = self._pressed if self._prompt.call.claim else ()
        return frozenset(self._prompt.awake) | frozenset(claimants)

    def glow(self, now_ms: int) -> Glow:
        """Steady for a press that stands and for the woken; slow blink for who is asked by day."""
        call = self._prompt.call
        glow: Glow = {}
        if call.eyes is Eyes.SHUT:
            return {}
        if call.form is Form.WITHDRAW:
            glow = self.holds(self._prompt.who, now_ms)
        elif call.eyes is Eyes.OPEN and now_ms >= self.score.question_ms:
            glow = dict.fromkeys(self._prompt.who, (Pattern.SLOW, self.score.question_ms))
        if call.form is Form.WAKE and now_ms >= self.score.wake_ms:
            glow = dict.fromkeys(self._prompt.awake, (Pattern.STEADY, self.score.wake_ms))
        lit = self.awake(now_ms) if call.eyes is Eyes.NIGHT else frozenset(self._prompt.who)
        glow |= {s: f for s, f in self.flashes(now_ms).items() if s in lit}
        return glow | {seat: (Pattern.STEADY, at) for seat, at in self._pressed.items() if seat in lit}

    def end_ms(self) -> int | None:
        """The end of the window; READY closes as soon as everybody has pressed (all of that is public).

        Not before its own sentence has been heard.
        """
        if self._taken is not None:
            return self.after_sentence(self._taken[2])
        if self._all_pressed_ms is not None:
            return self.after_sentence(self._all_pressed_ms)
        return super().end_ms()

    def command(self, number: int) -> AnyCommand:
        """The seats that pressed, or the offer that ended the window."""
        return self.taken(number) or Pressed(prompt=number, seats=tuple(sorted(self._pressed)))

    def skipped(self, number: int) -> AnyCommand:
        """Nobody; but a skipped READY means that all are ready."""
        ready = self._prompt.call.form is Form.READY
        return Pressed(prompt=number, seats=self._prompt.who if ready else ())

    def next_change_ms(self, now_ms: int) -> int | None:
        """Flashes, and the blink of a hold."""
        changes = [super().next_change_ms(now_ms)]
        if self._prompt.call.form is Form.WITHDRAW:
            changes.append(self.holds_change_ms(self._prompt.who, now_ms))
        return min((at for at in changes if at is not None), default=None)

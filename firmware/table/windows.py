"""Press windows: READY, WAKE and ASK."""

from __future__ import annotations

from engine.commands import AnyCommand, Pressed
from engine.prompts import Eyes, Form, Press
from engine.seats import Seat
from firmware.table import gestures as g
from firmware.table.performance import BasePerformance, Glow
from firmware.table.score import Score
from hardware.ports import Pattern


class PressWindow(BasePerformance):
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

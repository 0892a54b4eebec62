"""The rehearsal before the first night: with open eyes everybody chooses a number, changes it, and takes it back.

It is a night pick in everything but the night: the same count in two sweeps, the same gestures, the same
answers by lamp (seat-language 2 and 3). Nobody is asked anything, and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from audio.say import Say
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.public import PublicView
from engine.seats import Option, Seats
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.agenda import Agenda
from firmware.table.compose import Composer
from firmware.table.lamplaw import Lampboard, frame_of
from firmware.table.metronome import Metronome
from firmware.table.outlets import Outlets, Spoken
from firmware.table.rollcall import RollCallSweeps
from hardware.debounce import Level
from hardware.ports import Timers

HOW: Final = ("setup.how_pick", "setup.how_undo")
"""What is said before it: how to choose, and how to take it back."""

LINE: Final = "setup.rehearse"


class Rehearsal:
    """One rehearsal; `over` is called when it has come to its end by itself."""

    def __init__(
        self,
        seats: Seats,
        *,
        composer: Composer,
        text: Callable[[Say], str],
        timers: Timers,
        outlets: Outlets,
        over: Callable[[], None],
    ) -> None:
        """Rehearse with `seats`, of which there is at least one; `text` words a sentence."""
        call = Call(line=LINE, form=Form.PICK, eyes=Eyes.OPEN, options=seats)
        self._prompt = RollCall(call=call, awake=seats, legal=tuple(Legal(seat, seats) for seat in seats))
        self._score = composer.compose((), call, PublicView(), tuple(Say(key=key) for key in HOW))
        self._picks = RollCallSweeps(self._prompt, self._score)
        self._agenda = Agenda(self._score, _nothing_to_learn, self._utter)
        self._gestures = g.Recogniser(0)
        self._time = Metronome(timers, self._tick)
        self._text = text
        self._outlets = outlets
        self._over = over
        self._lamps = Lampboard(outlets.lamps)
        self._stopped = False

    def start(self) -> None:
        """Begin now."""
        self._gestures.choose(g.Mode.PICK, self._time.now_ns)
        self._time.start(self._time.now_ns)
        self._outlets.begin(self._score, self._time.start_ns)

    def level(self, level: Level) -> None:
        """A button went down or up."""
        if not self._stopped:
            self._feed(self._gestures.level(level))
            self._tick()

    def stop(self) -> None:
        """Say and light nothing any more."""
        self._stopped = True
        self._time.stop()
        self._outlets.counted(None)
        self._outlets.silence()
        self._lamps.show((), Eyes.OPEN)

    def _tick(self) -> None:
        """Do everything that is due, refresh the lamps, and sleep until the next thing."""
        if self._stopped:
            return
        self._feed(self._gestures.due(self._time.now_ns))
        now_ms = self._time.now_ms
        self._agenda.run(now_ms)
        start_ns = self._time.start_ns
        frame = frame_of(self._picks, self._score, Eyes.OPEN, PublicView(), now_ms=now_ms, start_ns=start_ns)
        self._lamps.show(frame, Eyes.OPEN)
        if now_ms >= self._score.length_ms + lengths.EVALUATE_MS:
            self.stop()
            self._over()
            return
        moments = [self._agenda.next_ms(), self._picks.next_change_ms(now_ms)]
        moments.append(self._score.length_ms + lengths.EVALUATE_MS)
        at = [self._time.ns(max(ms, now_ms + 1)) for ms in moments if ms is not None]
        self._time.wake_at(*at, self._gestures.next_due())

    def _feed(self, gestures: tuple[g.Gesture, ...]) -> None:
        for gesture in gestures:
            self._picks.gesture(gesture, self._time.ms(gesture.at_ns), self._time.now_ms)

    def _utter(self, say: Say, length_ms: int, option: Option | None) -> None:
        self._outlets.counted(option)
        self._outlets.spoken(Spoken(self._time.now_ns, say, self._text(say), length_ms, night=False))


def _nothing_to_learn(index: int) -> None:
    del index

"""What staff may do to a game at play: pause, go on, repeat, skip, take back, and the rest of their menu.

Every verb works whatever is open. While a step is on its way into the journal it waits for it.
"""

from __future__ import annotations

from audio.say import Say
from engine.answers import check
from engine.commands import Aborted, Left, Undo, Value
from engine.errors import Refused
from engine.events import GameOpened
from engine.prompts import Eyes, Floor, Form, Read, Wanted
from engine.seats import Seat
from firmware.table import pace as lengths
from firmware.table.lids import TO_DAY
from firmware.table.play import Play
from firmware.table.rewind import Past, can_undo, last_ballot, past
from firmware.table.score import Score
from firmware.table.speech import Speech


class Table(Play):
    """One game being played at one table."""

    def pause(self, why: Say | None = None) -> None:
        """Stop where we are; the open prompt will start again. `why` is said instead where all eyes are open."""
        if self.paused or self._score is None:
            return
        self._interrupt()
        self._broke_in = self._answering
        self.paused = True
        say = Say(key="staff.pause_night" if self._quiet else "staff.pause")
        if why is not None and self._looks_on:
            say = why
        self._utter(say, self._composer.single(say), None, aside=True)

    def resume(self) -> None:
        """Go on after a pause."""
        if self.paused:
            self.paused = False
            self._again("staff.pause_night", "staff.resume")

    def repeat(self) -> None:
        """Put the open prompt once more, from its beginning."""
        if self._score is None:
            return
        if not self.paused and not self._answering:
            self._interrupt()
        self.paused = False
        self._again("staff.pause_night", "staff.redo")

    def skip(self) -> None:
        """End the open prompt as if nobody had pressed, once its announcements have been heard.

        The reading of the rules at the start is itself skipped; a prompt that staff must answer is not.
        """
        if self.waits_for_staff:
            return
        self.resume()
        if self.game.over or self._answering:
            return
        if self._reads_rules and self._score and self._time.now_ms < self._score.question_ms:
            self._outlets.silence()
            opens = self._opening(self._score)
            self._learn_all()
            self._play((*self._due, *opens), self._soon_ns())
            return
        self._skip_wanted = True
        self._tick()

    def _opening(self, score: Score) -> tuple[Say, ...]:
        """What opens all eyes among what is about to be passed over: nobody may be asked before it was said whole."""
        if self._stand.surely(Eyes.OPEN):
            return ()
        return tuple(dict.fromkeys(sentence.say for sentence in score.sentences if sentence.say.key in TO_DAY))

    @property
    def _reads_rules(self) -> bool:
        """Whether what is told before the open question is how the game is played, or dealt anew."""
        ready = self._prompt is not None and self._prompt.call.form is Form.READY
        return ready or (self._score is not None and any(isinstance(f.event, GameOpened) for f in self._score.facts))

    def end(self) -> None:
        """End the game without a result; what has been decided by then is known, though not said any more."""
        if self._answering:
            self.paused = self._broke_in = False
            self._wishes.append(self.end)
        elif self.game.over:  # it ends by itself when all has been told
            self.resume()
        else:
            self._interrupt()
            self._learn_all()
            self.paused = False
            self._answer(Aborted(prompt=self.game.number), self._soon_ns())

    def leave(self, seat: Seat, *, foul: bool = False) -> None:
        """The player at `seat` leaves, or is out for a foul: the open prompt is put again without it.

        Nothing happens when it is out, or has left by night and the room does not know yet.
        """
        if self._answering:
            self._wishes.append(lambda: self.leave(seat, foul=foul))
        elif not self.game.over and seat in self.game.state.present:
            self._interrupt()
            self.paused, self._broke_in = False, True
            self._answer(Left(prompt=self.game.number, seat=seat, foul=foul), self._time.now_ns)

    @property
    def _looks_on(self) -> bool:
        """Whether the whole room surely has its eyes open, by day."""
        return not self.eyes_may_be_shut and not self._view.night

    def remark(self, say: Say) -> None:
        """Say it by day between two steps, as soon as all eyes are open; while cards are looked at, at once."""
        cards = self._prompt is not None and self._prompt.call.form is Form.READY
        begun = self._score is not None and self._time.now_ms >= self._score.question_ms
        if cards and begun and self._looks_on and not (self.paused or self._answering):
            self._utter(say, self._composer.single(say), None, aside=True)
        elif say not in self._remarks:
            self._remarks.append(say)

    def _play(self, prefix: tuple[Say, ...], start_ns: int) -> None:
        """The next score; what staff or players have to be told of the machine comes first."""
        goes_on = isinstance(self._prompt, Floor) and self._prompt.resumed
        if self._looks_on and not goes_on and self._remarks:
            prefix = (*self._remarks, *prefix)
            self._remarks.clear()
        super()._play(prefix, start_ns)

    @property
    def eyes_may_be_shut(self) -> bool:
        """Whether somebody may have shut eyes now, and so depends on what is heard."""
        return not self._stand.surely(Eyes.OPEN)

    @property
    def steps(self) -> tuple[Past, ...]:
        """The steps that can be taken back, newest first; nothing of them is secret.

        A game that has been decided is still at play until the room has heard so.
        """
        return () if self._ended else past(self.game.trail)

    def undo(self, to: int) -> None:
        """Put prompt number `to` again; its answer and everything since are void.

        Nothing happens when there is no such answer any more, or nobody at the table gave it.
        """
        if self._answering:
            self._wishes.append(lambda: self.undo(to))
        elif not self._ended and can_undo(self.game.trail, to):
            self._interrupt()
            self._stood = self._stand
            self.paused, self._broke_in = False, True
            self._answer(Undo(prompt=self.game.number, to=to), self._time.now_ns)

    @property
    def can_revote(self) -> bool:
        """Whether a ballot is open, or there has been one today."""
        return self._balloting or last_ballot(self.steps, self._view) is not None

    def revote(self) -> None:
        """作废并重投: the open ballot from its beginning, else the newest of today; nothing when there is none."""
        if self._answering:
            self._wishes.append(self.revote)
        elif self._balloting:
            if not self.paused:
                self._interrupt()
            self.paused = False
            self._again("staff.pause_night", "staff.undo")
        elif (to := last_ballot(self.steps, self._view)) is not None:
            self.undo(to)

    @property
    def _balloting(self) -> bool:
        return self._prompt is not None and self._prompt.call.form is Form.BALLOT and not self.game.over

    @property
    def can_extend(self) -> bool:
        """Whether somebody has the floor, and the room knows."""
        prompt = self._prompt
        told = isinstance(prompt, Floor) and prompt.call.seat == self._floor.speaker
        return told and not self._answering

    def more_time(self) -> None:
        """加时: the open speech is 30 s longer, also in a pause; nothing when nobody has the floor."""
        if not (self.can_extend and isinstance(self._performance, Speech)):
            return
        if self.paused:
            self._left_ms = (self._left_ms or 0) + lengths.MORE_MS
            self._outlets.floor(self._performance.seat, self._left_ms)
        else:
            self._performance.extend(lengths.MORE_MS, self._time.now_ms)
            self._tick()

    @property
    def wanted(self) -> Wanted | None:
        """What staff have been asked, aloud, to enter on the OLED."""
        return self._prompt.wanted if self.waits_for_staff and isinstance(self._prompt, Read) else None

    def staff_value(self, value: str) -> bool:
        """Staff's answer to an open `Read`; False when the engine refuses it (nothing has changed)."""
        if self.game.prompt is None or not self.waits_for_staff or self._answering:
            return False
        try:
            check(Value(prompt=self.game.number, value=value), self.game.prompt, self.game.number, self.game.state)
        except Refused:
            return False
        self._interrupt()
        self.paused = False
        self._answer(Value(prompt=self.game.number, value=value), self._soon_ns())
        return True

"""The table at play: takes the engine's open prompt, performs it with score and lamps, answers it, goes on.

One object, one thread, no clock of its own. The life of a prompt:

    compose   public events + call -> score (`firmware.table.compose`)
    perform   gestures -> choices, lamps (`firmware.table.performance`)
    evaluate  a fixed 150 ms after the last window, whoever presses
    answer    one command to the engine; the step goes to the journal
    go on     the next score starts 250 ms after the window, never before the step is committed

Pause, repeat and a power cut start the prompt again whole, by night from its wake line with choices
cleared; a speech goes on with what was left of it. What has been told is not told again, except for
an announcement that was cut off in the middle.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from audio.say import Say
from engine.commands import AnyCommand, Left, Undo, Value
from engine.events import DealEnded, DealOpened
from engine.game import Game, Step, valid
from engine.prompts import AnyPrompt, Eyes, Floor, Form, Read, Wanted
from engine.public import OVER, PublicView
from engine.seats import Option
from engine.secrecy import Public
from firmware.table import gestures as g
from firmware.table import pace as lengths
from firmware.table.agenda import Agenda
from firmware.table.compose import Composer, called_again
from firmware.table.lamplaw import Lampboard, eyes_of, frame_of
from firmware.table.lids import TO_DAY, TO_DEAL, TO_NIGHT, Lids, Stand
from firmware.table.metronome import Metronome
from firmware.table.outlets import Outlets, Spoken, public_events, untold, view_after
from firmware.table.perform import perform
from firmware.table.performance import Performance
from firmware.table.rewind import rewound
from firmware.table.score import Score
from firmware.table.speech import FloorClock, Speech
from firmware.table.tour import LOOKS, SHUTS
from hardware.debounce import Level
from hardware.ports import Timers


class Play:
    """One game being played at one table; what staff may do is `firmware.table.session`."""

    def __init__(
        self,
        game: Game,
        *,
        composer: Composer,
        text: Callable[[Say], str],
        read: Callable[[Wanted], int | str | None],
        timers: Timers,
        outlets: Outlets,
        tie_seed: int,
    ) -> None:
        """`text` words a sentence; `read` gives a fact from outside (None: staff do); `tie_seed` orders presses."""
        self.game = game
        self.paused = False
        self.late_ns = 0
        """The worst delay of a score's start behind its due time."""
        self._composer = composer
        self._text = text
        self._read = read
        self._outlets = outlets
        self._gestures = g.Recogniser(tie_seed)
        self._view = PublicView()
        self._events: tuple[Public, ...] = ()
        self._learned = 0  # so many facts of the running score
        self._score: Score | None = None
        self._agenda: Agenda | None = None
        self._performance: Performance | None = None
        self._prompt: AnyPrompt | None = None
        self._left_ms: int | None = None
        self._skip_wanted = self._staff_asked = self._answering = False
        self._floor = FloorClock(outlets.floor)
        self._broke_in = False  # staff paused while a step was being written
        self._wishes: list[Callable[[], None]] = []  # what staff wanted meanwhile
        self._late: list[g.Gesture] = []  # what was pressed meanwhile
        self._due: tuple[Say, ...] = ()  # what must be heard before a prompt that was gone back to
        self._remarks: list[Say] = []  # what the room is told of the machine, once all eyes are open
        self._calls_again = False  # a step that goes on must call its actors again: nobody could hear its last question
        self._stood = Stand()  # how eyes were when staff went back
        self._lids = Lids()
        self._ended = False  # the room has heard that the game is over
        self._time = Metronome(timers, self._tick)
        self._lamps = Lampboard(outlets.lamps)

    # ------------------------------------------------------------ life of a game

    def start(self, first: Step) -> None:
        """Begin a fresh game with its opening step (already in the journal)."""
        self._go_on(first, self._time.now_ns)

    def restore(self, steps: tuple[Step, ...], left_ms: int | None) -> None:
        """Go on after a power cut: `steps` as replayed, `left_ms` the last saved remainder of an open speech.

        The public events of the last step are told again, since nobody knows how much was heard.
        """
        kept = valid(steps)
        self._lids.wake_up(steps)
        left = steps[untold(steps) + 1 :]
        if isinstance(steps[untold(steps)].command, Undo):
            self._back_to(kept[: len(kept) - len(left)], self._stand)
            self._events += public_events(*left)
        else:
            self._view = view_after(kept[: untold(kept)])
            self._events = public_events(*kept[untold(kept) :])
        self._prompt = steps[-1].prompt
        self._left_ms = left_ms
        self._again("staff.crash_night", "staff.crash_back")

    @property
    def view(self) -> PublicView:
        """What the room knows so far."""
        return self._view

    @property
    def waits_for_staff(self) -> bool:
        """Whether staff have been asked, aloud, for what only they can answer on the OLED."""
        return self._staff_asked

    def level(self, level: Level) -> None:
        """A debounced level change of a seat's button."""
        self._feed(self._gestures.level(level))

    # ------------------------------------------------------------ performing

    def _soon_ns(self) -> int:
        """When the next score starts after staff have broken in."""
        return self._time.after_ns(lengths.TAIL_MS)

    def _play(self, prefix: tuple[Say, ...], start_ns: int) -> None:
        """Compose and begin the score of the pending events and the open prompt."""
        prompt = self._prompt
        if isinstance(prompt, Floor) and self._left_ms is not None:
            prompt = msgspec.structs.replace(prompt, left_ms=self._left_ms)
        prefix = (*self._shutting(prefix), *prefix)
        goes_on = isinstance(prompt, Floor) and prompt.resumed and not prefix
        call = prompt.call if prompt else None
        score = self._composer.compose(self._events, call, self._view, prefix, goes_on=goes_on)
        self._performance = perform(prompt, score, self._composer) if prompt else None
        if self._performance:
            self._performance.held_ms = self._time.in_score(self._gestures.held_since)
            self._gestures.choose(self._performance.mode, max(start_ns, self._time.now_ns))
        self._outlets.prompt(prompt, self.game.number)
        self._begin(score, start_ns)

    def _begin(self, score: Score, start_ns: int) -> None:
        """Start playing `score`: one agenda of everything that happens in it, in time order."""
        self._score = score
        self._learned = 0
        self._time.start(start_ns)
        self._agenda = Agenda(score, self._learn, self._utter)
        self._outlets.begin(score, self._time.start_ns)

    def _learn(self, index: int) -> None:
        """The room learns the next public event."""
        assert self._score is not None, "facts are told in a score"
        self._learned = index + 1
        self._view = self._score.views[index + 1]
        self._ended |= self._view.phase == OVER
        self._outlets.fact(self._score.facts[index].event, self._view)

    def _learn_all(self) -> None:
        """The room learns what is left of the announcements without a word."""
        if self._score is not None and self._score.facts:
            for index in range(self._learned, len(self._score.facts)):
                self._learn(index)
            self._view = self._score.views[-1]
        self._events = ()

    def _utter(self, say: Say, length_ms: int, option: Option | None, *, aside: bool = False) -> None:
        """A sentence begins; `aside`: it stands in no score."""
        asks = isinstance(self._prompt, Read) and self._prompt.call.form is Form.STAFF
        self._staff_asked |= asks and self._score is not None and self._time.now_ms >= self._score.question_ms
        self._lids.hear(say.key, self._time.now_ns, length_ms)
        self._outlets.counted(option)
        night = self._view.night
        self._outlets.spoken(Spoken(self._time.now_ns, say, self._text(say), length_ms, night, aside=aside))

    def _tick(self) -> None:
        """Do everything that is due, refresh the lamps, and sleep until the next thing."""
        if self.paused or self._score is None or self._answering:
            return
        late, self._late = self._late, []
        self._feed((*late, *self._gestures.due(self._time.now_ns)), arm=False)
        now_ms = self._time.now_ms
        performance = self._performance
        if not isinstance(performance, Speech) or now_ms < self._score.question_ms:
            self._floor.clear()
        if self._agenda:
            self._refresh(self._score, now_ms)  # what burned for the question before is dark when a sentence begins
            self._agenda.run(now_ms)
        if now_ms >= self._score.question_ms:
            self._due = ()
        if self._skip_wanted and performance and now_ms >= self._score.question_ms:
            self._skip(performance)
            return
        if performance and (said := performance.speak(now_ms)) is not None:
            self._utter(said, self._composer.single(said), None, aside=True)
        if isinstance(performance, Speech):
            self._floor.show(performance, now_ms)
            self._left_ms = performance.left_ms(now_ms) if now_ms >= performance.opens_ms else self._left_ms
        self._refresh(self._score, now_ms)
        end_ms = performance.end_ms() if performance else self._score.length_ms
        if end_ms is not None and now_ms >= end_ms + lengths.EVALUATE_MS and self._evaluate(end_ms):
            return
        self._arm_next(now_ms, end_ms)

    def _arm_next(self, now_ms: int, end_ms: int | None) -> None:
        """The next moment at which anything can happen."""
        moments = [self._agenda.next_ms() if self._agenda else None]
        if end_ms is not None and end_ms + lengths.EVALUATE_MS > now_ms:  # later, only staff end the wait
            moments.append(end_ms + lengths.EVALUATE_MS)
        moments.append(self._performance.next_change_ms(now_ms) if self._performance else None)
        at = [self._time.ns(max(ms, now_ms + 1)) for ms in moments if ms is not None]
        self._time.wake_at(*at, self._gestures.next_due())

    def _feed(self, gestures: tuple[g.Gesture, ...], *, arm: bool = True) -> None:
        """Hand gestures to the open performance, each with its own time; between two of them they wait."""
        if self._answering:
            self._late += gestures
        performance = self._performance
        if performance and not self.paused and not self._answering and self._score is not None:
            now_ms = self._time.now_ms
            for gesture in gestures:
                performance.gesture(gesture, self._time.ms(gesture.at_ns), now_ms)
        if arm and not self._answering and not self.paused and self._score is not None:
            self._tick() if self._time.now_ns >= self._time.start_ns else self._time.wake_at(self._time.start_ns)

    def _refresh(self, score: Score, now_ms: int) -> None:
        """Work out all lamps, and tell of them when they differ."""
        eyes, start_ns = eyes_of(self._prompt, self._view), self._time.start_ns
        frame = frame_of(self._performance, score, eyes, self._view, now_ms=now_ms, start_ns=start_ns)
        # Before 天亮, and in what is told again of a day behind 请继续闭眼, nobody sees a lamp.
        dark = eyes is Eyes.OPEN and (self._view.night or self._lids.hushed)
        self._lamps.show(() if dark else frame, eyes)

    # ------------------------------------------------------------ answering

    def _evaluate(self, end_ms: int) -> bool:
        """The window is over: follow up within the prompt, or answer it. False while staff are waited for."""
        next_ns = self._time.ns(end_ms + lengths.TAIL_MS)
        performance, prompt = self._performance, self._prompt
        if prompt is None:
            self._close()
            self._outlets.over()
            return True
        if isinstance(prompt, Read):
            value = self._read(prompt.wanted)
            if value is not None:
                self._answer(Value(prompt=self.game.number, value=value), next_ns)
            return value is not None
        assert performance is not None, "every prompt but Read is performed"
        if not isinstance(prompt, Floor):
            self._feed(self._gestures.settle(self._time.now_ns), arm=False)
        if (follow := performance.follow()) is not None:
            self._events = ()  # all of it has been told
            self._begin(follow, next_ns)
            return True
        self._answer(performance.command(self.game.number), next_ns)
        return True

    def _skip(self, performance: Performance) -> None:
        self._hush()
        self._dark()
        self._answer(performance.skipped(self.game.number), self._soon_ns())

    def _answer(self, command: AnyCommand, next_ns: int) -> None:
        """Give the engine its answer; effects wait for the commit."""
        self._answering = True
        self._late += self._performance.later if self._performance else ()
        self._skip_wanted = self._staff_asked = False
        self._time.stop()
        try:
            step = self.game.answer(command)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game stops and keeps its journal
            self._close()
            self._outlets.fault(error)
            return
        self._outlets.step(step, lambda: self._go_on(step, next_ns))

    def _go_on(self, step: Step, next_ns: int) -> None:
        """The step is in the journal: tell it and put the next question."""
        self._answering = False
        left = isinstance(step.command, Left)
        if isinstance(step.command, Undo):
            self._back_to(self.game.trail, self._stood)
            for event in public_events(step):
                self._outlets.fact(event, self._view)
        else:
            self._events = (*(self._events if left else ()), *public_events(step))
        if not (left and self._prompt and step.prompt and step.prompt.call == self._prompt.call):  # else it goes on
            self._left_ms = step.prompt.left_ms if isinstance(step.prompt, Floor) else None
        self._prompt = step.prompt
        if not self._broke_in:
            self.late_ns = max(self.late_ns, self._time.now_ns - next_ns)
            again, self._calls_again = self._calls_again and not self._events, False
            self._play(self._called_again() if again else (), next_ns)
        elif not self.paused:
            self._again("staff.pause_night", "staff.resume")
        for _ in range(len(self._wishes)):
            self._wishes.pop(0)()

    def _back_to(self, kept: tuple[Step, ...], stand: Stand) -> None:
        """The room knows what it knew behind the steps `kept`; its eyes are as `stand` says."""
        back = rewound(kept, stand)
        self._view, self._events, self._due = back.view, back.events, back.first

    # ------------------------------------------------------------ interrupting

    def _hush(self) -> None:
        """Nothing is said any more, not even the rest of a sentence."""
        self._outlets.silence()
        self._lids.cut(self._time.now_ns)

    @property
    def _stand(self) -> Stand:
        """How eyes may be now."""
        return self._lids.stand(self._time.now_ns)

    @property
    def _quiet(self) -> bool:
        """Whether eyes may be shut for the night: staff then break in without a word of their own."""
        return Eyes.NIGHT in self._stand.eyes

    def _interrupt(self) -> None:
        """Stop the running score, once; keep what has not been told, and what was left of a speech.

        A skip that was still waiting for the announcements is given up: whoever breaks in wants something else.
        """
        self._hush()
        self._skip_wanted = False
        self._time.stop()
        if self._score is not None and not self.paused and not self._answering:
            now_ms = self._time.now_ms
            cut = self._score.told(now_ms, asks=self._prompt is not None)
            if self._score.facts:
                self._view = self._score.views[cut]
                self._events = self._events[cut:]
            if isinstance(self._performance, Speech):
                self._left_ms = self._performance.left_ms(now_ms)
        self._dark()

    def halt(self) -> None:
        """Stop for good: nothing is performed any more, the game stays as it is."""
        self._answering = True
        self._close()

    def _close(self) -> None:
        """Nothing is open any more."""
        self._floor.clear()
        self._score = self._performance = None
        self._time.stop()
        self._dark()

    def _dark(self) -> None:
        self._lamps.show((), eyes_of(self._prompt, self._view))

    def _again(self, by_night: str, by_day: str) -> None:
        """Put the open prompt again, after the sentence that fits; by night from the wake line of its step."""
        if self._answering:
            return  # a step is being written: what comes next is put right after it
        self._broke_in = False
        self._hush()
        self._gestures.forget(self._time.now_ns)
        self._late = []
        first = self._due or (Say(key=by_night if self._quiet else by_day),)
        again = tuple(say for say in self._called_again(first) if say not in first)
        self._play((*first, *again), self._time.now_ns)

    def _shutting(self, prefix: tuple[Say, ...]) -> tuple[Say, ...]:
        """What a seat must hear that a tour has left looking, where `prefix` and the events to come do not say it."""
        says = {Say(key=SHUTS[awake]) for awake in self._stand.awake if awake in SHUTS}
        all_eyes = any(say.key in (*TO_NIGHT, TO_DEAL, *TO_DAY) for say in prefix)
        all_eyes |= any(isinstance(event, DealOpened | DealEnded) for event in self._events)
        return () if all_eyes else tuple(sorted(says - set(prefix), key=lambda say: say.key))

    def _called_again(self, first: tuple[Say, ...] = ()) -> tuple[Say, ...]:
        """What must be said behind `first` about the eyes that the open prompt needs; of a lot, the next prompt does.

        Where all eyes are shut anew, nobody has to be told singly.
        """
        prompt = self._prompt
        self._calls_again = prompt is not None and prompt.call.form is Form.SILENT
        shut = any(say.key in (*TO_NIGHT, TO_DEAL) for say in first)
        if prompt and prompt.call.form in LOOKS and (shut or any(isinstance(e, DealOpened) for e in self._events)):
            return ()
        return called_again(prompt.call if prompt else None, self._view)

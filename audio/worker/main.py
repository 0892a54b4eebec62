"""The worker from its first line to its end: opens the device, keeps looking while there is none, reports, ends.

It ends when it is told to, when nobody is left to talk to (stdin ends, or its parent is another), and when the device
goes away: the next worker starts with a library that knows nothing of it. While there is no device it waits for one,
which costs next to nothing: at once when the list of cards changes, else after 0.5 s, later 5 s.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import sys
import threading
import time
from collections import deque
from queue import Empty, SimpleQueue
from typing import BinaryIO, Final

import msgspec

from audio.chimes import ChimeKind
from audio.devices import Configuration, NoCard, choose, known_cards, server_mark, server_runs
from audio.errors import UnknownCard
from audio.wire import (
    MAX_LINE,
    NS_PER_S,
    RATE,
    Absent,
    Advance,
    Beat,
    Bed,
    Chime,
    Command,
    Drive,
    Gone,
    Mask,
    Opened,
    Play,
    Quit,
    Report,
    Rest,
    Setup,
    Silence,
    Volume,
    command_of,
    line,
    setup_of,
)  # fmt: skip
from audio.worker.guard import CardPace, Guard, StepPace, pace_for
from audio.worker.loader import Loader
from audio.worker.loops import Loops
from audio.worker.mixer import Mixer
from audio.worker.output import NoDevice, Output
from audio.worker.sounds import OwnSounds, Sounds, keep_alive
from audio.worker.timeline import SETTLING

log = logging.getLogger("faguan.worker")

LOOK_S: Final = 0.1
"""How often the device is looked at: nobody tells when one is pulled out."""

BEAT_NS: Final = 250_000_000
FIRST_CALLS_S: Final = 4.0
"""A device that has not asked for `SETTLING` blocks by then does not work."""

RETRIES_S: Final = (*(0.5,) * 20, 1.0, 2.0, 5.0)
"""How long to wait before looking for a device again; the last for ever."""

UNDERRUNS: Final = 3
UNDERRUNS_NS: Final = 10 * NS_PER_S
"""More than so many within this time: the buffer is doubled, once."""

MAX_BUFFER: Final = 4096

PRIORITY: Final = -10
"""As the scheduler counts; 0 is everybody's."""

LEAVING_S: Final = 1.5
"""How long closing a device may take when nobody is left; a sound server that hangs never lets it end."""

FAILED: Final = 1
"""Exit code: it cannot go on."""

LOST: Final = 3
"""Exit code: the device went away."""


class Worker:
    """One run of the process."""

    def __init__(self, setup: Setup, commands: BinaryIO, reports: BinaryIO, sounds: Sounds) -> None:
        """Do as `setup` says, read `commands`, write `reports`."""
        self._setup = setup
        self._commands = commands
        self._reports = reports
        self._waiting: SimpleQueue[Report] = SimpleQueue()
        self._quit = threading.Event()
        self._left = threading.Event()
        self._parent = os.getppid()
        self._config = Configuration()
        self._keep_alive = keep_alive()
        self.mixer = Mixer(self._waiting.put, self._keep_alive, setup.volume_db)
        self._pace = pace_for(setup.drive, 0)
        self._guard = Guard(self.mixer, self._pace, self._keep_alive)
        self._loader = Loader(self.mixer, self._waiting.put, self._now_ns)
        self._loops = Loops(self.mixer, sounds)
        self._beaten_ns = 0
        self._greeted = True

    def _now_ns(self) -> int:
        """The time of the scores."""
        if self._setup.drive is Drive.STEPS:
            return self.mixer.frame * NS_PER_S // RATE
        return time.monotonic_ns()

    def run(self) -> int:
        """Until the end; the exit code."""
        try:
            return self._live()
        finally:
            self._left.set()

    def _live(self) -> int:
        threading.Thread(target=self._read, name="commands", daemon=True).start()
        # What was made so far stays: looking for garbage in it would only hold up the callback.
        gc.freeze()
        buffer_frames = self._setup.buffer_frames
        opened = False
        attempts = 0
        told: Absent | None = None
        while not self._over():
            try:
                card, output = self._open(buffer_frames)
            except (NoCard, UnknownCard, NoDevice) as error:
                absent = _absent(error)
                if opened:
                    # The scores in here are told to the next worker as well.
                    self._waiting.put(Gone(absent.zh, absent.en))
                    self._flush(0)
                    return LOST
                if absent != told:
                    self._waiting.put(absent)
                    told = absent
                self._wait_for_cards(RETRIES_S[min(attempts, len(RETRIES_S) - 1)])
                attempts += 1
                continue
            opened = True
            self._waiting.put(Opened(card, buffer_frames, output.latency_ns))
            code = self._play(output, double=buffer_frames < MAX_BUFFER)
            if code is not None:
                return code
            buffer_frames = min(MAX_BUFFER, 2 * buffer_frames)
        return self._code()

    def _over(self) -> bool:
        return self._quit.is_set() or not self._loader.alive or os.getppid() != self._parent

    def _code(self) -> int:
        """The exit code of an end that was wished for, or that the loader's fault brought about."""
        return 0 if self._loader.alive else FAILED

    def _open(self, buffer_frames: int) -> tuple[str, Output]:
        """A device that runs, and its name."""
        card = ""
        if self._setup.card or not self._config.given:
            card = choose(self._setup.card, known_cards(), server=server_runs(os.environ))
            self._config.use(card)
        calls = self._guard.calls
        output = Output(self._guard, buffer_frames)
        if isinstance(self._pace, CardPace):
            self._pace.latency_ns = output.latency_ns
        waited_until = time.monotonic() + FIRST_CALLS_S
        while self._guard.calls < calls + SETTLING and self._setup.drive is not Drive.STEPS:
            self._flush(LOOK_S / 4)
            if time.monotonic() > waited_until or self._over():
                output.close()
                raise NoDevice("it opens, and does not ask for sound")
        # A sound server that was asleep stumbles at first; that says nothing about the buffer.
        self._guard.underruns = 0
        return card, output

    def _wait_for_cards(self, seconds: float) -> None:
        """Return after `seconds`, or as soon as another list of cards or a sound server is there."""
        before = (known_cards(), server_mark(os.environ))
        runs = server_runs(os.environ)
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._over():
            self._flush(LOOK_S)
            # Only at a door that nobody opened is it knocked again: one that runs would write each into its log.
            if before != (known_cards(), server_mark(os.environ)) or (not runs and server_runs(os.environ)):
                return

    def _play(self, output: Output, *, double: bool) -> int | None:
        """Keep `output` running. The exit code at the end; None: it is to be opened again with a larger buffer."""
        underruns: deque[int] = deque()
        while True:
            self._flush(LOOK_S)
            if self._over():
                self._pace.end()
                if isinstance(self._pace, StepPace):
                    while output.active():
                        self._flush(LOOK_S / 4)
                output.close()
                self._flush(0)
                return self._code()
            if not output.active():
                self._waiting.put(Gone("喇叭断开了", "the loudspeaker went away"))
                self._flush(0)
                return LOST
            now_ns = time.monotonic_ns()
            underruns += (now_ns for _ in range(self._guard.underruns - len(underruns)))
            recent = sum(now_ns - at_ns < UNDERRUNS_NS for at_ns in underruns)
            if double and recent > UNDERRUNS:
                log.warning("%d underruns within 10 s: doubling the buffer", recent)
                output.close()
                self.mixer.timeline.forget()
                return None

    def _flush(self, seconds: float) -> None:
        """Write reports as they come, for `seconds`, and a sign of life when it is time."""
        until = time.monotonic() + seconds
        while True:
            now_ns = time.monotonic_ns()
            if now_ns - self._beaten_ns >= BEAT_NS:
                self._beaten_ns = now_ns
                self._beat()
            try:
                left = until - time.monotonic()
                report = self._waiting.get(timeout=left) if left > 0 else self._waiting.get_nowait()
            except Empty:
                return
            self._reports.write(line(report))

    def _beat(self) -> None:
        guard = self._guard
        if guard.fault:
            log.error("mixing failed: %s", guard.fault)
            guard.fault = ""
        frame, at_ns = self.mixer.heard()
        self._reports.write(line(Beat(frame=frame, at_ns=at_ns, underruns=guard.underruns, faults=guard.faults)))

    def _read(self) -> None:
        """The thread of commands. The end of stdin is the end of the worker, also when the main thread hangs."""
        try:
            while text := self._commands.readline(MAX_LINE):
                self._do(text)
        finally:
            self._quit.set()
            # A worker that goes step by step plays to its end whatever was allowed.
            if self._setup.drive is not Drive.STEPS and not self._left.wait(LEAVING_S):
                os._exit(FAILED)

    def _do(self, text: bytes) -> None:
        """Carry out one line; a line that is none of ours is told and passed over."""
        try:
            command = command_of(text)
        except msgspec.DecodeError as error:
            log.warning("not a command: %s", error)
            return
        self.carry_out(command)

    def carry_out(self, command: Command) -> None:
        """Carry out `command`."""
        match command:
            case Play():
                self._greet(self.mixer.waking)
                self._loader.play(command)
            case Silence():
                self._loops.silence()
                self._loader.silence()
            case Mask() | Bed() | Chime():
                self._loops.give(command)
            case Rest(on=on):
                self._greet(False)
                self.mixer.orders.append(lambda mixer, frame: mixer.rest(on, frame))
            case Volume(db=db):
                self.mixer.orders.append(lambda mixer, frame: mixer.volume(db, frame))
            case Advance(frames=frames):
                # What was asked for before is to be heard from its first frame on.
                self._loader.settle()
                self._loops.settle()
                if isinstance(self._pace, StepPace):
                    self._pace.allow(frames)
            case Quit():
                self._quit.set()

    def _greet(self, speaks: bool) -> None:
        """Ring once before the first words to a loudspeaker that was asleep: it swallows what comes first."""
        self._greeted = self._greeted and not self.mixer.asleep
        if speaks and not self._greeted:
            self._greeted = True
            self._loops.give(Chime(ChimeKind.DAY))


def _absent(error: NoCard | UnknownCard | NoDevice) -> Absent:
    """Why there is no device, in words."""
    match error:
        case UnknownCard():
            return Absent(error.zh, error.en)
        case NoDevice():
            return Absent(f"喇叭打不开：{error}", f"the loudspeaker cannot be opened: {error}")
        case _:
            return Absent("没有找到喇叭", "there is no loudspeaker")


def main(sounds: Sounds | None = None) -> None:
    """Run a worker on this process's stdin and stdout, and end the process."""
    # C libraries print where they like. Reports go out on a descriptor of their own; all else is noise, on stderr.
    reports = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    logging.basicConfig(stream=sys.stderr, format="%(name)s: %(message)s")
    # Sound comes before everything else that runs, where we may say so.
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    os.environ["JACK_NO_START_SERVER"] = "1"
    try:
        setup = setup_of(sys.stdin.buffer.readline(MAX_LINE))
        code = Worker(setup, sys.stdin.buffer, reports, sounds or OwnSounds()).run()
    except BrokenPipeError:
        code = FAILED
    except Exception:
        log.exception("the worker failed")
        code = FAILED
    sys.stderr.flush()
    # Not by way of the library's own clean-up, which may hang.
    os._exit(code)

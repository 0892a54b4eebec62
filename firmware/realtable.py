"""A real table from start to end: buttons, lamps, display and loudspeaker, and no socket that anybody could reach.

Order of the start: the lock on the pins, the journal, the body (all lamps off first), the voice, the judge. Only when
the loop runs and the seats have really been looked at the service is ready. Order of the end: lamps off, the loop, the
seats, the staff keys, the display, the sound, the journal, the lock.

Threads: the deciding thread (this one, in `Loop.run`), `journal`, `voice`, those of the body (`hardware`), and under
systemd `watchdog`.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.seats import Seats
from engine.setup import Setup
from engine.text import Text
from firmware.afterfall import Trace, runtime_folder
from firmware.audience import Audience
from firmware.bootscreen import NO_CARD, NO_PINS, NO_SEATS, BootScreen, stopped
from firmware.clock import RealClock
from firmware.clocktrust import WallClock, read_signs
from firmware.doze import Doze
from firmware.errors import BadJournal, StartError
from firmware.house import machine_of
from firmware.judge import Judge
from firmware.loop import Loop, PacedClock
from firmware.menu.status import Mode
from firmware.onlyone import PinLock, devices
from firmware.reasons import text_of
from firmware.service import FEED, READY, STOPPING, Watchdog, close_in_order, notify, patience_s, status
from firmware.shell import Shell, power_off
from firmware.start import Options, Parts, Unheard, sound_of
from firmware.table.pace import PACES
from firmware.vitals import Vitals
from hardware.body import Body, leave_behind, open_body
from hardware.i2c import Wire, open_wire
from hardware.oled import draw
from hardware.ports import NS_PER_MS, Condition, Device, DisplayPort, Health
from hardware.wiring import Wiring, driven
from hardware.words import NoHardware, Words

log = logging.getLogger("faguan")

TICK_NS: Final = 1_000 * NS_PER_MS
"""So often the loop shows that it turns."""

LOOK_NS: Final = 50 * NS_PER_MS
"""So often it is looked whether everything is ready."""

STAYS_OFF: Final = 3
"""Exit code when staff have ended the judge to pull the plug: the service must not be started again."""

OPENING_NS: Final = 2_000 * NS_PER_MS
"""How long a game that goes on by itself waits for its loudspeaker."""

CAPTIONS: Final = Unheard(
    not_found=Text("没有找到喇叭，只有字幕。", "No loudspeaker was found: captions only."),
    switched_off=Text("没有用喇叭（--no-sound），只有字幕。", "No loudspeaker (--no-sound): captions only."),
    instead=Text("只有字幕", "captions only"),
)
STARTING: Final = Text("正在启动", "starting")
IDLE: Final = Text("没有游戏", "no game")
PLAYING: Final = Text("正在游戏", "a game is being played")


Step = tuple[str, Callable[[], object]]
"""Something to be closed, and what it is called in the log."""


LIT: Final = frozenset({Mode.GAME, Mode.STOPPED, Mode.UNFINISHED})
"""While staff may be needed at any moment: a game is open, whether it goes on or not."""


class Attendant(Audience):
    """Whether a game is played, for whoever asks systemd; and whether one is open: then the display never goes dark.

    A game that was begun at another table may be gone on with here. Seats of it that are not wired have a button that
    is lost, as if its cable were cut: a spare button or staff take its place.
    """

    def __init__(
        self, display: DisplayPort, wired: tuple[int, ...], put: Callable[[object], None], clock: PacedClock
    ) -> None:
        """No game is played yet. `wired`: the seats that are; of others `put` is told."""
        self._display = display
        self._wired = frozenset(wired)
        self._put = put
        self._clock = clock
        self._absent: Seats = ()

    def turned(self, mode: Mode) -> None:
        """Who comes to a game that has stopped reads why, however long that takes."""
        self._display.keep_lit(on=mode in LIT)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """A game."""
        del game, again
        self._absent = tuple(seat for seat in setup.seats if seat not in self._wired)
        self._report(Condition.ABSENT)
        notify(status(PLAYING))

    def closed(self) -> None:
        """None any more."""
        self._report(Condition.OK)
        self._absent = ()
        notify(status(IDLE))

    def _report(self, condition: Condition) -> None:
        for seat in self._absent:
            words = Words(f"这张桌子没有接{seat}号座位", f"seat {seat} is not wired at this table")
            self._put(Health(Device.PAD, condition, self._clock.now_ns(), seat, (seat,), words))


class RealTable:
    """One real table: begun when it is made, served by `serve`, ended by `close`."""

    def __init__(
        self,
        options: Options,
        opening: AbstractContextManager[Parts],
        wiring: Wiring,
        *,
        wire_of: Callable[[int], Wire] = open_wire,
        factory: Any = None,
        clock: PacedClock | None = None,
        locks: tuple[Path, ...] | None = None,
    ) -> None:
        """Start everything but the loop; `opening` reads the state folder once the pins are ours.

        `locks`: what may be locked against a second judge, else the devices.

        Raises:
            StartError: the pins are in use, or folder or table cannot be opened. Nothing is left open.
        """
        notify(status(STARTING))
        self.clock = clock or RealClock()
        self.loop = Loop(self.clock)
        self._vitals = Vitals(self.loop)
        self._turns, self._wiring = 0, wiring
        self._farewell = self.stays_off = False
        self._lock = PinLock(devices(wiring) if locks is None else locks)
        self._begun: list[Step] = [("lock", self._lock.release)]
        try:
            self._start(options, self._read(opening, wire_of), wire_of, factory)
        except BaseException:
            self.close()
            raise

    def _read(self, opening: AbstractContextManager[Parts], wire_of: Callable[[int], Wire]) -> Parts:
        """What is in the state folder, whose journal is closed after everybody who writes into it."""
        stack = ExitStack()
        try:
            parts = stack.enter_context(opening)
        except BadJournal:
            self._leave_behind(NO_CARD, wire_of)
            raise
        self._begun.insert(0, ("journal", stack.close))
        return parts

    def _ends_late(self, name: str, close: Callable[[], object]) -> None:
        """It is closed after the body and what has begun before it; only journal and lock come later."""
        self._begun.insert(-2, (name, close))

    def _leave_behind(self, why: tuple[Text, Text], wire_of: Callable[[int], Wire]) -> None:
        """Have the display say why there is no judge: nobody at the table reads the service's log."""
        leave_behind(self._wiring, draw(stopped(why)), self.clock, wire_of=wire_of)

    def _start(self, options: Options, parts: Parts, wire_of: Callable[[int], Wire], factory: Any) -> None:
        """Body, voice and judge, one after the other; what has begun is in `_begun`, whatever becomes of the next."""
        self.body, held = self._open(self._wiring, parts.settings.choices.driver, wire_of, factory)
        self._begun[:0] = [("lamps", self.body.darken), *self.body.closing()]
        boot = BootScreen(self.body.display, parts.language)
        boot.step(Text("按钮和灯", "Buttons, lamps"))
        self.sound = sound_of(options, self.loop, parts, CAPTIONS)
        self._ends_late("sound", self.sound.close)
        boot.step(Text("声音", "Sound"))
        self.judge = self._judge(parts, held)
        self._ends_late("judge", self.judge.close)
        self.sound.attach(self.loop, self.judge)
        self.loop.on_fault = self.judge.fault
        self._trace = Trace(runtime_folder(), self.clock.now_ns())
        self._ends_late("trace", self._trace.remove)
        pulses = {"loop": lambda: self._turns, "input": self.body.seats.beats, "audio": self.sound.beats}
        self.watchdog = Watchdog(pulses, self.feed)
        self._begun.insert(0, ("watchdog", self.watchdog.stop))
        self.loop.call_at(self.clock.now_ns(), self._tick)
        self.loop.call_at(self.clock.now_ns(), self._look_ready)

    def _open(
        self, wiring: Wiring, driver: str, wire_of: Callable[[int], Wire], factory: Any
    ) -> tuple[Body, tuple[int, ...]]:
        """The body, begun, and the seats whose buttons were found down: that is no press."""
        oled = wiring.oled
        if oled is not None:
            wiring = msgspec.structs.replace(wiring, oled=driven(oled, driver))
        why = NO_PINS
        body: Body | None = None
        try:
            doze = Doze(self.loop.put)
            body = open_body(wiring, doze, self.clock, wire_of=wire_of, factory=factory)
            doze.display = body.display
            why = NO_SEATS
            return body, body.start()
        except NoHardware as error:
            self._leave_behind(why, wire_of)
            raise StartError(text_of(error.words)) from error
        except BaseException:
            if body is not None:
                body.close()
            raise

    def _judge(self, parts: Parts, held: tuple[int, ...]) -> Judge:
        attendant = Attendant(self.body.display, self._wiring.numbers, self.loop.put, self.clock)
        return Judge(
            loop=self.loop,
            clock=self.clock,
            journal=parts.journal,
            boards=parts.boards,
            pace=PACES[parts.settings.choices.pace],
            language=parts.language,
            display=self.body.display,
            lamps=self.body.seats,
            audience=(*self.sound.followers, attendant, self._vitals),
            fault=parts.told,
            choice=parts.chosen,
            settings=parts.settings,
            machine=lambda: machine_of(parts.folder, "", self.sound.state, self._wiring),
            sound=self.sound,
            own=parts.own,
            wall=WallClock(self.clock, read_signs),
            shell=Shell(power_off=self._power_off, stop=self._end_for_good, use_driver=self._use_driver),
            held=held,
        )

    def serve(self) -> None:
        """Until the loop is stopped."""
        patience = patience_s()
        if patience is not None:
            self.watchdog.start(patience)
        self.loop.run()

    def close(self) -> None:
        """Everything off, in order, within a few seconds."""
        notify(STOPPING)
        close_in_order(tuple(step for step in self._begun if not (self._farewell and step[0] == "display")))

    def _power_off(self) -> Text | None:
        """Have the machine switched off: whoever asked for that reads the last words until there is no power."""
        why = power_off()
        self._farewell = why is None
        return why

    def _end_for_good(self) -> None:
        """End, and have nobody start us again: staff are about to pull the plug."""
        self._farewell = True
        self.stays_off = True
        self.loop.stop()

    def _use_driver(self, driver: str) -> None:
        """Drive the display with the controller `driver`; "" as the wiring says."""
        wired = self._wiring.oled
        if wired is not None:
            self.body.display.use(driven(wired, driver))

    def _tick(self) -> None:
        self._turns += 1
        self.loop.call_at(self.clock.now_ns() + TICK_NS, self._tick)

    def feed(self) -> None:
        """Everybody has moved."""
        self._trace.alive(self.clock.now_ns())
        notify(FEED)

    def _look_ready(self) -> None:
        """Ready is who has really looked at the seats, with the loop running."""
        if not self.body.seats.beats():
            self.loop.call_at(self.clock.now_ns() + LOOK_NS, self._look_ready)
            return
        self.body.sound(on=True)
        notify(READY, status(IDLE))
        log.info("ready: %s", self._wiring.name)
        self._vitals.start()
        if self.judge.unfinished and self._trace.goes_on:
            log.warning("我们倒下了，游戏自动继续 / we fell over; the game goes on by itself")
            begins_ns = self.clock.now_ns() + (OPENING_NS if self.sound.followers else 0)
            self.loop.call_at(begins_ns, self._go_on)

    def _go_on(self) -> None:
        # Staff may have decided meanwhile.
        if self.judge.unfinished:
            self.judge.continue_game()


def serve_table(
    options: Options,
    opening: AbstractContextManager[Parts],
    wiring: Wiring,
    *,
    wire_of: Callable[[int], Wire] = open_wire,
    factory: Any = None,
    locks: tuple[Path, ...] | None = None,
) -> None:
    """Serve the table that is wired as `wiring` says until SIGINT or SIGTERM, and stop in order.

    `opening` reads the state folder, once it is certain that nobody else is at the table.

    Raises:
        StartError: it cannot be opened, or another judge is at it. Nothing was started.
    """
    asked = threading.Event()
    loops: list[Loop] = []

    def end(_number: int, _frame: object) -> None:
        asked.set()
        for loop in loops:
            loop.stop()

    # Before anything begins: whoever is told to end while it starts ends in order too, when it has started.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    table = RealTable(options, opening, wiring, wire_of=wire_of, factory=factory, locks=locks)
    loops.append(table.loop)
    try:
        if not asked.is_set():
            table.serve()
    finally:
        table.close()
    if table.stays_off:
        sys.exit(STAYS_OFF)


def lamps_off(
    wiring: Wiring,
    *,
    wire_of: Callable[[int], Wire] = open_wire,
    factory: Any = None,
    locks: tuple[Path, ...] | None = None,
) -> None:
    """Put off whatever a judge that fell has left lit.

    Raises:
        StartError: a judge is at the table, or it cannot be opened.
    """
    lock = PinLock(devices(wiring) if locks is None else locks)
    try:
        body = open_body(wiring, lambda _: None, RealClock(), wire_of=wire_of, factory=factory)
        try:
            body.seats.start()
        finally:
            body.close()
    except NoHardware as error:
        raise StartError(text_of(error.words)) from error
    finally:
        lock.release()

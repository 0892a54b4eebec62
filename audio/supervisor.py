"""Keeps a worker alive and every sentence accounted for. One thread, `voice`, does all of it and never waits.

A worker is killed when it gives no sign of life, or when its stream stands still, for longer than a sound server may
take a breath. The next is started when the old one is gone, and told everything that is to be heard from now on.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, Queue
from typing import Final, NamedTuple

import msgspec

from audio.link import Link
from audio.pending import Pending
from audio.wire import (
    NS_PER_S,
    Absent,
    Beat,
    Bed,
    Chime,
    Done,
    Failed,
    Gone,
    Mask,
    Opened,
    Play,
    Quit,
    Report,
    Rest,
    Setup,
    Silence,
    Started,
    Volume,
    Why,
)  # fmt: skip
from engine.text import Text

log = logging.getLogger("faguan.voice")

Order = Play | Silence | Mask | Bed | Chime | Volume | Rest | Quit | str
"""What a player wants; a plain text is the name of another sound card."""

TICK_S: Final = 0.1

STUCK: Final = 3
"""So many sentences in a row without an end: their worker hangs, however lively it seems."""

STEADY_NS: Final = 5 * NS_PER_S
"""A worker that has played for so long was a good one: the next may start at once."""


class Lost(msgspec.Struct, frozen=True):
    """From now on nothing is heard."""

    why: Text


class Back(msgspec.Struct, frozen=True):
    """From now on it is heard, on `card` ("" where the machine's configuration chose)."""

    card: str


class Limits(NamedTuple):
    """How patient to be with a worker, in seconds."""

    silent_s: float = 2.5
    """No sign of life, or no block played. At least eight times the latency of the device is granted."""
    starting_s: float = 20.0
    """Until the first sign of life, and while a device is being opened."""
    retries_s: tuple[float, ...] = (0.0, 0.5, 1.0, 2.0, 5.0)
    """Before the next worker; one step on with each that never got to play. The last for ever."""
    leaving_s: float = 1.5
    """From the wish to end until it is killed."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the loudspeaker stands."""

    heard: bool = False
    why: Text = Text("", "")
    """Why nothing is heard, as far as is known by now; empty while it is."""
    card: str = ""
    pid: int = 0
    """The worker; 0 where there is none."""
    latency_ns: int = 0
    buffer_frames: int = 0
    frame: int = 0
    at_ns: int = 0
    """Frame `frame` of the stream is heard at this monotonic time."""
    underruns: int = 0
    faults: int = 0
    workers: int = 0
    """How many were started."""
    latest_ns: int = 0
    """The longest that any sentence began after its time."""


class Supervisor:
    """See the head of this file. `run` is the thread; `health` and `wake` are for everybody.

    So are two times: when the worker moved last (`life_ns`), and when we looked last (`looked_ns`).
    """

    def __init__(
        self,
        *,
        put: Callable[[Started | Done | Failed | Lost | Back], None],
        orders: Queue[Order],
        setup: Setup,
        command: tuple[str, ...],
        environ: Mapping[str, str],
        limits: Limits,
        lacking: tuple[str, ...],
    ) -> None:
        """Take `orders`, report to `put`. With a library `lacking` no worker is started."""
        self.health = Health()
        self._put = put
        self._orders = orders
        self._setup = setup
        self._command = command
        self._environ = environ
        self._limits = limits
        self._lacking = lacking
        self._pending = Pending(self._tell)
        self._lasting: dict[type, Mask | Bed | Rest] = {}
        """What holds until something else is said, and the next worker is told as well."""
        self._link: Link | None = None
        self._quitting = False
        self._heard: bool | None = None
        self._failures, self._start_ns = 0, 0
        self._told_dry_ns = -60 * NS_PER_S
        self._killed = False
        self._stuck = 0
        self._back_ns = time.monotonic_ns()
        self.life_ns = 0
        self._life_frame = 0
        self.looked_ns = time.monotonic_ns()
        self._open = threading.Lock()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._wake, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)

    def wake(self) -> None:
        """There are orders. From any thread, also when the player is closed."""
        # A pipe that is full has woken it often enough.
        with self._open, contextlib.suppress(BlockingIOError):
            if self._wake >= 0:
                os.write(self._wake, b"!")

    # ---- the thread ----

    def run(self) -> None:
        """Until `Quit`. Should it fail itself, that is a loudspeaker lost for good."""
        try:
            self._live()
        except Exception:
            log.exception("the player failed")
            self._lost(Text("播放程序出错", "the player failed"))
        self._leave()

    def _live(self) -> None:
        """Round after round."""
        if self._lacking:
            names = "、".join(self._lacking)
            self._lost(Text(f"没有安装 {names}，只有字幕", f"{', '.join(self._lacking)} not installed: captions only"))
        while not self._quitting:
            self._selector.select(self._pending.seconds_until(TICK_S))
            self._turn()

    def _turn(self) -> None:
        """One round: hear the worker out, take orders, look at the clock."""
        self._clear_wake()
        if self._link is not None:
            self._hear(self._link)
        self._take_orders()
        now_ns = time.monotonic_ns()
        if self._link is not None:
            self._watch(self._link, now_ns)
        elif not self._lacking and now_ns >= self._start_ns:
            self._start(now_ns)
        self.looked_ns = now_ns
        self._pending.look(now_ns, heard=self._heard is True)

    def _clear_wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._woken, 4096)

    def _take_orders(self) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return
            match order:
                case Quit():
                    self._quitting = True
                case str():
                    self._change_card(order)
                case Play():
                    self._pending.add(order)
                    self._send(order)
                case Silence():
                    # The worker is told first: what it begins until then is ended by the same word.
                    self._send(order)
                    self._pending.fail_all(Why.STOPPED)
                case Mask() | Bed() | Rest():
                    self._lasting[type(order)] = order
                    self._send(order)
                case Chime():
                    self._send(order)
                case Volume():
                    self._setup = msgspec.structs.replace(self._setup, volume_db=order.db)
                    self._send(order)

    def _send(self, order: Play | Silence | Mask | Bed | Chime | Volume | Rest) -> None:
        """To the worker, once it plays; what lasts is told to the next one when it does."""
        if self._link is not None and self._heard and not self._link.send(order):
            self._kill(self._link, Text("发声程序不再读取", "the voice worker does not read"))

    def _change_card(self, card: str) -> None:
        self._setup = msgspec.structs.replace(self._setup, card=card)
        self._start_ns, self._failures = 0, 0
        if self._link is not None:
            self._kill(self._link, Text("正在换喇叭", "changing the loudspeaker"), logging.INFO)

    # ---- a worker's life ----

    def _start(self, now_ns: int) -> None:
        try:
            self._link = Link(self._command, self._environ, self._setup)
        except OSError as error:
            self._lost(Text(f"发声程序无法启动：{error}", f"the voice worker cannot be started: {error}"))
            self._next_start(now_ns)
            return
        self._selector.register(self._link, selectors.EVENT_READ)
        self._killed = False
        self._stuck = 0
        self.life_ns, self._life_frame = now_ns, -1
        self._note(pid=self._link.pid, workers=self.health.workers + 1, underruns=0, faults=0)

    def _next_start(self, now_ns: int) -> None:
        waits = self._limits.retries_s
        self._start_ns = now_ns + int(waits[min(self._failures, len(waits) - 1)] * NS_PER_S)
        self._failures += 1

    def _hear(self, link: Link) -> None:
        """Everything that the worker says, until it is gone."""
        # In this order: what it wrote before its end is read.
        gone = link.gone()
        reports, noise = link.pump()
        for text in noise:
            log.debug("worker %d: %s", link.pid, text)
        for report in reports:
            # What a worker says that has been sent to its end is of no use: another will be asked.
            if not self._killed:
                self._heard_from(report)
        if not gone:
            return
        log.info("the voice worker %d ended: %s", link.pid, link.code)
        self._lost(Text("发声程序中断了", "the voice worker ended"))
        if time.monotonic_ns() - self._back_ns > STEADY_NS:
            self._failures = 0
        self._selector.unregister(link)
        link.close()
        self._link = None
        self._note(pid=0)
        self._next_start(time.monotonic_ns())

    def _heard_from(self, report: Report) -> None:
        match report:
            case Beat():
                if report.frame != self._life_frame or self._heard is not True:
                    self.life_ns, self._life_frame = time.monotonic_ns(), report.frame
                self._complain(report)
                self._note(frame=report.frame, at_ns=report.at_ns, underruns=report.underruns, faults=report.faults)
            case Opened():
                self._back(report)
            case Absent(zh=zh, en=en) | Gone(zh=zh, en=en):
                self._lost(Text(zh, en))
            case Started():
                late_ns = self._pending.started(report)
                self._note(latest_ns=max(self.health.latest_ns, late_ns))
            case Done():
                self._pending.done(report)
            case Failed():
                self._pending.failed(report)

    def _tell(self, event: Started | Done | Failed) -> None:
        """What became of a sentence; whether it says something about the worker."""
        if isinstance(event, Done):
            self._stuck = 0
        elif isinstance(event, Failed) and event.why is Why.STUCK:
            self._stuck += 1
        self._put(event)

    def _complain(self, beat: Beat) -> None:
        """Tell the log of what went wrong since the last beat; of a card that runs dry, once a minute at most."""
        if beat.faults > self.health.faults:
            log.warning("mixing failed %d times", beat.faults)
        now_ns = time.monotonic_ns()
        if beat.underruns > self.health.underruns and now_ns - self._told_dry_ns > 60 * NS_PER_S:
            self._told_dry_ns = now_ns
            log.info("the sound card ran dry, %d times since it was opened", beat.underruns)

    def _watch(self, link: Link, now_ns: int) -> None:
        """Kill a worker that hangs. If it was us who stood still, it gets its time again."""
        limits = self._limits
        if now_ns - self.looked_ns > NS_PER_S:
            self.life_ns = now_ns
        limit_ns = int((limits.silent_s if self._heard else limits.starting_s) * NS_PER_S)
        if self._heard:
            limit_ns = max(limit_ns, 8 * self.health.latency_ns)
        if now_ns - self.life_ns > limit_ns or (self._stuck >= STUCK and not self._killed):
            self._kill(link, Text("喇叭卡住了", "the loudspeaker hangs"))

    def _kill(self, link: Link, why: Text, level: int = logging.WARNING) -> None:
        """End a worker; the next one comes when it is gone. That staff choose another card is no warning."""
        log.log(level, "发声程序 %d 重新启动：%s / restarting the voice worker: %s", link.pid, why.zh, why.en)
        self.life_ns = time.monotonic_ns()
        link.kill()
        self._killed = True
        self._lost(why)

    def _back(self, opened: Opened) -> None:
        """It plays: tell it what is to be heard."""
        # A buffer that had to be doubled once stays doubled.
        self._setup = msgspec.structs.replace(self._setup, buffer_frames=opened.buffer_frames)
        self.life_ns = time.monotonic_ns()
        again = self._heard is True
        self._heard = True
        self._note(
            heard=True,
            why=Text("", ""),
            card=opened.card,
            latency_ns=opened.latency_ns,
            buffer_frames=opened.buffer_frames,
        )
        if again:
            return
        self._back_ns = self.life_ns
        self._send(Volume(self._setup.volume_db))
        for lasting in self._lasting.values():
            if lasting.on:
                self._send(lasting)
        for play in self._pending.waiting():
            self._send(play)
        log.info("the loudspeaker %s is heard", opened.card or "of the configuration")
        self._put(Back(opened.card))

    def _lost(self, why: Text) -> None:
        """Nothing is heard any more. Told once; what is found out later is only noted."""
        self._note(why=why)
        if self._heard is False:
            return
        self._heard = False
        self._note(heard=False, card="")
        log.info("nothing is heard: %s", why.en)
        # First why, then what has come of it.
        self._put(Lost(why))
        self._pending.lost()

    def _leave(self) -> None:
        """Let the worker close its device, or end it."""
        self._pending.fail_all(Why.STOPPED)
        link = self._link
        if link is not None:
            link.send(Quit())
            until_ns = time.monotonic_ns() + int(self._limits.leaving_s * NS_PER_S)
            while not link.gone() and time.monotonic_ns() < until_ns:
                self._selector.select(TICK_S / 5)
                self._clear_wake()
                link.pump()
            link.kill()
            # A process that hangs in the kernel is not waited for; it has no pipe left to speak through.
            until_ns = time.monotonic_ns() + NS_PER_S
            while not link.gone() and time.monotonic_ns() < until_ns:
                self._selector.select(TICK_S / 5)
                link.pump()
            link.close()
        self._selector.close()
        with self._open:
            os.close(self._woken)
            os.close(self._wake)
            self._wake = -1
        self._note(heard=False, pid=0)

    def _note(self, **changes: object) -> None:
        """A new `health`; whoever holds the old one keeps it."""
        self.health = msgspec.structs.replace(self.health, **changes)

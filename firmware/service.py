"""The judge as a service of systemd: what it is told, the watchdog that it feeds, and going out in order.

Nothing here needs systemd: where nobody listens, nothing is told and nobody is fed. What is told holds no secret: it
can be read by everybody on the machine (`systemctl status`).
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Final, NoReturn

from engine.text import Text
from firmware.reasons import one_line

log = logging.getLogger("faguan")

READY: Final = "READY=1"
FEED: Final = "WATCHDOG=1"
STOPPING: Final = "STOPPING=1"

LOOKS: Final = 4
"""So often within its patience the watchdog is thought of."""

HUNGRY: Final = 2
"""After so many looks without food it is said in whose name."""

LEAVING_S: Final = 7.0
"""How long everything may take to end; systemd has patience for eight seconds."""

Pulse = Callable[[], int | None]
"""A number that moves while somebody works; None while there is nobody to watch."""


def notify(*lines: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Tell the service manager `lines`; False when there is none, or when it does not take them."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    # The name of an abstract socket is written with @ in the place of its leading zero.
    name = f"\0{address[1:]}" if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            door.setblocking(False)
            door.sendto("".join(f"{line}\n" for line in lines).encode(), name)
    except OSError as error:
        log.warning("the service manager does not listen: %s", error.strerror)
        return False
    return True


def status(text: Text) -> str:
    """`text` as one line of `notify`, in both languages."""
    return f"STATUS={one_line(text)}"


def patience_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """After how many seconds without food the watchdog bites; None: there is none for this process."""
    if environ.get("WATCHDOG_PID", f"{os.getpid()}") != f"{os.getpid()}":
        return None
    try:
        seconds = int(environ.get("WATCHDOG_USEC", "0")) / 1e6
    except ValueError:
        return None
    return seconds if seconds > 0 else None


class Watchdog:
    """Feeds only when *everybody* who is watched has moved since it fed last. `start` has it look on its own thread."""

    def __init__(self, pulses: Mapping[str, Pulse], feed: Callable[[], object]) -> None:
        """Watch `pulses`, by what they are called in the log; `feed` is called when all have moved."""
        self._pulses = pulses
        self._feed = feed
        self._seen = self._now()
        self._hungry = 0
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def look(self) -> tuple[str, ...]:
        """Feed, or not: who has not moved since the last time. Who stands still for long is named in the log, once."""
        now = self._now()
        stuck = tuple(name for name, beats in now.items() if beats is not None and beats == self._seen[name])
        if not stuck:
            if self._hungry >= HUNGRY:
                log.warning("看门狗：又动了 / watchdog: everything moves again")
            self._hungry = 0
            self._seen = now
            self._feed()
            return ()
        self._hungry += 1
        if self._hungry == HUNGRY:
            names = ", ".join(stuck)
            log.error("看门狗：没有动静：%s / watchdog: no progress of %s", names, names)
        return stuck

    def start(self, patience_s: float) -> None:
        """Look several times within `patience_s`, until `stop`."""
        self._thread = threading.Thread(target=self._watch, args=(patience_s / LOOKS,), name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more. Harmless when it never looked."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self, every_s: float) -> None:
        while not self._ended.wait(every_s):
            self.look()

    def _now(self) -> dict[str, int | None]:
        return {name: pulse() for name, pulse in self._pulses.items()}


def give_up() -> NoReturn:
    """End the process at once, as a power cut would."""
    os._exit(1)


def close_in_order(
    steps: tuple[tuple[str, Callable[[], object]], ...],
    *,
    within_s: float = LEAVING_S,
    too_late: Callable[[], object] = give_up,
) -> None:
    """Do all `steps`, whatever becomes of each; what goes wrong is logged under its name and nobody else's concern.

    After `within_s` seconds the step that hangs is named, and it is `too_late`: nothing is lost by that, what counts is
    on the card before anybody notices it.
    """
    at: list[str] = []

    def hangs() -> None:
        log.error("停不下来：%s / it does not end: %s", at[-1], at[-1])
        too_late()

    timer = threading.Timer(within_s, hangs)
    timer.daemon = True
    timer.start()
    try:
        for name, step in steps:
            at.append(name)
            try:
                step()
            except Exception as error:  # noqa: BLE001 - the others are to be closed all the same
                log.error("closing %s failed: %s", name, type(error).__name__)  # noqa: TRY400 - no traceback into the log
    finally:
        timer.cancel()
        timer.join()


class _Priority(logging.Formatter):
    """One line with the priority in front that systemd's log understands; the time it adds itself."""

    _NUMBERS: Final = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))

    def format(self, record: logging.LogRecord) -> str:
        """The record as systemd wants it."""
        number = next((number for level, number in self._NUMBERS if record.levelno >= level), 7)
        return f"<{number}>{super().format(record)}"


def log_for_a_service(environ: Mapping[str, str] = os.environ) -> None:
    """Log what happens from now on: public events and what is wrong with the machine, no cards and no commands."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(levelname)s %(name)s %(message)s")
    handler.setFormatter(_Priority("%(name)s %(message)s") if environ.get("JOURNAL_STREAM") else plain)
    logging.basicConfig(level=logging.INFO, handlers=[handler])

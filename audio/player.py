"""The loudspeaker as the judge's process sees it: scores go in, what became of every sentence comes out.

    player = Player(inbox.put)         # the first thing that comes is `Back` or `Lost`
    player.play(cues, start_ns)        # frame 0 leaves the loudspeaker at start_ns (monotonic)
    player.close()

No method waits or raises for what goes wrong with sound. `put` gets, from a thread of the player's: `Started`, and for
every sentence exactly one of `Done` (when its last frame has been heard) and `Failed`; `Lost` when nothing can be heard
any more, `Back` when it can again.

What was being said when the loudspeaker went fails. What has not begun waits: if the loudspeaker is back in time it is
said, at its time. So by day a judge need do nothing; by night he says `silence`, and begins again after `Back`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Mapping
from queue import Full, Queue
from types import MappingProxyType
from typing import Final

import msgspec

from audio.supervisor import Back, Health, Limits, Lost, Order, Supervisor
from audio.wire import (
    Bed,
    Chime,
    Cue,
    Done,
    Failed,
    Mask,
    Play,
    Quit,
    Rest,
    Setup,
    Silence,
    Started,
    Volume,
    Why,
    audible,
)
from engine.text import Text

__all__ = [
    "Back",
    "Cue",
    "Done",
    "Event",
    "Failed",
    "Health",
    "Limits",
    "Lost",
    "Player",
    "Started",
    "Why",
    "missing",
    "unusable",
]

Event = Started | Done | Failed | Lost | Back

MAX_ORDERS: Final = 256
"""Orders that may wait for the player's thread, which takes them within a tenth of a second."""

NEEDED: Final = ("numpy", "soundfile", "pyaudio")

LOADED: Final = ("numpy", "soundfile")
"""Those that the judge's own process loads."""

USERS: Final = MappingProxyType(
    {"numpy": ("audio.loudness", "audio.bed", "audio.chimes"), "soundfile": ("audio.soundfiles",)}
)
"""What of ours is loaded with each: a library that is spoilt may load, and have nothing in it."""

WORKER: Final = (sys.executable, "-P", "-m", "audio.worker")

FRUGAL: Final = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": "262144"}
"""What the worker's C libraries read at its start: memory of the long arrays goes back to the system at once."""


def missing() -> tuple[str, ...]:
    """The libraries of sound that are not installed. With one missing there are captions only."""
    return tuple(name for name in NEEDED if importlib.util.find_spec(name) is None)


def unusable(loaded: tuple[str, ...] = LOADED) -> Text | None:
    """Which library of sound there is none of, or which does not load, and why; None when all is well.

    What is `loaded` in this process is tried; of the library that only the worker loads `Player.health` tells.
    """
    lacking = missing()
    if lacking:
        names = ", ".join(lacking)
        return Text(f"没有安装 {names}", f"{names} not installed")
    for name in loaded:
        try:
            importlib.import_module(name)
            for user in USERS.get(name, ()):
                importlib.import_module(user)
        except Exception as error:  # noqa: BLE001 - a library that is spoilt may raise whatever it likes
            # The cause names the library of the system; what numpy wraps around it is a page of advice.
            why = str(error.__cause__ or error).strip().partition("\n")[0] or type(error).__name__
            return Text(f"{name} 无法加载（{why}）", f"{name} does not load ({why})")
    return None


class Player:
    """A loudspeaker that may come and go. All methods may be called from any thread."""

    def __init__(
        self,
        put: Callable[[Event], None],
        setup: Setup | None = None,
        *,
        command: tuple[str, ...] = WORKER,
        environ: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Report to `put`, and look for the loudspeaker that `setup` names.

        `command` is what is started to make the sound, in the environment `environ` (None: ours).
        """
        setup = setup or Setup()
        setup = msgspec.structs.replace(setup, volume_db=audible(setup.volume_db))
        self._put = put
        self._orders: Queue[Order] = Queue(MAX_ORDERS)
        lacking = missing() if command is WORKER else ()
        self._supervisor = Supervisor(
            put=put,
            orders=self._orders,
            setup=setup,
            command=command,
            environ=FRUGAL | dict(os.environ if environ is None else environ),
            limits=limits or Limits(),
            lacking=lacking,
        )
        self._thread = threading.Thread(target=self._supervisor.run, name="voice", daemon=True)
        self._thread.start()

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """Say `cues`, a whole score, from `start_ns` on. It should be known half a second before."""
        if not self._give(Play(cues, start_ns)):
            for cue in cues:
                self._put(Failed(cue.id, Why.FULL))

    def silence(self) -> None:
        """Fade out within 50 ms. Everything asked for so far ends in `Failed`; beds stay."""
        self._give(Silence())

    def mask(self, *, on: bool, seed: int = 0, db: float = 0.0, at_ns: int | None = None) -> None:
        """Mask noise on or off over two seconds, from `at_ns` on; `seed` from `audio.bed.mask_seed`."""
        self._give(Mask(on, seed, db, at_ns))

    def bed(self, *, on: bool, at_ns: int | None = None) -> None:
        """Music on or off over two seconds, from `at_ns` on."""
        self._give(Bed(on, at_ns))

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime (`audio.chimes.ChimeKind`) at `at_ns`; in a time without a loudspeaker it is left out."""
        self._give(Chime(kind, at_ns))

    def rest(self, *, on: bool) -> None:
        """Whether no game is open: long after the last sound the loudspeaker may then fall asleep."""
        self._give(Rest(on))

    def volume(self, db: float) -> float:
        """Move the master volume; what it is now, held between floor and cap."""
        self._give(Volume(audible(db)))
        return audible(db)

    def device(self, card: str) -> None:
        """Use another loudspeaker (`audio.devices`; "" chooses). One that is not there is waited for."""
        self._give(card)

    def health(self) -> Health:
        """How it stands now."""
        return self._supervisor.health

    def beats(self) -> int:
        """Moves while somebody works: the stream of a worker that plays, else we who look for a loudspeaker."""
        supervisor = self._supervisor
        return supervisor.life_ns if supervisor.health.heard else supervisor.looked_ns

    def close(self) -> None:
        """End the worker, within about two seconds. What has not been said fails; nothing is put afterwards."""
        if self._thread.is_alive():
            self._orders.put(Quit())
            self._supervisor.wake()
            self._thread.join()

    def _give(self, order: Order) -> bool:
        """Hand `order` over; False: too many wait."""
        try:
            self._orders.put_nowait(order)
        except Full:
            return False
        self._supervisor.wake()
        return True

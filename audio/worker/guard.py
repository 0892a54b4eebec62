"""The callback of the stream: it never raises, never returns short, and knows when its frames will be heard."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Mapping
from typing import Final, Protocol

from audio.wire import NS_PER_S, RATE, Drive
from audio.worker.mixer import Mixer, stereo
from audio.worker.sounds import Sound

UNDERFLOW: Final = 4
CONTINUE: Final = 0
COMPLETE: Final = 1
"""PortAudio's numbers: the card ran dry, go on, this was the last block."""

Clocks = Mapping[str, float]
"""What PortAudio tells a callback of its times, in seconds of its own clock."""


class Pace(Protocol):
    """What moves a worker's time on."""

    def heard_ns(self, frame: int, frames: int, clocks: Clocks) -> int | None:
        """When `frame` will be heard. May wait; None: nothing more is to be played."""

    def end(self) -> None:
        """Let nobody wait any longer."""


class CardPace:
    """The sound card: it asks when it wants more, and tells how far ahead of the loudspeaker it is."""

    def __init__(self, latency_ns: int) -> None:
        """Assume `latency_ns` where the card does not tell."""
        self.latency_ns = latency_ns

    def heard_ns(self, frame: int, frames: int, clocks: Clocks) -> int | None:
        """Now, and what the card has in store. Only the difference counts: PortAudio's clock may be another one."""
        del frame, frames
        ahead_s = clocks["output_buffer_dac_time"] - clocks["current_time"]
        ahead_ns = int(ahead_s * NS_PER_S) if ahead_s > 0 else self.latency_ns
        return time.monotonic_ns() + ahead_ns

    def end(self) -> None:
        """Nobody waits."""


class ClockPace:
    """The machine's clock, one block ahead of it, for a device that takes everything at once."""

    def __init__(self) -> None:
        """Begin with the first block."""
        self._origin_ns: int | None = None
        self._ended = threading.Event()

    def heard_ns(self, frame: int, frames: int, clocks: Clocks) -> int | None:
        """Wait until the block before is due."""
        del clocks
        now_ns = time.monotonic_ns()
        if self._origin_ns is None:
            self._origin_ns = now_ns + (frames - frame) * NS_PER_S // RATE
        at_ns = self._origin_ns + frame * NS_PER_S // RATE
        ended = self._ended.wait(max(0, at_ns - frames * NS_PER_S // RATE - now_ns) / NS_PER_S)
        return None if ended else at_ns

    def end(self) -> None:
        """The block that waits is the last."""
        self._ended.set()


class StepPace:
    """So many frames as were allowed, and frame 0 is heard at time 0."""

    def __init__(self) -> None:
        """Allow nothing yet."""
        self._allowed = 0
        self._ended = False
        self._changed = threading.Condition()

    def allow(self, frames: int) -> None:
        """Allow `frames` more."""
        with self._changed:
            self._allowed += frames
            self._changed.notify()

    def heard_ns(self, frame: int, frames: int, clocks: Clocks) -> int | None:
        """Wait until the whole block is allowed."""
        del clocks
        with self._changed:
            self._changed.wait_for(lambda: self._ended or frame + frames <= self._allowed)
            return None if frame + frames > self._allowed else frame * NS_PER_S // RATE

    def end(self) -> None:
        """What was allowed is played, nothing after it."""
        with self._changed:
            self._ended = True
            self._changed.notify()


def pace_for(drive: Drive, latency_ns: int) -> Pace:
    """The pace that `drive` asks for."""
    if drive is Drive.STEPS:
        return StepPace()
    return CardPace(latency_ns) if drive is Drive.CARD else ClockPace()


class Guard:
    """The callback. PortAudio calls it from a thread of its own; an exception in it would end up in the main thread."""

    def __init__(self, mixer: Mixer, pace: Pace, keep_alive: Sound) -> None:
        """Play what `mixer` mixes at the speed of `pace`; where that fails, a stretch of `keep_alive`."""
        self._mixer = mixer
        self._pace = pace
        self._quiet = stereo(keep_alive)
        self.calls = 0
        self.underruns = 0
        self.faults = 0
        self.fault = ""
        """The last traceback, until somebody has told it."""

    def __call__(self, _input: object, frames: int, clocks: Clocks, status: int) -> tuple[bytes, int]:
        """The next `frames` frames, exactly."""
        size = frames * 4
        try:
            self.underruns += bool(status & UNDERFLOW)
            heard_ns = self._pace.heard_ns(self._mixer.frame, frames, clocks)
            if heard_ns is None:
                return bytes(size), COMPLETE
            block = self._mixer.mix(frames, heard_ns)
            assert len(block) == size, "the mixer returns what it was asked for"
        except Exception:  # noqa: BLE001 - whatever it is, the table must not fall silent for it
            self.faults += 1
            self.fault = traceback.format_exc()
            block = (self._quiet * (1 + size // len(self._quiet)))[:size]
        self.calls += 1
        return block, CONTINUE

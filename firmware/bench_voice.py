"""Measure the voice: how soon it is heard, against a bare PyAudio script with the same buffer, and what it costs.

Both play into a device of ALSA's that takes everything at once and are paced by the machine's clock, so a run needs no
sound card and disturbs nobody. "How soon" is from the wish to the time at which the first sample leaves the device.
"""

from __future__ import annotations

import os
import queue
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from audio.player import Back, Done, Event, Player, Started, unusable
from audio.wire import BUFFER_FRAMES, NS_PER_S, RATE, Cue, Drive, Part, Setup
from engine.text import Text
from firmware.errors import StartError
from firmware.memory import resident_mb

EventT = TypeVar("EventT")

WISHES: Final = 40
BUSY_S: Final = 10
PATIENCE_S: Final = 60

CONFIG: Final = """\
pcm.nothing { type null }
pcm.!default { type plug slave.pcm { type file slave.pcm "nothing" file "/dev/null" format "raw" } }
ctl.!default { type null }
"""

BARE: Final = """\
import random, sys, threading, time
import pyaudio

size, wishes, rate = int(sys.argv[1]), int(sys.argv[2]), 48000
tone, silence = bytes(range(256)) * (size // 64), bytes(size * 4)
origin, frame, wanted, heard = None, 0, False, None
never, said = threading.Event(), threading.Event()

def callback(_, frames, times, status):
    global origin, frame, wanted, heard
    now = time.monotonic_ns()
    if origin is None:
        origin = now + frames * 1000000000 // rate
    at = origin + frame * 1000000000 // rate
    never.wait(max(0, at - frames * 1000000000 // rate - now) / 1e9)
    frame += frames
    if wanted:
        wanted, heard = False, at
        said.set()
        return tone, pyaudio.paContinue
    return silence, pyaudio.paContinue

library = pyaudio.PyAudio()
stream = library.open(rate=rate, channels=2, format=pyaudio.paInt16, output=True, frames_per_buffer=size,
                      stream_callback=callback)
dice = random.Random(1)
for _ in range(wishes):
    never.wait(0.1 + dice.random() / 10)
    wished = time.monotonic_ns()
    said.clear()
    wanted = True
    said.wait()
    print(heard - wished)
stream.close()
library.terminate()
"""
"""What somebody writes who wants no more than a sound: its main thread sets a flag, its callback sees it."""


class VoiceFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of the voice. Medians."""

    ready_s: float
    """From nothing to a loudspeaker that plays."""
    bare_ms: float
    voice_ms: float
    extra_buffers: float
    """By how many buffers the voice is later than the bare script."""
    worker_cores: float
    """Processor time a second, with music, mask and speech without a pause."""
    worker_mb: float
    underruns: int


def measure_voice(wishes: int = WISHES, busy_s: int = BUSY_S) -> VoiceFigures:
    """Everything, in about half a minute: so many single sounds, and so long a busy night.

    Raises:
        StartError: there is no sound at all; why.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        config = folder / "asound.conf"
        config.write_text(CONFIG, encoding="utf-8")
        environ = {**os.environ, "ALSA_CONFIG_PATH": str(config), "JACK_NO_START_SERVER": "1"}
        if lacking := unusable():
            raise StartError(lacking)
        bare_ns = _bare(environ, wishes)
        return _voice(environ, _recording(folder), bare_ns, wishes, busy_s)


def _bare(environ: dict[str, str], wishes: int) -> float:
    """Nanoseconds from the wish to the first sample, of the bare script. StartError: it cannot make a sound."""
    command = [sys.executable, "-c", BARE, str(BUFFER_FRAMES), str(wishes)]
    done = subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=PATIENCE_S)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise StartError(Text(f"PyAudio 不能发声：{last}", f"PyAudio makes no sound: {last}"))
    return statistics.median(int(line) for line in done.stdout.split())


def _recording(folder: Path) -> Part:
    """A second of sound as a voice pack has it."""
    import numpy as np  # noqa: PLC0415 - the judge measures himself on machines without sound, too

    from audio.soundfiles import encode_ogg  # noqa: PLC0415 - same

    file = folder / "second.ogg"
    file.write_bytes(encode_ogg(np.sin(np.arange(RATE, dtype=np.float32) / 16)))
    return Part(str(file), 0, RATE)


def _voice(environ: dict[str, str], part: Part, bare_ns: float, wishes: int, busy_s: int) -> VoiceFigures:
    """The same of the whole way through a player, and then what its worker costs."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    began = time.monotonic()
    player = Player(events.put, Setup(drive=Drive.CLOCK), environ=environ)
    try:
        first = events.get(timeout=PATIENCE_S)
        if not isinstance(first, Back):
            raise StartError(player.health().why)
        ready_s = time.monotonic() - began
        dice = random.Random(1)  # noqa: S311 - the same every time
        never = threading.Event()
        took = []
        for number in range(wishes):
            never.wait(0.1 + dice.random() / 10)
            wished_ns = time.monotonic_ns()
            player.play((Cue(id=number, at=0, parts=(part,)),), wished_ns)
            took.append(_next(events, Started).at_ns - wished_ns)
            player.silence()
        player.mask(on=True, seed=1)
        player.bed(on=True)
        start_ns = time.monotonic_ns() + NS_PER_S
        player.play(tuple(Cue(id=wishes + n, at=n * RATE, parts=(part,)) for n in range(busy_s)), start_ns)
        _next(events, Started)
        pid = player.health().pid
        used_s, wall_s = -_used_s(pid), -time.monotonic()
        for _ in range(busy_s):
            _next(events, Done)
        used_s, wall_s = used_s + _used_s(pid), wall_s + time.monotonic()
        voice_ns = statistics.median(took)
        return VoiceFigures(
            ready_s=ready_s,
            bare_ms=bare_ns / 1e6,
            voice_ms=voice_ns / 1e6,
            extra_buffers=(voice_ns - bare_ns) / (BUFFER_FRAMES * NS_PER_S / RATE),
            worker_cores=used_s / wall_s,
            worker_mb=resident_mb(pid),
            underruns=player.health().underruns,
        )
    finally:
        player.close()


def _next(events: queue.SimpleQueue[Event], kind: type[EventT]) -> EventT:
    """The next event of a kind."""
    while True:
        event = events.get(timeout=PATIENCE_S)
        if isinstance(event, kind):
            return event


def _used_s(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

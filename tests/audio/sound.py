"""What the sound tests share: clips, a device that is a file, a worker to talk to, an ear for a player's events."""

from __future__ import annotations

import os
import queue
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import numpy as np
import numpy.typing as npt
import soundfile

from audio.player import Event
from audio.wire import RATE, Advance, Beat, Command, Cue, Drive, Part, Quit, Report, Setup, line, report_of

PATIENCE_S: Final = 60
"""How long a test waits for what must come; it never has to when all is well."""

WORKER: Final = (sys.executable, "-P", "-m", "audio.worker")
ROOT: Final = Path(__file__).resolve().parents[2]

Pcm = npt.NDArray[np.int16]
KindT = TypeVar("KindT")


def tone(frames: int, hertz: float, level: float = 0.3) -> Pcm:
    """A tone that begins and ends anywhere, as loud as `level` of full scale."""
    wave = level * 32767 * np.sin(2 * np.pi * hertz / RATE * np.arange(frames))
    return np.asarray(np.rint(wave), np.int16)


def clip(path: Path, samples: Pcm) -> Part:
    """A recording without loss, as a part at the beginning of a sentence."""
    soundfile.write(path, samples, RATE, subtype="PCM_16", format="WAV")
    return Part(str(path), 0, len(samples))


def file_device(folder: Path, *, default: bool = True) -> dict[str, str]:
    """An environment in which the only sound card is the file `heard.wav` in `folder`; it takes everything at once."""
    config = folder / "asound.conf"
    text = (
        "pcm.judge_null { type null }\n"
        f'pcm.judge_file {{ type file slave.pcm "judge_null" file "{folder}/heard.wav" format "wav" }}\n'
        "ctl.!default { type null }\n"
    )
    if default:
        text += 'pcm.!default { type plug slave.pcm "judge_file" }\n'
    config.write_text(text, encoding="utf-8")
    return {**os.environ, "ALSA_CONFIG_PATH": str(config), "PYTHONPATH": str(ROOT)}


def heard(folder: Path) -> Pcm:
    """What a file device was given, frame by frame; both channels carry the same."""
    stereo, rate = soundfile.read(folder / "heard.wav", dtype="int16", always_2d=True)
    assert RATE == rate
    assert np.array_equal(stereo[:, 0], stereo[:, 1])
    return np.ascontiguousarray(stereo[:, 0])


class SteppedWorker:
    """A real worker on a file device, whose time moves only when told, from 0."""

    def __init__(self, folder: Path, **setup: object) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            WORKER,
            env=file_device(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._folder = folder
        self.write(line(Setup(drive=Drive.STEPS, **setup)))  # type: ignore[arg-type]

    def write(self, text: bytes) -> None:
        """Send bytes as they are."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def give(self, *commands: Command) -> None:
        """Send commands."""
        for command in commands:
            self.write(line(command))

    def end(self, frames: int) -> tuple[list[Report], Pcm]:
        """Let `frames` pass, end it; its reports without signs of life, and what was heard from frame 0 on."""
        self.give(Advance(frames), Quit())
        out, _ = self._process.communicate(timeout=PATIENCE_S)
        assert 0 == self._process.returncode
        reports = [report_of(text) for text in out.splitlines()]
        # PortAudio puts two buffers of silence before the first frame.
        return [report for report in reports if not isinstance(report, Beat)], heard(self._folder)[2 * 2048 :][:frames]

    def __enter__(self) -> Self:
        """The worker."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing is left running."""
        self._process.kill()
        self._process.communicate()


class Ear:
    """Takes a player's events, from any thread, and waits for the one that must come."""

    def __init__(self) -> None:
        """Nothing has come."""
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.all: list[Event] = []

    def put(self, event: Event) -> None:
        """What a player calls."""
        self._events.put(event)

    def until(self, kind: type[KindT], matching: Callable[[KindT], bool] = lambda _: True) -> KindT:
        """The next event of a kind."""
        until = time.monotonic() + PATIENCE_S
        while True:
            event = self._events.get(timeout=max(0.0, until - time.monotonic()))
            self.all.append(event)
            if isinstance(event, kind) and matching(event):
                return event

    def rest(self) -> list[Event]:
        """Everything that has come so far, what was waited for included."""
        while not self._events.empty():
            self.all.append(self._events.get())
        return self.all


def in_time(condition: Callable[[], bool]) -> None:
    """Wait until `condition` holds, looking at it as often as a short wait for nothing allows."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, "it never came about"
        select.select([], [], [], 0.005)


def cues(parts: Iterator[Part] | list[Part], *, gap: int = 0, first_id: int = 1) -> tuple[Cue, ...]:
    """One sentence a part, `gap` frames apart. On a busy machine they may be late; who minds measures it."""
    found = []
    at = 0
    for number, part in enumerate(parts):
        found.append(Cue(id=first_id + number, at=at, parts=(part,), patience_ms=PATIENCE_S * 1000))
        at += part.frames + gap
    return tuple(found)

"""A loudspeaker that remembers what was really to be heard, and that can be pulled out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from audio.planner import length_ms, render
from audio.say import Language, Say
from audio.wire import RATE, Cue, Part
from firmware.voice import SpokenVoice, Utterance

NS_PER_S = 1_000_000_000


class Heard(NamedTuple):
    """A recording: from when, until when (later than it was cut short), which."""

    from_ns: int
    to_ns: int
    path: str


class FakeSpeaker:
    """Does with scores what a player does: says each cue at its time, unless there is silence before."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.chimes: list[tuple[str, int]] = []
        self.masks: list[tuple[bool, int]] = []
        self.masked_ns: list[int] = []
        self.music: list[bool] = []
        self.rests: list[bool] = []
        self.now_ns: Callable[[], int] = int
        self.ids: list[int] = []

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """Say `cues`."""
        for cue in cues:
            self.ids.append(cue.id)
            for part in cue.parts:
                at_ns = start_ns + (cue.at + part.at) * NS_PER_S // RATE
                self.heard.append(Heard(at_ns, at_ns + part.frames * NS_PER_S // RATE, part.path))

    def silence(self) -> None:
        """Nothing of what was to be said, or to ring, from now on is heard."""
        now_ns = self.now_ns()
        kept = [heard for heard in self.heard if heard.from_ns < now_ns]
        self.heard = [heard._replace(to_ns=min(heard.to_ns, now_ns)) for heard in kept]
        self.chimes = [(kind, at_ns) for kind, at_ns in self.chimes if at_ns <= now_ns]

    def mask(self, *, on: bool, seed: int = 0, db: float = 0.0, at_ns: int | None = None) -> None:
        """Mask noise on or off."""
        del db, at_ns
        self.masks.append((on, seed))
        self.masked_ns.append(self.now_ns())

    def bed(self, *, on: bool, at_ns: int | None = None) -> None:
        """Music on or off."""
        del at_ns
        self.music.append(on)

    def rest(self, *, on: bool) -> None:
        """Whether no game is open."""
        self.rests.append(on)

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime."""
        self.chimes.append((kind, self.now_ns() if at_ns is None else at_ns))


def _repeated(say: Say) -> Utterance:
    """One recording for each sentence, called like its words."""
    frames = length_ms(say, Language.ZH) * RATE // 1000
    return Utterance((Part(render(say, Language.ZH), 0, frames),), frames)


PARROT = SpokenVoice(Language.ZH, lambda _language: _repeated)
"""Can say everything."""

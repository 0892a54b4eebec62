"""Reads recordings ahead of time, so that the callback only copies.

Sentences are read in the order in which they will be said, at most half a minute ahead, so that a long score does not
fill the memory. A sentence that cannot be made, whatever the reason, fails and no other with it.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from audio.errors import NotSound
from audio.soundfiles import decode
from audio.wire import NS_PER_S, RATE, Cue, Failed, Part, Play, Report, Why
from audio.worker.mixer import Mixer
from audio.worker.speech import Samples, Score, Sentence

log = logging.getLogger("faguan.worker")

AHEAD_NS: Final = 30 * NS_PER_S
"""How long before its time a sentence is read."""

CACHE_BYTES: Final = 16 << 20
"""Recordings kept for the next time: the numbers are said all night long."""

OFF: Final = RATE * 10 // 1000
"""How far the length of a recording may be from what the score counts on."""


class _Wanted(NamedTuple):
    """A cue that is to be read for `score`."""

    cue: Cue
    score: Score


class Loader:
    """A thread that turns cues into sentences and gives them to the mixer."""

    def __init__(self, mixer: Mixer, report: Callable[[Report], None], now_ns: Callable[[], int]) -> None:
        """Give to `mixer`, tell `report` of failures, and wait by `now_ns`, the time of the scores."""
        self._mixer = mixer
        self._report = report
        self._now_ns = now_ns
        self._wanted: deque[_Wanted] = deque()
        self._changed = threading.Condition()
        self._reading = False
        self._silences = 0
        self._cache: OrderedDict[str, Samples] = OrderedDict()
        self._cached = 0
        self.alive = True
        """Whether the thread still reads. Without it nothing is said any more: the worker has to end."""
        threading.Thread(target=self._work, name="loader", daemon=True).start()

    def play(self, play: Play) -> None:
        """Read and say all cues of a score."""
        score = Score(play.start_ns)
        with self._changed:
            self._wanted += (_Wanted(cue, score) for cue in play.cues)
            self._changed.notify_all()

    def silence(self) -> None:
        """Say nothing of what was asked for so far."""
        with self._changed:
            self._silences += 1
            for cue, _ in self._wanted:
                self._report(Failed(cue.id, Why.STOPPED))
            self._wanted.clear()
            self._mixer.orders.append(Mixer.hush)

    def settle(self) -> None:
        """Return when everything that is due for reading was read."""
        with self._changed:
            self._changed.wait_for(lambda: not self._reading and not (self._wanted and self._due()))

    def _due(self) -> bool:
        cue, score = self._wanted[0]
        return score.start_ns + cue.at * NS_PER_S // RATE - self._now_ns() < AHEAD_NS

    def _work(self) -> None:
        """The thread, which ends only by a fault of its own."""
        try:
            self._read_all()
        except Exception:
            log.exception("the loader failed")
        finally:
            self.alive = False

    def _read_all(self) -> None:
        """One cue after the other."""
        while True:
            with self._changed:
                # Time passes without a notification, so it looks at the clock now and then.
                while not (self._wanted and self._due()):
                    self._changed.wait(1.0 if self._wanted else None)
                wanted = self._wanted.popleft()
                self._reading = True
                silences = self._silences
            cue, score = wanted
            try:
                samples = self._read(cue)
                report: Report | None = None
            except NotSound as error:
                report = Failed(cue.id, Why.BROKEN, str(error))
            # A score may count on anything, and a file may hold anything.
            except Exception as error:
                log.warning("sentence %d cannot be made", cue.id, exc_info=True)
                report = Failed(cue.id, Why.BROKEN, repr(error))
            with self._changed:
                self._reading = False
                if silences != self._silences:
                    report = Failed(cue.id, Why.STOPPED)
                elif report is None:
                    patience = cue.patience_ms * RATE // 1000
                    sentence = Sentence(cue.id, score, cue.at, samples, patience)
                    self._mixer.orders.append(partial(_say, sentence))
                if report is not None:
                    self._report(report)
                self._changed.notify_all()

    def _read(self, cue: Cue) -> Samples:
        """All parts of a sentence in their places. NotSound: one of them cannot be used."""
        whole = np.zeros(cue.frames, np.int16)
        for part in cue.parts:
            samples = self._recording(part)
            if abs(len(samples) - part.frames) > OFF:
                raise NotSound(f"{part.path}: {len(samples)} frames instead of {part.frames}")
            fits = samples[: part.frames]
            whole[part.at : part.at + len(fits)] += fits
        return whole

    def _recording(self, part: Part) -> Samples:
        """The samples of a file, from memory if it was used lately."""
        known = self._cache.get(part.path)
        if known is not None:
            self._cache.move_to_end(part.path)
            return known
        sound = decode(Path(part.path))
        samples: Samples = np.rint(np.clip(sound, -1, 1) * 32767).astype(np.int16)
        self._cache[part.path] = samples
        self._cached += samples.nbytes
        while self._cached > CACHE_BYTES and len(self._cache) > 1:
            _, oldest = self._cache.popitem(last=False)
            self._cached -= oldest.nbytes
        return samples


def _say(sentence: Sentence, mixer: Mixer, frame: int) -> None:
    """An order: queue `sentence`."""
    mixer.say(sentence, frame)

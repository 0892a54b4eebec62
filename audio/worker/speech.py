"""Which sentence is at which frame: the speech bus.

A score has an anchor, the frame at which it begins; every sentence lies at its offset from it. The anchor is moved only
in a silence, and only when the device's clock and ours have come apart by more than `SLACK`. Sentences that touch are
joined frame by frame whatever the clocks say. One sentence at a time: a late one delays the next and never overlaps it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from audio.wire import RATE, Done, Failed, Report, Started, Why
from audio.worker.ducking import Stretch
from audio.worker.timeline import Timeline

SLACK: Final = RATE * 10 // 1000
"""How far a score may drift from its time before a silence is used to put it right."""

SHORTEST_GAP: Final = RATE * 60 // 1000
"""What is left of the silence before a sentence when the one before it was late."""

WAKING: Final = RATE * 1250 // 1000
"""A loudspeaker that sleeps needs a second of sound to wake up. In it a chime has room, and the store of the card."""

FULL: Final = np.float32(1 / 32767)
"""From 16-bit samples to full scale 1.0."""

Samples = npt.NDArray[np.int16]


class Score:
    """The sentences of one `Play`: when it begins, and at which frame that turned out to be (None: not yet)."""

    def __init__(self, start_ns: int) -> None:
        """Begin at `start_ns`."""
        self.start_ns = start_ns
        self.anchor: int | None = None
        self.not_before = 0
        """Its first sentence waits for this frame, for a loudspeaker that has to wake up; the silences take that in."""

    @property
    def lag(self) -> int:
        """How much later than else its sentences may therefore begin, in frames."""
        return WAKING if self.not_before else 0


class Sentence:
    """A cue with its samples, ready to be played. `known` is set when the mixer takes it."""

    def __init__(self, cue_id: int, score: Score, at: int, samples: Samples, patience: int) -> None:
        """Sentence `cue_id` at frame `at` of `score`; it may begin up to `patience` frames late."""
        self.id = cue_id
        self.score = score
        self.at = at
        self.samples = samples
        self.patience = patience
        self.known = 0

    @property
    def frames(self) -> int:
        """Its length."""
        return len(self.samples)

    @property
    def end(self) -> int:
        """Its end, from the start of the score."""
        return self.at + self.frames


class _Last:
    """The sentence before: where it ended on the stream, and in its score."""

    def __init__(self, sentence: Sentence, start: int) -> None:
        self.score = sentence.score
        self.at_end = sentence.end
        self.end = start + sentence.frames


class Speech:
    """The waiting sentences, the one that is being said, and what was said lately."""

    def __init__(self, timeline: Timeline, report: Callable[[Report], None]) -> None:
        """Place by `timeline`; tell `report` of beginnings and ends."""
        self._timeline = timeline
        self._report = report
        self._waiting: deque[Sentence] = deque()
        self._now: tuple[Sentence, int] | None = None
        self._last: _Last | None = None
        self._said: deque[Stretch] = deque()

    def __bool__(self) -> bool:
        """Whether anything is being said, or waits to be."""
        return self._now is not None or bool(self._waiting)

    def add(self, sentence: Sentence, frame: int) -> None:
        """Take `sentence`, at `frame`. Sentences come in the order in which they are to be said."""
        sentence.known = frame
        self._waiting.append(sentence)

    def stop(self, frame: int, fade: int) -> Samples:
        """Forget everything from `frame` on; what the next `fade` frames would have been (for the fade-out)."""
        tail = np.zeros(fade, np.int16)
        if self._now is not None:
            sentence, start = self._now
            rest = sentence.samples[frame - start : frame - start + fade]
            tail[: len(rest)] = rest
            self._said.append(Stretch(start, frame + fade, sentence.known))
            self._end(sentence, Why.STOPPED)
        else:
            # The music may be falling for the first of them already: it comes back as it would after speech.
            self._said += [Stretch(start, frame, s.known) for s, start in self._planned(frame) if start < frame + RATE]
        for sentence in self._waiting:
            self._end(sentence, Why.STOPPED)
        self._waiting.clear()
        self._now = None
        self._last = None
        return tail

    def _end(self, sentence: Sentence, why: Why) -> None:
        self._report(Failed(sentence.id, why))

    def mix_into(self, block: npt.NDArray[np.float32], frame: int) -> None:
        """Add what is said in the block that begins at `frame`."""
        stop = frame + len(block)
        while True:
            if self._now is None:
                self._now = self._next(frame, stop)
                if self._now is None:
                    return
            sentence, start = self._now
            from_, to = max(start, frame), min(start + sentence.frames, stop)
            # Nothing is left of a sentence whose last block was lost to a fault.
            if to > from_:
                block[from_ - frame : to - frame] += sentence.samples[from_ - start : to - start] * FULL
            if start + sentence.frames > stop:
                return
            self._now = None
            self._said.append(Stretch(start, start + sentence.frames, sentence.known))
            end = start + sentence.frames
            self._report(Done(sentence.id, end, self._timeline.ns_at(end)))

    def _next(self, frame: int, stop: int) -> tuple[Sentence, int] | None:
        """The sentence that begins before `stop`, with its start; those that have come too late are dropped."""
        while self._waiting:
            sentence = self._waiting[0]
            anchor, start = self._place(sentence, frame, self._last)
            if start >= stop:
                return None
            self._waiting.popleft()
            if start - (anchor + sentence.at) > sentence.patience + sentence.score.lag:
                self._end(sentence, Why.LATE)
                continue
            sentence.score.anchor = anchor
            self._last = _Last(sentence, start)
            self._report(Started(sentence.id, start, self._timeline.ns_at(start)))
            return sentence, start
        return None

    def _place(self, sentence: Sentence, frame: int, last: _Last | None) -> tuple[int, int]:
        """The anchor of its score and the frame at which `sentence` begins, if nothing else changes."""
        score = sentence.score
        told = self._timeline.frame_at(score.start_ns)
        anchor = told if score.anchor is None else score.anchor
        if last is not None and last.score is score and score.anchor is not None:
            if last.at_end == sentence.at:
                return anchor, max(last.end, frame)
            if abs(told - anchor) > SLACK:
                anchor = told
            gap = min(sentence.at - last.at_end, SHORTEST_GAP)
            return anchor, max(anchor + sentence.at, last.end + gap, frame)
        if abs(told - anchor) > SLACK:
            anchor = told
        return anchor, max(anchor + sentence.at, frame, score.not_before, last.end if last is not None else frame)

    def _planned(self, frame: int) -> Iterator[tuple[Sentence, int]]:
        """The waiting sentences and where they would begin, in order."""
        last = self._last
        for sentence in self._waiting:
            _, start = self._place(sentence, frame, last)
            yield sentence, start
            last = _Last(sentence, start)

    def stretches(self, frame: int, horizon: int) -> list[Stretch]:
        """Everything said around `frame`, and what will begin before `horizon`."""
        while self._said and self._said[0].forgotten < frame:
            self._said.popleft()
        found = list(self._said)
        if self._now is not None:
            sentence, start = self._now
            found.append(Stretch(start, start + sentence.frames, sentence.known))
        for sentence, start in self._planned(frame):
            if start >= horizon:
                break
            found.append(Stretch(start, start + sentence.frames, sentence.known))
        return found

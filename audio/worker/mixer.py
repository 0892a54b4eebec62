"""The mixer: speech and chimes, music, mask, keep-alive noise, one channel played on both sides.

    (speech + chimes + music * duck) * volume + mask + keep-alive   → a soft knee → 16 bits

The keep-alive noise stops where no game is open and nothing has been heard for ten minutes: then a loudspeaker may
sleep. It is back in the very block in which anything is asked for.

Neither the mask nor the keep-alive noise moves with the volume or under speech: what covers a click has to be as loud
as it was. Every gain is a function of the frame, so nothing can be left standing at a wrong value.

`mix` is called by the sound card's thread; everybody else puts orders into `orders`, which are carried out at the
beginning of the next block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from audio.wire import RATE, Report, audible
from audio.worker.ducking import ATTACK, gain
from audio.worker.sounds import Sound
from audio.worker.speech import FULL, WAKING, Sentence, Speech
from audio.worker.timeline import Timeline

FADE: Final = RATE * 50 // 1000
"""Speech that is interrupted, and a change of volume."""

SWELL: Final = 2 * RATE
"""Beds come and go within two seconds."""

IDLE: Final = 10 * 60 * RATE
"""So long after the last sound a loudspeaker may sleep, where no game is open."""

KNEE: Final = 0.85
CEILING: Final = 0.999
"""Between these the sum of everything is bent, so that it never reaches full scale."""

Order = Callable[["Mixer", int], None]
"""What somebody wants of the mixer, carried out at the frame given."""


class OneShot(NamedTuple):
    """A sound that is played once."""

    sound: Sound
    start: int


class Loop:
    """A sound that goes round, from the frame `start` on; `stop` is where it begins to fade out."""

    def __init__(self, sound: Sound, start: int, key: object, level: float) -> None:
        """Begin with the first frame of `sound` at `start`. `key` tells whether it is the one that is wanted."""
        self.sound = sound
        self.level = np.float32(level)
        self.start = start
        self.key = key
        self.stop: int | None = None

    def over(self, frame: int) -> bool:
        """Whether it has faded out by `frame`."""
        return self.stop is not None and frame >= self.stop + SWELL

    def mix_into(self, block: Sound, frame: int) -> None:
        """Add what is heard of it in the block that begins at `frame`."""
        if self.start >= frame + len(block):
            return
        at = np.arange(frame, frame + len(block))
        sound = round_and_round(self.sound, frame - self.start, len(block)) * self.level
        if frame < self.start + SWELL:
            sound = sound * np.clip((at - self.start) / SWELL, 0, 1).astype(np.float32)
        if self.stop is not None and frame + len(block) > self.stop:
            sound = sound * (1 - np.clip((at - self.stop) / SWELL, 0, 1)).astype(np.float32)
        block += sound


class Bus:
    """Loops of one kind. One is wanted at most; others are fading out."""

    def __init__(self) -> None:
        """Begin silent."""
        self._loops: list[Loop] = []

    def want(self, sound: Sound | None, key: object, at: int, level: float = 1.0) -> None:
        """From frame `at` on `sound` is wanted (None: nothing). The one that already plays, told by `key`, goes on."""
        playing = [loop for loop in self._loops if loop.stop is None]
        if sound is not None and any(loop.key == key for loop in playing):
            return
        for loop in playing:
            loop.stop = max(at, loop.start)
        if sound is not None:
            self._loops.append(Loop(sound, at, key, level))

    def mix_into(self, block: Sound, frame: int) -> None:
        """Add all loops."""
        self._loops = [loop for loop in self._loops if not loop.over(frame)]
        for loop in self._loops:
            loop.mix_into(block, frame)

    def __bool__(self) -> bool:
        """Whether there is anything to mix."""
        return bool(self._loops)


class Fader:
    """A factor that moves within 50 ms, from what it is to what is wanted."""

    def __init__(self, factor: float) -> None:
        """Stand at `factor`."""
        self._from = self._to = factor
        self._moved = -FADE

    def move(self, factor: float, frame: int) -> None:
        """Go to `factor` from `frame` on."""
        self._from = float(self.at(frame, 1)[0])
        self._to = factor
        self._moved = frame

    def at(self, frame: int, frames: int) -> npt.NDArray[np.float32]:
        """The factor at each frame."""
        moved = np.clip((np.arange(frame, frame + frames) - self._moved) / FADE, 0, 1)
        return (self._from + (self._to - self._from) * moved).astype(np.float32)


def _factor(db: float) -> float:
    return float(10 ** (audible(db) / 20))


class Mixer:
    """All buses. `frame` is the first frame of the next block."""

    def __init__(self, report: Callable[[Report], None], keep_alive: Sound, volume_db: float) -> None:
        """Tell `report` what becomes of sentences. `keep_alive` goes round for ever below everything."""
        self.frame = 0
        self.orders: deque[Order] = deque()
        self.timeline = Timeline()
        self._speech = Speech(self.timeline, report)
        self._once: list[OneShot] = []
        self._music = Bus()
        self._mask = Bus()
        self._volume = Fader(_factor(volume_db))
        self._keep_alive = keep_alive
        self._wake = Fader(1.0)
        self._may_rest = False
        self._heard = 0
        self.asleep = False
        """Whether the keep-alive noise has stopped, so that the loudspeaker may be asleep. Anybody may look."""
        self._awake_from = 0

    def mix(self, frames: int, at_ns: int) -> bytes:
        """The next `frames` frames as 16-bit stereo; the first of them will be heard at `at_ns`."""
        frame = self.frame
        # Before anything that may raise: a block that is lost is lost, and the next one is where it belongs.
        self.frame += frames
        self.timeline.note(frame, at_ns)
        while self.orders:
            self.orders.popleft()(self, frame)
        self._watch_over(frame, frames)
        voice = np.zeros(frames, np.float32)
        ducked = gain(self._speech.stretches(frame, frame + frames + ATTACK), frame, frames) if self._music else None
        self._speech.mix_into(voice, frame)
        self._mix_once(voice, frame)
        if ducked is not None:
            music = np.zeros(frames, np.float32)
            self._music.mix_into(music, frame)
            voice += music * ducked
        voice *= self._volume.at(frame, frames)
        self._mask.mix_into(voice, frame)
        voice += round_and_round(self._keep_alive, frame, frames) * self._wake.at(frame, frames)
        return stereo(voice)

    def _watch_over(self, frame: int, frames: int) -> None:
        """Whether there is anything to stay awake for in the block that begins at `frame`."""
        if not self._may_rest or self._once or self._music or self._mask or self._speech:
            self._rouse(frame)
            self._heard = frame + frames
        elif not self.asleep and frame - self._heard >= IDLE:
            self.asleep = True
            self._wake.move(0.0, frame)

    def _rouse(self, frame: int) -> None:
        """Be awake from `frame` on."""
        self._heard = frame
        if self.asleep:
            self.asleep = False
            self._awake_from = frame + WAKING
            self._wake.move(1.0, frame)

    @property
    def waking(self) -> bool:
        """Whether the loudspeaker sleeps, or may not be awake yet. Anybody may look."""
        return self.asleep or self.frame < self._awake_from

    def _mix_once(self, block: Sound, frame: int) -> None:
        """Chimes, and what is left of speech that was interrupted."""
        stop = frame + len(block)
        for sound, start in self._once:
            from_, to = max(start, frame), min(start + len(sound), stop)
            if to > from_:
                block[from_ - frame : to - frame] += sound[from_ - start : to - start]
        self._once = [shot for shot in self._once if shot.start + len(shot.sound) > stop]

    def heard(self) -> tuple[int, int]:
        """A frame and when it is heard: the next one to be mixed. (0, 0) while no device has asked for any."""
        frame = self.frame
        return (frame, self.timeline.ns_at(frame)) if frame and self.timeline.known else (0, 0)

    # ---- orders ----

    def say(self, sentence: Sentence, frame: int) -> None:
        """Queue a sentence."""
        self._rouse(frame)
        if frame < self._awake_from:
            sentence.score.not_before = self._awake_from
        self._speech.add(sentence, frame)

    def hush(self, frame: int) -> None:
        """Fade speech and chimes out, and forget what waits."""
        tail = self._speech.stop(frame, FADE) * FULL
        self._once = [shot for shot in self._once if shot.start < frame]
        self._mix_once(tail, frame)
        fading = tail * np.linspace(1, 0, FADE, dtype=np.float32)
        self._once = [OneShot(fading, frame)]

    def ring(self, sound: Sound, at_ns: int | None, frame: int) -> None:
        """Play `sound` once."""
        self._once.append(OneShot(sound, self._frame_of(at_ns, frame)))

    def music(self, sound: Sound | None, key: object, at_ns: int | None, frame: int) -> None:
        """Music, or none."""
        self._music.want(sound, key, self._frame_of(at_ns, frame))

    def mask(self, sound: Sound | None, key: object, level: float, at_ns: int | None, frame: int) -> None:
        """Mask at the factor `level`, or none."""
        self._mask.want(sound, key, self._frame_of(at_ns, frame), level)

    def volume(self, db: float, frame: int) -> None:
        """Move the master fader."""
        self._volume.move(_factor(db), frame)

    def rest(self, on: bool, frame: int) -> None:
        """Whether it may sleep when nothing has been heard for long; from now on, if it is told so again."""
        self._may_rest = on
        self._rouse(frame)

    def _frame_of(self, at_ns: int | None, frame: int) -> int:
        return frame if at_ns is None else max(frame, self.timeline.frame_at(at_ns))


def round_and_round(sound: Sound, first: int, frames: int) -> Sound:
    """`frames` frames of a loop from its frame `first` on, which may lie before its start or far behind its end."""
    start = first % len(sound)
    if start + frames <= len(sound):
        return sound[start : start + frames]
    return sound[np.arange(start, start + frames) % len(sound)]


def stereo(mono: Sound) -> bytes:
    """One channel on both sides in 16 bits. Above `KNEE` it is bent, so that it never wraps and never clips."""
    loud = np.abs(mono) > KNEE
    if loud.any():
        over = (np.abs(mono[loud]) - KNEE) / (CEILING - KNEE)
        mono = mono.copy()
        mono[loud] = np.sign(mono[loud]) * (KNEE + (CEILING - KNEE) * np.tanh(over))
    return np.repeat(np.rint(mono * 32767).astype(np.int16), 2).tobytes()

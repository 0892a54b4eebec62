"""From a wanted clip to a finished file: rendered once, kept in a cache, levelled, encoded, measured."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

import msgspec
import numpy as np
import soundfile

from audio.clips import RATE, Fragment
from audio.loudness import MAX_PEAK_DB, SPEECH_LUFS, Samples, finish, gain, lufs, resampled, true_peak_db
from audio.pack import FORMAT, MANIFEST, Clip, Pack
from audio.planner import MAX_COUNT_MS
from audio.soundfiles import decode

FILE_RATE: Final = 24_000
"""Frames a second in a file: what the model makes; the player doubles them exactly."""
_COMPRESSION: Final = 0.9
_LONGEST: Final = (MAX_COUNT_MS - 10) * RATE // 1000
"""Frames of a number: with the words of a ballot after it, it must fit into a second and a half."""
_FASTER: Final = 1.08
_FASTEST: Final = 1.7
_NEAR: Final = 0.15
_TOLERANCE: Final = 0.45
"""How far the loudness of a finished file should be off at most, and may be where nothing better is found, in LU."""
_SILENCE: Final = gain(-42)
_HEAD: Final = RATE * 20 // 1000
_TAIL: Final = RATE * 40 // 1000
_SPARE: Final = RATE * 8 // 1000
_FADE: Final = RATE * 5 // 1000
_ROUNDS: Final = 16
_AS_USUAL: Final[Mapping[str, float]] = MappingProxyType({})


class Engine(Protocol):
    """A voice that can be given words to say."""

    name: str
    voice: str
    speed: float

    def reads(self, fragment: Fragment) -> str:
        """What exactly it is given for a clip: part of the clip's key."""

    def speak(self, read: str, speed: float) -> Samples:
        """The raw samples at `FILE_RATE`."""


class Studio:
    """Makes the clips of one voice."""

    def __init__(
        self, engine: Engine, cache: Path, pack: Path | None = None, paces: Mapping[str, float] = _AS_USUAL
    ) -> None:
        """`cache` keeps raw and finished clips and may be thrown away; what is in `pack` already is not made again.

        `paces`: the words of clips that are said at another speed than the voice's own.
        """
        self._engine = engine
        self._paces = paces
        self._cache = cache
        self._shelved = {clip.key: clip for clip in _clips_of(pack)}
        self._pack = pack
        cache.mkdir(parents=True, exist_ok=True)

    @property
    def engine(self) -> str:
        """The name of what speaks here."""
        return self._engine.name

    def key(self, fragment: Fragment, *, short: bool) -> str:
        """What a finished clip depends on: the same key, the same file."""
        made_of = (*self._source(fragment), FORMAT, str(_COMPRESSION), "short" if short else "")
        return _digest(*made_of)

    def clip(self, fragment: Fragment, *, short: bool) -> tuple[Clip, bytes]:
        """The finished clip and its file. Raises ValueError when it cannot be made right."""
        key = self.key(fragment, short=short)
        shelved = self._from_pack(key)
        if shelved is not None:
            return shelved
        file, facts = self._cache / f"{key}.ogg", self._cache / f"{key}.json"
        if not (file.exists() and facts.exists()):
            clip, ogg = self._make(fragment, key, short=short)
            _write(file, ogg)
            _write(facts, msgspec.json.encode(clip))
        return msgspec.json.decode(facts.read_bytes(), type=Clip), file.read_bytes()

    def has(self, fragment: Fragment, *, short: bool) -> bool:
        """Whether the clip is finished already."""
        key = self.key(fragment, short=short)
        return self._from_pack(key) is not None or (self._cache / f"{key}.json").exists()

    def shelved(self, fragment: Fragment, *, short: bool) -> bool:
        """Whether the clip is in the pack as it stands."""
        return self._from_pack(self.key(fragment, short=short)) is not None

    def _from_pack(self, key: str) -> tuple[Clip, bytes] | None:
        """The clip of this key as the pack has it; None where it does not, or where its file is another."""
        clip = self._shelved.get(key)
        if clip is None or self._pack is None:
            return None
        file = self._pack / f"{clip.name}.ogg"
        ogg = file.read_bytes() if file.exists() else b""
        return (clip, ogg) if hashlib.sha256(ogg).hexdigest() == clip.sha256 else None

    def _make(self, fragment: Fragment, key: str, *, short: bool) -> tuple[Clip, bytes]:
        """Render until it is short enough, then level."""
        speed = self._pace(fragment)
        clip, ogg = _finished(fragment, self._raw(fragment, speed), key, speed)
        while short and clip.frames > _LONGEST and speed < _FASTEST:
            speed = round(speed * _FASTER, 3)
            clip, ogg = _finished(fragment, self._raw(fragment, speed), key, speed)
        return clip, ogg

    def _raw(self, fragment: Fragment, speed: float) -> Samples:
        """The samples of the engine at 48 kHz, from the cache where they are."""
        file = self._cache / f"{_digest(*self._source(fragment), str(speed))}.raw"
        if not file.exists():
            samples = self._engine.speak(self._engine.reads(fragment), speed)
            _write(file, samples.astype(np.float32).tobytes())
        return resampled(np.frombuffer(file.read_bytes(), np.float32), FILE_RATE)

    def _source(self, fragment: Fragment) -> tuple[str, ...]:
        """What the sound depends on."""
        engine, speed = self._engine, str(self._pace(fragment))
        return (fragment.text, fragment.pinyin, engine.reads(fragment), engine.name, engine.voice, speed)

    def _pace(self, fragment: Fragment) -> float:
        """How fast a clip is said at first."""
        return self._paces.get(fragment.text, self._engine.speed)


def _finished(fragment: Fragment, raw: Samples, key: str, speed: float) -> tuple[Clip, bytes]:
    """The clip at its loudness, measured on the file as it will be heard.

    The coding moves loudness and peak a little, so the clip is made a bit lower than its limit until both fit.
    """
    trimmed = finish(raw)  # once, at the loudness at which silence is silence
    target, room, before, after = SPEECH_LUFS, 0.5, 0, 0
    best: tuple[float, bytes, Samples] | None = None
    for rounds in range(_ROUNDS):
        made = _without(finish(trimmed, target + room) * np.float32(gain(-room)), before, after)
        ogg = encoded(made[::2])
        heard = decode(ogg)
        off, peak = lufs(heard) - SPEECH_LUFS, true_peak_db(heard)
        spare = _spare(heard)  # limiting may leave a soft first or last sound below the limit of silence
        if spare == (0, 0) and peak <= MAX_PEAK_DB and (best is None or abs(off) < best[0]):
            best = (abs(off), ogg, heard)
        if best is not None and best[0] <= _NEAR:
            break
        # What swings about its level (a short word that is limited and cut) comes to rest in ever smaller steps.
        target -= off if rounds < _ROUNDS // 2 else off / 3
        before, after = before + spare[0], after + spare[1]
        room += max(0.0, peak - MAX_PEAK_DB + 0.1)
    if best is None or best[0] > _TOLERANCE:
        raise ValueError(f"{fragment.text}: {off:+.2f} LU off, {peak:.2f} dBTP")
    _, ogg, heard = best
    clip = Clip(
        name=fragment.name, key=key, text=fragment.text, pinyin=fragment.pinyin, speed=speed, frames=len(heard),
        lufs=round(lufs(heard), 2), peak_db=round(true_peak_db(heard), 2), sha256=hashlib.sha256(ogg).hexdigest(),
    )  # fmt: skip
    return clip, ogg


def _spare(samples: Samples) -> tuple[int, int]:
    """How many frames more than they should be the silences before the first and after the last sound are."""
    heard = np.flatnonzero(np.abs(samples) > _SILENCE)
    if not len(heard):
        return 0, 0
    before, after = int(heard[0]) - _HEAD, len(samples) - int(heard[-1]) - _TAIL
    return (before if before > _SPARE else 0), (after if after > _SPARE else 0)


def _without(samples: Samples, before: int, after: int) -> Samples:
    """`samples` without so many frames at either end, faded again."""
    tight = samples[before : len(samples) - after].copy()
    if before:
        tight[:_FADE] *= np.linspace(0, 1, _FADE, endpoint=False, dtype=np.float32)
    if after:
        tight[-_FADE:] *= np.linspace(1, 0, _FADE, dtype=np.float32)
    return tight


def _clips_of(pack: Path | None) -> tuple[Clip, ...]:
    """What a pack holds; nothing where there is none yet."""
    if pack is None or not (pack / MANIFEST).exists():
        return ()
    return Pack.open(pack).manifest.clips


def encoded(samples: Samples) -> bytes:
    """Ogg Vorbis at `FILE_RATE`."""
    file = io.BytesIO()
    soundfile.write(file, samples, FILE_RATE, format="OGG", subtype="VORBIS", compression_level=_COMPRESSION)
    return file.getvalue()


def _digest(*parts: str) -> str:
    """Sixteen hexadecimal digits for what something is made of."""
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def _write(file: Path, data: bytes) -> None:
    """A file that is whole or not there, also when two builds run at once."""
    part = file.with_suffix(f"{file.suffix}.{id(data)}.part")
    part.write_bytes(data)
    part.replace(file)

"""A voice pack: a folder of short recordings and a manifest that says what they are.

    audio/packs/zm_yunjian/manifest.json     voice, language, and every clip: words, pinyin, length, loudness, sum
    audio/packs/zm_yunjian/<name>.ogg        Ogg Vorbis, one channel, 24 kHz

A pack is opened as a whole and refused as a whole when its manifest is wrong. A clip that is missing or
spoilt takes only the lines with it that need it: they have no plan, and another voice says them. A clip is
looked at when it is first planned, and again where one proved spoilt since.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from audio import wire
from audio.clips import RATE, Fragment, Phrase, phrases
from audio.errors import BadPack
from audio.say import Language, Say

FORMAT: Final = "faguan-pack-1"
MANIFEST: Final = "manifest.json"
SHIPPED: Final = Path(__file__).with_name("packs")
"""The packs that come with the program, a folder each."""
MAX_S: Final = 60
"""Seconds of the longest clip that a manifest may tell of."""
_NAME: Final = re.compile(r"[0-9a-f]{16}")
_log: Final = logging.getLogger(__name__)


class Clip(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One recording. `frames` of 48 kHz; `key` is what it was made from, `sha256` what the file holds."""

    name: str
    key: str
    text: str
    pinyin: str
    speed: float
    frames: int
    lufs: float
    peak_db: float
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a pack says about itself."""

    format: str
    voice: str
    engine: str
    language: Language
    title_zh: str
    title_en: str
    clips: tuple[Clip, ...]


class Part(msgspec.Struct, frozen=True):
    """A clip within a sentence: `at` frames from its start, `frames` long."""

    clip: str
    path: Path
    at: int
    frames: int


class Plan(msgspec.Struct, frozen=True):
    """A sentence as clips, and its whole length in frames."""

    parts: tuple[Part, ...]
    frames: int

    @property
    def recordings(self) -> tuple[wire.Part, ...]:
        """The same as a player is given it."""
        return tuple(wire.Part(str(part.path), part.at, part.frames) for part in self.parts)


class Pack:
    """An open pack."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Use `Pack.open`."""
        self.folder = folder
        self.manifest = manifest
        self._clips: Mapping[str, Clip] = MappingProxyType({clip.name: clip for clip in manifest.clips})
        self._sound: dict[str, bool] = {}
        self.spoilt: dict[str, Clip] = {}
        """The clips by name that were found to be other than the manifest says, as soon as each was to be heard."""

    @classmethod
    def open(cls, folder: Path) -> Pack:
        """The pack in `folder`.

        Raises:
            BadPack: there is no manifest, or it is none of this version.
        """
        try:
            if not (folder / MANIFEST).is_file():
                # Reading anything else might wait for ever.
                raise BadPack(str(folder), "没有 manifest.json，不是语音包", "no voice pack, no manifest.json")
            manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        except OSError as error:
            raise BadPack(str(folder), "没有 manifest.json，不是语音包", "no voice pack, no manifest.json") from error
        except msgspec.DecodeError as error:
            raise BadPack(str(folder), f"manifest.json 有误：{error}", f"manifest.json is wrong: {error}") from error
        if manifest.format != FORMAT:
            raise BadPack(
                str(folder),
                f"语音包格式是 {manifest.format}，这个版本需要 {FORMAT}",
                f"the pack is in format {manifest.format}, this version needs {FORMAT}",
            )
        _check_clips(folder, manifest.clips)
        return cls(folder, manifest)

    @property
    def language(self) -> Language:
        """What the pack speaks."""
        return self.manifest.language

    def plan(self, say: Say) -> Plan | None:
        """Which clips say it, and when; None when the pack cannot. Raises like `planner.render`."""
        parts: list[Part] = []
        at = 0
        for phrase in phrases(say, self.language):
            option = self._option(phrase)
            if option is None:
                return None
            for fragment in option:
                clip = self._clips[fragment.name]
                parts.append(Part(clip.name, self._path(clip.name), at, clip.frames))
                at += clip.frames + fragment.gap_frames
        return Plan(tuple(parts), at)

    def length_ms(self, say: Say) -> int | None:
        """How long the sentence is, rounded up; None when the pack cannot say it. Raises like `planner.render`."""
        plan = self.plan(say)
        return None if plan is None else -(-plan.frames * 1000 // RATE)

    def look_again(self) -> None:
        """Look at every file anew when it is next planned: one of them has proved spoilt."""
        self._sound.clear()

    def verify(self) -> None:
        """Look at every file now; `spoilt` has what was found."""
        for name in self._clips:
            self._has(name)

    def _path(self, name: str) -> Path:
        """Where a clip is."""
        return self.folder / f"{name}.ogg"

    def _option(self, phrase: Phrase) -> tuple[Fragment, ...] | None:
        """The best way to say a phrase for which every clip is there."""
        return next((option for option in phrase.options if all(self._has(part.name) for part in option)), None)

    def _has(self, name: str) -> bool:
        """Whether a clip is in the pack and its file is the one the manifest means."""
        found = self._sound.get(name)
        if found is None:
            clip = self._clips.get(name)
            found = self._sound[name] = clip is not None and self._whole(clip)
        return found

    def _whole(self, clip: Clip) -> bool:
        """Whether the file is there and unspoilt."""
        try:
            path = self._path(clip.name)
            whole = path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == clip.sha256
        except OSError:
            return False
        if not whole and clip.name not in self.spoilt:
            self.spoilt[clip.name] = clip
            _log.warning(
                "语音包 %s 的 %s.ogg 坏了：%s / voice pack %s: %s.ogg is spoilt",
                *(self.folder.name, clip.name, clip.text, self.folder.name, clip.name),
            )
        return whole


def _check_clips(folder: Path, clips: tuple[Clip, ...]) -> None:
    """Refuse what cannot be true of any recording. Raises `BadPack`."""
    names: set[str] = set()
    for clip in clips:
        if not _NAME.fullmatch(clip.name):
            raise BadPack(str(folder), f"片段名称有误：{clip.name}", f"no name of a clip: {clip.name}")
        if clip.name in names:
            raise BadPack(str(folder), f"片段 {clip.name} 重复", f"clip {clip.name} is there twice")
        names.add(clip.name)
        if not 0 < clip.frames <= MAX_S * RATE:
            raise BadPack(
                str(folder),
                f"片段 {clip.name} 的长度有误：{clip.frames}",
                f"clip {clip.name} cannot be {clip.frames} frames long",
            )


def shipped_packs() -> tuple[Pack, ...]:
    """The packs that come with the program, by folder."""
    return tuple(Pack.open(folder) for folder in sorted(SHIPPED.iterdir()) if (folder / MANIFEST).is_file())

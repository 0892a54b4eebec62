"""Who speaks: the voice packs that come with the program, and behind them the voices of last resort.

Without the libraries of sound there are the packs alone, which is all that pages in a browser need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from audio.catalogue import LINES, SHOWN_ONLY, placeholders, words_of
from audio.errors import BadPack
from audio.pack import MANIFEST, SHIPPED, Pack
from audio.say import Language, Say
from engine.seats import MAX_SEATS
from engine.text import Text
from firmware.menu.choices import Choices
from firmware.menu.page import VoiceName
from firmware.voice import Planner, Utterance

if TYPE_CHECKING:
    from audio.sources import Voices

NAMES: Final[Mapping[Language, Text]] = MappingProxyType(
    {Language.ZH: Text("中文", "Chinese"), Language.EN: Text("英文", "English")},
)

Fallback = Callable[[Language, Pack | None], "Voices"]
"""Makes the voices of one language around its pack."""


class VoiceShelf:
    """Every voice of the machine, by language; what staff choose holds at once."""

    def __init__(self, packs: Path = SHIPPED, fallback: Fallback | None = None) -> None:
        """The packs in the folders of `packs`; `fallback` says what they cannot. A wrong pack is left out."""
        self._packs: dict[str, Pack] = {}
        self._fallback = fallback
        self._voices: dict[Language, Voices] = {}
        self._chosen = ""
        self.wrong: list[Text] = []
        """What is the matter with packs that were left out, a line each."""
        for folder in sorted(packs.iterdir()) if packs.is_dir() else ():
            if (folder / MANIFEST).is_file():
                self._open(folder)
        self._gaps = {name: _gaps(pack) for name, pack in self._packs.items()}

    @property
    def lacking(self) -> tuple[Text, ...]:
        """A line for each language of which no pack is whole."""
        spoken = {pack.language for pack in self._packs.values() if self._whole(pack)}
        return tuple(self._lack(language) for language in Language if language not in spoken)

    def _whole(self, pack: Pack) -> bool:
        """Whether a pack has clips, and a file for each."""
        return bool(pack.manifest.clips) and not self._gaps[pack.folder.name]

    def _lack(self, language: Language) -> Text:
        """What is the matter with the packs of a language."""
        name = NAMES[language]
        packs = [(folder, pack) for folder, pack in self._packs.items() if pack.language is language]
        if not packs:
            return Text(f"没有{name.zh}语音包。", f"There is no {name.en} voice pack.")
        zh = "，".join(f"{folder} 的 {len(pack.manifest.clips)} 段缺 {self._gaps[folder]} 段" for folder, pack in packs)
        en = ", ".join(
            f"{folder} lacks {self._gaps[folder]} of {len(pack.manifest.clips)} clips" for folder, pack in packs
        )
        return Text(f"没有完整的{name.zh}语音包：{zh}。", f"No {name.en} voice pack is whole: {en}.")

    def _open(self, folder: Path) -> None:
        try:
            self._packs[folder.name] = Pack.open(folder)
        except BadPack as error:
            self.wrong.append(Text(f"语音包 {folder.name}：{error.zh}", f"Voice pack {folder.name}: {error.en}"))

    @property
    def names(self) -> tuple[VoiceName, ...]:
        """The packs as the menu lists them."""
        return tuple(
            VoiceName(name, pack.language, Text(pack.manifest.title_zh, pack.manifest.title_en))
            for name, pack in self._packs.items()
        )

    def use(self, choices: Choices) -> bool:
        """Let the chosen pack speak its language; whether anybody else speaks now."""
        changed = choices.voice != self._chosen
        self._chosen = choices.voice
        if changed:
            self._drop()
        return changed

    def planner(self, language: Language) -> Planner:
        """Who speaks `language` now."""
        pack = self._pack(language)
        if self._fallback is None:
            return _reader(pack)
        voices = self._voices.get(language)
        if voices is None:
            voices = self._voices[language] = self._fallback(language, pack)
            if pack is None or not self._whole(pack):
                voices.prepare(_fixed(language))
        return _speaker(voices)

    def look_again(self) -> None:
        """A recording proved spoilt: look at the files anew, so that another voice says what needs it."""
        for pack in self._packs.values():
            pack.look_again()

    def close(self) -> None:
        """End the threads behind the voices."""
        self._drop()

    def _drop(self) -> None:
        for voices in self._voices.values():
            voices.close()
        self._voices.clear()

    def _pack(self, language: Language) -> Pack | None:
        """The pack that staff chose, else the first of the language."""
        fitting = [pack for pack in self._packs.values() if pack.language is language]
        chosen = self._packs.get(self._chosen)
        return chosen if chosen in fitting else next(iter(fitting), None)


def _reader(pack: Pack | None) -> Planner:
    """What a pack alone can say."""

    def plan(say: Say) -> Utterance | None:
        planned = pack.plan(say) if pack is not None else None
        return None if planned is None else Utterance(planned.recordings, planned.frames)

    return plan


def _speaker(voices: Voices) -> Planner:
    """What a pack and the voices behind it can say."""

    def plan(say: Say) -> Utterance | None:
        spoken = voices.plan(say)
        return None if spoken is None else Utterance(spoken.parts, spoken.frames, spoken.lasting)

    return plan


def _gaps(pack: Pack) -> int:
    """How many clips have no file; whether a file is whole is looked at when it is needed."""
    try:
        there = {path.name for path in pack.folder.iterdir()}
    except OSError:
        there = set()
    return sum(f"{clip.name}.ogg" not in there for clip in pack.manifest.clips)


def _fixed(language: Language) -> tuple[Say, ...]:
    """What is said the same way in every game, and the numbers of the seats."""
    lines = (Say(key=key) for key in LINES if key not in SHOWN_ONLY and not placeholders(words_of(key, language)))
    return (*(Say(key="count.seat", seat=seat) for seat in range(1, MAX_SEATS + 1)), *lines)

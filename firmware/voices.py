"""Who speaks: the voice packs that come with the program, and behind them the voices of last resort.

Without the libraries of sound there are the packs alone, which is all that pages in a browser need.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audio.errors import BadPack
from audio.pack import MANIFEST, SHIPPED, Pack
from audio.say import Language, Say
from audio.wire import Part
from engine.text import Text
from firmware.menu.choices import Choices
from firmware.menu.page import VoiceName
from firmware.voice import Planner, Utterance

if TYPE_CHECKING:
    from audio.sources import Voices

PATIENCE_S: Final = 0.2
"""How long a sentence that no pack has may keep the table waiting for espeak-ng."""

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
        return _speaker(voices)

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
        if planned is None:
            return None
        return Utterance(tuple(Part(str(part.path), part.at, part.frames) for part in planned.parts), planned.frames)

    return plan


def _speaker(voices: Voices) -> Planner:
    """What a pack and the voices behind it can say."""

    def plan(say: Say) -> Utterance | None:
        spoken = voices.plan(say, PATIENCE_S)
        return None if spoken is None else Utterance(spoken.parts, spoken.frames)

    return plan

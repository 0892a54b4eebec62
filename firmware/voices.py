"""Who speaks: the voice packs that come with the program, and behind them the voices of last resort.

Without the libraries of sound there are the packs alone, which is all that pages in a browser need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from audio.catalogue import LINES, SHOWN_ONLY, placeholders, words_of
from audio.errors import BadPack
from audio.pack import SHIPPED, Pack
from audio.say import Language, Say
from engine.seats import MAX_SEATS
from engine.text import Text
from firmware.menu.choices import Choices, may_be_a_name
from firmware.menu.page import VoiceName
from firmware.voice import Planner, Utterance

if TYPE_CHECKING:
    from audio.sources import Voices

NAMES: Final[Mapping[Language, Text]] = MappingProxyType(
    {Language.ZH: Text("中文", "Chinese"), Language.EN: Text("英文", "English")},
)

LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {"zm_yunjian": Language.ZH, "zf_xiaoxiao": Language.ZH, "af_heart": Language.EN},
)
KNOWN: Final = tuple(LANGUAGES)
"""The packs that come with the program. The first of a language is its judge until staff choose another."""

LONGEST_SHOWN: Final = 20
"""So much is shown of a folder's name that cannot be used."""

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
        self._refused: set[str] = set()
        for folder in sorted(packs.iterdir(), key=_rank) if packs.is_dir() else ():
            if folder.is_dir():
                self._open(folder)
        self._gaps = {name: _gaps(pack) for name, pack in self._packs.items()}

    def told(self) -> tuple[Text, ...]:
        """All that is the matter with the packs and with the voice that staff chose, a line each."""
        return (*self.wrong, *self.lacking, *self._missing(), *self._holes(), *self._instead())

    @property
    def lacking(self) -> tuple[Text, ...]:
        """A line for each language of which no pack is whole."""
        return tuple(self._lack(language) for language in Language if language not in self._spoken())

    def _spoken(self) -> set[Language]:
        """The languages of which a pack is whole."""
        return {pack.language for pack in self._packs.values() if self._whole(pack)}

    def _missing(self) -> tuple[Text, ...]:
        """The packs of the program that are gone, as far as their language is spoken by another."""
        there = {*self._packs, *self._refused, self._chosen}
        gone = [name for name in KNOWN if name not in there and LANGUAGES[name] in self._spoken()]
        return tuple(Text(f"没有语音包 {name}。", f"Voice pack {name} is missing.") for name in gone)

    def _holes(self) -> Iterable[Text]:
        """Packs with clips that are missing or spoilt, beside those that are told of for their language."""
        for name, pack in self._packs.items():
            clips, gaps, spoilt = len(pack.manifest.clips), self._gaps[name], tuple(pack.spoilt.values())
            if gaps and pack.language in self._spoken():
                yield Text(f"语音包 {name} 的 {clips} 段缺 {gaps} 段。", f"{name} lacks {gaps} of {clips} clips.")
            if spoilt:
                zh, en = "".join(clip.text for clip in spoilt), " ".join(f"{clip.name}.ogg" for clip in spoilt)
                yield Text(f"语音包 {name} 有坏的片段：{zh}", f"Voice pack {name} has spoilt clips: {en}")

    def _instead(self) -> tuple[Text, ...]:
        """That the voice that staff chose is not there."""
        if not self._chosen or self._chosen in self._packs or self._chosen in self._refused:
            return ()
        return (
            Text(f"没有嗓音 {self._chosen}，由别的嗓音念。", f"There is no voice {self._chosen}; another one speaks."),
        )

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
        if not may_be_a_name(folder.name):
            shown = ascii(folder.name[:LONGEST_SHOWN])
            self.wrong.append(
                Text(f"语音包文件夹名不能用，请改名：{shown}", f"A voice pack cannot be called so, rename it: {shown}")
            )
            return
        try:
            self._packs[folder.name] = Pack.open(folder)
        except BadPack as error:
            self._refused.add(folder.name)
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

    def prepare(self, language: Language, says: Iterable[Say]) -> None:
        """Let what the pack lacks of `says` be made before it is due. Returns at once."""
        self.planner(language)
        if (voices := self._voices.get(language)) is not None:
            voices.prepare(says)

    def coming(self, language: Language, say: Say) -> bool:
        """Whether what nobody can say yet is being made."""
        voices = self._voices.get(language)
        return voices is not None and voices.coming(say)

    def look_again(self) -> None:
        """A recording proved spoilt: look at the files anew, so that another voice says what needs it."""
        for pack in self._packs.values():
            pack.look_again()

    def verify(self) -> None:
        """Look at every recording now, which takes a second or two; `told` says what was found."""
        for pack in self._packs.values():
            pack.verify()

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


def _rank(folder: Path) -> tuple[int, str]:
    """The packs of the program first, as they are named above; then a café's own by name."""
    return KNOWN.index(folder.name) if folder.name in KNOWN else len(KNOWN), folder.name


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

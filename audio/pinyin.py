"""How Chinese is read: numbered pinyin for every word the judge may say.

The readings are our own table (`lexicon.txt` beside this file); no dictionary of somebody else decides
how 警长 or 长老 sounds. The longest word that fits is taken, from left to right, so that a word with a
reading of its own only needs a line there, and 一 and 不 are written in the tone in which they are heard.

A voice is given two levels: words (their borders are where a voice may breathe) and syllables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from audio.errors import NoReading

_HANZI: Final = re.compile(r"[\u3400-\u9fff]")
_SYLLABLE: Final = re.compile(r"[a-z]+[1-5]")
_MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {"，": ",", "、": ",", "：": ",", "；": ",", "。": ".", "？": "?", "！": "!"}
)
"""Chinese marks as the pauses they are."""
_CACHED: Final = 4096


@lru_cache(maxsize=_CACHED)
def words(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of `text` as tuples of syllables; a mark is a word of one mark: `,` `.` `?` `!`.

    Characters that are neither Chinese nor a mark are dropped: the lint keeps them out of our own lines.
    Raises `NoReading` for a Chinese character the lexicon cannot read.
    """
    lexicon, longest = _lexicon()
    found: list[tuple[str, ...]] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in _MARKS:
            found.append((_MARKS[char],))
        elif _HANZI.match(char):
            word = next((text[at : at + n] for n in range(longest, 0, -1) if text[at : at + n] in lexicon), None)
            if word is None:
                raise NoReading(char, text)
            found.append(lexicon[word])
            at += len(word) - 1
        at += 1
    return tuple(found)


def pinyin(text: str) -> str:
    """Numbered pinyin of `text`, syllables and marks apart: 警长出局。 is `jing3 zhang3 chu1 ju2 .` here.

    Raises `NoReading` like `words`.
    """
    return " ".join(part for word in words(text) for part in word)


def syllables(reading: str) -> int:
    """How many syllables a reading made by `pinyin` has."""
    return len(_SYLLABLE.findall(reading))


@cache
def _lexicon() -> tuple[Mapping[str, tuple[str, ...]], int]:
    """The table and the length of its longest word."""
    table = parse_lexicon((resources.files("audio") / "lexicon.txt").read_text(encoding="utf-8"))
    return table, max(len(word) for word in table)


def parse_lexicon(text: str) -> Mapping[str, tuple[str, ...]]:
    """The table of a lexicon file: 汉字, then a syllable per character; # begins a note.

    Raises ValueError for a line that is no reading and for a word that comes twice.
    """
    table: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word, *reading = line.split()
        if len(reading) != len(word) or not all(_SYLLABLE.fullmatch(syllable) for syllable in reading):
            raise ValueError(f"lexicon, line {number}: {line!r} is not a word and one syllable per character")
        if word in table:
            raise ValueError(f"lexicon, line {number}: {word} comes twice")
        table[word] = tuple(reading)
    return MappingProxyType(table)

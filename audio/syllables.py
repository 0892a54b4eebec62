"""How many syllables a text has: the measure of every clip length that is not yet recorded.

Chinese is exact: one syllable a character. English is an estimate by vowel groups: each run of
a e i o u y is one; a silent final e, -es or -ed is not; every word has at least one. It is off by
one in some compounds (werewolves, nineteen), which is well within the spread of any voice.
"""

from __future__ import annotations

import re
from typing import Final

_HANZI: Final = re.compile(r"[\u3400-\u9fff]")
_LATIN: Final = re.compile(r"[A-Za-z]")
_WORD: Final = re.compile(r"[a-z]+")
_INITIALS: Final = re.compile(r"\b(?:[a-z]\.){2,}")
_VOWELS: Final = re.compile(r"[aeiouy]+")
_SILENT_E: Final = re.compile(r"[^aeiouyl]e$|[aeiouy]les?$")
_SILENT_ES: Final = re.compile(r"[^aeiouysxzcghl]es$")
_SILENT_ED: Final = re.compile(r"[^aeiouytd]ed$")


def syllables_zh(text: str) -> int:
    """One for every Chinese character, one for every Latin letter (PK is spelt out)."""
    return len(_HANZI.findall(text)) + len(_LATIN.findall(text))


def syllables_en(text: str) -> int:
    """The estimate described above, summed over the words; initials such as p.m. are spelt out."""
    lower = text.lower().replace("'", "")
    spelt = sum(len(found) // 2 for found in _INITIALS.findall(lower))
    return spelt + sum(_word(word) for word in _WORD.findall(_INITIALS.sub(" ", lower)))


def _word(word: str) -> int:
    """Syllables of one lower-case word."""
    groups = len(_VOWELS.findall(word))
    if groups > 1 and (_SILENT_E.search(word) or _SILENT_ES.search(word) or _SILENT_ED.search(word)):
        groups -= 1
    return max(1, groups)

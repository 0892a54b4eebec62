"""The terms as values, read from `terms.toml`."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from engine.text import Text

LISTED: Final = 51
"""The owner's own list has the numbers 1 to 51; what follows are additions."""


class Checked(StrEnum):
    """How far a meaning was compared with what others publish."""

    SEVERAL = "A"
    """Two or more independent sources agree."""
    ONE = "B"
    """One source, or a clear example of its use."""
    INFERRED = "C+"
    """Worked out from a related term that is confirmed."""
    GUESSED = "C"
    """A draft."""
    UNGRADED = "-"
    """An addition to the list: ordinary words of the game, not compared one by one."""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A term. `related` are terms of this glossary. `screen` is the English that the display has room for."""

    number: int
    term: str
    names: tuple[str, ...] = ()
    """The parts of a pair, or other spellings."""
    pinyin: str
    meaning: Text
    screen: str
    related: tuple[str, ...]
    checked: Checked
    spoken: bool = False
    """Whether the judge says it itself."""
    note: Text | None = None
    """What is in doubt, or another use."""

    @property
    def confirmed(self) -> bool:
        """Whether somebody else says that this is what it means."""
        return self.checked not in (Checked.INFERRED, Checked.GUESSED)

    def called(self, name: str) -> bool:
        """Whether `name` is the term or one of its other names."""
        return name == self.term or name in self.names


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of `terms.toml`."""

    terms: tuple[Term, ...]


@cache
def all_terms() -> tuple[Term, ...]:
    """All terms by number."""
    text = (resources.files("firmware.glossary") / "terms.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_File).terms


def term_called(name: str) -> Term:
    """The term with exactly this name, as `Term.related` gives it.

    Raises:
        LookupError: there is none.
    """
    for term in all_terms():
        if term.called(name):
            return term
    raise LookupError(name)

"""What the table's body has to say to people, in both languages of the judge. The shell shows it."""

from __future__ import annotations

import msgspec


class Words(msgspec.Struct, frozen=True):
    """The same words in Chinese (`zh`, first) and English (`en`)."""

    zh: str
    en: str


class BadWiring(ValueError):
    """Raised when a wiring profile or file cannot be used; `words` says what is wrong, where, and what to do.

    `others` are the faults that were found besides, each a line of its own.
    """

    def __init__(self, words: Words, *others: Words) -> None:
        """Keep the messages in both languages."""
        super().__init__(f"{words.zh} / {words.en}")
        self.words = words
        self.others = others


class NoHardware(Exception):
    """Raised when a part of the body cannot be opened at all; `words` says why and what to do."""

    def __init__(self, words: Words) -> None:
        """Keep the message in both languages."""
        super().__init__(f"{words.zh} / {words.en}")
        self.words = words

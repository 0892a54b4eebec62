"""What the engine refuses, and whose fault it is.

Refused            the table's answer does not fit; the game is exactly as before
├── NotAsked       the answer is to a question that is not open, or from a seat that was not asked
├── NotAChoice     the seat was asked, but may not choose that
└── TooLate        the answer carries the number of an earlier prompt
BadSetup           the board, the seats or the house rules cannot make a game

EngineFault        a bug of the engine: the game has stopped, its journal is intact, it is not over
"""

from __future__ import annotations

from engine.text import Text


class Refused(ValueError):
    """Raised when a command does not answer the open prompt; nothing has changed."""


class NotAsked(Refused):
    """Raised when the open prompt is of another kind, or that seat was not asked."""


class NotAChoice(Refused):
    """Raised when an asked seat chooses something it may not."""


class TooLate(Refused):
    """Raised when a command names a prompt that is no longer open."""


class BadSetup(ValueError):
    """Raised when a board, a seat list or a rule cannot make a game; `text` says why in both languages."""

    def __init__(self, text: Text) -> None:
        """Keep the message in both languages; as a plain exception it reads as both."""
        super().__init__(f"{text.zh} / {text.en}")
        self.text = text

    def __reduce__(self) -> tuple[type[BadSetup], tuple[Text]]:
        """It comes whole out of another process."""
        return type(self), (self.text,)


class EngineFault(AssertionError):
    """Raised when the rulebook itself failed, and on every answer after that; the cause is chained."""

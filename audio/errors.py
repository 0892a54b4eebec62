"""What the audio package refuses, and whose fault it is.

    UnknownLine        (KeyError)    somebody wants to say a line the catalogue does not have
    MissingValue       (KeyError)    a line has a placeholder the sentence does not fill
    DuplicateLine      (ValueError)  two sources define the same key: the catalogue cannot be built
    NotSpeakable       (ValueError)  a number beyond what the judge can say
    NotSound           (Exception)   a file, or what a voice sent, holds no sound that can be decoded

The first four are bugs of the caller, never something a player can cause. The last is the world's
fault: whoever asked tries the next source of a voice.
"""


class UnknownLine(KeyError):
    """Raised when a key is not in the catalogue."""

    def __init__(self, key: str) -> None:
        """Keep the key that was asked for."""
        super().__init__(f"no line {key!r} in the catalogue")
        self.key = key


class MissingValue(KeyError):
    """Raised when a sentence leaves a placeholder of its line empty."""

    def __init__(self, key: str, placeholder: str) -> None:
        """Keep the line's key and the placeholder's name."""
        super().__init__(f"line {key!r} needs a value for {{{placeholder}}}")
        self.key = key
        self.placeholder = placeholder


class DuplicateLine(ValueError):
    """Raised when the catalogue would hold the same key twice."""

    def __init__(self, key: str) -> None:
        """Keep the key that is defined twice."""
        super().__init__(f"line {key!r} is defined twice")
        self.key = key


class NotSpeakable(ValueError):
    """Raised when a number lies outside 0..99, which nothing at a table needs."""


class NotSound(Exception):
    """Raised when a sound file is missing or cannot be decoded; the text says why, for the log."""

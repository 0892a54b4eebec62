"""What the audio package refuses, and whose fault it is.

    UnknownLine        (KeyError)    somebody wants to say a line the catalogue does not have
    MissingValue       (KeyError)    a line has a placeholder the sentence does not fill
    DuplicateLine      (ValueError)  two sources define the same key: the catalogue cannot be built
    NotSpeakable       (ValueError)  a number beyond what the judge can say
    NoReading          (ValueError)  a Chinese character the lexicon has no pinyin for
    BadPack            (ValueError)  a folder is no voice pack of this version
    NotSound           (Exception)   a file, or what a voice sent, holds no sound that can be decoded
    UnknownCard        (LookupError) no sound card of this name
    NoVoice            (Exception)   a live voice is not there, is too late, or sent what cannot be used

The first four are bugs of the caller, never something a player can cause. The next two come from what a
café brings along, the name of its own board or a pack of its own; the rest is the world's.
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


class NoReading(ValueError):
    """Raised when the lexicon cannot read a character."""

    def __init__(self, char: str, text: str) -> None:
        """Keep the character and where it stands."""
        super().__init__(f"no pinyin for {char!r} in {text!r}: add it to audio/lexicon.txt")
        self.char = char
        self.text = text


class BadPack(ValueError):
    """Raised when a voice pack cannot be used at all: one line, the folder by name, in both languages."""

    def __init__(self, folder: str, zh: str, en: str) -> None:
        """Keep the folder and the reason."""
        super().__init__(f"{folder}: {zh} / {en}")
        self.folder = folder
        self.zh = zh
        self.en = en


class UnknownCard(LookupError):
    """Raised when a sound card is asked for that this machine does not have; it names those that it has."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Keep the name that was asked for and the names that there are."""
        self.name = name
        self.known = known
        self.zh = f"没有叫 {name} 的声卡；现有：{'、'.join(known) or '无'}"
        self.en = f"unknown card {name}: known ones are {', '.join(known) or 'none'}"
        super().__init__(f"{self.zh} / {self.en}")


class NoVoice(Exception):
    """Raised when a live voice cannot say something: it is not there, too late, or sent what cannot be used."""

    def __init__(self, zh: str, en: str, *, too_many: bool = False) -> None:
        """Keep the reason; `too_many`: the server asks for patience."""
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en
        self.too_many = too_many

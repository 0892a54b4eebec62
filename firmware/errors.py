"""Why the program cannot start or go on; each says it in both languages, and the command line prints just that.

    StartError         one clear line, exit 1, nothing started
    ├── BadStateDir    the state folder cannot be used
    ├── BadConfig      config.toml cannot be read, or says something unknown
    ├── AlreadyRunning another judge holds the same state folder
    └── BadJournal     the journal cannot be opened, and not because it is damaged

A damaged journal is none of these: it is moved aside and the program starts (`firmware.journal_file`).
"""

from engine.text import Text


class StartError(RuntimeError):
    """Raised when the program cannot start; `text` says why in both languages."""

    def __init__(self, text: Text) -> None:
        """Keep the message in both languages; as a plain exception it reads as both."""
        super().__init__(f"{text.zh} / {text.en}")
        self.text = text


class BadStateDir(StartError):
    """Raised when the state folder is not a folder, or cannot be made or written."""


class BadConfig(StartError):
    """Raised when the configuration file is not TOML, or has an unknown key or a wrong value."""


class AlreadyRunning(StartError):
    """Raised when another process holds the journal's lock."""


class BadJournal(StartError):
    """Raised when the journal's file cannot be opened for a reason that moving it aside would not mend."""

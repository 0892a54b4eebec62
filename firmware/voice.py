"""The voice as the table layer sees it: words and lengths, in the language that staff have chosen."""

from __future__ import annotations

from audio.planner import length_ms, pause_ms, render
from audio.say import Language, Say


class TextVoice:
    """Speaks in captions; lengths are those of the planner. `language` may change between sentences."""

    def __init__(self, language: Language) -> None:
        """Speak `language`."""
        self.language = language

    def words(self, say: Say) -> str:
        """The sentence in words."""
        return render(say, self.language)

    def length_ms(self, say: Say) -> int:
        """How long it takes to say."""
        return length_ms(say, self.language)

    def pause_ms(self, say: Say) -> int:
        """The silence after it."""
        return pause_ms(say.key)

"""The voice as the table layer sees it: words and lengths, in the language that staff have chosen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from audio.planner import length_ms, pause_ms, render
from audio.say import Language, Say
from audio.wire import RATE, Part

_REMEMBERED: Final = 1024
"""Sentences whose recordings are looked up once: a table says the same few hundred all evening."""


class Utterance(msgspec.Struct, frozen=True):
    """A sentence as recordings, and its whole length in frames."""

    parts: tuple[Part, ...]
    frames: int
    lasting: bool = True
    """Whether it will be said the same way every time; not, where a better voice may come by."""

    @property
    def length_ms(self) -> int:
        """Its length, rounded up."""
        return -(-self.frames * 1000 // RATE)


Planner = Callable[[Say], Utterance | None]
"""How a sentence is said in one language; None when nobody can say it."""


class TextVoice:
    """Speaks in captions; lengths are those of the planner. `language` may change between sentences."""

    def __init__(self, language: Language) -> None:
        """Speak `language`."""
        self.language = language

    def words(self, say: Say) -> str:
        """The sentence in words."""
        return render(say, self.language)

    def plan(self, say: Say) -> Utterance | None:
        """How `say` is said in recordings; in captions it is not."""
        del say
        return None

    def length_ms(self, say: Say) -> int:
        """How long it takes to say."""
        return length_ms(say, self.language)

    def pause_ms(self, say: Say) -> int:
        """The silence after it."""
        return pause_ms(say.key)


class SpokenVoice(TextVoice):
    """Speaks in recordings, whose lengths are the table's; what nobody can say takes as long as a caption."""

    def __init__(self, language: Language, planners: Callable[[Language], Planner]) -> None:
        """`planners` gives who speaks a language now."""
        super().__init__(language)
        self._planners = planners
        self._known: OrderedDict[tuple[Language, Say], Utterance | None] = OrderedDict()
        self._said: set[tuple[Language, Say]] = set()
        """What is asked anew when it is next measured: it has been said, and perhaps not as well as could be."""

    def forget(self) -> None:
        """Somebody else speaks from now on."""
        self._known.clear()
        self._said.clear()

    def plan(self, say: Say) -> Utterance | None:
        """How `say` is said: as it was measured, whatever has become possible since, for it has to fit its slot."""
        planned = self._planned(say)
        if planned is None or not planned.lasting:
            self._said.add((self.language, say))
        return planned

    def _planned(self, say: Say) -> Utterance | None:
        key = (self.language, say)
        if key not in self._known:
            self._known[key] = self._planners(self.language)(say)
            if len(self._known) > _REMEMBERED:
                self._said.discard(self._known.popitem(last=False)[0])
        self._known.move_to_end(key)
        return self._known[key]

    def length_ms(self, say: Say) -> int:
        """As long as its recordings, or its caption. What is found now holds until it has been said."""
        key = (self.language, say)
        if key in self._said:
            self._said.discard(key)
            self._known.pop(key, None)
        planned = self._planned(say)
        return super().length_ms(say) if planned is None else planned.length_ms

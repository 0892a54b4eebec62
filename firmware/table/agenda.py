"""What happens when while a score is played, as one list in time order."""

from __future__ import annotations

from collections.abc import Callable

from audio.say import Say
from engine.seats import Option
from firmware.table.score import Score


class Agenda:
    """The moments of one score that have not come yet."""

    def __init__(
        self, score: Score, learn: Callable[[int], None], utter: Callable[[Say, int, Option | None], None]
    ) -> None:
        """`learn` gets the index of each fact; `utter` each sentence, its length, and the option it counts."""
        counts = {count.at_ms: count.option for count in score.counts}
        moments: list[tuple[int, Callable[[], None]]] = []
        for index, fact in enumerate(score.facts):
            moments.append((fact.at_ms, lambda index=index: learn(index)))  # type: ignore[misc]
        for sentence in score.sentences:
            option = counts.get(sentence.at_ms)
            moments.append((sentence.at_ms, lambda s=sentence, o=option: utter(s.say, s.length_ms, o)))  # type: ignore[misc]
        moments += [(edge, _nothing) for edge in score.edges_ms()]
        self._moments = sorted(moments, key=lambda moment: moment[0])

    def run(self, now_ms: int) -> None:
        """Do everything that is due by `now_ms`."""
        while self._moments and self._moments[0][0] <= now_ms:
            self._moments.pop(0)[1]()

    def next_ms(self) -> int | None:
        """The offset of the next moment."""
        return self._moments[0][0] if self._moments else None


def _nothing() -> None:
    """Lamps may change at this moment, nothing else does."""

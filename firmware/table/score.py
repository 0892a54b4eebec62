"""A score: everything the room will hear of one prompt, at offsets known beforehand.

A score is composed from public facts alone (`firmware.table.compose`), so its sentences, counts and
window edges cannot tell a secret, by content or by time. What lamps do inside it is the business of
`firmware.table.performance`.
"""

from __future__ import annotations

import msgspec

from audio.say import Say
from engine.public import PublicView
from engine.seats import Option
from engine.secrecy import Public


class Sentence(msgspec.Struct, frozen=True):
    """One sentence or counted option: begins at `at_ms`, lasts `length_ms`."""

    at_ms: int
    say: Say
    length_ms: int


class Fact(msgspec.Struct, frozen=True):
    """A public event that the room learns at `at_ms`, with the first sentence that tells it."""

    at_ms: int
    event: Public


class Counted(msgspec.Struct, frozen=True):
    """`option` is counted in sweep `sweep` (1, 2): a tap between its `opens_ms` and `closes_ms` chooses it."""

    option: Option
    sweep: int
    at_ms: int
    opens_ms: int
    closes_ms: int
    next_ms: int
    """When its lamp time ends: the onset of the next number."""


class Span(msgspec.Struct, frozen=True):
    """A stretch of the score, [from, to)."""

    from_ms: int
    to_ms: int

    def holds(self, ms: int) -> bool:
        """Whether `ms` lies in it."""
        return self.from_ms <= ms < self.to_ms


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """One timeline. `question_ms`: where the prompt's own part begins, after the announcements.

    `window`: when presses count. `shows`: when an answer or a read-back is on the lamps. `wake_ms`:
    when the lamps of the woken turn on. `length_ms`: its end; the next score starts a fixed tail later.
    """

    sentences: tuple[Sentence, ...]
    facts: tuple[Fact, ...]
    counts: tuple[Counted, ...]
    question_ms: int
    length_ms: int
    window: Span | None = None
    shows: tuple[Span, ...] = ()
    wake_ms: int = 0
    idles_ms: int = 0
    """From when on lamps that nothing is asked of may idle: in a score that is put again, not before it is told once
    more whose eyes are open; they may be shut already, or still."""
    views: tuple[PublicView, ...] = ()
    """What the room knows before each of `facts`, and after the last."""

    def sweep(self, number: int) -> Span | None:
        """The time of one sweep, from its first number to the end of its last; None when there is none."""
        mine = [c for c in self.counts if c.sweep == number]
        return Span(mine[0].at_ms, mine[-1].closes_ms) if mine else None

    def counted_at(self, ms: int) -> Counted | None:
        """The option whose tap time holds `ms`."""
        return next((c for c in self.counts if c.opens_ms <= ms < c.closes_ms), None)

    def lit_at(self, ms: int) -> Counted | None:
        """The option whose number is being read at `ms`."""
        return next((c for c in self.counts if c.at_ms <= ms < c.next_ms), None)

    def told(self, ms: int, *, asks: bool) -> int:
        """How many facts have been told whole by `ms`; `asks`: a question follows the announcements."""
        begun = sum(fact.at_ms <= ms for fact in self.facts)
        return begun - 1 if begun and ms < (self.question_ms if asks else self.length_ms) else begun

    def edges_ms(self) -> tuple[int, ...]:
        """Every offset at which lamps may have to change."""
        edges = {self.question_ms, self.wake_ms, self.length_ms}
        for span in (*self.shows, *((self.window,) if self.window else ())):
            edges |= {span.from_ms, span.to_ms}
        for count in self.counts:
            edges |= {count.at_ms, count.next_ms}
        return tuple(sorted(edges))

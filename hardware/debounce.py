"""From a contact that bounces to a level that counts. Pure: edges in, levels out, no clock of its own.

Per seat there is the raw level (what the last edge said) and the accepted level. The raw level is accepted when

* it differs from the accepted one,
* it has stayed: 5 ms to go down (the lamp answers a press at once), 15 ms to go up, and
* 30 ms have passed since the last acceptance. Edges in these 30 ms are not lost: when they are over the raw level is
  read again and judged by the same two rules.

The two lengths make one promise in both directions: *a pulse whose own edges lie under 15 ms apart never counts*. A
contact that opens for under 15 ms never lets go. A contact that closes for under 5 ms is never reported; one that
closes for 5 to 15 ms is reported down, because nobody can know yet, and then up with its own edge times, so that
whoever reads gestures sees a press of under `PULSE_NS` and drops it.

Nothing is ever invented: when a release got lost on its way, the level stays down until the adapter reads the pin
again and reports what it found as an edge. Reporting the same level twice is harmless.

Everything is computed from the times of the edges, so a late call changes when a level is told, never what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.ports import Edge


DOWN_STAYS_NS: Final = 5 * NS_PER_MS
"""How long a contact must have stayed closed before it is a press."""

PULSE_NS: Final = 15 * NS_PER_MS
"""A pulse shorter than this by its own edges never counts; also how long a contact must have stayed open."""

DEAF_NS: Final = 30 * NS_PER_MS
"""After a level was accepted, the other one is not accepted for this long."""


class Level(msgspec.Struct, frozen=True):
    """The button of `seat` has really gone down or up; `at_ns` is the time of the accepted edge itself."""

    seat: int
    down: bool
    at_ns: int


class _Contact:
    """One seat: the raw level and since when, the accepted level and until when the other one is not accepted."""

    def __init__(self, seat: int, *, down: bool) -> None:
        self.seat = seat
        self.raw = down
        self.raw_ns = 0
        self.accepted = down
        self.deaf_until_ns: int | None = None

    def edge(self, at_ns: int, *, down: bool) -> None:
        """The raw level was seen to be `down` at `at_ns`."""
        if down != self.raw:
            self.raw = down
            self.raw_ns = at_ns

    def due_ns(self) -> int | None:
        """When the raw level will be accepted if no edge comes before."""
        if self.raw == self.accepted:
            return None
        stayed_ns = self.raw_ns + (DOWN_STAYS_NS if self.raw else PULSE_NS)
        return stayed_ns if self.deaf_until_ns is None else max(stayed_ns, self.deaf_until_ns)

    def accept(self, now_ns: int) -> Level | None:
        """The raw level, if it is to be accepted by `now_ns`."""
        due_ns = self.due_ns()
        if due_ns is None or due_ns > now_ns:
            return None
        self.accepted = self.raw
        self.deaf_until_ns = due_ns + DEAF_NS
        return Level(self.seat, self.raw, self.raw_ns)


class Debouncer:
    """All seats' contacts; a seat begins with its first edge."""

    def __init__(self, held: Iterable[int] = ()) -> None:
        """Start with all buttons up but those of the seats `held`.

        These were found down when the judge started. That is no press: what is reported first is that they were let go.
        """
        self._contacts = {seat: _Contact(seat, down=True) for seat in held}

    def edge(self, edge: Edge) -> tuple[Level, ...]:
        """Take a raw edge; the levels of that seat that had become certain before it."""
        contact = self._contacts.get(edge.seat)
        if contact is None:
            contact = self._contacts[edge.seat] = _Contact(edge.seat, down=False)
        # An edge at the very instant a level becomes certain still comes too late to undo it.
        level = contact.accept(edge.at_ns)
        contact.edge(edge.at_ns, down=edge.down)
        return () if level is None else (level,)

    def due(self, now_ns: int) -> tuple[Level, ...]:
        """The levels that have become certain by `now_ns`, in the order of their edges, then by seat."""
        levels = [level for contact in self._contacts.values() if (level := contact.accept(now_ns)) is not None]
        return tuple(sorted(levels, key=lambda level: (level.at_ns, level.seat)))

    def next_due(self) -> int | None:
        """When to call `due` next; None while nothing is pending."""
        pending = [due_ns for contact in self._contacts.values() if (due_ns := contact.due_ns()) is not None]
        return min(pending, default=None)

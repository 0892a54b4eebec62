"""Staff keys that bounce. Pure: raw edges in, key edges that count out, no clock of its own.

A level counts when it has stayed for 15 ms, down and up alike: nobody times a staff key, so nothing need be told
earlier than it is certain. Each edge carries the time at which it really happened. A key that was down when the judge
started is no press: it is first heard of when it goes down again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from hardware.ports import NS_PER_MS, Key, KeyEdge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_log = logging.getLogger(__name__)

STAYS_NS: Final = 15 * NS_PER_MS
"""How long a key must have stayed as it is before that counts."""


class _Contact:
    """One key: its raw level and since when, and the level that counts."""

    def __init__(self, key: Key, *, down: bool) -> None:
        self.key = key
        self.raw = down
        self.raw_ns = 0
        self.accepted = down
        self.untold = down

    def due_ns(self) -> int | None:
        """When the raw level will count, if no edge comes before."""
        return None if self.raw == self.accepted else self.raw_ns + STAYS_NS

    def accept(self, now_ns: int) -> KeyEdge | None:
        """The edge that counts by `now_ns`."""
        due_ns = self.due_ns()
        if due_ns is None or due_ns > now_ns:
            return None
        self.accepted = self.raw
        untold, self.untold = self.untold, False
        return None if untold else KeyEdge(self.key, self.raw, self.raw_ns)


class KeyDebounce:
    """The four keys."""

    def __init__(self, held: Iterable[Key] = ()) -> None:
        """All keys up, but those that were found down."""
        down = frozenset(held)
        self._contacts = {key: _Contact(key, down=key in down) for key in Key}

    def lose(self, now_ns: int, keys: Iterable[Key] = Key) -> tuple[KeyEdge, ...]:
        """`keys` can be read no more: every press that counted is over, one that was not yet certain never was."""
        lost = [self._contacts[key] for key in keys]
        self._contacts.update((contact.key, _Contact(contact.key, down=False)) for contact in lost)
        return tuple(
            KeyEdge(contact.key, down=False, at_ns=now_ns, lost=True)
            for contact in lost
            if contact.accepted and not contact.untold
        )

    def edge(self, key: Key, at_ns: int, *, down: bool) -> tuple[KeyEdge, ...]:
        """Take a raw edge; what had become certain of that key before it."""
        contact = self._contacts[key]
        told = contact.accept(at_ns)
        if down != contact.raw:
            contact.raw = down
            contact.raw_ns = at_ns
        return () if told is None else (told,)

    def due(self, now_ns: int) -> tuple[KeyEdge, ...]:
        """What has become certain by `now_ns`, in the order in which it happened."""
        told = [edge for contact in self._contacts.values() if (edge := contact.accept(now_ns)) is not None]
        return tuple(sorted(told, key=lambda edge: edge.at_ns))

    def next_due(self) -> int | None:
        """When to call `due` next; None while nothing is pending."""
        pending = [due_ns for contact in self._contacts.values() if (due_ns := contact.due_ns()) is not None]
        return min(pending, default=None)


def tell_all(put: Callable[[object], None], edges: Iterable[KeyEdge]) -> None:
    """Give every edge to `put`; one that cannot be told is logged."""
    for edge in edges:
        try:
            put(edge)
        except Exception:  # noqa: BLE001 - better a key unheard once than keys unheard for ever
            _log.exception("telling of a staff key")

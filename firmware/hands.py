"""From raw edges to the table: debounce, with its own timers on the deciding thread."""

from __future__ import annotations

from collections.abc import Callable

from hardware.debounce import Debouncer, Level
from hardware.ports import Edge, Timer, Timers


class Hands:
    """All seats' buttons. `sink` gets every accepted level, in the order of its edges."""

    def __init__(
        self,
        timers: Timers,
        sink: Callable[[Level], None],
        watch: Callable[[Edge], None] = lambda _: None,
        held: tuple[int, ...] = (),
    ) -> None:
        """Nothing was pressed yet, though the buttons `held` are down. `watch` sees every raw edge first."""
        self._timers = timers
        self._sink = sink
        self._watch = watch
        self._debouncer = Debouncer(held)
        self._timer: Timer | None = None

    def edge(self, edge: Edge) -> None:
        """A raw edge came out of the inbox."""
        self._watch(edge)
        self._tell(self._debouncer.edge(edge))

    def _due(self) -> None:
        self._tell(self._debouncer.due(self._timers.now_ns()))

    def _tell(self, levels: tuple[Level, ...]) -> None:
        for level in levels:
            self._sink(level)
        if self._timer:
            self._timer.cancel()
        due_ns = self._debouncer.next_due()
        self._timer = None if due_ns is None else self._timers.call_at(due_ns, self._due)

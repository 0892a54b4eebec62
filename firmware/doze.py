"""A display that has gone dark is lit by the first press of a staff key, and that press does nothing else."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import DisplayPort, Key, KeyEdge


class Doze:
    """Stands before the inbox; may be called from any thread, but for one key from one at a time."""

    def __init__(self, put: Callable[[object], None]) -> None:
        """Everything goes to `put`, but for the presses that only wake."""
        self._put = put
        self._waking: set[Key] = set()
        self.display: DisplayPort | None = None
        """The one to be lit, once there is one."""

    def __call__(self, item: object) -> None:
        """Hand `item` on, or light the display."""
        if isinstance(item, KeyEdge) and self._only_wakes(item, self.display):
            return
        self._put(item)

    def _only_wakes(self, edge: KeyEdge, display: DisplayPort | None) -> bool:
        if display is None:
            return False
        if not edge.down:
            wakes = edge.key in self._waking
            self._waking.discard(edge.key)
            return wakes
        asleep = display.asleep
        display.touch()
        if asleep:
            self._waking.add(edge.key)
        return asleep

"""Which buttons and keys the browsers hold down.

Several pages may show the same button, and a page can vanish with the button down. A button is
down while any page holds it, and only a change of that is an edge. Used on the web's loop only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    Holder = Hashable

Button = TypeVar("Button")


class Presses(Generic[Button]):
    """The held buttons; reports each change as (button, down)."""

    def __init__(
        self, changed: Callable[[Button, bool], None], *, lost: Callable[[Button], None] | None = None
    ) -> None:
        """Nothing is held yet; `changed` hears of every edge, but of those that come with a page's end `lost` does."""
        self._changed = changed
        self._lost = lost or (lambda button: changed(button, False))
        self._held: dict[Button, set[Holder]] = {}

    def down(self, button: Button, holder: Holder) -> None:
        """`holder` presses `button`; an edge unless somebody holds it already."""
        holders = self._held.setdefault(button, set())
        first = not holders
        holders.add(holder)
        if first:
            self._changed(button, True)

    def up(self, button: Button, holder: Holder) -> None:
        """`holder` lets go of `button`; an edge when it was the last to hold it."""
        if self._was_last(button, holder):
            self._changed(button, False)

    def lose(self, button: Button, holder: Holder) -> None:
        """Nobody knows whether `holder` still presses `button`; an edge when it was the last to hold it."""
        if self._was_last(button, holder):
            self._lost(button)

    def gone(self, holder: Holder) -> None:
        """`holder` is gone: nothing is held by it any more."""
        for button in list(self._held):
            self.lose(button, holder)

    def _was_last(self, button: Button, holder: Holder) -> bool:
        """Take `holder` from those who hold `button`; whether nobody does any more."""
        holders = self._held.get(button, set())
        if holder not in holders:
            return False
        holders.discard(holder)
        return not holders

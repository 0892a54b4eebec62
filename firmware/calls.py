"""When the machine has missed presses: it puts the question again by itself, or staff must say how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Step
from engine.prompts import Form
from engine.text import Text
from hardware.ports import NS_PER_MS, Device, Health

AGAIN: Final = 3
"""So often a question is put again for presses that may have gone unseen; then staff must look at the machine."""

TOO_OFTEN: Final = Text(
    "按键一再漏掉。请检查电源和接线，再选继续。",
    "Presses go missing again and again. See to power and wires, then go on.",
)
LAST_ONE: Final = Text(
    "上一问可能漏了按键。可以撤销重问，或者继续。",
    "The last question may have missed presses. Take it back, or go on.",
)
CALLS: Final = (TOO_OFTEN, LAST_ONE)
"""Why a game stands still that does not go on by itself."""

UNSEEN_NS: Final[Mapping[Device, int]] = MappingProxyType(
    {Device.CHIP: 1_200 * NS_PER_MS, Device.BUS: 4_000 * NS_PER_MS}
)
"""How old the presses may be that a device says it has missed: a chip is looked after every second, a bus that hangs
is given up after three."""

_NOBODY: Final = (Form.SILENT, Form.STAFF)
"""Questions that no player is asked."""


class Calls:
    """The questions of one game at a time; whether it is staff's turn depends on times alone, never on who pressed."""

    def __init__(self, now_ns: Callable[[], int], tell: Callable[[Text], object]) -> None:
        """`tell`: why staff are called."""
        self._now_ns = now_ns
        self._tell = tell
        self.opened()

    def opened(self) -> None:
        """Another game."""
        self._tries = 0
        self._asks = False
        self._closed_ns: int | None = None
        """When the question before the open one was closed, if players were asked by it."""

    def step(self, step: Step) -> None:
        """The open question is closed, and the next one is put."""
        self._closed_ns = self._now_ns() if self._asks else None
        self._asks = step.prompt is not None and step.prompt.call.form not in _NOBODY
        self._tries = 0

    def often(self) -> bool:
        """Whether the open question has been put again so often that staff must look at the machine."""
        self._tries += 1
        if self._tries > AGAIN:
            self._tell(TOO_OFTEN)
        return self._tries > AGAIN

    def after(self, health: Health) -> bool:
        """Whether staff must decide after presses that `health` tells were missed.

        They may belong to the question before, whose answer counts already and may have been heard, so that it is not
        the machine's to take it back.
        """
        if self._closed_ns is not None and self._now_ns() - self._closed_ns < UNSEEN_NS.get(health.device, 0):
            self._tell(LAST_ONE)
            return True
        return self.often()

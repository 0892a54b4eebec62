"""When the machine has missed presses: it puts the question again by itself, or staff must say how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.commands import Left, Undo
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes, Press, RollCall
from engine.text import Text
from hardware.ports import NS_PER_MS, Condition, Device, Health

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

UNSEEN_NS: Final[Mapping[Device, int]] = MappingProxyType(
    {Device.CHIP: 1_200 * NS_PER_MS, Device.BUS: 4_000 * NS_PER_MS}
)
"""How old the presses may be that a device says it has missed: a chip is looked after every second, a bus that hangs
is given up after three."""

GONE_NS: Final = 500 * NS_PER_MS
"""The same of a chip that is not there: that shows in a few readings, ten of which are made in a second."""


def loses(health: Health) -> bool:
    """Whether presses may have gone unseen by then: it says so, or it is gone and was not a moment ago."""
    return health.missed or health.condition is Condition.ABSENT


class Calls:
    """The questions of one game at a time; whether it is staff's turn depends on times alone, never on who pressed."""

    def __init__(self, now_ns: Callable[[], int], tell: Callable[[Text | None], object]) -> None:
        """`tell`: why it is staff's turn, or that it is not any more."""
        self._now_ns = now_ns
        self._tell = tell
        self._why: Text | None = None
        self.opened()

    @property
    def staff(self) -> bool:
        """Whether the game stands still until staff have decided."""
        return self._why is not None

    def opened(self) -> None:
        """Another game, or none."""
        self._tries = 0
        self._asks = False
        """Whether players with shut eyes are asked by the open question: with open eyes they see that no lamp answers,
        and while a speech is given or the judge tells something nobody has to press."""
        self._closed_ns: int | None = None
        """When such a question was closed last; steps of the judge's own may have come since."""
        self.settled()

    def put(self, prompt: AnyPrompt | None) -> None:
        """`prompt` is the open question."""
        self._asks = isinstance(prompt, Press | RollCall) and prompt.call.eyes is not Eyes.OPEN

    def step(self, step: Step) -> None:
        """The open question is closed."""
        if isinstance(step.command, Undo):
            self._closed_ns = None  # what it answered is void, and asked again
        elif self._asks and not isinstance(step.command, Left):
            self._closed_ns = self._now_ns()
        self._asks = False
        self._tries = 0

    def doubts(self, health: Health) -> bool:
        """Whether staff must decide, after presses that `health` tells were missed.

        They may belong to the question before, whose answer counts already and may have been heard, so that it is not
        the machine's to take it back.
        """
        gone = health.device is Device.CHIP and not health.missed
        unseen_ns = GONE_NS if gone else UNSEEN_NS.get(health.device, 0)
        if self._closed_ns is None or self._now_ns() - self._closed_ns >= unseen_ns:
            return False
        self._call(LAST_ONE)
        return True

    def often(self) -> bool:
        """The open question would be put again: whether that was so often that staff must look at the machine."""
        self._tries += 1
        if self._tries <= AGAIN:
            return False
        self._call(TOO_OFTEN)
        return True

    def settled(self) -> None:
        """Staff have decided, or there is nothing to decide any more."""
        self._call(None)

    def _call(self, why: Text | None) -> None:
        if why != self._why:
            self._why = why
            self._tell(why)

"""What every law is: somebody who watches the judge from outside and keeps what was broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Step
    from engine.prompts import AnyPrompt
    from engine.public import PublicView
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken
    from firmware.table.score import Score
    from hardware.ports import Edge, LampFrame


class Law:
    """One promise. Hooks do nothing unless the law cares; `broken` keeps what was seen."""

    def __init__(self) -> None:
        """Nothing broken yet."""
        self.broken: list[str] = []

    def break_(self, what: str) -> None:
        """Keep a violation, the same words once."""
        if what not in self.broken:
            self.broken.append(what)

    def edge(self, edge: Edge) -> None:
        """A raw edge of a pad."""

    def prompt(self, prompt: AnyPrompt | None) -> None:
        """A prompt was put."""

    def begin(self, score: Score, start_ns: int) -> None:
        """A score begins."""

    def cut(self, now_ns: int) -> None:
        """The judge fell silent in the middle: staff, or the power."""

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins."""

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns a fact."""

    def lamps(self, frame: LampFrame, now_ns: int) -> None:
        """All lamps from now on."""

    def committed(self, step: Step) -> None:
        """A step is in the journal."""


class WindowLaw(Law):
    """A law about presses: one that staff skip is closed without them (`_cut`), and one put again counts again."""

    def __init__(self) -> None:
        """No window has been skipped."""
        super().__init__()
        self._cut = False

    def begin(self, score: Score, start_ns: int) -> None:
        """A new window."""
        del score, start_ns
        self._cut = False

    def cut(self, now_ns: int) -> None:
        """Skipped, perhaps."""
        del now_ns
        self._cut = True

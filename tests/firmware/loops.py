"""Loops that write down what they did, for the tests of the loop."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

import msgspec

from firmware.fakes import FakeClock
from firmware.loop import MAX_INBOX, Loop
from hardware.ports import Edge

if TYPE_CHECKING:
    from collections.abc import Callable

MS = 1_000_000
S = 1000 * MS
PATIENCE_S = 30.0
"""Only a loop that hangs takes so long."""


class Note(msgspec.Struct, frozen=True):
    """A value without a time."""

    text: str


class SpecialNote(Note, frozen=True):
    """A kind of note."""


class Table:
    """A loop on a fake clock that writes down what it did, and when."""

    def __init__(self, on_fault: Callable[[Exception], None] | None = None, capacity: int = MAX_INBOX) -> None:
        self.clock = FakeClock()
        self.loop = (
            Loop(self.clock, capacity=capacity)
            if on_fault is None
            else Loop(self.clock, on_fault=on_fault, capacity=capacity)
        )
        self.did: list[tuple[int, str]] = []
        self.loop.on(Edge, lambda edge: self.write(f"seat {edge.seat}"))
        self.loop.on(Note, lambda note: self.write(note.text))

    def write(self, what: str) -> None:
        self.did.append((self.clock.now_ns(), what))

    def break_down(self) -> None:
        raise OSError("the bus is gone")

    def at(self, at_ns: int, what: str) -> None:
        self.loop.call_at(at_ns, lambda: self.write(what))


class Running:
    """A loop on a thread of its own; leaving the block stops it and brings out what it raised."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.raised: list[BaseException] = []
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.loop.run()
        except Exception as fault:  # noqa: BLE001 - brought out by the test
            self.raised.append(fault)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.stop()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive(), "the loop did not stop"

"""One process for each mutant, forked from one that is warm, at most so many at a time."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

MEMORY: Final = 3 << 30
"""Bytes of address space: a mutant that never stops gathering fails instead of taking the machine."""
WALL_S: Final = 900.0
"""A mutant that waits for something (its processor time is limited by the suite) is ended after so long."""

T = TypeVar("T")


class Ended(NamedTuple):
    """What a process said before it ended (None: nothing), the signal that ended it (0: none), its processor time."""

    said: Any
    signal: int
    seconds: float


class _Running(NamedTuple):
    thing: Any
    pid: int
    began: float


def run_all(things: Sequence[T], work: Callable[[T], Any], jobs: int) -> Iterator[tuple[T, Ended]]:
    """`work` on every thing, each in a process of its own; what it returns must be JSON. Yields as they end."""
    waiting = list(reversed(things))
    running: dict[int, _Running] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                thing = waiting.pop()
                read, pid = _start(thing, work)
                running[read] = _Running(thing, pid, time.monotonic())
            ready, _, _ = select.select(list(running), [], [], 5.0)
            for read, child in list(running.items()):
                if read in ready:
                    del running[read]
                    yield child.thing, _end(read, child)
                elif time.monotonic() - child.began > WALL_S:
                    os.kill(child.pid, signal.SIGKILL)
    finally:
        for read, child in running.items():
            os.kill(child.pid, signal.SIGKILL)
            _end(read, child)


def _start(thing: T, work: Callable[[T], Any]) -> tuple[int, int]:
    """Fork; the child says what `work` returns, or, as a text, what went wrong with the tool itself."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return read, pid
    try:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence()
        try:
            said = work(thing)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent tells it
            said = traceback.format_exc()
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            json.dump(said, pipe)
    finally:
        # No clean-up: what is registered for the end belongs to the parent.
        os._exit(0)


def _end(read: int, child: _Running) -> Ended:
    """Hear the child out."""
    with os.fdopen(read, encoding="utf-8") as pipe:
        text = pipe.read()
    _, status, used = os.wait4(child.pid, 0)
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Ended(json.loads(text) if text and not ended_by else None, ended_by, used.ru_utime + used.ru_stime)


def silence(*streams: int) -> None:
    """Nothing of what the tests print is for anybody; of all three streams, or those that are named."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in streams or (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)

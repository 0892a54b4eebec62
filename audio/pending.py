"""The account of sentences: each that was asked for ends once, in `Done` or in `Failed`, whatever happens."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from itertools import groupby
from typing import Final

from audio.wire import NS_PER_S, RATE, Cue, Done, Failed, Play, Started, Why

log = logging.getLogger("faguan.voice")

GRACE_NS: Final = 3 * NS_PER_S
"""A sentence whose end has not come so long after its time is given up."""


class _Entry:
    """A sentence that has not ended. `done` is its end, reported and not yet heard."""

    def __init__(self, cue: Cue, start_ns: int) -> None:
        self.cue = cue
        self.start_ns = start_ns
        self.at_ns = start_ns + cue.at * NS_PER_S // RATE
        self.begun = False
        self.done: Done | None = None

    @property
    def last_ns(self) -> int:
        """The last moment at which it may begin."""
        return self.at_ns + self.cue.patience_ms * 1_000_000

    @property
    def given_up_ns(self) -> int:
        """The moment after which its end is not waited for."""
        return self.last_ns + self.cue.frames * NS_PER_S // RATE + GRACE_NS


class Pending:
    """All sentences that have not ended, in the order in which they were asked for."""

    def __init__(self, put: Callable[[Started | Done | Failed], None]) -> None:
        """Report to `put`."""
        self._put = put
        self._entries: dict[int, _Entry] = {}

    def add(self, play: Play) -> None:
        """A score was asked for."""
        for cue in play.cues:
            if cue.id in self._entries:
                log.error("sentence %d was asked for twice", cue.id)
                continue
            self._entries[cue.id] = _Entry(cue, play.start_ns)

    def waiting(self) -> list[Play]:
        """What has not begun, as scores."""
        entries = [entry for entry in self._entries.values() if not entry.begun]
        return [
            Play(tuple(entry.cue for entry in group), start_ns)
            for start_ns, group in groupby(entries, lambda entry: entry.start_ns)
        ]

    def started(self, report: Started) -> int:
        """The worker has begun a sentence; by how much it is late."""
        entry = self._entries.get(report.id)
        if entry is None or entry.begun:
            return 0
        entry.begun = True
        self._put(report)
        return report.at_ns - entry.at_ns

    def done(self, report: Done) -> None:
        """The worker has mixed the last of a sentence; it ends when that has been heard."""
        entry = self._entries.get(report.id)
        if entry is not None:
            entry.done = report

    def failed(self, report: Failed) -> None:
        """The worker cannot say a sentence."""
        if self._entries.pop(report.id, None) is not None:
            self._put(report)

    def lost(self) -> None:
        """The loudspeaker is gone, and with it what was being said."""
        self._fail([entry for entry in self._entries.values() if entry.begun], Why.LOST)

    def fail_all(self, why: Why) -> None:
        """Nothing of what was asked for will be said."""
        self._fail(list(self._entries.values()), why)

    def _fail(self, entries: list[_Entry], why: Why) -> None:
        for entry in entries:
            del self._entries[entry.cue.id]
            self._put(Failed(entry.cue.id, why))

    def look(self, now_ns: int, *, heard: bool) -> None:
        """End what is to end by now."""
        for entry in list(self._entries.values()):
            if entry.done is not None and entry.done.at_ns <= now_ns:
                del self._entries[entry.cue.id]
                self._put(entry.done)
            elif not heard and not entry.begun and entry.last_ns < now_ns:
                self._fail([entry], Why.LOST)
            elif entry.done is None and entry.given_up_ns < now_ns:
                self._fail([entry], Why.STUCK)

    def seconds_until(self, at_most: float) -> float:
        """Until an end is to be told."""
        ends = [entry.done.at_ns for entry in self._entries.values() if entry.done is not None]
        if not ends:
            return at_most
        return min(at_most, max(0.0, (min(ends) - time.monotonic_ns()) / NS_PER_S))

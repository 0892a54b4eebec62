"""Started and stopped again and again, nothing is left behind: no thread, no descriptor, no lamp."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from firmware.clock import RealClock
from hardware.body import open_body
from hardware.ports import Lamp, Pattern
from tests.kit.realtable import Bench, real_table, serve

CYCLES = 200
EVENINGS = 50


def descriptors() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("named", ["expander", "D9"])
def test_two_hundred_starts_of_a_body_leave_nothing_behind(named: str) -> None:
    bench = Bench(named)
    counts = []
    for _ in range(CYCLES):
        body = open_body(bench.wiring, lambda _: None, RealClock(), wire_of=bench.wire_of, factory=bench.factory)
        body.start()
        body.seats.show((Lamp(1, Pattern.STEADY, 0),))
        body.close()
        counts.append((threading.active_count(), descriptors()))
    # The first start loads libraries, which keep threads of their own.
    assert {counts[0]} == set(counts)


def test_fifty_starts_of_the_daemon_leave_nothing_behind(tmp_path: Path) -> None:
    bench = Bench()
    counts = []
    for _ in range(EVENINGS):
        with real_table(bench, tmp_path) as table:
            serve(table, iter((lambda: table.body.seats.beats() > 0,)))
        counts.append((threading.active_count(), descriptors()))
    assert {counts[0]} == set(counts)
    assert bench.dark

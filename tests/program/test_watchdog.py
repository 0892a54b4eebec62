"""What the service manager hears of a table whose bus fails: ready, alive, or nothing any more."""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.faults import Kind
from firmware.realtable import RealTable
from hardware.fake_i2c import FakeWire
from hardware.ports import NS_PER_MS
from tests.kit.realtable import PATIENCE_S, Bench, real_table, serve

FED = "WATCHDOG=1"


class Manager:
    """The service manager, and all that it was told."""

    def __init__(self, folder: Path) -> None:
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._door.bind(str(folder / "notify"))
        self._door.setblocking(False)
        self._lines: list[str] = []

    def count(self, line: str) -> int:
        """How often it was told `line` so far."""
        while True:
            try:
                self._lines += self._door.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self._lines.count(line)

    def close(self) -> None:
        self._door.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    made = Manager(tmp_path)
    yield made
    made.close()


def is_open(table: RealTable, kind: Kind) -> bool:
    return any(fault.kind is kind for fault in table.judge.status.open_faults)


@pytest.mark.logs_errors
def test_a_transfer_that_never_returns_starves_the_watchdog(
    tmp_path: Path, manager: Manager, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody at the table can press any more: only a new start helps."""
    bench, goes_on = Bench(), threading.Event()

    def for_ever(_: float) -> None:
        goes_on.wait(PATIENCE_S)

    def go_on() -> None:
        bench.wires[1].sleep = None
        goes_on.set()

    def script(table: RealTable) -> Iterator[Callable[[], bool]]:
        yield lambda: manager.count(FED) > 0
        bench.wires[1].sleep = for_ever
        yield lambda: "no progress of input" in caplog.text
        fed, later_ns = manager.count(FED), table.clock.now_ns() + 1200 * NS_PER_MS
        yield lambda: table.clock.now_ns() > later_ns
        assert fed == manager.count(FED)
        go_on()
        yield lambda: manager.count(FED) > fed

    with real_table(bench, tmp_path) as table:
        try:
            serve(table, script(table))
        finally:
            go_on()


def test_a_bus_that_hangs_and_is_looked_after_does_not(tmp_path: Path, manager: Manager) -> None:
    """Staff are told, the game waits, and goes on by itself; a new start would only find no seats."""
    bench = Bench()

    def script(table: RealTable) -> Iterator[Callable[[], bool]]:
        yield lambda: manager.count(FED) > 0
        bench.wires[1].lock_up()
        yield lambda: is_open(table, Kind.BUS_LOST)
        fed = manager.count(FED)
        yield lambda: manager.count(FED) > fed + 2
        bench.wires[1].heal()
        yield lambda: not is_open(table, Kind.BUS_LOST)

    with real_table(bench, tmp_path) as table:
        serve(table, script(table))


def test_ready_is_who_has_really_read_the_seats(
    tmp_path: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chips were there when it began; then they were gone, before anybody had looked at a button."""
    monkeypatch.delenv("WATCHDOG_USEC")  # it watches only who is ready

    class Shy(FakeWire):
        """Answers nobody any more who looks at seats, until it is asked nicely."""

        shy = True

        def read(self, address: int, register: int, count: int) -> bytes:
            if self.shy and threading.current_thread().name == "seat bus":
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            return super().read(address, register, count)

    bench, wire = Bench(), Shy()
    bench.rewire(wire)

    def script(table: RealTable) -> Iterator[Callable[[], bool]]:
        yield lambda: is_open(table, Kind.CHIP_LOST)
        later_ns = table.clock.now_ns() + 300 * NS_PER_MS
        yield lambda: table.clock.now_ns() > later_ns
        assert 0 == manager.count("READY=1")
        wire.shy = False
        yield lambda: manager.count("READY=1") == 1
        assert not is_open(table, Kind.CHIP_LOST)

    with real_table(bench, tmp_path) as table:
        serve(table, script(table))

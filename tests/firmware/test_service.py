"""What systemd is told, when the watchdog is fed, and how everything ends, against real sockets and threads."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.text import Text
from firmware.service import FEED, LOOKS, READY, Watchdog, close_in_order, notify, patience_s, status


class Manager:
    """The service manager's end of the socket: what was sent to it, datagram by datagram."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.settimeout(10)
        self.environ = {"NOTIFY_SOCKET": str(path)}

    def next(self) -> str:
        return self.socket.recv(4096).decode()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.socket.close()


def test_a_message_arrives_line_by_line(manager: Manager) -> None:
    assert notify(READY, status(Text("没有游戏", "no game")), environ=manager.environ)
    assert "READY=1\nSTATUS=没有游戏 / no game\n" == manager.next()


def test_an_abstract_socket_is_found() -> None:
    name = f"faguan-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(10)
        assert notify(FEED, environ={"NOTIFY_SOCKET": f"@{name}"})
        assert b"WATCHDOG=1\n" == manager.recv(100)


def test_a_status_is_one_line_whatever_is_in_it(manager: Manager) -> None:
    notify(status(Text("一\nREADY=1", "one")), environ=manager.environ)
    assert "STATUS=一 READY=1 / one\n" == manager.next()


def test_without_a_manager_nothing_is_told_and_nothing_fails(tmp_path: Path) -> None:
    assert not notify(READY, environ={})
    assert not notify(READY, environ={"NOTIFY_SOCKET": str(tmp_path / "gone")})


def test_a_manager_that_does_not_listen_holds_nobody_up(manager: Manager) -> None:
    """Its queue runs full, and whoever tells it something goes on."""
    told = [notify(FEED, environ=manager.environ) for _ in range(3000)]
    assert told[0]
    assert not told[-1]


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": f"{os.getpid()}"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_whose_watchdog_it_is_and_how_patient(environ: dict[str, str], wanted: float | None) -> None:
    assert wanted == patience_s(environ)


class Machine:
    """Loop, buttons and sound as numbers that a test moves."""

    def __init__(self) -> None:
        self.beats: dict[str, int | None] = {"loop": 1, "input": 1, "audio": 1}
        self.fed = 0
        self.watchdog = Watchdog(
            {name: lambda name=name: self.beats[name] for name in self.beats},  # type: ignore[misc]
            self.feed,
        )

    def feed(self) -> None:
        self.fed += 1

    def move(self, *names: str) -> None:
        for name in names or tuple(self.beats):
            self.beats[name] = (self.beats[name] or 0) + 1


def test_it_is_fed_while_everybody_moves() -> None:
    machine = Machine()
    for _ in range(5):
        machine.move()
        assert () == machine.watchdog.look()
    assert 5 == machine.fed


@pytest.mark.logs_errors
@pytest.mark.parametrize("stuck", ["loop", "input", "audio"])
def test_whoever_is_stuck_starves_it_and_is_named(stuck: str, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    others = tuple(name for name in machine.beats if name != stuck)
    for _ in range(LOOKS):
        machine.move(*others)
        assert (stuck,) == machine.watchdog.look()
    assert 0 == machine.fed
    told = [record.getMessage() for record in caplog.records]
    assert 1 == len(told), "it is told once"
    assert stuck in told[0]
    assert not any(name in told[0].replace("progress", "") for name in others)
    machine.move(stuck)
    assert () == machine.watchdog.look()
    assert 1 == machine.fed


def test_everybody_has_moved_since_the_last_feed_not_all_at_once() -> None:
    """Who moves seldom is waited for: what counts is the time since it was fed."""
    machine = Machine()
    machine.move("loop", "input")
    assert ("audio",) == machine.watchdog.look()
    machine.move("audio")
    assert () == machine.watchdog.look()
    assert 1 == machine.fed


def test_a_machine_without_a_loudspeaker_is_watched_for_the_rest() -> None:
    machine = Machine()
    machine.beats["audio"] = None
    machine.watchdog.look()
    machine.move("loop", "input")
    assert () == machine.watchdog.look()


def test_the_thread_feeds_and_ends() -> None:
    fed = threading.Event()
    machine = Machine()
    moving = iter(range(1, 10_000))
    watchdog = Watchdog({"loop": lambda: next(moving)}, fed.set)
    before = threading.active_count()
    watchdog.start(0.04)
    assert fed.wait(10)
    watchdog.stop()
    assert before == threading.active_count()
    machine.watchdog.stop()


@pytest.mark.logs_errors
def test_everything_is_closed_in_order_though_one_fails(caplog: pytest.LogCaptureFixture) -> None:
    closed: list[str] = []

    def fails() -> None:
        closed.append("seats")
        raise OSError(121, "seat 3 is the werewolf")

    close_in_order(
        (("lamps", lambda: closed.append("lamps")), ("seats", fails), ("display", lambda: closed.append("display")))
    )
    assert ["lamps", "seats", "display"] == closed
    assert ["closing seats failed: OSError"] == [record.getMessage() for record in caplog.records]


@pytest.mark.logs_errors
def test_what_hangs_is_named_and_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    late = threading.Event()
    close_in_order(
        (("lamps", lambda: None), ("display", lambda: late.wait(60)), ("sound", lambda: None)),
        within_s=0.01,
        too_late=late.set,
    )
    assert late.is_set()
    assert ["停不下来：display / it does not end: display"] == [record.getMessage() for record in caplog.records]

"""Ends that come while a real table still starts: by a signal, and by something that fails."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.say import Language
from firmware import realtable
from firmware.afterfall import TRACE
from firmware.config import Config
from firmware.onlyone import PinLock
from firmware.start import Options, opened
from hardware.fake_i2c import FakeWire
from tests.kit.realtable import Bench

OPTIONS = Options(sound=False, language=Language.ZH)


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Whoever had the signals has them again."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def threads() -> set[str]:
    """Who of ours works now: each of our threads has a name."""
    return {thread.name for thread in threading.enumerate() if not thread.name.startswith("Thread-")}


def serve_on(bench: Bench, folder: Path, lock: Path, number: int | None) -> None:
    """The daemon on `bench`; the signal `number` comes when it opens the bus."""

    def wire_of(bus: int) -> FakeWire:
        if number is not None:
            os.kill(os.getpid(), number)
        return bench.wire_of(bus)

    opening = opened(OPTIONS, folder, Config())
    realtable.serve_table(OPTIONS, opening, bench.wiring, wire_of=wire_of, factory=bench.factory, locks=(lock,))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_during_the_start_ends_it_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    lock, before = tmp_path / "lock", threads()
    lock.touch()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    # What would come of it if nobody minded: the test itself must live to tell.
    signal.signal(number, lambda *_: pytest.fail("nobody minds the signal"))
    bench = Bench()
    serve_on(bench, tmp_path, lock, number)
    assert bench.dark
    assert not bench.oled.lit or bench.picture.getbbox() is None
    assert not (tmp_path / TRACE).exists()
    assert threads() <= before
    PinLock((lock,)).release()


@pytest.mark.parametrize("step", ["sound_of", "Trace", "Judge", "Watchdog"])
def test_whatever_fails_during_the_start_everything_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    lock, before = tmp_path / "lock", threads()
    lock.touch()

    def fails(*_: object, **__: object) -> None:
        raise OSError(step)

    monkeypatch.setattr(realtable, step, fails)
    bench = Bench()
    with pytest.raises(OSError, match=step):
        serve_on(bench, tmp_path, lock, None)
    assert bench.wires[1].closed
    assert threads() <= before
    PinLock((lock,)).release()

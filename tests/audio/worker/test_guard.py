"""The callback by itself: whatever happens within, PortAudio gets exactly the frames that it asked for."""

from __future__ import annotations

import threading
from typing import Final

import numpy as np
import pytest

from audio.wire import NS_PER_S, RATE
from audio.worker.guard import COMPLETE, CONTINUE, UNDERFLOW, CardPace, ClockPace, Guard, StepPace
from audio.worker.mixer import Mixer
from audio.worker.sounds import keep_alive

NOISE: Final = keep_alive()
CLOCKS: Final = {"current_time": 5.0, "output_buffer_dac_time": 5.25}


def made() -> tuple[Mixer, Guard]:
    mixer = Mixer(print, NOISE, 0.0)
    return mixer, Guard(mixer, CardPace(0), NOISE)


@pytest.mark.parametrize("frames", [1, 2048, 4096, 4 * RATE + 1])
def test_an_order_that_raises_costs_its_block_which_is_noise_and_not_silence(frames: int) -> None:
    mixer, guard = made()
    mixer.orders.append(divmod)  # type: ignore[arg-type]
    block, flag = guard(None, frames, CLOCKS, 0)
    assert (4 * frames, CONTINUE, 1, frames) == (len(block), flag, guard.faults, mixer.frame)
    assert "TypeError" in guard.fault
    assert np.frombuffer(block, np.int16).any() or frames == 1
    block, flag = guard(None, frames, CLOCKS, 0)
    assert (4 * frames, CONTINUE, 1) == (len(block), flag, guard.faults)


def test_clocks_that_are_missing_raise_nothing() -> None:
    mixer, guard = made()
    block, flag = guard(None, 2048, {}, 0)
    assert (8192, CONTINUE, 1) == (len(block), flag, guard.faults)
    guard(None, 2048, CLOCKS, 0)
    assert mixer.timeline.known


def test_underruns_are_counted() -> None:
    _, guard = made()
    for status in (0, UNDERFLOW, 0, UNDERFLOW | 1, 1):
        guard(None, 64, CLOCKS, status)
    assert 2 == guard.underruns


def test_the_card_tells_how_far_ahead_of_the_loudspeaker_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic_ns", lambda: 7 * NS_PER_S)
    pace = CardPace(90_000_000)
    assert 7_250_000_000 == pace.heard_ns(0, 2048, CLOCKS)
    assert 7_090_000_000 == pace.heard_ns(0, 2048, {"current_time": 5.0, "output_buffer_dac_time": 0.0})


@pytest.mark.parametrize("pace", [StepPace(), ClockPace()])
def test_a_pace_that_ends_lets_the_callback_go(pace: StepPace | ClockPace) -> None:
    """Closing a stream waits for its callback; one that waited for ever would hang the worker."""
    mixer = Mixer(print, NOISE, 0.0)
    guard = Guard(mixer, pace, NOISE)
    if isinstance(pace, StepPace):
        pace.allow(2048)
    flags = [guard(None, 2048, CLOCKS, 0)[1]]
    thread = threading.Thread(target=lambda: flags.append(guard(None, 2048, CLOCKS, 0)[1]))
    mixer.frame = 600 * RATE
    thread.start()
    pace.end()
    thread.join(60)
    assert [CONTINUE, COMPLETE] == flags


def test_what_was_allowed_is_played_before_the_end() -> None:
    pace = StepPace()
    guard = Guard(Mixer(print, NOISE, 0.0), pace, NOISE)
    pace.allow(3 * 2048)
    pace.end()
    assert [CONTINUE] * 3 + [COMPLETE] == [guard(None, 2048, CLOCKS, 0)[1] for _ in range(4)]

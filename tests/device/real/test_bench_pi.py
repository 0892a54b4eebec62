"""`scripts/bench_pi` with its three jumpers, here by quick fingers: that it measures, not how fast."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from firmware import bench_pi
from tests.device.hands import LOOK_S, PATIENCE_S
from tests.device.hands import Pins as Hands

PINS = bench_pi.Pins(button=5, lamp=17, press=22, seen=24, watch=23)


@pytest.fixture
def jumpers(pins: Hands) -> Iterator[None]:
    """What the press gives out goes to button and eye, what the lamp gives out to the other eye."""
    over = threading.Event()

    def join() -> None:
        levels: dict[int, bool] = {}
        while not over.wait(LOOK_S):
            for out, ends in ((PINS.press, (PINS.seen, PINS.button)), (PINS.lamp, (PINS.watch,))):
                high = pins.high(out)
                if levels.get(out) is not high:
                    levels[out] = high
                    for end in ends:
                        pins.pull(end, high=high)

    thread = threading.Thread(target=join, name="jumpers")
    thread.start()
    yield
    over.set()
    thread.join(PATIENCE_S)


@pytest.mark.parametrize("library", ["gpiod", "lgpio"])
@pytest.mark.usefixtures("jumpers")
def test_the_way_and_the_wait_are_measured_on_both_sides(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if library == "gpiod":
        pytest.importorskip("gpiod")
    else:
        monkeypatch.setitem(sys.modules, "gpiod", None)
    figures = bench_pi.measure_pi(PINS, presses=5)
    assert library == figures.echo
    assert 0 < figures.echo_p95_us
    assert 0 < figures.judge_p95_us
    # Five milliseconds are waited for by both, and by none in the way alone.
    assert 5000 <= figures.echo_waiting_p95_us
    assert 5000 <= figures.judge_waiting_p95_us
    assert pytest.approx(figures.judge_p95_us / figures.echo_p95_us) == figures.ratio_p95
    assert pytest.approx(figures.judge_waiting_p95_us / figures.echo_waiting_p95_us) == figures.ratio_waiting_p95

"""The judge's voice on a real card of the kernel: what is played at one end of its loop comes out at the other."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np

from audio.devices import known_cards
from audio.player import Back, Done, Player
from audio.wire import NS_PER_S, RATE, Setup
from tests.audio.sound import PATIENCE_S, ROOT, Ear, Pcm, clip, cues, tone
from tests.device.hands import until

CARD: Final = "Loopback"
HERTZ: Final = 1000
SECONDS: Final = 1.5
AHEAD_NS: Final = NS_PER_S // 2
LOUD: Final = 500


def test_the_card_is_known_by_its_name() -> None:
    assert [CARD] == [card.name for card in known_cards()]


@contextmanager
def listening(file: Path) -> Iterator[None]:
    """All that comes out of the other end of the loop goes into `file`, as both channels in turn."""
    with subprocess.Popen(
        ("arecord", "-q", "-D", f"hw:{CARD},1", "-f", "S16_LE", "-r", str(RATE), "-c", "2", "-t", "raw", str(file))
    ) as recorder:
        try:
            until(lambda: file.exists() and file.stat().st_size > 0, "the silence before")
            yield
            threading.Event().wait(1)
        finally:
            recorder.send_signal(signal.SIGINT)
            recorder.wait(PATIENCE_S)


def tone_in(heard: Pcm) -> Pcm:
    """`heard` from the first loud sample to the last."""
    loud = np.flatnonzero(np.abs(heard.astype(np.int32)) > LOUD)
    assert len(loud), f"{len(heard)} samples, all of them silent"
    return heard[loud[0] : loud[-1] + 1]


def test_what_is_played_is_heard_at_the_other_end(tmp_path: Path) -> None:
    """Our worker, PyAudio, the kernel's card: a tone comes out as high and as long as it went in."""
    part = clip(tmp_path / "tone.wav", tone(int(SECONDS * RATE), HERTZ, level=0.3))
    file = tmp_path / "heard.raw"
    ear = Ear()
    player = Player(ear.put, Setup(card=CARD), environ={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        assert CARD == ear.until(Back).card
        with listening(file):
            player.play(cues([part]), time.monotonic_ns() + AHEAD_NS)
            ear.until(Done)
    finally:
        player.close()
    heard = np.fromfile(file, np.int16).reshape(-1, 2)
    assert np.array_equal(heard[:, 0], heard[:, 1])
    sound = tone_in(heard[:, 0])
    assert abs(len(sound) / RATE - SECONDS) < 0.2, "as long"
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
    assert abs(np.argmax(spectrum) * RATE / len(sound) - HERTZ) < 10, "as high"

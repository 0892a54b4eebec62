"""Five minutes of a table of twelve in real time on a sound server: not one underrun, and every word in its time.

No part of the suite, which has no five minutes to spare, and for a machine that does nothing else meanwhile:

    .venv/bin/python -m pytest tests/audio/worker/five_minutes.py
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.wire import RATE
from tests.audio.sound import PATIENCE_S
from tests.audio.worker.test_sound_server import Server

PLAYED_S: Final = 300

JUDGE: Final = """\
import json, logging, sys
from pathlib import Path
from firmware import aloud
from firmware.start import Options, serve

class Notes(logging.Handler):
    def emit(self, record):
        if "not said" in record.getMessage():
            unsaid.append(record.getMessage())

class Player(aloud.Player):
    def __init__(self, *given):
        super().__init__(*given)
        players.append(self)

players, unsaid = [], []
logging.getLogger("faguan.voice").setLevel(logging.INFO)
logging.getLogger("faguan.voice").addHandler(Notes())
aloud.Aloud.__init__.__kwdefaults__["player"] = Player
serve(Options(demo=True, board="B12-预女猎守", port=0, state=Path(sys.argv[1])))
(health,) = [player.health() for player in players]
told = {"underruns": health.underruns, "faults": health.faults, "workers": health.workers, "unsaid": unsaid}
print(json.dumps(told | {"buffer": health.buffer_frames, "latest_ms": health.latest_ns // 1_000_000}))
"""
"""The whole program with bots in every seat; at its end it tells how its loudspeaker fared."""


@pytest.mark.timeout(PLAYED_S + 3 * PATIENCE_S)
def test_five_minutes_of_a_table_of_twelve_run_dry_not_once(tmp_path: Path) -> None:
    server = Server()
    try:
        listener = server.listen()
        heard: list[bytes] = []
        ear = threading.Thread(target=_listen, args=(listener, heard))
        ear.start()
        judge = subprocess.Popen(
            [sys.executable, "-c", JUDGE, str(tmp_path)], env=server.environ, stdout=subprocess.PIPE, text=True
        )
        threading.Event().wait(PLAYED_S)
        judge.send_signal(signal.SIGTERM)
        told = json.loads(judge.communicate(timeout=PATIENCE_S)[0].splitlines()[-1])
    finally:
        server.close()
    ear.join()
    assert {"underruns": 0, "faults": 0, "workers": 1, "unsaid": [], "buffer": 2048} == {
        name: told[name] for name in ("underruns", "faults", "workers", "unsaid", "buffer")
    }
    assert told["latest_ms"] < 100
    whole = b"".join(heard)
    sound = np.frombuffer(whole[: len(whole) // 2 * 2], np.int16)
    seconds = sound[: len(sound) // RATE * RATE].reshape(-1, RATE).astype(float) / 32767
    loud = np.sqrt(np.mean(np.square(seconds), axis=1))
    assert np.sum(loud > 0.03) > PLAYED_S // 3, "it was a game, and it was heard"


def _listen(listener: subprocess.Popen[bytes], heard: list[bytes]) -> None:
    """Keep what is heard until nobody plays any more."""
    assert listener.stdout is not None
    while come := os.read(listener.stdout.fileno(), 1 << 16):
        heard.append(come)

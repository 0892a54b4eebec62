"""A player in real time, on a sound server that plays into nothing: timing, a loudspeaker pulled out, one that hangs.

The machine that runs this may be busy with everything else. What has to be quick is tried up to three times.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.player import Back, Cue, Done, Failed, Limits, Lost, Player, Started, Why
from audio.wire import NS_PER_S, RATE, Part, Setup
from tests.audio.sound import PATIENCE_S, ROOT, Ear, Pcm, clip, cues, in_time, tone

AHEAD_NS: Final = 300_000_000
RESTART_NS: Final = 1_500_000_000
TRIES: Final = 3


class Server:
    """A PulseAudio of our own with one loudspeaker, `judge`."""

    def __init__(self) -> None:
        # A socket's path may not be long, and a test's folder is.
        self.folder = Path(tempfile.mkdtemp(prefix="judge-"))
        (self.folder / "home").mkdir()
        (self.folder / "asound.conf").write_text(
            "pcm.!default { type pulse device judge }\nctl.!default { type pulse }\n", "utf-8"
        )
        (self.folder / "daemon.conf").write_text("rescue-streams = no\n", "utf-8")
        self.environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("PULSE", "DBUS"))},
            "XDG_RUNTIME_DIR": str(self.folder),
            "HOME": str(self.folder / "home"),
            "PULSE_SERVER": f"unix:{self.folder}/native",
            "PULSE_CONFIG": str(self.folder / "daemon.conf"),
            "ALSA_CONFIG_PATH": str(self.folder / "asound.conf"),
            "PYTHONPATH": str(ROOT),
        }
        self._listeners: list[subprocess.Popen[bytes]] = []
        self._daemon = subprocess.Popen(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=null",
                "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native",
            ],
            env=self.environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        in_time(lambda: self._pactl("info", check=False).returncode == 0)
        # Behind the loudspeaker is the air, in which somebody listens: only then is it played into in small pieces,
        # as a real card is, and not in pieces of two seconds.
        self._load("module-null-sink", "sink_name=air", "rate=48000", "channels=2", "format=s16le")
        self.listen(subprocess.DEVNULL)
        self.plug()

    def _load(self, *arguments: str) -> str:
        return self._pactl("load-module", *arguments).stdout.strip()

    def _pactl(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["pactl", *arguments], env=self.environ, check=check, capture_output=True, text=True, timeout=PATIENCE_S
        )

    def plug(self) -> None:
        """Put the loudspeaker in."""
        self._sink = self._load("module-remap-sink", "sink_name=judge", "master=air", "remix=no")

    def pull(self) -> None:
        """Pull it out."""
        self._pactl("unload-module", self._sink)

    def suspend(self, *, on: bool) -> None:
        """Let it hang: it takes nothing, and says nothing."""
        self._pactl("suspend-sink", "judge", "1" if on else "0")

    def listen(self, where: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        """What the loudspeaker plays, as 16-bit samples of one channel. Whoever listens must read, or nothing plays."""
        self._listeners.append(
            subprocess.Popen(
                ["parec", "-d", "air.monitor", "--raw", "--rate=48000", "--channels=1", "--format=s16le",
                 "--latency-msec=20"],
                env=self.environ, stdin=subprocess.DEVNULL, stdout=where, stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip
        return self._listeners[-1]

    def close(self) -> None:
        """End everything."""
        for process in (*self._listeners, self._daemon):
            process.kill()
            process.communicate()
        shutil.rmtree(self.folder)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def player(server: Server, ear: Ear) -> Iterator[Player]:
    made = Player(ear.put, Setup(), environ=server.environ, limits=Limits(silent_s=1.0))
    assert "" == ear.until(Back).card
    yield made
    made.close()


def in_pieces(part: Part, pieces: int, first_id: int) -> tuple[Cue, ...]:
    """The same recording again and again without a gap."""
    return cues([part] * pieces, first_id=first_id)


def recorded(listener: subprocess.Popen[bytes], frames: int) -> tuple[int, Pcm]:
    """When the first loud frame came, and `frames` frames from it on."""
    assert listener.stdout is not None
    heard = np.zeros(0, np.int16)
    first_ns = 0
    rest = b""
    until = time.monotonic() + PATIENCE_S
    while not first_ns or len(heard) < frames:
        assert time.monotonic() < until, "nothing was heard"
        rest += os.read(listener.stdout.fileno(), 1 << 16)
        now_ns = time.monotonic_ns()
        come = np.frombuffer(rest[: len(rest) // 2 * 2], np.int16)
        rest = rest[len(rest) // 2 * 2 :]
        if not first_ns:
            loud = np.nonzero(np.abs(come.astype(int)) > 2000)[0]
            if not len(loud):
                continue
            first_ns = now_ns - (len(come) - int(loud[0])) * NS_PER_S // RATE
            come = come[loud[0] :]
        heard = np.concatenate([heard, come])
    return first_ns, heard[:frames]


def test_eight_seconds_are_heard_at_their_time_without_a_gap(
    server: Server, player: Player, ear: Ear, tmp_path: Path
) -> None:
    """Eight sentences without a seam, as they leave the loudspeaker, frame by frame; the noise below is 60 dB down."""
    second = tone(RATE, 500, 0.4)  # a whole number of periods: any gap or jump is a break in the wave
    part = clip(tmp_path / "second.wav", second)
    for number in range(TRIES):
        listener = server.listen()
        before = player.health().underruns
        start_ns = time.monotonic_ns() + 2 * AHEAD_NS
        player.play(in_pieces(part, 8, 10 * number), start_ns)
        first_ns, heard = recorded(listener, 8 * RATE - 100)
        ends = [ear.until(Done).id for _ in range(8)]
        assert [10 * number + n for n in range(8)] == ends
        whole = np.resize(second, 8 * RATE)
        begin = int(np.nonzero(whole > 2000)[0][0])
        off = np.abs(heard.astype(int) - np.roll(whole, -begin)[: len(heard)])
        clean = off.max() < 300 and before == player.health().underruns
        punctual = -80_000_000 < first_ns - start_ns < 100_000_000
        listener.kill()
        if clean and punctual:
            return
    raise AssertionError(f"underruns {player.health().underruns}, off by {off.max()}, late {first_ns - start_ns}")


def test_a_loudspeaker_that_is_pulled_out_and_put_back_says_the_prompt_again_within_a_second_and_a_half(
    server: Server, player: Player, ear: Ear, tmp_path: Path
) -> None:
    line = clip(tmp_path / "line.wav", tone(5 * RATE, 400))
    took = []
    for number in range(TRIES):
        player.play(in_pieces(line, 2, 10 * number), time.monotonic_ns() + AHEAD_NS)
        ear.until(Started)
        server.pull()
        assert ear.until(Lost).why.zh
        player.silence()  # what a judge does by night
        # The sentence that was being said is lost, the one behind it was called off.
        assert Failed(10 * number, Why.LOST) == ear.until(Failed)
        assert Failed(10 * number + 1, Why.STOPPED) == ear.until(Failed)
        in_time(lambda: player.health().why.en.startswith("the loudspeaker cannot be opened"))
        server.plug()
        back_ns = time.monotonic_ns()
        ear.until(Back)
        player.play(in_pieces(line, 1, 10 * number + 5), time.monotonic_ns() + AHEAD_NS)
        took.append(ear.until(Started).at_ns - back_ns)
        player.silence()
        if took[-1] <= RESTART_NS:
            return
    raise AssertionError(f"it took {took} ns")


def test_a_loudspeaker_that_hangs_is_noticed_and_heard_again_when_it_goes_on(
    server: Server, player: Player, ear: Ear, tmp_path: Path
) -> None:
    """A stream that stands still and says it does not: PortAudio would wait for it for ever."""
    line = clip(tmp_path / "line.wav", tone(5 * RATE, 400))
    player.play(in_pieces(line, 1, 1), time.monotonic_ns() + AHEAD_NS)
    ear.until(Started)
    server.suspend(on=True)
    assert "the loudspeaker hangs" == ear.until(Lost).why.en
    assert Failed(1, Why.LOST) == ear.until(Failed)
    server.suspend(on=False)
    ear.until(Back)
    short = clip(tmp_path / "short.wav", tone(RATE // 4, 400))
    player.play(in_pieces(short, 1, 2), time.monotonic_ns() + AHEAD_NS)
    assert 2 == ear.until(Done).id

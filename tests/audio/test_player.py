"""A player and what may happen to its worker. Whatever it is, every sentence has one end, and the sound comes back."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from audio import pending
from audio import player as players
from audio.bed import mask_loop
from audio.player import Back, Done, Failed, Limits, Lost, Player, Started, Why
from audio.wire import NS_PER_S, RATE, Cue, Drive, Part, Setup
from tests.audio.sound import PATIENCE_S, Ear, clip, cues, file_device, heard, in_time, tone

HERE: Final = Path(__file__).resolve().parent
AHEAD_NS: Final = 400_000_000
TRIES: Final = 3
"""What has to be quick is tried so often: the machine may be busy with everything else."""
SETUP: Final = Setup(drive=Drive.CLOCK)
BRIEF: Final = (sys.executable, "-S", "-E", str(HERE / "worker" / "brief.py"))


class Room:
    """A player on a file device that is paced by the clock, and the ear that hears of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = file_device(folder)
        self.ear = Ear()
        self.players: list[Player] = []
        self.line = clip(folder / "line.wav", tone(RATE, 300))
        self.short = clip(folder / "short.wav", tone(RATE // 10, 300))

    def player(self, setup: Setup = SETUP, **options: object) -> Player:
        """A player that is started."""
        made = Player(self.ear.put, setup, **({"environ": self.environ} | options))  # type: ignore[arg-type]
        self.players.append(made)
        return made

    def ends(self) -> dict[int, Done | Failed]:
        """What became of every sentence; no sentence ends twice."""
        found: dict[int, Done | Failed] = {}
        for event in self.ear.rest():
            if isinstance(event, Done | Failed):
                assert event.id not in found
                found[event.id] = event
        return found


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    for player in made.players:
        player.close()
    alive = [thread.name for thread in threading.enumerate() if thread.name == "voice"]
    assert [] == alive


def soon() -> int:
    return time.monotonic_ns() + AHEAD_NS


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_a_score_begins_at_its_time_and_its_ends_are_told_when_they_have_been_heard(room: Room) -> None:
    player = room.player()
    assert "" == room.ear.until(Back).card
    late = []
    for first in range(0, 3 * TRIES, 3):
        start_ns = soon() + NS_PER_S
        player.play(cues([room.short, room.short, room.short], gap=4800, first_id=first), start_ns)
        for number in range(3):
            at_ns = start_ns + number * 9600 * NS_PER_S // RATE
            started = room.ear.until(Started)
            done = room.ear.until(Done)
            assert (first + number, first + number) == (started.id, done.id)
            assert done.at_ns <= time.monotonic_ns()
            late += [abs(started.at_ns - at_ns), abs(done.at_ns - at_ns - 4800 * NS_PER_S // RATE)]
        if max(late[-6:]) < 12_000_000:
            break
    assert max(late[-6:]) < 12_000_000, late
    health = player.health()
    assert (True, 1, 0, 0) == (health.heard, health.workers, health.underruns, health.faults)
    assert health.latest_ns <= max(late)


def test_a_killed_worker_loses_the_sentence_that_it_was_saying_and_no_other(room: Room) -> None:
    player = room.player()
    room.ear.until(Back)
    start_ns = soon()
    late = Cue(id=3, at=RATE * 2, parts=(room.short,), patience_ms=PATIENCE_S * 1000)
    player.play((*cues([room.line]), late), start_ns)
    room.ear.until(Started)
    first = player.health().pid
    os.kill(first, signal.SIGKILL)
    assert "the voice worker ended" == room.ear.until(Lost).why.en
    room.ear.until(Back)
    assert gone(first)
    assert player.health().pid != first
    assert 3 == room.ear.until(Done).id
    assert {1: Failed(1, Why.LOST)} == {n: end for n, end in room.ends().items() if isinstance(end, Failed)}


def test_a_stopped_worker_blocks_nobody_and_is_replaced(room: Room) -> None:
    """SIGSTOP: it neither reads nor plays nor dies, like a wedged driver."""
    player = room.player(limits=Limits(silent_s=1.0))
    room.ear.until(Back)
    player.play(cues([room.line, room.line]), soon())
    room.ear.until(Started)
    stopped = player.health().pid
    os.kill(stopped, signal.SIGSTOP)
    began = time.monotonic()
    many = 600
    for number in range(many):
        player.play((Cue(id=100 + number, at=0, parts=(room.short,) * 20, patience_ms=0),), soon())
        player.volume(-3)
    assert time.monotonic() - began < PATIENCE_S / 2
    room.ear.until(Lost)
    room.ear.until(Back)
    assert gone(stopped)
    in_time(lambda: len(room.ends()) == many + 2)
    assert {Why.LOST, Why.FULL, Why.LATE} >= {end.why for end in room.ends().values() if isinstance(end, Failed)}


def test_an_exception_in_the_callback_costs_its_blocks_and_nothing_else(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "faguan.voice")
    player = room.player(command=(sys.executable, "-P", str(HERE / "worker" / "faulty.py"), "raise"))
    room.ear.until(Back)
    player.play(cues([room.line, room.line]), soon())
    assert 1 == room.ear.until(Done).id
    assert 2 == room.ear.until(Done).id
    assert (1, 5) == (player.health().workers, player.health().faults)
    assert (0, 2048) == (player.health().underruns, player.health().buffer_frames)
    assert "mixing failed" in caplog.text
    assert "ZeroDivisionError: planted" in caplog.text


def test_a_card_that_runs_dry_gets_a_larger_buffer_once_and_the_score_goes_on(room: Room) -> None:
    player = room.player(command=(sys.executable, "-P", str(HERE / "worker" / "faulty.py"), "dry"))
    room.ear.until(Back)
    player.play(cues([room.line] * 3), soon())
    assert [1, 2, 3] == [room.ear.until(Done).id for _ in range(3)]
    health = player.health()
    assert (True, 4096, 1) == (health.heard, health.buffer_frames, health.workers)
    os.kill(health.pid, signal.SIGKILL)
    room.ear.until(Back)
    assert 4096 == player.health().buffer_frames


def test_what_lasts_is_told_to_the_next_worker(room: Room) -> None:
    """Volume and mask, after a worker was killed: as they were."""
    player = room.player()
    room.ear.until(Back)
    player.mask(on=True, seed=7, db=6.0)
    assert -30 == player.volume(-100)
    os.kill(player.health().pid, signal.SIGKILL)
    room.ear.until(Lost)
    room.ear.until(Back)
    in_time(lambda: player.health().frame > 4 * RATE)
    player.play(cues([room.line]), soon())
    room.ear.until(Done)
    player.close()
    sound = heard(room.folder).astype(float) / 32767
    mask = mask_loop(7) * 10 ** (6 / 20)
    assert max(float(np.std(part)) for part in _seconds(sound)) == pytest.approx(float(np.std(mask)), rel=0.15)
    # Softly, the tone stands in it: 30 dB down from 0.3 of full scale.
    at = np.arange(len(sound))
    tones = [2 * abs(np.mean(part * np.exp(-2j * np.pi * 300 / RATE * at[:RATE]))) for part in _seconds(sound)]
    assert max(tones) == pytest.approx(0.3 * 10 ** (-30 / 20), rel=0.3)


def _seconds(sound: npt.NDArray[np.float64]) -> Iterator[npt.NDArray[np.float64]]:
    """Every second of it, from every tenth on."""
    return (sound[first : first + RATE] for first in range(0, len(sound) - RATE, RATE // 10))


def test_a_configuration_that_aborts_the_process_is_a_state_and_not_an_end(room: Room) -> None:
    """Without a default device PortAudio aborts on an assertion (19.6). Mended, the sound comes by itself."""
    environ = file_device(room.folder, default=False)
    player = room.player(environ=environ, limits=Limits(retries_s=(0.0,)))
    room.ear.until(Lost)
    player.play((Cue(id=1, at=0, parts=(room.short,)),), soon())
    assert Why.LOST is room.ear.until(Failed).why
    file_device(room.folder)
    room.ear.until(Back)
    player.play(cues([room.short], first_id=2), soon())
    assert 2 == room.ear.until(Done).id


def test_without_a_device_it_says_so_once_and_every_sentence_fails_in_its_time(room: Room) -> None:
    environ = {
        k: v for k, v in room.environ.items() if k not in ("ALSA_CONFIG_PATH", "PULSE_SERVER", "XDG_RUNTIME_DIR")
    }
    player = room.player(environ=environ)
    lost = room.ear.until(Lost)
    assert lost.why.en
    assert lost.why.zh
    player.play(tuple(Cue(id=n, at=n * RATE // 10, parts=(room.short,)) for n in range(3)), soon())
    in_time(lambda: len(room.ends()) == 3)
    assert {Why.LOST} == {end.why for end in room.ends().values() if isinstance(end, Failed)}
    assert [lost] == [event for event in room.ear.rest() if isinstance(event, Lost | Back)]
    assert not player.health().heard
    assert 1 == player.health().workers


def test_a_card_that_is_not_there_is_named_with_those_that_are_and_another_can_be_chosen(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    player = room.player(Setup(card="Kazoo", drive=Drive.CLOCK))
    why = room.ear.until(Lost).why
    assert why.en.startswith("unknown card Kazoo: known ones are ")
    assert why.zh.startswith("没有叫 Kazoo 的声卡")
    player.device("")
    room.ear.until(Back)
    player.device("")
    room.ear.until(Back)
    assert [] == [record.getMessage() for record in caplog.records if record.levelname == "WARNING"], "staff chose"


def test_silence_ends_everything_at_once_and_what_comes_after_it_is_said(room: Room) -> None:
    player = room.player()
    room.ear.until(Back)
    player.play(cues([room.line] * 30), soon())
    room.ear.until(Started)
    player.silence()
    player.play(cues([room.short], first_id=99), soon())
    assert 99 == room.ear.until(Done).id
    ends = room.ends()
    assert {Failed(n, Why.STOPPED) for n in range(1, 31)} == {end for end in ends.values() if isinstance(end, Failed)}


def test_a_machine_without_a_library_of_sound_has_captions_only_and_says_which(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "NEEDED", ("numpy", "no_such_library"))
    player = room.player()
    assert "no_such_library not installed: captions only" == room.ear.until(Lost).why.en
    player.play((Cue(id=1, at=0, parts=(room.short,)),), soon())
    assert Why.LOST is room.ear.until(Failed).why
    assert 0 == player.health().workers


def test_closing_ends_the_worker_and_what_was_being_said(room: Room) -> None:
    player = room.player()
    room.ear.until(Back)
    player.play(cues([room.line, room.line]), soon())
    room.ear.until(Started)
    pid = player.health().pid
    player.close()
    assert gone(pid)
    assert {1: Failed(1, Why.STOPPED), 2: Failed(2, Why.STOPPED)} == room.ends()
    player.silence()
    player.close()


def dies_with_its_judge(script: str, room: Room) -> None:
    """Kill a judge who runs `script`, which prints the number of its worker: that is gone soon as well."""
    judge = subprocess.Popen([sys.executable, "-c", script], env=room.environ, stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    worker = int(judge.stdout.readline())
    assert not gone(worker)
    judge.kill()
    judge.communicate(timeout=PATIENCE_S)
    in_time(lambda: gone(worker))


def test_a_worker_does_not_outlive_a_judge_who_was_killed(room: Room) -> None:
    """In the middle of a sentence: nobody is left to tell it to stop."""
    script = (
        "import time; from audio.player import *; from audio.wire import *; from tests.audio.sound import Ear\n"
        "ear = Ear(); player = Player(ear.put, Setup(drive=Drive.CLOCK)); ear.until(Back)\n"
        f"part = Part({room.line.path!r}, 0, {room.line.frames})\n"
        "player.play((Cue(id=1, at=0, parts=(part,), patience_ms=60_000),), time.monotonic_ns())\n"
        "ear.until(Started); print(player.health().pid, flush=True); ear.until(Failed)\n"
    )
    dies_with_its_judge(script, room)


def test_a_worker_whose_device_cannot_be_closed_does_not_outlive_the_judge_either(room: Room) -> None:
    """A sound server that hangs holds the main thread of the worker for ever."""
    command = (sys.executable, "-P", str(HERE / "worker" / "faulty.py"), "hang")
    script = (
        "from audio.player import *; from audio.wire import *; from tests.audio.sound import Ear\n"
        f"ear = Ear(); player = Player(ear.put, Setup(drive=Drive.CLOCK), command={command!r}); ear.until(Back)\n"
        "print(player.health().pid, flush=True); ear.until(Failed)\n"
    )
    dies_with_its_judge(script, room)


def test_a_worker_that_can_read_no_recordings_any_more_is_replaced(room: Room) -> None:
    player = room.player(command=(sys.executable, "-P", str(HERE / "worker" / "faulty.py"), "loader"))
    room.ear.until(Back)
    first = player.health().pid
    player.play((Cue(id=1, at=0, parts=(room.short,), patience_ms=0),), time.monotonic_ns())
    assert "the voice worker ended" == room.ear.until(Lost).why.en
    assert Failed(1, Why.LOST) == room.ear.until(Failed)
    room.ear.until(Back)
    assert gone(first)


def test_three_sentences_in_a_row_without_an_end_are_a_worker_that_hangs(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lively as it seems. One that ends in between is worth a new count."""
    monkeypatch.setattr(pending, "GRACE_NS", 0)
    player = room.player(command=BRIEF, limits=Limits(silent_s=10 * PATIENCE_S))
    room.ear.until(Back)
    for number, path in enumerate(("x", "x", "end", "x", "x", "x")):
        player.play((Cue(id=number, at=0, parts=(Part(path, 0, 1),), patience_ms=200),), time.monotonic_ns())
        end = room.ear.until(Done if path == "end" else Failed)
        assert path == "end" or Failed(number, Why.STUCK) == end
    assert "the loudspeaker hangs" == room.ear.until(Lost).why.en
    room.ear.until(Back)
    assert [Lost, Back] == [type(event) for event in room.ear.rest() if isinstance(event, Lost | Back)][1:]
    assert 2 == player.health().workers


def _memory_kb() -> int:
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def _descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_two_hundred_workers_leave_neither_memory_nor_descriptors_nor_processes_behind(room: Room) -> None:
    """Each is killed in a sentence. Stand-ins for the worker: what may leak is on this side of the pipes."""
    player = room.player(command=BRIEF, limits=Limits(retries_s=(0.0,)))
    before: tuple[int, int] | None = None
    pids: set[int] = set()
    for number in range(200):
        room.ear.until(Back)
        if number == 20:
            before = _descriptors(), _memory_kb()
        player.play((Cue(id=number, at=0, parts=(Part("x", 0, RATE),)),), soon())
        room.ear.until(Started)
        pids.add(player.health().pid)
        os.kill(player.health().pid, signal.SIGKILL)
        room.ear.until(Failed)
    room.ear.until(Back)
    assert before is not None
    assert before[0] == _descriptors()
    assert _memory_kb() - before[1] < 3000
    assert 200 == len(pids)
    assert all(gone(pid) for pid in pids)
    assert {n: Failed(n, Why.LOST) for n in range(200)} == room.ends()

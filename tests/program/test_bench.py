"""`scripts/bench`: what is measured, at nine, at twelve and at eighteen with every card in the same run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import bench as benches
from firmware.bench_voice import measure_voice
from tests.program.program import PATIENCE_S, ROOT

RATES = {
    "engine_games_per_reference": "engine_games_per_s",
    "simulated_games_per_reference": "simulated_games_per_s",
}


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "firmware.bench", *arguments],
        cwd=ROOT,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
    )


def test_nine_twelve_and_the_largest_board_are_measured_against_one_reference() -> None:
    done = bench("--games", "2", "--json")
    assert (0, "") == (done.returncode, done.stderr)
    figures = json.loads(done.stdout)
    assert ["B09", "B12-预女猎守", "B18-全角色"] == [measured["board"] for measured in figures["boards"]]
    reference_s = figures["reference_s"]
    for measured in figures["boards"]:
        for ratio, rate in RATES.items():
            assert measured[rate] > 0
            assert pytest.approx(measured[rate] * reference_s) == measured[ratio]
        assert pytest.approx(measured["replay_ms"] / 1000 / reference_s) == measured["replay_per_reference"]
        assert measured["engine_steps_per_s"] > measured["engine_games_per_s"]
    assert pytest.approx(figures["ready_cpu_s"] / reference_s) == figures["ready_per_reference"]
    assert figures["resident_mb"] > 10


def test_other_boards_can_be_asked_for_and_an_unknown_one_is_refused() -> None:
    told = bench("--games", "1", "--board", "B06a", "--board", "B07")
    assert (0, "") == (told.returncode, told.stderr)
    heads = [line for line in told.stdout.splitlines() if "B06a" in line]
    assert [True] == ["B07" in line for line in heads]
    assert "engine_games_per_reference" in told.stdout
    refused = bench("--board", "B99")
    assert (1, "") == (refused.returncode, refused.stdout)
    assert "B99" in refused.stderr


def test_the_voice_is_measured_against_a_bare_script_in_the_same_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own aim is one buffer more at most; on a busy machine only that it is measured is held here."""
    figures = measure_voice(wishes=3, busy_s=1)
    assert pytest.approx((figures.voice_ms - figures.bare_ms) / (2048 / 48), abs=1e-6) == figures.extra_buffers
    # A block that is being mixed is not waited for, and one is in the device's store: between one buffer and two.
    assert 42 < figures.bare_ms < 90
    assert figures.voice_ms > 42
    assert 0 < figures.worker_cores < 1
    assert 20 < figures.worker_mb < 200
    assert figures.ready_s > 0
    monkeypatch.setattr(benches, "measure_voice", lambda: figures)
    benches.main(voice=True)
    told = capsys.readouterr().out
    assert [True] * 6 == [
        f" {name} " in told
        for name in ("bare_ms", "voice_ms", "extra_buffers", "worker_cores", "worker_mb", "underruns")
    ]


def test_a_voice_whose_libraries_do_not_load_is_not_measured_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed they are; it is the library of the system that is not there."""
    for name, word in (("pyaudio", "PyAudio makes no sound"), ("soundfile", "soundfile does not load")):
        (tmp_path / f"{name}.py").write_text(f"raise OSError('lib{name}.so.2: cannot open shared object file')\n")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        refused = bench("--voice")
        assert (1, "") == (refused.returncode, refused.stdout)
        assert word in refused.stderr
        assert f"lib{name}.so.2: cannot open" in refused.stderr
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("module", "typed", "name"),
    [
        ("firmware.bench", "--fast", "--fast"),
        ("firmware.bench", "--games=0", "--games"),
        ("firmware.scenario", "--fast", "--fast"),
        ("firmware.scenario", "--json", "FILES"),
    ],
)
def test_the_programs_beside_the_judge_refuse_in_the_same_way(module: str, typed: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", module, typed],
        cwd=ROOT, capture_output=True, check=False, encoding="utf-8", timeout=PATIENCE_S,
    )  # fmt: skip
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n")), done.stderr
    zh, _, en = done.stderr.partition(" / ")
    assert name in zh
    assert name in en

"""`faguan doctor` as people use it: languages, JSON, the trial by hand, the command itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from audio.say import Language
from firmware.clock import RealClock
from firmware.clocktrust import Signs
from firmware.doctor.command import try_by_hand
from firmware.errors import StartError
from tests.doctor.ward import Ward

ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("language", list(Language))
def test_in_one_language_nothing_is_told_in_the_other(language: Language, ward: Ward) -> None:
    ward.bench.wires[1].unplug(0x3C)
    ward.bench.press(2)
    ward.stage(loudspeakers=tuple, free_mb=lambda _: 3, signs=lambda: Signs(now_s=3600))
    page = ward.look(language=language)
    chinese = [letter for letter in page.text if "一" <= letter <= "鿿"]
    if language is Language.EN:
        assert [] == chinese
    else:
        assert len(chinese) > 50
        assert "does not answer" not in page.text
        assert "down though" not in page.text


def test_as_json_every_finding_has_its_code(ward: Ward) -> None:
    ward.bench.wires[1].unplug(0x3C)
    page = ward.look(as_json=True)
    told = json.loads(page.text)
    assert (14, 14, "expander") == (page.code, told["code"], told["wiring"])
    (found,) = [finding for finding in told["findings"] if finding["condition"] == "wrong"]
    assert (14, "OLED") == (found["area"], found["name"]["en"])
    assert {"zh", "en"} == set(found["todo"])


def test_by_hand_lamps_go_round_and_presses_are_told(ward: Ward, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C comes when every lamp has been seen and a press was told."""
    seen: set[int] = set()
    pressed: list[int] = []

    class Clock(RealClock):
        """Real time; whenever the doctor looks at it, the lamps are seen, too."""

        def now_ns(self) -> int:
            if threading.current_thread() is threading.main_thread():
                seen.update(seat for seat in ward.bench.wiring.numbers if ward.bench.lit(seat))
                if len(seen) == 12 and not pressed:
                    ward.bench.press(5)
                    pressed.append(5)
                elif pressed and "seat 5" in capsys.readouterr().out:
                    raise KeyboardInterrupt
            return super().now_ns()

    ward.stage(clock=Clock())
    try_by_hand(ward.folder, "expander", None, lamps=True, buttons=True, probes=ward.probes)
    assert ward.bench.dark


def test_there_is_nothing_to_try_by_hand_in_a_browser(ward: Ward) -> None:
    with pytest.raises(StartError, match="no buttons and lamps"):
        try_by_hand(ward.folder, "simulated", None, lamps=True, buttons=True, probes=ward.probes)


def faguan(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "firmware", "doctor", *arguments],
        cwd=ROOT, env={**os.environ, "COLUMNS": "200"}, check=False, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", timeout=100,
    )  # fmt: skip


def test_on_this_machine_the_simulated_table_is_well(tmp_path: Path) -> None:
    done = faguan("--state", str(tmp_path / "state"), "--wiring", "simulated")
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert not (tmp_path / "state").exists(), "the doctor makes nothing"


def test_the_help_lists_every_exit_code() -> None:
    told = faguan("--help").stdout
    assert [] == [code for code in range(10, 20) if f" {code} " not in told]


def test_what_excludes_each_other_is_refused() -> None:
    done = faguan("--json", "--lamps")
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))

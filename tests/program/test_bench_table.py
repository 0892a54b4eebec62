"""`scripts/bench --table` and `scripts/bench_pi`: that they measure, not how fast; and who may not measure."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

import pytest

from firmware.bench import main
from firmware.bench_table import Row, TableFigures, measure_table
from firmware.usage import obeyed
from tests.program.program import PATIENCE_S, ROOT


@pytest.mark.filterwarnings("ignore:.*getdata.*:DeprecationWarning")
def test_every_figure_is_a_ratio_of_two_that_were_measured_in_one_run() -> None:
    threads = set(threading.enumerate())
    figures = measure_table(presses=24, idle_s=0.5)
    left = {thread.name for thread in set(threading.enumerate()) - threads}
    # luma, as it is, leaves a thread behind for each device: they have no names.
    assert set() == {name for name in left if not name.startswith("Thread-")}, "nothing of ours is left running"
    assert logging.getLogger("faguan").isEnabledFor(logging.ERROR), "the log is as it was"
    assert 24 == figures.presses
    told = {row.name: row for row in figures.rows}
    for wanted in (
        "R1 expander p50",
        "R1 direct p95",
        "R3 OLED in flight, worst",
        "R5 expander idle switches",
        "R5 direct threads",
    ):
        assert told[wanted].ours >= 0
        assert told[wanted].theirs > 0
        assert pytest.approx(told[wanted].ours / told[wanted].theirs) == told[wanted].ratio
    assert [True] == [row.ours > 0 for name, row in told.items() if name.startswith("R2 vote of 18, OLED")]
    # What was measured once is told of every row, with the same aim.
    told_of = (ROOT / "docs" / "numbers.md").read_text(encoding="utf-8")
    for row in figures.rows:
        if row.name.startswith("R") and row.aim and "R2" not in row.name:
            lines = [line for line in told_of.splitlines() if line.startswith(f"| `{row.name}` |")]
            assert [f"≤ {row.aim:g} |"] * 2 == [line[-len(f"≤ {row.aim:g} |") :] for line in lines], row.name
    # What does not depend on the machine may be held to: pieces are short, and twelve Buttons are twelve threads.
    assert 1 > told["OLED ssd1306 longest piece"].ours
    assert 1 > told["OLED ssd1306 bytes a move"].ratio
    for wiring, aim in (("expander", 0.1), ("direct", 1.0)):
        assert aim == told[f"R5 {wiring} idle switches"].aim
        assert 12 <= told[f"R5 {wiring} threads"].theirs
        assert 6 > told[f"R5 {wiring} threads"].ours
    assert 5000 < told["R1 expander, +5 ms p50"].theirs


@pytest.mark.parametrize(("ratio", "told"), [(2.9, False), (3.1, True)])
def test_where_gpiozero_alone_is_much_sooner_it_is_told_why(ratio: float, told: bool) -> None:
    row = Row("R1 expander p50", "us", 100 * ratio, 100, ratio, 3.0)
    remark = TableFigures((row,), 0.1, 2, 2000).remark
    assert told is (remark is not None)
    assert remark is None or "on the presser's own thread" in remark.en


def test_what_needs_a_pi_says_so_in_one_line_elsewhere() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "firmware.bench_pi"],
        cwd=ROOT, check=False, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=PATIENCE_S,
    )  # fmt: skip
    assert (1, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n")), done.stderr
    assert "not measured: this needs a Raspberry Pi" in done.stderr
    assert "没有测过" in done.stderr


def test_table_and_voice_are_not_asked_for_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        sys.exit(obeyed(lambda **_: main(voice=True, table=True), "scripts/bench"))
    assert 2 == ended.value.code
    told = capsys.readouterr().err
    assert "--table 和 --voice" in told
    assert 1 == len(told.splitlines())

"""`scripts/scenario`: what it prints, how it exits, and what it says about a bad file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from engine.text import Text
from firmware.scenario.__main__ import app
from firmware.scenario.report import print_table
from firmware.scenario.runner import report_of
from tests.scenario.situations import EXAMPLES, NINE, dawn, night, seats_of, verdict, written

GOOD: dict[str, Any] = {
    "id": "good",
    "title": "女巫不救",
    "seats": {str(seat): name for seat, name in seats_of(NINE).items()},
    "steps": [night(1, 7), dawn()],
    "expect": {"dead": [7]},
}
WRONG = {**GOOD, "id": "wrong", "expect": {"dead": [8], "winner": None}}
STRANGE = {**GOOD, "id": "strange", "expect": {"dead": [7], "weather": {"1": True}}}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_json_has_these_keys_and_no_others(tmp_path: Path) -> None:
    result = run("--json", written(tmp_path, GOOD, WRONG, STRANGE))
    assert 1 == result.exit_code
    assert {
        "cases": 3,
        "passed": 1,
        "failed": [{"id": "wrong", "key": "dead", "expected": [8], "got": [7]}],
        "not_tested": [{"id": "strange", "why": "没有预期 weather / expectation not known: weather"}],
    } == json.loads(result.stdout)
    assert "" == result.stderr


def test_all_passed_is_exit_zero_and_not_tested_is_no_failure(tmp_path: Path) -> None:
    assert 0 == run("--json", written(tmp_path, GOOD, STRANGE)).exit_code


def test_several_files_are_one_report(tmp_path: Path) -> None:
    result = run("--json", EXAMPLES, written(tmp_path, GOOD))
    assert 62 == json.loads(result.stdout)["cases"]


def test_the_table_can_be_read(tmp_path: Path) -> None:
    result = run(written(tmp_path, GOOD, WRONG, STRANGE))
    assert 1 == result.exit_code
    for word in ("good", "wrong", "strange", "通过", "失败", "未测"):
        assert word in result.stdout
    assert "3 cases: 1 passed, 1 failed, 1 not tested" in " ".join(result.stdout.split())


def shown(*verdicts: Any, known: dict[str, Text] | None = None) -> str:
    console = Console(width=200, record=True, quiet=False, file=None)
    with console.capture() as capture:
        print_table(tuple(verdicts), report_of(verdicts), known or {}, console)
    return capture.get()


def test_the_table_says_what_was_refused_and_how() -> None:
    attempt = {"t": "try", "by": 4, "do": "女巫用毒药", "target": 4, "night": 1}
    text = shown(verdict(night(1, 7), attempt, expect={"rejected": True}))
    assert "refused: NotAChoice @ witch.poison" in text


def test_a_known_difference_stays_a_failure_and_its_reason_is_named() -> None:
    one = verdict(night(1, 7), dawn(), expect={"dead": []})
    text = shown(one, known={"one": Text("本桌另有规定", "our table rules otherwise")})
    assert "失败 / failed" in text
    assert "已知差异：本桌另有规定 / known difference: our table rules otherwise" in text
    assert not report_of([one]).passed


def test_a_case_that_is_not_scored_says_so() -> None:
    one = verdict(night(1, 7), dawn(), settled="house rule: ours", expect={"dead": []})
    assert "only must not break" in shown(one)


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


BAD_FILES: dict[str, str | bytes] = {
    "empty": "",
    "not JSON": "{cases: 1}",
    "cut off": json.dumps({"cases": [GOOD]})[:-9],
    "not text": b"\xff\xfe\x00",
    "a list": "[]",
    "no cases": "{}",
    "cases no list": '{"cases": {"a": 1}}',
    "case no object": '{"cases": [7]}',
    "no id": json.dumps({"cases": [without("id")]}),
    "empty id": json.dumps({"cases": [{**GOOD, "id": ""}]}),
    "a seat that is no number": json.dumps({"cases": [{**GOOD, "seats": {"one": "狼人"}}]}),
    "a card that is no text": json.dumps({"cases": [{**GOOD, "seats": {"1": 5}}]}),
    "no steps": json.dumps({"cases": [without("steps")]}),
    "a step that is no object": json.dumps({"cases": [{**GOOD, "steps": [5]}]}),
    "a step without its word": json.dumps({"cases": [{**GOOD, "steps": [{"n": 1}]}]}),
    "a step whose word is no text": json.dumps({"cases": [{**GOOD, "steps": [{"t": 5}]}]}),
    "expect no object": json.dumps({"cases": [{**GOOD, "expect": [7]}]}),
    "the same case twice": json.dumps({"cases": [GOOD, GOOD]}),
    "too deep": '{"cases": ' + "[" * 100_000,
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_line_in_both_languages_and_nothing_is_played(name: str, tmp_path: Path) -> None:
    path = tmp_path / "坏.json"
    data = BAD_FILES[name]
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    result = run("--json", EXAMPLES, path)
    assert 2 == result.exit_code
    assert "" == result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("案例文件 坏.json：")
    chinese, english = line.split(" / Case file 坏.json ")
    assert english
    assert not re.search(r"[A-Za-z]+ [A-Za-z]+", chinese), "no sentence of the parser's in the Chinese half"


@pytest.mark.parametrize(
    ("name", "why"), [("nowhere.json", "读不了：没有这个文件或文件夹"), (".", "读不了：这是文件夹")]
)
def test_a_file_that_cannot_be_read(name: str, why: str, tmp_path: Path) -> None:
    result = run(tmp_path / name)
    assert 2 == result.exit_code
    (line,) = result.stderr.splitlines()
    assert why in line
    assert "cannot be read" in line


def test_the_module_is_what_the_script_starts(tmp_path: Path) -> None:
    """The real program once: exit code, clean streams, no traceback."""
    command = [sys.executable, "-P", "-m", "firmware.scenario"]
    good = subprocess.run([*command, "--json", EXAMPLES], capture_output=True, text=True, check=False)
    assert (0, 61, "") == (good.returncode, json.loads(good.stdout)["cases"], good.stderr)
    bad = subprocess.run([*command, tmp_path / "no.json"], capture_output=True, text=True, check=False)
    assert (2, "") == (bad.returncode, bad.stdout)
    assert 1 == len(bad.stderr.splitlines())

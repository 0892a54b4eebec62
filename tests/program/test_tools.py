"""The commands beside the judge, how it stops, and what it does when nobody reads what it says."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from firmware.boards import preset_boards
from firmware.sim import simulate
from firmware.state_dir import JOURNAL
from tests.program.program import COMMAND, DEMO, PATIENCE_S, ROOT, Output, Program, journal_of
from tests.program.test_refusals import check_refused

if TYPE_CHECKING:
    from collections.abc import Callable

    Cli = Callable[..., Output]

CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
ENGLISH: Final = re.compile(r"[A-Za-z]{2,}")
RESULTS: Final = {"good": ("好人阵营获胜", "the good camp wins"), "wolf": ("狼人阵营获胜", "the werewolves win")}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state folder of a table where one game was finished and the next was begun."""
    state = tmp_path_factory.mktemp("evening")
    with Program(state, *DEMO) as program:
        for message in program.messages("/ws/room"):
            if message["n"] <= 1 and len(journal_of(state)) > 1:
                break
        stopped = program.end(signal.SIGTERM)
    assert (0, "", "") == stopped
    return state


# ------------------------------------------------------------ games of the past


def test_a_finished_game_is_a_transcript_in_both_languages(evening: Path, cli: Cli) -> None:
    winner = journal_of(evening)[0].record.result
    assert winner is not None
    texts = [cli("replay", game, "--state", str(evening), *language) for game in "01" for language in LANGUAGES]
    assert [(0, "")] * 4 == [(text.code, text.err) for text in texts]
    assert [texts[0].out, texts[1].out] == [texts[2].out, texts[3].out], "0 is the newest that is over"
    zh, en = texts[0].out, texts[1].out
    assert zh.startswith("B06a 预女六人")
    assert en.startswith("B06a Six with Seer and Witch")
    assert RESULTS[winner][0] in zh
    assert RESULTS[winner][1] in en
    for text, night, day in ((zh, "第 1 夜", "第 1 天"), (en, "Night 1", "Day 1")):
        assert text.index(night) < text.index(day)
    for seat in range(1, 7):
        assert f"{seat}号" in zh
        assert f"no. {seat}" in en


LANGUAGES: Final = (("--language", "zh"), ("--language", "en"))


def test_a_transcript_is_of_one_language(evening: Path, cli: Cli) -> None:
    zh = cli("replay", "1", "--state", str(evening)).out
    en = cli("replay", "1", "--state", str(evening), "--language", "en").out
    assert not CHINESE.search(en)
    assert not ENGLISH.search(zh.replace("PK", ""))


def test_the_game_that_is_still_open_is_refused(evening: Path, cli: Cli) -> None:
    assert journal_of(evening)[1].record.result is None
    assert 1 == cli("replay", "2", "--state", str(evening)).code


# ------------------------------------------------------------ boards


def test_the_boards_are_listed_with_their_cards_in_both_languages(cli: Cli, tmp_path: Path) -> None:
    listed = cli("boards", "--state", str(tmp_path))
    assert (0, "") == (listed.code, listed.err)
    for board in preset_boards():
        assert board.id in listed.out
        assert board.name.zh in listed.out
    assert "2狼人 1女巫" in listed.out
    assert "Six with Seer" in listed.out
    assert [] == list(tmp_path.iterdir()), "looking changes nothing"


def test_an_own_board_is_checked_listed_and_played(cli: Cli, tmp_path: Path) -> None:
    text = 'id = "own"\nplayers = 7\nname = { zh = "七人", en = "Seven" }\n[cards]\n'
    cards = {"werewolf": 2, "seer": 1, "hunter": 1, "villager": 3}
    text += "".join(f"{role} = {number}\n" for role, number in cards.items())
    (tmp_path / "boards").mkdir()
    file = tmp_path / "boards" / "own.toml"
    file.write_text(text, encoding="utf-8")
    for typed in (("boards", str(file)), ("boards", "own", "--state", str(tmp_path))):
        shown = cli(*typed)
        assert 0 == shown.code
        assert "七人" in shown.out
        assert "Seven" in shown.out
    assert "own" in cli("boards", "--state", str(tmp_path)).out
    report = json.loads(cli("simulate", "--board", str(file), "--json").out)
    assert ("own", 1, []) == (report["board"], report["finished"], report["violations"])
    with Program(tmp_path, "--demo", "--speed", "100", "--board", "own", "--seats", "2-8") as program:
        room = next(message for message in program.messages("/ws/room") if message["seats"] and message["board"])
        assert 0 == program.end(signal.SIGTERM).code
    assert [2, 3, 4, 5, 6, 7, 8] == [seat["seat"] for seat in room["seats"]]
    assert {"zh": "七人", "en": "Seven"} == room["board"]


# ------------------------------------------------------------ simulation


def test_a_simulation_reports_exactly_what_was_agreed(cli: Cli) -> None:
    done = cli("simulate", "--board", "B06b", "--games", "2", "--seed", "5", "--json")
    report = json.loads(done.out)
    assert (0, "") == (done.code, done.err)
    names = ["board", "seed", "games", "finished", "winners", "commands", "violations", "seconds"]
    assert names == list(report)
    assert ("B06b", 5, 2, 2, []) == tuple(report[name] for name in ("board", "seed", "games", "finished", "violations"))
    assert 2 == sum(report["winners"].values())
    assert report["commands"] > 20
    assert report["seconds"] > 0


def test_a_simulation_for_a_person_is_in_both_languages(cli: Cli) -> None:
    done = cli("simulate", "--board", "B06a")
    assert (0, "") == (done.code, done.err)
    for line in done.out.splitlines():
        assert CHINESE.search(line)
        assert ENGLISH.search(line)


def test_a_violation_is_an_exit_code_and_names_its_seed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    violated = simulate.Report("B09", 1, 3, 3, {"good": 3}, 100, (simulate.Violation(2, "a lamp by night"),), 0.1)
    monkeypatch.setattr(simulate, "run", lambda *_, **__: violated)
    as_json, in_words = cli("simulate", "--games", "3", "--json"), cli("simulate", "--games", "3")
    assert (1, 1) == (as_json.code, in_words.code)
    assert [{"seed": 2, "what": "a lamp by night"}] == json.loads(as_json.out)["violations"]
    assert "--games 1 --seed 2" in in_words.out


# ------------------------------------------------------------ help


@pytest.mark.parametrize("command", [(), ("boards",), ("simulate",), ("replay",)])
def test_help_is_in_both_languages(command: tuple[str, ...], cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    told = cli(*command, "--help")
    assert (0, "") == (told.code, told.err)
    options = [line for line in told.out.splitlines() if "--" in line and "--help" not in line]
    assert options
    for line in options:
        words = re.sub(r"--\w+|\[.*?\]|<.*?>|\b[A-Z|]+\b", "", line)
        assert CHINESE.search(words), line
        assert ENGLISH.search(words), line


def test_help_names_every_command(cli: Cli) -> None:
    told = cli("--help").out
    for name in ("boards", "simulate", "replay", "--demo", "--speed", "--board", "--seats", "--state", "--language"):
        assert name in told


# ------------------------------------------------------------ stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_order_and_leaves_the_folder_free(number: signal.Signals, tmp_path: Path) -> None:
    for _ in range(2):
        # The second start finds the lock free and the game open.
        with Program(tmp_path, *DEMO) as program:
            assert "模拟桌 / simulated table: http://127.0.0.1:" in program.greeting
            next(message for message in program.messages("/ws/room") if message["phase"] == "night")
            assert (0, "", "") == program.end(number)
    assert 1 == len(journal_of(tmp_path)), "the game was gone on with, none was begun over it"


def test_it_stops_at_once_when_it_has_only_just_started(tmp_path: Path) -> None:
    with Program(tmp_path, "--no-sound") as program:
        assert (0, "", "") == program.end(signal.SIGTERM)
    assert {JOURNAL, f"{JOURNAL}.lock"} == {path.name for path in tmp_path.iterdir()}
    assert () == journal_of(tmp_path)


# ------------------------------------------------------------ nobody reads


def test_a_pipe_that_nobody_reads_is_no_traceback(evening: Path, tmp_path: Path) -> None:
    """As in `faguan boards | true`."""
    commands = (
        ("boards", "--state", str(tmp_path)),
        ("replay", "1", "--state", str(evening)),
        ("simulate", "--board", "B06a", "--json"),
        ("--help",),
        ("--state", str(tmp_path), "--port", "0", *DEMO),
    )
    for command in commands:
        read, write = os.pipe()
        os.close(read)
        with subprocess.Popen(
            [*COMMAND, *command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE, text=True
        ) as program:
            os.close(write)
            _, err = program.communicate(timeout=PATIENCE_S)
        assert "" == err, command
        assert 1 == program.returncode, command


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_what_cannot_be_written_for_want_of_room_is_one_line(evening: Path, tmp_path: Path) -> None:
    """As in `faguan boards > file` on a card that is full."""
    commands = (
        ("boards", "--state", str(tmp_path)),
        ("boards", "B09", "--state", str(tmp_path)),
        ("wiring", "D9"),
        ("doctor", "--wiring", "simulated", "--quiet", "--state", str(tmp_path)),
        ("replay", "1", "--state", str(evening)),
        ("simulate", "--board", "B06a", "--json"),
        ("--version",),
        ("--help",),
        ("--state", str(tmp_path), "--port", "0", *DEMO),
    )
    for command in commands:
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [*COMMAND, *command], cwd=ROOT, check=False, stdin=subprocess.DEVNULL, stdout=full,
                stderr=subprocess.PIPE, encoding="utf-8", timeout=PATIENCE_S,
            )  # fmt: skip
            assert 1 == done.returncode, command
            check_refused(Output(done.returncode, "", done.stderr))
            assert "空间不足" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("module", ["bench", "bench_pi", "scenario"])
def test_nor_do_the_programs_of_developers_make_a_traceback_of_it(module: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", f"firmware.{module}", "--help"], cwd=ROOT, check=False, stdin=subprocess.DEVNULL,
            stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=PATIENCE_S,
        )  # fmt: skip
    assert 1 == done.returncode
    check_refused(Output(done.returncode, "", done.stderr))


def test_a_terminal_without_chinese_gets_marks_and_no_traceback(evening: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "replay", "1", "--state", str(evening)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=PATIENCE_S,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert (0, b"") == (done.returncode, done.stderr)
    assert done.stdout.startswith(b"B06a ????")

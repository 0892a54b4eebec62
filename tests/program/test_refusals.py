"""Everything that cannot be is one clear line in both languages, a code that says so, and nothing started or lost."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from engine.commands import Done
from engine.events import GameOver, Reason, Winner
from engine.game import Game, Setup
from engine.seats import seats_of
from firmware.boards import preset_boards
from firmware.journal import Journal
from firmware.state_dir import CONFIG, JOURNAL
from tests.program.program import DEMO, Output, Program, journal_of, run

if TYPE_CHECKING:
    from collections.abc import Callable

    Cli = Callable[..., Output]

CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
BOARD_ID: Final = re.compile(r"\bB\d+-[\u4e00-\u9fff]+")
"""Some boards are named in Chinese in every language."""
ENGLISH: Final = re.compile(r"\b[A-Za-z]{2,} [a-z]{2,}\b")
"""Two words of English in a row: a sentence of some library."""

GOOD: Final = """
id = "X6"
players = 6
name = { zh = "试", en = "try" }
[cards]
werewolf = 2
seer = 1
hunter = 1
villager = 2
"""


def check_refused(output: Output, *names: str) -> None:
    """One line for people of both languages, which names what is wrong; and nothing else came of it."""
    assert output.code != 0
    assert output.out == ""
    assert 1 == output.err.count("\n"), output.err
    zh, slash, en = output.err.strip().partition(" / ")
    assert slash
    assert CHINESE.search(zh)
    assert not ENGLISH.search(zh), "an English message inside the Chinese one"
    assert not CHINESE.search(BOARD_ID.sub("", en)), "a Chinese message inside the English one"
    for name in names:
        assert name in zh, "what is wrong is named in Chinese"
        assert name in en, "what is wrong is named in English"
    assert "Traceback" not in output.err
    assert "web" not in {thread.name for thread in threading.enumerate()}


BROKEN: Final = (
    ("an unknown key", "colour = 1\n" + GOOD, ("colour",)),
    ("a missing key", GOOD.replace("players = 6", ""), ("players",)),
    ("a key of the wrong kind", GOOD.replace("players = 6", 'players = "six"'), ("players",)),
    ("an id of two lines", GOOD.replace('"X6"', '"X\\n6"'), ("id",)),
    ("a wrong count", GOOD.replace("villager = 2", "villager = 3"), ("7", "6")),
    ("no wolf", GOOD.replace("werewolf = 2\n", "").replace("villager = 2", "villager = 4"), ()),
    ("decided at the start", GOOD[: GOOD.index("werewolf")] + "werewolf = 6\n", ()),
    ("a role twice", GOOD.replace("seer = 1", "seer = 1\nseer = 1"), ("8",)),
    ("two of a role with one card", GOOD.replace("seer = 1", "seer = 2").replace("villager = 2", "villager = 1"), ()),
    ("an unknown role", GOOD.replace("seer = 1", "wizard = 1"), ("wizard",)),
    ("an unknown rule", GOOD + '[rules]\ncolour = "red"\n', ("colour",)),
    ("an unknown value of a rule", GOOD + '[rules]\nvote_self = "maybe"\n', ("vote_self", "maybe", '"off"')),
    ("true instead of a word", GOOD + "[rules]\nvote_self = true\n", ("vote_self", "true", '"on"')),
    ("not TOML", GOOD + "[", ()),
    ("not TOML at all", "狼人两张", ("1",)),
    ("nested without end", "id = " + "[" * 5000, ()),
    ("a number without end", "players = " + "9" * 5000, ()),
    ("an empty file", "", ("id",)),
)


@pytest.mark.parametrize(("what", "text", "names"), BROKEN, ids=[what for what, _, _ in BROKEN])
def test_a_broken_board_file(what: str, text: str, names: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    state = tmp_path / "state"
    check_refused(cli("--board", str(file), "--state", str(state)), *names)
    check_refused(cli("boards", str(file), "--state", str(state)), *names)
    check_refused(cli("simulate", "--board", str(file)), *names)
    own = state / "boards"
    own.mkdir(parents=True)
    file.rename(own / "own.toml")
    listed = cli("boards", "--state", str(state))
    check_refused(Output(listed.code, "", listed.err), *names)
    assert "B06a" in listed.out, "all others can be played"
    assert ["boards"] == [path.name for path in state.iterdir()], what


def test_a_board_file_that_is_no_text(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes('name = "狼"'.encode("gbk"))
    check_refused(cli("--board", str(file), "--state", str(tmp_path)), "own.toml", "UTF-8")


@pytest.mark.parametrize("name", ["missing.toml", "x" * 300 + ".toml", "B06a.toml", "two\nLines.toml"])
def test_a_board_file_that_is_not_there(name: str, cli: Cli, tmp_path: Path) -> None:
    check_refused(cli("--board", str(tmp_path / name), "--state", str(tmp_path)))


def test_a_folder_is_no_board_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    check_refused(cli("--board", str(tmp_path / "folder.toml"), "--state", str(tmp_path)), "folder.toml")


def test_of_two_own_boards_with_one_id_the_second_is_left_out(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    for name in ("one", "two"):
        (tmp_path / "boards" / f"{name}.toml").write_text(GOOD, encoding="utf-8")
    listed = cli("boards", "--state", str(tmp_path))
    check_refused(Output(listed.code, "", listed.err), "X6", "two.toml")
    assert 1 == listed.out.count("X6")
    one = cli("boards", "X6", "--state", str(tmp_path))
    assert (0, 1) == (one.code, one.err.count("\n"))


def test_a_broken_own_board_is_left_out_and_named_and_the_others_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "bad.toml").write_text("id = 1", encoding="utf-8")
    (tmp_path / "boards" / "good.toml").write_text(GOOD, encoding="utf-8")
    with Program(tmp_path, "--demo", "--speed", "100", "--board", "X6") as program:
        assert next(message for message in program.messages("/ws/room") if message["phase"] == "night")
        ended = program.end(signal.SIGTERM)
    assert 0 == ended.code
    check_refused(Output(1, "", ended.err), "bad.toml")


def test_a_board_without_a_name(cli: Cli, tmp_path: Path) -> None:
    check_refused(cli("--board", "", "--state", str(tmp_path)), "B06a")


@pytest.mark.parametrize("command", [(), ("boards",), ("simulate",)])
def test_an_unknown_board(command: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    where = () if command == ("simulate",) else ("--state", str(tmp_path))
    board = ("B99",) if command == ("boards",) else ("--board", "B99")
    check_refused(cli(*command, *board, *where), "B99", "B06a")


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("0-5", ("0", "18")),
        ("14-19", ("19", "18")),
        ("1-6,3", ("3",)),
        ("1,1,2,3,4,5", ("1",)),
        ("6-1", ("6-1",)),
        ("1-5", ("6", "5")),
        ("1-7", ("6", "7")),
        ("one", ("one",)),
        ("", ("1,2,5-9",)),
        (" ", ("1,2,5-9",)),
        ("1-", ("1-",)),
        ("1,,2", ("1,2,5-9",)),
        ("-3", ()),
        ("1-99999999999999999999", ("19",)),
    ],
)
def test_seats_that_cannot_be(seats: str, names: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    state = tmp_path / "state"
    check_refused(cli("--board", "B06a", f"--seats={seats}", "--state", str(state)), *names)
    assert [] == list(state.glob("*"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b'langauge = "en"', ("langauge",)),
        (b'language = "fr"', ("language", "fr")),
        (b"port = 0", ("port", "1")),
        (b'port = "80"', ("port",)),
        (b"port", ()),
        (b"# \xff", ("UTF-8",)),
    ],
)
def test_settings_that_cannot_be(text: bytes, names: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_bytes(text)
    check_refused(cli("--state", str(tmp_path)), CONFIG, *names)
    assert [CONFIG] == [path.name for path in tmp_path.iterdir()]


def test_a_state_folder_that_is_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_text("mine", encoding="utf-8")
    for state in (file, file / "below"):
        check_refused(cli("--state", str(state)), str(state))
    assert "mine" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("state", ["/proc/faguan", "/dev/null/faguan", "x" * 300])
def test_a_state_folder_that_cannot_be_written(state: str, cli: Cli) -> None:
    check_refused(cli("--state", state), state)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("--bogus",), ("--bogus",)),
        (("nonsense",), ("nonsense",)),
        (("--port", "70000"), ("--port",)),
        (("--port", "x"), ("--port",)),
        (("--port",), ("--port",)),
        (("--speed", "0"), ("--speed",)),
        (("--speed", "101"), ("--speed",)),
        (("--language", "fr"), ("--language", "'zh', 'en'")),
        (("replay",), ("GAME",)),
        (("replay", "one"), ("GAME",)),
        (("replay", "-1"), ()),
        (("replay", "99999999999999999999"), ("GAME",)),
        (("replay", "1", "2"), ("2",)),
        (("simulate", "--games", "0"), ("--games",)),
        (("simulate", "--games", "many"), ("--games",)),
        (("--state", "elsewhere", "stats"), ("--state", "stats")),
        (("--demo", "--language", "en", "boards"), ("--demo", "--language", "boards")),
        (("--port", "0", "--speed", "2", "replay", "0"), ("--port", "--speed", "replay")),
        (("--no-sound", "boards"), ("--no-sound", "boards")),
        (("--sound", "stats"), ("--sound", "stats")),
        (("--sound", "--no-sound"), ("--sound", "--no-sound")),
        (("--board", "B09", "--seats", "1-9", "simulate"), ("--board", "--seats", "simulate")),
    ],
)
def test_what_cannot_be_typed(typed: tuple[str, ...], names: tuple[str, ...], cli: Cli) -> None:
    output = cli(*typed)
    check_refused(output, *names)
    assert 2 == output.code


@pytest.mark.parametrize("typed", [("glossary",), ("boards",), ("--state",)])
def test_bytes_that_are_no_text_and_orders_to_the_terminal_are_not_printed(typed: tuple[str, ...], cli: Cli) -> None:
    output = cli(*typed, "/proc/\udcff\x1b[31mb")
    assert (1, "", 1) == (output.code, output.out, output.err.count("\n"))
    assert "/proc/\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}[31mb" in output.err
    assert output.err.rstrip("\n").isprintable()


def test_a_port_in_use(cli: Cli, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        check_refused(cli("--state", str(tmp_path), "--port", port, "--demo"), port)
    assert () == journal_of(tmp_path)


def test_a_second_judge_on_one_state_folder_leaves_the_first_in_peace(tmp_path: Path) -> None:
    with Program(tmp_path, *DEMO) as first:
        messages = first.messages("/ws/room")
        next(message for message in messages if message["phase"] == "night")
        before = journal_of(tmp_path)
        check_refused(run("--state", str(tmp_path), "--port", "0", *DEMO), str(first.pid), str(tmp_path))
        assert before[0].rows == journal_of(tmp_path)[0].rows[: len(before[0].rows)]
        assert next(messages)["seats"], "the first plays on"
        assert 0 == first.end(signal.SIGTERM).code


# ------------------------------------------------------------ games of the past


def test_there_is_no_journal(cli: Cli, tmp_path: Path) -> None:
    check_refused(cli("replay", "0", "--state", str(tmp_path)), str(tmp_path / JOURNAL))
    assert [] == list(tmp_path.iterdir())


def _journal(state: Path, *results: str | None) -> None:
    """A journal with games of these results."""
    board = next(board for board in preset_boards() if board.id == "B06a")
    journal = Journal(state / JOURNAL)
    for result in results:
        setup = Setup(board, seats_of(1, 2, 3, 4, 5, 6), board.rules)
        _, first = Game.start(setup)
        game = journal.open_game(msgspec.json.encode(setup))
        journal.append(game, first)
        if result:
            over = (GameOver(Winner(result), Reason.ROUNDS),)
            journal.append(game, msgspec.structs.replace(first, number=1, command=Done(prompt=1), events=over))
            journal.end_game(game, result)
    journal.close()


def test_an_open_game_is_kept_secret(cli: Cli, tmp_path: Path) -> None:
    _journal(tmp_path, "good", None)
    check_refused(cli("replay", "2", "--state", str(tmp_path)), "2")
    newest = cli("replay", "0", "--state", str(tmp_path))
    assert (0, "") == (newest.code, newest.err), "0 is the newest that is over"


def test_a_game_that_never_was(cli: Cli, tmp_path: Path) -> None:
    _journal(tmp_path, "good", "wolf")
    check_refused(cli("replay", "7", "--state", str(tmp_path)), "7", "1, 2")


def test_there_is_no_finished_game_yet(cli: Cli, tmp_path: Path) -> None:
    _journal(tmp_path, None)
    check_refused(cli("replay", "0", "--state", str(tmp_path)))


def _spoil(state: Path, how: str) -> None:
    """Change a column of the games in the journal."""
    other = sqlite3.connect(state / JOURNAL)
    with other:
        other.execute(f"UPDATE games SET {how}")  # noqa: S608 - written down below
    other.close()


SPOILT: Final = {
    "a wrong letter": (
        "setup = CAST(replace(CAST(setup AS TEXT), '\"werewolf\"', '\"verewolf\"') AS BLOB)",
        "无法使用",
        "cannot be used",
    ),
    "another version": ("rules = rules - 1", "另一版规则", "other rules"),
}


@pytest.mark.parametrize(("how", "zh", "en"), SPOILT.values(), ids=list(SPOILT))
def test_an_unfinished_game_that_cannot_go_on_is_told_of_and_kept(how: str, zh: str, en: str, tmp_path: Path) -> None:
    _journal(tmp_path, "good", None)
    _spoil(tmp_path, how)
    before = journal_of(tmp_path)
    with Program(tmp_path, "--no-sound") as program:
        assert next(program.messages("/ws/room"))["seats"]
        ended = program.end(signal.SIGTERM)
    assert 0 == ended.code
    (line,) = ended.err.splitlines()
    assert ("第2局" in line, zh in line, "game 2" in line.lower(), en in line) == (True,) * 4
    after = journal_of(tmp_path)
    assert [past.rows for past in before] == [past.rows for past in after]
    assert [before[1].record.setup, "unreadable"] == [after[1].record.setup, after[1].record.result]


def test_rows_that_cannot_be_read(cli: Cli, tmp_path: Path) -> None:
    _journal(tmp_path, "good")
    other = sqlite3.connect(tmp_path / JOURNAL)
    with other:
        other.execute("UPDATE rows SET events = CAST('[{}]' AS BLOB)")
    other.close()
    check_refused(cli("replay", "1", "--state", str(tmp_path)), "1")


DAMAGED: Final = {
    "no database": b"this was a journal once" * 100,
    "a database of somebody else": None,
    "torn": b"SQLite format 3\x00" + b"\x00" * 50,
}


def _damage(state: Path, how: str) -> bytes:
    file = state / JOURNAL
    data = DAMAGED[how]
    if data is None:
        other = sqlite3.connect(file)
        with other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        other.close()
    else:
        file.write_bytes(data)
    return file.read_bytes()


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_journal_is_not_replayed_and_not_touched(how: str, cli: Cli, tmp_path: Path) -> None:
    data = _damage(tmp_path, how)
    check_refused(cli("replay", "1", "--state", str(tmp_path)), JOURNAL)
    assert [(JOURNAL, data)] == [(path.name, path.read_bytes()) for path in tmp_path.iterdir()]


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_journal_is_moved_aside_with_a_message_and_the_program_starts(how: str, tmp_path: Path) -> None:
    data = _damage(tmp_path, how)
    with Program(tmp_path, *DEMO) as program:
        next(message for message in program.messages("/ws/room") if message["phase"] == "night")
        ended = program.end(signal.SIGTERM)
    assert 0 == ended.code
    assert data == (tmp_path / f"{JOURNAL}.damaged-1").read_bytes()
    check_refused(Output(1, "", ended.err), f"{JOURNAL}.damaged-1")
    assert 1 == len(journal_of(tmp_path)), "a game was begun in a fresh journal"

"""Whole games through the complete table layer: they end, they keep every promise, and a seed is a game."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import BadSetup
from engine.events import Winner
from engine.houserules import SwitchOff
from engine.setup import board_from_toml
from engine.text import Text
from firmware.sim import simulate
from firmware.sim.evening import Outcome
from firmware.sim.house import drawn

ROOT = Path(__file__).resolve().parents[2]


def fingerprint(outcome: Outcome) -> str:
    """One text per journal: the commands and digests of all rows."""
    rows = b"".join((row.command or b"") + row.digest for row in outcome.rows)
    return hashlib.blake2b(rows, digest_size=16).hexdigest()


def test_the_report_is_exactly_what_was_agreed() -> None:
    report = json.loads(simulate.to_json(simulate.run("B06a", 2, 7, jobs=1)))
    names = ["board", "seed", "games", "finished", "winners", "commands", "violations", "seconds"]
    assert names == list(report)
    assert ("B06a", 7, 2, 2, []) == tuple(report[name] for name in (*names[:4], "violations"))
    assert {winner.value for winner in Winner} == set(report["winners"])


def test_the_report_for_a_person_names_the_command_that_plays_the_violation_again() -> None:
    report = simulate.Report(
        board="B09",
        seed=1,
        games=2,
        finished=2,
        winners={"good": 1, "wolf": 1},
        commands=9,
        violations=(simulate.Violation(2, "a lamp"),),
        seconds=1.0,
    )
    text = simulate.to_text(report, "my boards/even.toml")
    assert "a lamp" in text
    assert "faguan simulate --board 'my boards/even.toml' --games 1 --seed 2" in text


def test_the_same_seed_is_the_same_game_and_another_seed_is_another() -> None:
    board = simulate.preset("B09")
    games = [fingerprint(simulate.play(board, seed)) for seed in (3, 3, 4)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_a_game_of_a_batch_is_the_game_of_its_own_seed() -> None:
    heard: list[int] = []
    batch = simulate.run("B06b", 4, 20, jobs=1, on_game=heard.append)
    single = [simulate.run("B06b", 1, seed, jobs=1) for seed in range(20, 24)]
    assert [1, 2, 3, 4] == heard
    assert batch.commands == sum(report.commands for report in single)
    assert batch.winners == {name: sum(report.winners[name] for report in single) for name in batch.winners}


def test_more_processes_play_the_same_games() -> None:
    alone = simulate.run("B06a", 8, 50, jobs=1)
    shared = simulate.run("B06a", 8, 50, jobs=2)
    assert (alone.commands, alone.winners) == (shared.commands, shared.winners)
    assert () == shared.violations


def test_two_hash_seeds_give_identical_journals() -> None:
    """What Python does with hashes must not reach a journal: two processes, two hash seeds, the same bytes."""
    program = (
        "from firmware.sim import simulate\n"
        "from tests.sim.test_simulate import fingerprint\n"
        "board = simulate.preset('B09')\n"
        "print([fingerprint(simulate.play(board, seed)) for seed in (5, 6)])\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert 2 == printed[0].count(",") + 1


@pytest.mark.parametrize("name", ["B99", "", "../B09", "b09.toml", "B09/../B09"])
def test_an_unknown_board_is_refused_in_both_languages(name: str) -> None:
    with pytest.raises(simulate.UnknownBoard) as refused:
        simulate.run(name, 1, 1)
    assert refused.value.text.zh
    assert refused.value.text.en


def test_some_tables_have_gaps_between_their_seats() -> None:
    board = simulate.preset("B09")
    tables = [simulate.table_for(board, seed).seats for seed in range(40)]
    assert tuple(range(1, 10)) in tables
    assert any(max(seats) > 9 for seats in tables)
    assert {9} == {len(seats) for seats in tables}


EVEN = """
id = "even"
players = 8
[name]
zh = "对半"
en = "Even"
[cards]
werewolf = 3
wolf_king = 1
seer = 1
witch = 1
villager = 2
"""


def test_a_deck_that_a_drawn_house_could_not_play_is_played_by_its_own_rules() -> None:
    """Four wolves of eight: with the house rule parity_win the game would be over before it begins."""
    board = board_from_toml(EVEN, "even.toml")
    drawn_rules = {drawn(board, seed).parity_win for seed in range(60)}
    assert {*SwitchOff} == drawn_rules, "some of these houses have the rule"
    assert {SwitchOff.OFF} == {simulate.table_for(board, seed).rules.parity_win for seed in range(60)}


def test_what_is_wrong_with_a_setup_comes_whole_out_of_another_process() -> None:
    error = BadSetup(Text("不行", "no"))
    assert error.text == pickle.loads(pickle.dumps(error)).text  # noqa: S301 - our own

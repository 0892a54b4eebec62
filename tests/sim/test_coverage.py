"""Simulated games of all boards break no promise, and between them reach everything there is to reach.

A bot that never bids, a 自爆 that is never tried in the PK, a house rule that is never drawn: each of
them would leave a word of `coverage.wanted` unreached.

    FAGUAN_GAMES=2000 .venv/bin/python -m pytest tests/sim/test_coverage.py

plays so many games of the board with every role, and then every event and every line is to be reached.
"""

from __future__ import annotations

import importlib.resources
import os
from collections import Counter
from typing import Final, get_args

import pytest

from engine import events as e
from engine.commands import Left, OfferTaken
from engine.game import Step
from engine.prompts import Call, Eyes, Form, OfferKind, Press
from engine.prompts import Gesture as Needed
from engine.roles import ROLES
from engine.seats import Seat
from firmware.sim import coverage, simulate
from firmware.sim.evening import Outcome

EVERY_ROLE: Final = "B18-全角色"
ASKED: Final = int(os.environ.get("FAGUAN_GAMES", "0"))
GAMES: Final = dict.fromkeys(("B06a", "B06b", "B07", "B08a", "B08b", "B09", "B10c"), 6) | {
    "B10a": 45,
    "B10b": 20,
    "B11": 20,
    "B12-预女猎守": 45,
    "B12-预女猎白": 45,
    EVERY_ROLE: ASKED or 16,
}
"""How many games of a board; of every other board there are `FEW`."""
FEW: Final = 1
BOARDS: Final = sorted(
    file.name.removesuffix(".toml")
    for file in (importlib.resources.files("engine") / "boards").iterdir()
    if file.name.endswith(".toml")
)
RARE: Final = frozenset(
    {
        *("event DuelDropped", "event BlastHeld", "event DelayedOut", "event Doomed", "event ShotDelayed"),
        *("cause delayed", "cause with_pack", "cause take", "event TakenAlong", "event NobodyTaken", "phase take"),
        *("phase blast", "event KnifeInherited", "event Blasted", "cause blast", "event Turned", "left claim"),
        *("vacant duel", "duel sheriff.turn", "duel sheriff.pk_turn", "duel speech.sheriff_pick"),
        *("duel speech.sheriff_last", "event SpeechesResumed", "left tour", "left deal"),
        *("reason couple", "reason good_dead", "reason nobody", "winner bomber", "winner third"),
    }
)
"""What so few games of the boards with special cards need not reach."""


def test_games_of_all_boards_break_no_promise_and_reach_everything() -> None:
    played: list[tuple[str, Outcome]] = []
    for number, name in enumerate(BOARDS):
        board = simulate.preset(name)
        first = 1_000 * number
        played += [(name, simulate.play(board, seed)) for seed in range(first, first + GAMES.get(name, FEW))]
    assert [] == [(name, game.seed, game.violations) for name, game in played if game.violations or not game.finished]
    reached = Counter(word for _, game in played for word in game.reached)
    wanted = {word for word in coverage.wanted() if ASKED or not (word in RARE or word.startswith("line "))}
    assert [] == sorted(wanted - {*reached}), f"in {len(played)} games"


def test_everything_wanted_is_named_after_the_rules_themselves() -> None:
    wanted = coverage.wanted()
    staffs_own = (e.GameAborted, e.Undone)
    assert {f"line {role.line_key}.wake" for role in ROLES if any(".wake" in line.key for line in role.lines)} <= wanted
    assert len(get_args(e.AnyEvent)) - len(staffs_own) == sum(word.startswith("event ") for word in wanted)
    for word in (
        "event BadgeTorn",
        "vacant exploded",
        "elected alone",
        "peace no_voters",
        "orderby auto",
        "prompt withdraw",
        "explode sheriff.pk_vote",
        "explode pk.turn",
        "duel speech.turn",
        "winner third",
        "prompt tour",
        "withdraw sheriff.turn",
        "left bid",
        "rule badge_swallow double",
        "stage pk_speech",
    ):
        assert word in wanted
    assert "explode vote.open" not in wanted
    assert "duel pk.turn" not in wanted
    assert "explode words.ask" not in wanted


def step(*events: e.AnyEvent, command: OfferTaken | Left | None = None, prompt: Press | None = None) -> Step:
    return Step(number=1, command=command, events=events, prompt=prompt, digest=b"")


def test_a_game_reaches_what_happens_in_it_and_nothing_else() -> None:
    window = Press(
        call=Call(line="sheriff.quit_open", form=Form.WITHDRAW, eyes=Eyes.OPEN), gesture=Needed.LONG_HOLD, who=()
    )
    reached = coverage.Reached()
    reached.committed(step(e.PhaseEntered(e.Phase.ELECTION, 1, stage=e.Stage.WITHDRAW), prompt=window))
    assert ("event PhaseEntered", "phase election", "prompt withdraw", "stage withdraw") == reached.words
    reached.committed(step(e.LeftRecorded(Seat(2)), command=Left(prompt=1, seat=Seat(2)), prompt=window))
    assert "left withdraw" in reached.words
    taken = OfferTaken(prompt=2, offer=OfferKind.EXPLODE, seat=Seat(1))
    reached.committed(step(e.NoSheriff(e.Vacant.EXPLODED), command=taken))
    assert {"explode sheriff.quit_open", "event NoSheriff", "vacant exploded"} <= {*reached.words}
    assert {*reached.words} <= coverage.wanted()
    assert [] == reached.broken


@pytest.mark.parametrize("name", BOARDS)
def test_no_board_is_missing_from_the_games_above(name: str) -> None:
    """The big boards get most of the games; a new board gets `FEW` by itself."""
    assert simulate.preset(name).id == name
    assert GAMES.get(name, FEW) > 0

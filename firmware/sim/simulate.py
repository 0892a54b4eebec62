"""Whole games in no time: `faguan simulate`.

Game i uses seed S + i: cards, people, faults, lengths of commits, everything. A violation names its
seed, so that `--games 1 --seed` with it plays that one game again.
"""

from __future__ import annotations

import importlib.resources
import os
import shlex
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import msgspec

from audio.say import Language
from engine.errors import BadSetup
from engine.events import Winner
from engine.seats import MAX_SEATS, seats_of
from engine.setup import Setup, board_from_toml
from engine.text import Text
from firmware.sim.evening import Evening, Outcome
from firmware.sim.faults import draw
from firmware.sim.house import drawn
from firmware.sim.luck import luck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.setup import Board

WORTH_WORKERS: Final = 8
"""From so many games on, starting other processes takes less time than it saves."""


class Violation(msgspec.Struct, frozen=True):
    """A promise the judge broke in the game with this seed."""

    seed: int
    what: str


class Report(msgspec.Struct, frozen=True):
    """What came of it; `winners` counts finished games by winner, `seconds` is real time."""

    board: str
    seed: int
    games: int
    finished: int
    winners: dict[str, int]
    commands: int
    violations: tuple[Violation, ...]
    seconds: float


class UnknownBoard(ValueError):
    """Raised when there is no preset board with that id; `text` says so in both languages."""

    def __init__(self, board_id: str) -> None:
        """Name it."""
        self.text = Text(f"没有板子 {board_id}", f"there is no board {board_id}")
        super().__init__(f"{self.text.zh} / {self.text.en}")


def preset(board_id: str) -> Board:
    """The preset board with this id.

    Raises:
        UnknownBoard: there is none.
    """
    folder = importlib.resources.files("engine") / "boards"
    file = folder / f"{board_id}.toml"
    if board_id != board_id.strip("./") or not file.is_file():
        raise UnknownBoard(board_id)
    return board_from_toml(file.read_text(encoding="utf-8"), f"{board_id}.toml")


def table_for(board: Board, seed: int) -> Setup:
    """A table for the game with this seed: mostly seats 1 to N, in one game of four with gaps; whose house it is."""
    rng = luck("seats", seed)
    numbers: Sequence[int] = range(1, board.players + 1)
    if rng.randrange(4) == 0:
        numbers = rng.sample(range(1, MAX_SEATS + 1), board.players)
    setup = Setup(board=board, seats=seats_of(*numbers), rules=drawn(board, seed))
    try:
        setup.check()
    except BadSetup:  # a deck that this house could not play: it plays by the board's own rules
        return Setup(board=board, seats=setup.seats, rules=board.rules)
    return setup


def play(board: Board, seed: int) -> Outcome:
    """The game with this seed, judged in Chinese or, in one game of three, in English."""
    setup = table_for(board, seed)
    language = Language.EN if seed % 3 == 0 else Language.ZH
    return Evening(setup, seed, language, draw(seed, setup.seats)).play()


def run(
    board: Board | str, games: int, seed: int, *, jobs: int | None = None, on_game: Callable[[int], None] | None = None
) -> Report:
    """Play `games` games of `board` (an id names a preset) on `jobs` processes (default: one per processor).

    `on_game` hears of every game that is over: how many there are so far.

    Raises:
        UnknownBoard: no such board.
        BadSetup: the board cannot be played.
    """
    board = preset(board) if isinstance(board, str) else board
    table_for(board, seed).check()
    began = time.monotonic()
    outcomes: list[Outcome] = []
    for outcome in _played(board, range(seed, seed + games), jobs or os.cpu_count() or 1):
        outcomes.append(outcome)
        if on_game is not None:
            on_game(len(outcomes))
    return Report(
        board=board.id,
        seed=seed,
        games=games,
        finished=sum(outcome.finished for outcome in outcomes),
        winners=_winners(outcomes),
        commands=sum(outcome.commands for outcome in outcomes),
        violations=tuple(Violation(o.seed, what) for o in outcomes for what in o.violations),
        seconds=round(time.monotonic() - began, 3),
    )


def _played(board: Board, seeds: range, jobs: int) -> Iterator[Outcome]:
    """The games of all seeds in their order, some at a time when there are many."""
    if min(jobs, len(seeds)) < 2 or len(seeds) < WORTH_WORKERS:
        yield from (play(board, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as workers:
        yield from workers.map(partial(play, board), seeds, chunksize=2)


def _winners(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Finished games by winner, every winner there can be."""
    won = [outcome.winner for outcome in outcomes]
    return {winner.value: won.count(winner.value) for winner in Winner}


def to_json(report: Report) -> str:
    """The report as one JSON object."""
    return msgspec.json.encode(report).decode()


def to_text(report: Report, board: str) -> str:
    """The report for a person, in both languages; `board`: how the board was named, to play one game again."""
    winners = "，".join(f"{winner} {count}" for winner, count in report.winners.items())
    lines = [
        f"板子 / board {report.board}，种子 / seed {report.seed}",
        f"完成 / finished {report.finished}/{report.games}，胜方 / winners: {winners}",
        f"指令 / commands {report.commands}，{report.seconds:.1f} s",
    ]
    for violation in report.violations:
        lines.append(f"违规 / violation: {violation.what}")
        lines.append(f"  faguan simulate --board {shlex.quote(board)} --games 1 --seed {violation.seed}")
    return "\n".join(lines)

"""What the command line prints as tables, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.setup import Board
from firmware.staff import deck_words


def board_table(boards: tuple[Board, ...]) -> None:
    """The boards with players and cards, in both languages."""
    table = Table("id", "人数 / players", "名称 / name", "身份 / cards")
    for board in boards:
        deck = deck_words(board)
        table.add_row(board.id, str(board.players), f"{board.name.zh}\n{board.name.en}", f"{deck.zh}\n{deck.en}")
    Console().print(table)


@contextmanager
def progress_of(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while games are played, where a person looks; what it gives is told how many are over."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("局 / games", total=games)
        yield lambda done: progress.update(bar, completed=done)

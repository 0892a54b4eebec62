"""What the command line prints as tables."""

from __future__ import annotations

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from engine.setup import Board
from firmware.sim.simulate import Report
from firmware.staff import deck_words


def board_table(boards: tuple[Board, ...]) -> None:
    """The boards with players and cards, in both languages."""
    table = Table("id", "人数 / players", "名称 / name", "身份 / cards")
    for board in boards:
        deck = deck_words(board)
        table.add_row(board.id, str(board.players), f"{board.name.zh}\n{board.name.en}", f"{deck.zh}\n{deck.en}")
    Console().print(table)


def simulation_table(report: Report, *, as_json: bool) -> None:
    """The report of a simulation, as JSON or in words."""
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
        return
    table = Table("", report.board)
    table.add_row("seed", str(report.seed))
    table.add_row("局数 / games", f"{report.finished}/{report.games}")
    for winner, number in sorted(report.winners.items()):
        table.add_row(winner, str(number))
    table.add_row("commands", str(report.commands))
    table.add_row("seconds", f"{report.seconds:.2f}")
    Console().print(table)
    for violation in report.violations:
        typer.echo(f"violation: seed {violation.seed}: {violation.what}", err=True)

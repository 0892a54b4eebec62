"""A report for a terminal; its pictures stay on the page."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from firmware.review.blocks import Grid, Heading, Lines, Picture, Report


def show(report: Report) -> None:
    """Print it."""
    # Names of boards are a café's own and may hold what rich would take for a style.
    console = Console(markup=False, highlight=False, emoji=False)
    console.print(report.title)
    blocks = report.blocks
    for place, block in enumerate(blocks):
        match block:
            case Heading(title):
                if not _only_pictures(blocks[place + 1 :]):
                    console.print(f"\n{title}")
            case Lines(lines, small):
                if not (small and place and isinstance(blocks[place - 1], Picture)):
                    console.print("\n".join(f"  {line}" for line in lines))
            case Grid():
                console.print(_table(block))
            case Picture():
                pass


def _only_pictures(rest: tuple[object, ...]) -> bool:
    """Whether nothing but pictures and their notes follow up to the next heading."""
    for block in rest:
        if isinstance(block, Heading):
            break
        if not isinstance(block, Picture) and not (isinstance(block, Lines) and block.small):
            return False
    return True


def _table(grid: Grid) -> Table:
    table = Table(*grid.head, title=grid.title or None, title_justify="left", show_header=bool(grid.head))
    for row in grid.rows:
        table.add_row(*row)
    return table

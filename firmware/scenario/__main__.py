"""`python -m firmware.scenario [--json] FILE…`: play scenario files. Exit 1 if a case failed, 2 for a bad file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from firmware.entry import run
from firmware.scenario.cases import BadCases, read_cases
from firmware.scenario.differences import DIFFERENCES
from firmware.scenario.report import as_json, print_table
from firmware.scenario.runner import play_all, report_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def scenario(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="案例文件 / scenario files", show_default=False)
    ],
    *,
    json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
) -> None:
    """让规则引擎玩一遍案例，逐条核对。Play scenario files through the rules and check what comes of them."""
    try:
        verdicts = play_all([case for file in files for case in read_cases(file)])
    except BadCases as error:
        typer.echo(f"{error.text.zh} / {error.text.en}", err=True)
        raise typer.Exit(2) from None
    report = report_of(verdicts)
    if json:
        typer.echo(as_json(report))
    else:
        print_table(verdicts, report, DIFFERENCES, Console())
    raise typer.Exit(1 if report.failed else 0)


if __name__ == "__main__":
    run(lambda: app, "scripts/scenario")

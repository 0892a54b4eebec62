"""The report for a person, and for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text as Words

from engine.text import Text
from firmware.scenario.runner import Report, Verdict


def as_json(report: Report) -> str:
    """The report for a program, one line."""
    return msgspec.json.encode(report).decode()


def print_table(verdicts: tuple[Verdict, ...], report: Report, known: Mapping[str, Text], console: Console) -> None:
    """A row per case: what became of it, what was refused and how, and the known reason for a difference."""
    table = Table("案例 / case", "标题 / title", "结果 / result", "说明 / why")
    for verdict in verdicts:
        table.add_row(*(Words(cell) for cell in _row(verdict, known)))
    console.print(table)
    lost = len({failure.id for failure in report.failed})
    console.print(
        f"案例 {report.cases}：通过 {report.passed}，失败 {lost}，未测 {len(report.not_tested)} / "
        f"{report.cases} cases: {report.passed} passed, {lost} failed, {len(report.not_tested)} not tested"
    )


def _row(verdict: Verdict, known: Mapping[str, Text]) -> tuple[str, str, str, str]:
    case = verdict.case
    if verdict.failed:
        lines = [
            f"{one.key}: 应为 / expected {_plain(one.expected)}; 实为 / got {_plain(one.got)}" for one in verdict.failed
        ]
        if case.id in known:
            lines.append(f"已知差异：{known[case.id].zh} / known difference: {known[case.id].en}")
        return case.id, case.title, "失败 / failed", "\n".join([*lines, *verdict.why])
    if verdict.why:
        return case.id, case.title, "未测 / not tested", "\n".join(verdict.why)
    refused = f"拒绝 / refused: {', '.join(verdict.refused)}" if verdict.refused else ""
    unscored = "" if case.scored else "只求不出错 / only must not break"
    return case.id, case.title, "通过 / passed", "\n".join(filter(None, (unscored, refused)))


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()

"""What `faguan doctor` prints, and its trial of buttons and lamps."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

import msgspec

from audio.say import Language
from engine.text import Text
from firmware.config import load_config
from firmware.doctor.finding import Condition, Finding
from firmware.doctor.machine import is_real
from firmware.doctor.probes import Probes
from firmware.doctor.seats import try_out
from firmware.doctor.visit import Report, Visit
from firmware.errors import StartError
from firmware.reasons import one_line, text_of
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MARKS: Final = {Condition.OK: "✓", Condition.HINT: "·", Condition.SKIPPED: "?", Condition.WRONG: "✗"}
WELL: Final = Text("一切正常", "all is well")
SEEN_WELL: Final = Text("看过的都正常", "what was looked at is well")
NO_WIRES: Final = Text(
    "模拟桌没有按钮和灯；真桌请写 --wiring 或在设置里写接线",
    "the simulated table has no buttons and lamps; for a real one name it with --wiring",
)
BREAK_OFF: Final = Text("按 Ctrl-C 结束", "Ctrl-C ends it")


def examine(
    folder: Path,
    named: str | None,
    language: Language | None,
    *,
    as_json: bool,
    quiet: bool = False,
    probes: Probes | None = None,
) -> int:
    """Look at everything and print the page; the exit code. `quiet`: nothing lights up and nothing is heard."""
    report = Visit(probes or Probes(), folder, named, quiet=quiet).report()
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())  # noqa: T201 - what was asked for
    else:
        print(page(report, language))  # noqa: T201 - same
    return report.code


def page(report: Report, language: Language | None) -> str:
    """The report as text; without a language in both, Chinese first."""
    say = _sayer(language)
    lines = [f"doctor · {report.wiring} · {report.versions}"]
    for finding in report.findings:
        lines += _lines(finding, say)
    wrong = sorted({found.area for found in report.findings if found.condition is Condition.WRONG})
    left = tuple(dict.fromkeys(found.name for found in report.findings if found.condition is Condition.SKIPPED))
    ends = [f"{int(area)} {say(area.title)}" for area in wrong] or [say(SEEN_WELL if left else WELL)]
    if left:
        zh, en = "、".join(name.zh for name in left), ", ".join(name.en for name in left)
        ends.append(say(Text(f"没有看：{zh}", f"not looked at: {en}")))
    lines.append("; ".join(ends))
    return "\n".join(lines)


def _sayer(language: Language | None) -> Callable[[Text], str]:
    """Says a text in `language`, or in both where they differ."""
    if language is None:
        return lambda text: text.zh if text.zh == text.en else one_line(text)
    return lambda text: text.zh if language is Language.ZH else text.en


def _lines(finding: Finding, say: Callable[[Text], str]) -> tuple[str, ...]:
    code = f" [{int(finding.area)}]" if finding.condition is Condition.WRONG else ""
    told = f"{MARKS[finding.condition]}{code} {say(finding.name)}: {say(finding.what)}"
    return (told,) if finding.todo is None else (told, f"    → {say(finding.todo)}")


def try_by_hand(
    folder: Path,
    named: str | None,
    language: Language | None,
    *,
    lamps: bool,
    buttons: bool,
    probes: Probes | None = None,
) -> None:
    """Lamps in a row and presses by number, until Ctrl-C.

    Raises:
        StartError: there is no table to be tried, a judge is at it, or it cannot be opened.
    """
    probes = probes or Probes()
    if named is None:
        load_config(folder)
    wiring, told = Visit(probes, folder, named).wiring()
    for finding in told:
        if finding.condition is Condition.WRONG:
            raise StartError(finding.what)
    if not is_real(wiring):
        raise StartError(NO_WIRES)

    say = _sayer(language)

    def tell(text: Text) -> None:
        print(say(text), flush=True)  # noqa: T201 - what was asked for

    lock = probes.lock(probes.candidates(wiring))
    try:
        tell(BREAK_OFF)
        with contextlib.suppress(KeyboardInterrupt):
            try_out(probes, wiring, tell, lamps=lamps, buttons=buttons)
    except NoHardware as error:
        raise StartError(text_of(error.words)) from error
    finally:
        lock.release()

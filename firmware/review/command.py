"""What the command line asks for: `faguan replay`, `faguan review` and `faguan stats`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from audio.say import Language
from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import cannot_write
from firmware.review.archive import Past, past_games, review_of, transcript_of
from firmware.review.blocks import Report
from firmware.review.console import show
from firmware.review.desk import reading
from firmware.review.model import Review
from firmware.review.page import page
from firmware.review.reports import review_report
from firmware.review.stats import games_report, stats_report
from firmware.usage import Misused


class NotWritten(StartError):
    """Raised when a file that was asked for cannot be written, or its name says nothing of what it shall be."""


def print_transcript(folder: Path, game: int, language: Language | None) -> None:
    """`faguan replay GAME`.

    Raises:
        BadJournal: there is no journal, or it cannot be read.
        NoSuchGame: see `transcript_of`.
    """
    with reading(folder) as journal:
        text = transcript_of(journal, game, language or Language.ZH)
    print(text)  # noqa: T201 - it is what was asked for


def print_review(folder: Path, game: int, language: Language | None, *, as_json: bool, out: Path | None) -> None:
    """`faguan review GAME`: as text, as JSON, or as a file that is HTML or JSON by its name.

    Raises:
        BadJournal: there is no journal, or it cannot be read.
        NoSuchGame: see `review_of`.
        Misused, NotWritten: see there.
    """
    chosen = language or Language.ZH
    _one_way_out(as_json=as_json, out=out)
    with reading(folder) as journal:
        review = review_of(journal, game)
    _give(review, review_report(review, chosen), chosen, as_json=as_json, out=out)


def print_games(folder: Path, language: Language | None, *, as_json: bool, out: Path | None) -> None:
    """`faguan review --list`, in the same ways.

    Raises:
        BadJournal: there is no journal, or it cannot be read.
        Misused, NotWritten: see there.
    """
    chosen = language or Language.ZH
    _one_way_out(as_json=as_json, out=out)
    with reading(folder) as journal:
        games = past_games(journal)
    _give(games, games_report(games, chosen), chosen, as_json=as_json, out=out)


def print_stats(folder: Path, language: Language | None, out: Path | None) -> None:
    """`faguan stats`, as text or as an HTML file.

    Raises:
        BadJournal: there is no journal, or it cannot be read.
        NotWritten: see there.
    """
    chosen = language or Language.ZH
    with reading(folder) as journal:
        report = stats_report(past_games(journal), chosen)
    if out is None:
        show(report)
    else:
        _write_report(out, report, chosen)


def _one_way_out(*, as_json: bool, out: Path | None) -> None:
    if as_json and out is not None:
        raise Misused(
            Text(
                "--json 打印出来，--out 写成文件，请只用一个", "--json prints and --out writes a file; use one of them"
            )
        )


def _give(
    data: Review | tuple[Past, ...], report: Report, language: Language, *, as_json: bool, out: Path | None
) -> None:
    """The same thing as `data` or as `report`, printed or written."""
    if out is not None and out.suffix.lower() == ".json":
        _write(out, _json(data) + "\n")
    elif out is not None:
        _write_report(out, report, language, also="、.json / .json")
    elif as_json:
        print(_json(data))  # noqa: T201 - it is what was asked for
    else:
        show(report)


def _json(data: Review | tuple[Past, ...]) -> str:
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def _write_report(out: Path, report: Report, language: Language, *, also: str = "") -> None:
    if out.suffix.lower() not in (".html", ".htm"):
        zh, _, en = also.partition(" / ")
        raise NotWritten(
            Text(f"文件名要以 .html{zh} 结尾：{out}", f"the name must end in .html{' or ' + en if en else ''}: {out}")
        )
    _write(out, page(report, language))


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NotWritten(cannot_write(out, error)) from error

"""`faguan glossary`: the list, an entry, JSON, or the sheet."""

from __future__ import annotations

from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from audio.say import Language
from engine.text import Text
from firmware.errors import StartError
from firmware.glossary.search import find
from firmware.glossary.sheet import sheet
from firmware.glossary.terms import Term, all_terms, term_called
from firmware.reasons import cannot_write
from firmware.usage import Misused

UNCONFIRMED = Text("释义待核", "not confirmed")
SEE = Text("相关", "see also")
PLACEHOLDER = "？"
"""Stands after a meaning in the list that is not confirmed."""

SOUND_CELLS = 17
"""Width of the pinyin in the list: every Chinese meaning then has one line of a terminal of 80 cells."""


class NoSheet(StartError):
    """Raised when the sheet cannot be written."""


def print_glossary(query: str, language: Language | None, *, as_json: bool, to_file: Path | None) -> None:
    """Print what `query` finds, everything when it is blank; or write the sheet to `to_file`.

    Raises:
        NoSuchTerm: nothing is found.
        NoSheet: see there.
        Misused: more than the sheet is asked for at once.
    """
    query = query.strip()
    if to_file is not None:
        if query or as_json or language is not None:
            raise Misused(
                Text(
                    "--sheet 总是用两种语言写全部术语，请单独使用",
                    "--sheet always has all the terms in both languages; use it on its own",
                )
            )
        _write(sheet(all_terms()), to_file)
        typer.echo(f"已写好 / written: {to_file}")
        return
    found = find(query, all_terms()) if query else all_terms()
    if as_json:
        typer.echo(to_json(found))
    elif len(found) == 1:
        typer.echo(entry(found[0], language))
    else:
        _print_list(found, language or Language.ZH)


def _write(text: str, file: Path) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NoSheet(cannot_write(file, error)) from error


def to_json(terms: tuple[Term, ...]) -> str:
    """The terms as a JSON list, each with `confirmed`."""
    return msgspec.json.encode([{**msgspec.to_builtins(term), "confirmed": term.confirmed} for term in terms]).decode()


def entry(term: Term, language: Language | None) -> str:
    """One term in full, in one language, or in both."""
    languages = (Language.ZH, Language.EN) if language is None else (language,)
    lines = [f"{term.number}  {term.term}  {term.pinyin}"]
    lines += [words(term.meaning, each) for each in languages]
    if not term.confirmed:
        lines.append(" / ".join(words(UNCONFIRMED, each) for each in languages))
    if term.note is not None:
        lines += [words(term.note, each) for each in languages]
    see = " / ".join(words(SEE, each) for each in languages)
    lines.append(f"{see}: {'、'.join(f'{name} {term_called(name).number}' for name in term.related)}")
    return "\n".join(lines)


def words(text: Text, language: Language) -> str:
    """`text` in `language`."""
    return text.zh if language is Language.ZH else text.en


def _print_list(terms: tuple[Term, ...], language: Language) -> None:
    """A line for each term, what is too long wrapped in its column; and what the mark means, where there is one."""
    heads = ("号", "术语", "拼音", "释义") if language is Language.ZH else ("no", "term", "pinyin", "meaning")
    number, name, sound, meaning = heads
    table = Table(number, name, box=None, pad_edge=False)
    table.add_column(sound, max_width=SOUND_CELLS)
    table.add_column(meaning, overflow="fold")
    for term in terms:
        mark = "" if term.confirmed else PLACEHOLDER
        table.add_row(str(term.number), term.term, term.pinyin, words(term.meaning, language) + mark)
    console = Console(markup=False, highlight=False)
    console.print(table)
    if not all(term.confirmed for term in terms):
        console.print(f"{PLACEHOLDER} {UNCONFIRMED.zh} / {UNCONFIRMED.en}")

"""The glossary as one HTML file to be printed on A4: no script, no picture, nothing fetched from anywhere."""

from __future__ import annotations

from html import escape
from importlib import resources
from itertools import groupby

from engine.text import Text
from firmware.glossary.search import plain
from firmware.glossary.terms import LISTED, Term, term_called

TITLE = Text("狼人杀术语", "Werewolf table talk")
LISTED_TITLE = Text("桌上的话", "Heard at the table")
MORE_TITLE = Text("补充", "And a few more")
UNGRADED = Text("这些释义没有逐条比对。", "These meanings were not compared one by one.")
INDEX_TITLE = Text("按拼音找", "By sound")
UNCONFIRMED = Text("待核", "not confirmed")
SPOKEN = Text("法官也说", "the judge says it")
LEGEND_UNCONFIRMED = Text(
    "释义没有在别处得到证实，先作参考。", "No source was found for this meaning; take it as a draft."
)
LEGEND_SPOKEN = Text(
    "其余都是玩家之间的话，法官不用。", "All the others are players' talk, which the judge does not use."
)


def sheet(terms: tuple[Term, ...]) -> str:
    """The whole page with `terms`, which are in the order of their numbers."""
    css = (resources.files("firmware.glossary") / "static" / "sheet.css").read_text(encoding="utf-8")
    listed = [term for term in terms if term.number <= LISTED]
    more = [term for term in terms if term.number > LISTED]
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="zh-Hans">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{TITLE.zh} · {TITLE.en}</title>",
            f"<style>\n{css}</style>",
            "</head>",
            "<body>",
            *_head(),
            *_section(LISTED_TITLE, listed),
            *_section(MORE_TITLE, more, f'<p class="ungraded">{UNGRADED.zh} {_english(UNGRADED.en)}</p>'),
            *_index(terms),
            "</body>",
            "</html>",
            "",
        )
    )


def _english(text: str) -> str:
    return f'<span lang="en">{escape(text)}</span>'


def _mark(kind: str, text: Text) -> str:
    return f'<span class="{kind}">{text.zh} {_english(text.en)}</span>'


def _head() -> tuple[str, ...]:
    unconfirmed, spoken = _mark("doubt", UNCONFIRMED), _mark("judge", SPOKEN)
    return (
        "<header>",
        f"<h1>{TITLE.zh} {_english(TITLE.en)}</h1>",
        f"<p>{unconfirmed} {LEGEND_UNCONFIRMED.zh}{_english(LEGEND_UNCONFIRMED.en)}</p>",
        f"<p>{spoken} {LEGEND_SPOKEN.zh}{_english(LEGEND_SPOKEN.en)}</p>",
        "</header>",
    )


def _section(title: Text, terms: list[Term], *said: str) -> tuple[str, ...]:
    """A heading, what is `said` about all of it, and its terms."""
    return (
        f"<h2>{title.zh} {_english(title.en)}</h2>",
        *said,
        '<section class="terms">',
        *(line for term in terms for line in _term(term)),
        "</section>",
    )


def _term(term: Term) -> tuple[str, ...]:
    marks = [] if term.confirmed else [_mark("doubt", UNCONFIRMED)]
    marks += [_mark("judge", SPOKEN)] if term.spoken else []
    see = " · ".join(f'<a href="#t{number}">{escape(name)} {number}</a>' for name, number in _related(term))
    note = [] if term.note is None else [f'<p class="note">{escape(term.note.zh)} {_english(term.note.en)}</p>']
    name = f'<span class="number">{term.number}</span> {escape(term.term)}'
    sound = f'<span class="sound" lang="zh-Latn">{escape(term.pinyin)}</span>'
    return (
        f'<article id="t{term.number}">',
        f"<h3>{name} {sound} {' '.join(marks)}</h3>",
        f"<p>{escape(term.meaning.zh)}</p>",
        f'<p lang="en">{escape(term.meaning.en)}</p>',
        *note,
        f'<p class="see">→ {see}</p>',
        "</article>",
    )


def _related(term: Term) -> tuple[tuple[str, int], ...]:
    return tuple((name, term_called(name).number) for name in term.related)


def _index(terms: tuple[Term, ...]) -> tuple[str, ...]:
    """Every term under the letter that it begins with."""
    ordered = sorted(terms, key=lambda term: (plain(term.pinyin), term.number))
    letters = [
        f"<p><b>{letter.upper()}</b> "
        + " ".join(f'<a href="#t{term.number}">{escape(term.term)} {term.number}</a>' for term in group)
        + "</p>"
        for letter, group in groupby(ordered, key=lambda term: plain(term.pinyin)[0])
    ]
    return (
        '<section class="index">',
        f"<h2>{INDEX_TITLE.zh} {_english(INDEX_TITLE.en)}</h2>",
        '<div class="letters">',
        *letters,
        "</div>",
        "</section>",
    )

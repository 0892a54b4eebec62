"""Journals for the tests of reviews: games that a test wrote down, row by row, with times of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import msgspec

from engine.commands import AnyCommand, Done
from engine.events import AnyEvent, GameOver, Reason, Winner
from engine.game import Step
from engine.setup import Setup
from firmware.journal import Journal, MemoryJournal, decode_events
from firmware.state_dir import JOURNAL
from tests.kit.engine_play import Play, setup_of

BEGAN_MS: Final = 1_767_200_000_000


class Shelf:
    """A journal in `folder` on a clock that the test sets, `at_ms` since `BEGAN_MS`; or in memory, with no times."""

    def __init__(self, folder: Path | None = None) -> None:
        """An empty journal."""
        self.at_ms = 0
        self.journal: Journal | MemoryJournal = MemoryJournal()
        if folder is not None:
            self.journal = Journal(folder / JOURNAL, now_ms=lambda: BEGAN_MS + self.at_ms)

    def open(self, setup: Setup | None = None) -> int:
        """Begin a game."""
        return self.journal.open_game(msgspec.json.encode(setup or setup_of("B06a")))

    def keep(self, game: int, steps: Iterable[Step], step_ms: int = 1_000) -> None:
        """The steps, `step_ms` from one to the next."""
        for step in steps:
            self.at_ms += step_ms
            self.journal.append(game, step)

    def row(self, game: int, n: int, *events: AnyEvent, command: AnyCommand | None = None) -> None:
        """One row of any events at all, now."""
        given = command or (Done(prompt=n) if n else None)
        self.journal.append(game, Step(number=n, command=given, events=events, prompt=None, digest=bytes(8)))

    def played(self, play: Play, result: str, step_ms: int = 1_000) -> int:
        """A whole game, and its end."""
        game = self.open(play.setup)
        self.keep(game, play.steps, step_ms)
        self._end(game, len(play.steps), result)
        return game

    def short(self, result: str, length_ms: int, setup: Setup | None = None) -> int:
        """A game of which only setup, result and length matter."""
        game = self.open(setup)
        self.row(game, 0, (setup or setup_of("B06a")).opened())
        self.at_ms += length_ms
        self._end(game, 1, result)
        return game

    def _end(self, game: int, n: int, result: str) -> None:
        """Note the result; a winner whom the steps did not find is told in a row `n` of its own."""
        winner = next((winner for winner in Winner if winner.value == result), None)
        told = (event for row in self.journal.rows(game) for event in decode_events(row.events))
        if winner is not None and not any(isinstance(event, GameOver) for event in told):
            self.row(game, n, GameOver(winner, Reason.ROUNDS))
        self.journal.end_game(game, result)


class Page(HTMLParser):
    """A page as a browser takes it in: its texts, every address in it, and tags that do not match."""

    VOID: Final = ("meta", "br", "link", "img", "input", "hr")

    def __init__(self, text: str) -> None:
        """Read it."""
        super().__init__()
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self.tags: list[str] = []
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href", "action")]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A tag closes."""
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        """Text, or what stands in a style."""
        if self._open and self._open[-1] == "style":
            self.addresses += re.findall(r"@import|url\(", data)
        elif data.strip():
            self.texts.append(data)

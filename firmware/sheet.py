"""One board as `faguan boards` shows it: deck, sheriff, what it plays differently, and how long its nights are."""

from __future__ import annotations

from typing import Final

import msgspec

from audio.say import Language
from engine.houserules import changed
from engine.seats import seats_of
from engine.setup import Board, Setup
from engine.text import Text
from firmware.lengths import OUT_BY_NIGHT_TWO, night_lengths
from firmware.table.pace import FAST, NORMAL, SLOW

SHOWN_PACES: Final = (FAST, NORMAL, SLOW)
"""The columns of the nights, the quickest first."""


class Departure(msgspec.Struct, frozen=True):
    """A house rule that is not at its default, with its explanation."""

    rule: str
    value: str | int
    says: Text


class NightLength(msgspec.Struct, frozen=True):
    """How long night `n` takes at one pace in one language, with `alive` seats alive."""

    n: int
    alive: int
    language: Language
    pace: str
    seconds: float


class BoardSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a board. `warnings` are what can be played but is unusual."""

    id: str
    name: Text
    players: int
    cards: dict[str, int]
    sheriff: bool
    note: Text | None
    departures: tuple[Departure, ...]
    warnings: tuple[Text, ...]
    nights: tuple[NightLength, ...]


def sheet_of(board: Board) -> BoardSheet:
    """The sheet of `board`, which has passed its checks, on its first seats."""
    setup = Setup(board, seats_of(*range(1, board.players + 1)), board.rules)
    return BoardSheet(
        id=board.id,
        name=board.name,
        players=board.players,
        cards={count.role: count.cards for count in board.cards},
        sheriff=setup.has_sheriff,
        note=board.note,
        departures=tuple(
            Departure(entry.rule, getattr(board.rules, entry.rule), entry.text) for entry in changed(board.rules)
        ),
        warnings=setup.warnings(),
        nights=tuple(night for language in Language for night in _nights(setup, language)),
    )


def to_json(sheets: tuple[BoardSheet, ...]) -> str:
    """The sheets as a JSON list."""
    return msgspec.json.encode(sheets).decode()


def _nights(setup: Setup, language: Language) -> tuple[NightLength, ...]:
    """Both nights at every pace, night by night."""
    players = len(setup.seats)
    lengths = [(pace.name, night_lengths(setup, pace, language)) for pace in SHOWN_PACES]
    first = (NightLength(1, players, language, pace, length.first_ms / 1000) for pace, length in lengths)
    alive = players - OUT_BY_NIGHT_TWO
    second = (NightLength(2, alive, language, pace, length.second_ms / 1000) for pace, length in lengths)
    return (*first, *second)

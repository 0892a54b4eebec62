"""Every sentence of the opening that a shipped board can bring, under every house rule.

The rest of what the judge says is in the catalogue; names of boards, decks and rules are not. The sentences
come from the opening itself, so that a rule or a board that is added needs no line here.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Final

import msgspec

from audio.say import Say
from engine.houserules import HouseRules
from engine.seats import MAX_SEATS, MIN_SEATS, seats_of
from engine.setup import Board, Setup
from firmware.boards import preset_boards
from firmware.table.opening import opening

MOST_ROUNDS: Final = 30
"""No game has more rounds: in two of them somebody is out."""


def sayings() -> tuple[tuple[Say, ...], tuple[Say, ...]]:
    """The sentences, each once: those of boards and rules, then the rare ones."""
    boards = preset_boards()
    found = dict.fromkeys(say for board in boards for say in _opening(board, board.rules))
    found |= dict.fromkeys(say for board in boards for rules in _switched(board) for say in _opening(board, rules))
    name = boards[-1].name
    rare = dict.fromkeys(Say(key="setup.board", n=n, text=name) for n in range(MIN_SEATS, MAX_SEATS + 1))
    for rounds in range(1, MOST_ROUNDS + 1):
        rules = msgspec.structs.replace(boards[-1].rules, max_rounds=rounds)
        rare |= dict.fromkeys(_opening(boards[-1], rules))
    return tuple(found), tuple(rare)


def _opening(board: Board, rules: HouseRules) -> tuple[Say, ...]:
    """What is read before the deal."""
    return opening(Setup(board, seats_of(*range(1, board.players + 1)), rules).opened())


def _switched(board: Board) -> Iterator[HouseRules]:
    """The rules of a board with one switch changed, to each of its values."""
    for field in msgspec.structs.fields(HouseRules):
        if isinstance(field.type, enum.EnumType):
            values: tuple[object, ...] = tuple(field.type)
            yield from (msgspec.structs.replace(board.rules, **{field.name: value}) for value in values)

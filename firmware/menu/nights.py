"""What the chosen rules make of a board: how long its first night is, and whether something in it is unusual."""

from __future__ import annotations

from functools import lru_cache

from audio.say import Language
from engine.seats import Seats, seats_of
from engine.setup import Board, Overrides, Setup, house_rules
from engine.text import Text
from firmware.lengths import night_lengths
from firmware.menu.page import BoardChoice, Desk
from firmware.menu.public import clock
from firmware.table.pace import PACES
from hardware.screen import Row

NIGHT = Text("首夜约", "Night 1")
STEP_MS = 10_000
"""An estimate is no better than this."""


def setup_of(desk: Desk, board: Board) -> Setup:
    """`board` with the café's rules, on the chosen seats, or on the first ones where these do not fit."""
    fit = len(desk.seats) == board.players
    return _setup(board, desk.seats if fit else seats_of(*range(1, board.players + 1)), desk.rules)


def _setup(board: Board, seats: Seats, rules: Overrides) -> Setup:
    return Setup(board=board, seats=seats, rules=house_rules(board, dict(rules)))


def unusual(desk: Desk) -> tuple[Text, ...]:
    """What is unusual in the chosen board as it would be played."""
    choice = desk.boards[desk.board]
    return choice.warnings if choice.board is None else setup_of(desk, choice.board).warnings()


def night_row(desk: Desk, choice: BoardChoice) -> tuple[Row, ...]:
    """About how long the first night of a board is at the chosen pace, in minutes and seconds."""
    if choice.board is None:
        return ()
    setup = setup_of(desk, choice.board)
    first_ms = _first_ms(choice.board, setup.seats, desk.rules, desk.pace, desk.language)
    return (Row(desk.words(NIGHT), clock(-(-first_ms // STEP_MS) * STEP_MS)),)


@lru_cache(maxsize=64)
def _first_ms(board: Board, seats: Seats, rules: Overrides, pace: str, language: Language) -> int:
    """The length of night 1; kept, since a page asks for it with every key."""
    return night_lengths(_setup(board, seats, rules), PACES[pace], language).first_ms

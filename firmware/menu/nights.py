"""What the chosen rules make of a board: how long deal and first night are, and what is unusual in it or advised."""

from __future__ import annotations

from functools import lru_cache

from audio.say import Language
from engine.errors import BadSetup
from engine.houserules import RoleSource
from engine.seats import Seats, seats_of
from engine.setup import Board, Overrides, Setup, house_rules
from engine.text import Text
from firmware.lengths import deal_ms, night_lengths
from firmware.menu.page import BoardChoice, Desk
from firmware.menu.public import clock, text_lines
from firmware.table.pace import PACES
from hardware.screen import Row

NIGHT = Text("首夜约", "Night 1")
DEAL = Text("发身份约", "Dealing")
STEP_MS = 10_000
"""An estimate is no better than this."""

UNSURE = ("cupid", "hunter", "old_rogue")
"""With all of these a claim of night 1 may come too late for what 猎人 is told (rules 3c)."""
LET_THE_JUDGE_DEAL = Text(
    "丘比特、猎人、老流氓同场，用身份牌时，首夜可能误告猎人不能开枪。建议在规则里改成法官发牌。",
    "With Cupid, Hunter and Old Rogue and real cards, the Hunter may wrongly be told on night 1 that he may not shoot. "
    "Better: rules, let the judge deal.",
)


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
    """About how long a deal by the judge and the first night of a board are, and who had better deal.

    Why it cannot be played, where the café's rules make that of it.
    """
    if choice.board is None:
        return ()
    setup = setup_of(desk, choice.board)
    try:
        setup.check()
    except BadSetup as error:
        return text_lines(desk.words(error.text))
    first_ms = _first_ms(choice.board, setup.seats, desk.rules, desk.pace, desk.language)
    night = Row(desk.words(NIGHT), _about(first_ms))
    if setup.rules.role_source is RoleSource.DEALT_BY_ENGINE:
        return (*deal_row(desk, choice), night)
    deck = [count.role for count in choice.board.cards]
    advice = text_lines(desk.words(LET_THE_JUDGE_DEAL)) if all(role in deck for role in UNSURE) else ()
    return (night, *advice)


def deal_row(desk: Desk, choice: BoardChoice) -> tuple[Row, ...]:
    """About how long the judge takes to deal a board that can be played, at the chosen pace, in minutes and seconds."""
    if choice.board is None:
        return ()
    setup = setup_of(desk, choice.board)
    try:
        setup.check()
    except BadSetup:
        return ()
    ms = _deal_ms(choice.board, setup.seats, desk.rules, desk.pace, desk.language)
    return (Row(desk.words(DEAL), _about(ms)),)


def _about(ms: int) -> str:
    """An estimate, rounded up."""
    return clock(-(-ms // STEP_MS) * STEP_MS)


@lru_cache(maxsize=64)
def _first_ms(board: Board, seats: Seats, rules: Overrides, pace: str, language: Language) -> int:
    """The length of night 1; kept, since a page asks for it with every key."""
    return night_lengths(_setup(board, seats, rules), PACES[pace], language).first_ms


@lru_cache(maxsize=64)
def _deal_ms(board: Board, seats: Seats, rules: Overrides, pace: str, language: Language) -> int:
    """The length of a deal by the judge; kept for the same reason."""
    return deal_ms(_setup(board, seats, rules), PACES[pace], language)

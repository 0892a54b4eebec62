"""本店规则 on the display: every house rule, what it means now, and what it could be instead.

Above the defaults stand the chosen board's own rules, above these what the café has set. A value that
departs from what the board would play is marked; one that is set back to it is the café's no longer.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from engine.houserules import HouseRules, explain
from engine.setup import Overrides
from engine.text import Text
from firmware.menu.nights import deal_row
from firmware.menu.page import LEAVE, Desk, Entry, ListPage, Page, Turn, ask_twice_for, scrolled
from firmware.menu.public import LIST_ROOM
from firmware.menu.rulenames import RULE_NAMES
from firmware.table.opening import OF_CARD
from hardware.ports import Key
from hardware.screen import Row, Screen, window, wrap

RULES = Text("规则", "Rules")
RESET = Text("恢复默认", "Reset all")
RESET_ASK = Text("恢复默认？", "Reset all?")
CHANGE = Text("按OK更改", "OK: change")
MARK = "*"

DEALING: Final = "role_source"
"""The rule that says who deals; how long the judge takes for it is told with it."""

ROUNDS: Final = (5, 10, 15, 20, 30, 50, 99)
"""The limits of rounds that can be chosen, beside the board's own."""


def own_rule(value: Text) -> Text:
    """What the board itself would play."""
    return Text(f"{MARK}板子：{value.zh}", f"{MARK}Board: {value.en}")


def board_rules(desk: Desk) -> HouseRules:
    """The rules of the chosen board, before the café's own."""
    board = desk.boards[desk.board].board if desk.boards else None
    return HouseRules() if board is None else board.rules


def value_now(desk: Desk, rule: str) -> str | int:
    """The value of `rule` that the next game is played with."""
    default: str | int = getattr(board_rules(desk), rule)
    return dict(desk.rules).get(rule, default)


def departs(desk: Desk, rule: str) -> bool:
    """Whether the café plays `rule` differently from the chosen board."""
    return rule in _departing(desk)


def departures(desk: Desk) -> str:
    """How many rules depart from the chosen board's, with the mark; nothing when none does."""
    count = len(_departing(desk))
    return f"{MARK}{count}" if count else ""


def _departing(desk: Desk) -> tuple[str, ...]:
    board = board_rules(desk)
    return tuple(rule for rule, value in desk.rules if value != getattr(board, rule))


def values_of(desk: Desk, rule: str) -> tuple[str | int, ...]:
    """The values of `rule` in their order."""
    (kind,) = (field.type for field in msgspec.structs.fields(HouseRules) if field.name == rule)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(value.value for value in kind)
    default: int = getattr(board_rules(desk), rule)
    return tuple(sorted({*ROUNDS, default}))


def changed_to(desk: Desk, rule: str, value: str | int) -> Overrides:
    """The café's rules with `value` for `rule`; the board's own value need not be kept."""
    chosen = {**dict(desk.rules), rule: value}
    if value == getattr(board_rules(desk), rule):
        del chosen[rule]
    return tuple((name, chosen[name]) for name in HouseRules.__struct_fields__ if name in chosen)


def value_words(desk: Desk, rule: str, value: str | int) -> str:
    """`value` of `rule` in a row."""
    return desk.words(RULE_NAMES[rule].value(value))


def offered(desk: Desk) -> tuple[str, ...]:
    """The rules in their order; what only a card can need, where the board has it or the café has changed it."""
    board = desk.boards[desk.board].board if desk.boards else None
    deck = [count.role for count in board.cards] if board else []
    return tuple(
        rule
        for rule in RULE_NAMES
        if rule not in OF_CARD or any(card in deck for card in OF_CARD[rule]) or departs(desk, rule)
    )


class RulesPage(ListPage, frozen=True):
    """The way back to the board's rules, then the house rules with their values."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """How many depart from the board."""
        return desk.words(RULES), departures(desk)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The first row sets all back; then one per rule."""
        rows = [
            Entry(
                RULE_NAMES[rule].title,
                Turn(opens=RulePage(rule=rule)),
                (MARK if departs(desk, rule) else "") + value_words(desk, rule, value_now(desk, rule)),
            )
            for rule in offered(desk)
        ]
        reset = Turn(leave=2, desk=msgspec.structs.replace(desk, rules=()))
        return (Entry(RESET, Turn(opens=ask_twice_for(RESET_ASK, RESET, reset))), *rows)


class RulePage(Page, frozen=True, kw_only=True):
    """What `rule` says now; OK changes it to its next value, at once."""

    rule: str
    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        value = value_now(desk, self.rule)
        texts = [explain(self.rule, value).text]
        if departs(desk, self.rule):
            texts.append(own_rule(RULE_NAMES[self.rule].value(getattr(board_rules(desk), self.rule))))
        words = (desk.words(text) for text in texts)
        lines = (line for text in words for line in wrap(text[:1].upper() + text[1:], LIST_ROOM))
        lasts = deal_row(desk, desk.boards[desk.board]) if self.rule == DEALING and desk.boards else ()
        return (*map(Row, lines), *lasts, Row(desk.words(CHANGE)))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Change, scroll, or leave."""
        if key is Key.BACK:
            return LEAVE
        if key is Key.OK:
            values = values_of(desk, self.rule)
            now = value_now(desk, self.rule)
            following = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
            rules = changed_to(desk, self.rule, following)
            return Turn(stay=RulePage(rule=self.rule), desk=msgspec.structs.replace(desk, rules=rules))
        first = scrolled(self.first, key, len(self._lines(desk)))
        return Turn(stay=msgspec.structs.replace(self, first=first))

    def screen(self, desk: Desk) -> Screen:
        """The explanation, and where it departs the board's value."""
        name = RULE_NAMES[self.rule]
        mark = MARK if departs(desk, self.rule) else ""
        corner = mark + value_words(desk, self.rule, value_now(desk, self.rule))
        return Screen(desk.words(name.title), window(self._lines(desk), self.first, inverted=False), corner)

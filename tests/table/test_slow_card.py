"""The card hangs while a step is written: the game waits, staff see why, and then it goes on as if nothing had been."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from engine.game import Step
from firmware import judge
from firmware.faults import Kind
from firmware.journal import JournalStore, MemoryJournal
from firmware.journal_writer import Committed, JournalWriter
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.failing import open_kinds
from tests.table.stage import NINE

QUESTIONS = ("wolf.pick", "witch.heal", "seer.pick", "speech.turn")


class Card(JournalWriter):
    """A writer whose card may hang: what is written then is there only once it hangs no more."""

    hangs = False

    def __init__(self, journal: JournalStore, put: object, *, threaded: bool = True) -> None:
        super().__init__(journal, self._hold, threaded=threaded)
        self._report = put
        self._held: list[object] = []
        cards.append(self)

    def _hold(self, report: object) -> None:
        if self.hangs and isinstance(report, Committed):
            self._held.append(report)
        else:
            self._report(report)  # type: ignore[operator]

    def recover(self) -> None:
        self.hangs = False
        held, self._held = self._held, []
        for report in held:
            self._report(report)  # type: ignore[operator]


cards: list[Card] = []


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(judge, "JournalWriter", Card)
    yield
    cards.clear()


def at(key: str) -> tuple[VirtualTable, Card]:
    """A game of nine at the sentence `key`."""
    players = Players(ScriptedMind())
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players,), journal=MemoryJournal()))
    table.start()
    table.until_key(key)
    return table, cards[-1]


def steps_until_still(table: VirtualTable) -> Step:
    """The step that waits for the card, once there is one."""
    before = table.steps[-1]
    for _ in range(600):
        table.wait(0.5)
        if table.steps[-1] is not before:
            return table.steps[-1]
    raise AssertionError("nothing was decided")


@pytest.mark.parametrize("key", QUESTIONS)
def test_staff_are_told_after_five_seconds_and_the_game_goes_on_when_it_is_written(key: str) -> None:
    table, card = at(key)
    card.hangs = True
    waiting = steps_until_still(table)
    assert [] == open_kinds(table)
    table.wait(6)
    assert [Kind.CARD_SLOW] == open_kinds(table)
    assert "F52" in table.judge.status.faults[0].told.zh
    heard = len(table.keys)
    table.wait(120)
    assert (waiting, heard) == (table.steps[-1], len(table.keys)), "nothing happens before it is on the card"
    card.recover()
    table.wait(0.1)
    assert [] == open_kinds(table)
    table.until_over()
    numbers = [step.number for step in table.steps]
    assert all(then == before + 1 for before, then in pairwise(numbers))


def test_a_card_that_takes_its_second_is_not_worth_a_word() -> None:
    table, card = at("speech.turn")
    card.hangs = True
    steps_until_still(table)
    table.wait(3)
    card.recover()
    table.wait(30)
    assert [] == list(table.judge.status.faults)


def test_by_night_it_is_told_at_the_same_instant_whoever_pressed_what() -> None:
    def told_at(cards_dealt: str) -> list[int]:
        players = Players(ScriptedMind())
        table = players.sit(VirtualTable("B09", cards_dealt, clock=StillClock(900), audience=(players,)))
        table.start()
        table.until_key("wolf.pick")
        cards[-1].hangs = True
        steps_until_still(table)
        table.wait(8)
        return [fault.at_ns for fault in table.judge.status.faults]

    first = told_at(NINE)
    assert 1 == len(first)
    assert first == told_at(" ".join(reversed(NINE.split())))

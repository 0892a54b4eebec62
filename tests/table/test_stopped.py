"""A game that has stopped leaves staff two ways out, both without a restart."""

from __future__ import annotations

import pytest

from engine.commands import AnyCommand
from engine.game import Game, Step
from engine.seats import Seat
from firmware.fakes import FakeClock
from firmware.journal import MemoryJournal
from firmware.menu.actions import DropGame, EndGame, Resume
from firmware.menu.status import Mode
from firmware.realtable import Attendant
from hardware.fakes import FakeDisplay
from tests.kit.fullcard import FullCard
from tests.kit.table import VirtualTable


def stopped_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> VirtualTable:
    """A table whose engine fails once, on the first answer."""
    table = VirtualTable("B06a")
    answer = Game.answer

    def fail_once(self: Game, command: AnyCommand) -> Step:
        del self, command
        monkeypatch.setattr(Game, "answer", answer)
        raise RuntimeError("planted")

    monkeypatch.setattr(Game, "answer", fail_once)
    table.start()
    table.ready()
    table.until_mode(Mode.STOPPED)
    return table


class Lit:
    """A table whose display rests when nobody uses it."""

    def __init__(self, journal: MemoryJournal | None = None) -> None:
        clock = FakeClock()
        self.display = FakeDisplay(clock)
        self.display.start()
        attendant = Attendant(self.display, tuple(range(1, 19)), lambda _: None, clock)
        self.table = VirtualTable("B06a", journal=journal, clock=clock, audience=(attendant,))

    def goes_dark(self) -> bool:
        """Whether it is dark when nobody has done anything for ten minutes."""
        self.table.wait(600)
        return self.display.asleep


@pytest.mark.logs_errors
def test_who_comes_to_a_game_that_has_stopped_reads_why() -> None:
    """The players sit and wait; whoever is called may be long in coming."""
    journal = FullCard()
    lit = Lit(journal)
    assert lit.goes_dark()
    lit.table.start()
    journal.full = True
    lit.table.ready()
    lit.table.until_mode(Mode.STOPPED)
    assert not lit.goes_dark()
    journal.full = False
    lit.table.judge.act(EndGame())
    assert lit.goes_dark()


def test_a_game_that_waits_after_a_power_cut_keeps_the_display_lit() -> None:
    before = VirtualTable("B06a")
    before.start()
    before.ready()
    assert isinstance(before.journal, MemoryJournal)
    lit = Lit(before.journal)
    assert Mode.UNFINISHED is lit.table.judge.status.mode
    assert not lit.goes_dark()
    lit.table.judge.act(DropGame())
    assert lit.goes_dark()


@pytest.mark.logs_errors
def test_trying_again_goes_on_from_the_last_step_on_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stopped_by_the_engine(monkeypatch)
    table.judge.act(Resume())
    assert Mode.GAME is table.judge.status.mode
    table.ready()
    table.until_said("天黑请闭眼")


@pytest.mark.logs_errors
def test_an_ended_game_is_not_offered_again_and_the_next_can_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stopped_by_the_engine(monkeypatch)
    table.judge.act(EndGame())
    assert Mode.IDLE is table.judge.status.mode
    assert ["aborted"] == [game.result for game in table.journal.games()]
    table.start()
    table.until_said("欢迎来到狼人杀")


@pytest.mark.logs_errors
def test_a_full_card_is_named_and_the_game_goes_on_when_there_is_room_again() -> None:
    journal = FullCard()
    table = VirtualTable("B06a", journal=journal)
    table.start()
    journal.full = True
    table.ready()
    table.until_mode(Mode.STOPPED)
    assert table.judge.status.fault is not None
    assert "日志写入失败" in table.judge.status.fault.zh
    journal.full = False
    table.judge.act(Resume())
    table.ready()
    table.until_said("天黑请闭眼")
    numbers = [row.n for row in journal.rows(journal.games()[-1].game)]
    assert list(range(len(numbers))) == numbers
    assert Seat(1) in table.view.seats

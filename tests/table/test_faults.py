"""A bug of the engine stops the game loudly: the journal is whole, the game is not over, and it can go on later."""

from __future__ import annotations

import pytest

from engine import rulebook
from engine.conversation import Judge, Procedure
from engine.errors import EngineFault
from firmware.menu.actions import EndGame, Pause, Repeat, Resume, Skip
from firmware.menu.status import Mode
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import STANDS

SEED = 8
SECRET = "werewolf"
PARTS = ("dawn", "speeches", "exile_vote", "aftermath", "night", "day_end")


def broken(judge: Judge) -> Procedure[None]:
    """A part of the rulebook with a bug in it."""
    yield from ()
    raise ZeroDivisionError(judge.state.n, SECRET)


def game() -> VirtualTable:
    players = Players(SeededMind(SEED))
    table = players.sit(VirtualTable("B07", clock=StillClock(STANDS), audience=(players,)))
    table.start()
    return table


@pytest.fixture(name="stopped", params=PARTS)
def stopped_game(request: pytest.FixtureRequest) -> VirtualTable:
    """A game that has stopped on a bug; the bug is gone afterwards."""
    table = game()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook, request.param, broken)
        running = table.table.game
        table.until_mode(Mode.STOPPED, patience_s=5000)
    assert running.broken
    assert not running.over
    return table


@pytest.mark.logs_errors
def test_the_game_has_stopped_and_is_not_over(stopped: VirtualTable) -> None:
    assert stopped.judge.table is None
    assert stopped.judge.status.fault is not None
    assert "over.reveal" not in stopped.keys
    assert None is stopped.view.winner
    assert set() == stopped.lit


@pytest.mark.logs_errors
def test_its_journal_has_every_step_that_was_taken_and_is_open(stopped: VirtualTable) -> None:
    record = stopped.journal.unfinished()
    assert record is not None
    assert None is record.result
    rows = stopped.journal.rows(record.game)
    assert [step.digest for step in stopped.steps] == [row.digest for row in rows[1:]]


@pytest.mark.logs_errors
def test_nothing_happens_any_more_whatever_is_pressed(stopped: VirtualTable) -> None:
    heard, steps = len(stopped.heard), len(stopped.steps)
    stopped.press_all(stopped.seats)
    stopped.wait(300)
    for action in (Pause(), Repeat(), Skip()):
        stopped.staff(action)
    stopped.wait(300)
    assert (heard, steps) == (len(stopped.heard), len(stopped.steps))
    assert stopped.journal.unfinished() is not None


@pytest.mark.logs_errors
def test_with_the_bug_mended_the_game_goes_on_to_the_end_it_would_have_had(stopped: VirtualTable) -> None:
    whole = game()
    whole.until_over()
    stopped.power_cut()
    assert Mode.UNFINISHED is stopped.judge.status.mode
    stopped.go_on()
    stopped.until_over()
    assert [row.digest for row in whole.journal.rows(1)] == [row.digest for row in stopped.journal.rows(1)]


@pytest.mark.logs_errors
def test_trying_again_without_a_restart_reaches_the_same_end(stopped: VirtualTable) -> None:
    """再试一次, once the bug is mended."""
    whole = game()
    whole.until_over()
    stopped.staff(Resume())
    stopped.until_over()
    assert [row.digest for row in whole.journal.rows(1)] == [row.digest for row in stopped.journal.rows(1)]


@pytest.mark.logs_errors
def test_staff_may_put_the_stopped_game_away(stopped: VirtualTable) -> None:
    stopped.staff(EndGame())
    assert Mode.IDLE is stopped.judge.status.mode
    assert stopped.journal.unfinished() is None


@pytest.mark.logs_errors
def test_the_log_names_the_fault_and_no_secret(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault's cause carries a role; only the names of classes are logged."""
    table = game()
    monkeypatch.setattr(rulebook, "dawn", broken)
    table.until_mode(Mode.STOPPED, patience_s=5000)
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert any(EngineFault.__name__ in error for error in errors)
    assert [] == [error for error in errors if SECRET in error]

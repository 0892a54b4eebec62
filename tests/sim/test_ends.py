"""One result, in time, from a journal that replays: what ends a game badly is found."""

from __future__ import annotations

import msgspec
import pytest

from engine.commands import AnyCommand, Chosen, Pick
from engine.events import GameOver, NightFell, Reason, Revealed, Winner
from engine.game import Step
from engine.public import PublicView
from engine.seats import Seat
from firmware.sim import evening
from firmware.sim import invariants as law
from firmware.sim.evening import Evening
from firmware.sim.life import Life
from firmware.table.rollcall import RollCallSweeps
from tests.sim.test_invariants import MS, spoken, step, violations


@pytest.mark.parametrize(
    ("heard", "results", "rounds"),
    [
        (["over.good"], 0, 1),
        (["over.good"], 2, 1),
        ([], 1, 1),
        (["over.wolf"], 1, 1),
        (["over.good", "over.wolf"], 1, 1),
        (["over.good"], 1, 21),
    ],
)
def test_anything_but_one_result_in_time_is_found(heard: list[str], results: int, rounds: int) -> None:
    result = law.OneResult(max_rounds=20)
    for key in heard:
        result.spoken(spoken(key, 0))
    for _ in range(results):
        result.committed(step(GameOver(Winner.GOOD, Reason.WOLVES_DEAD), Revealed(())))
    result.fact(NightFell(rounds), PublicView(n=rounds))
    result.ended()
    assert result.broken


def test_one_result_is_as_it_should_be_even_when_it_is_told_again() -> None:
    result = law.OneResult(max_rounds=20)
    result.committed(step(GameOver(Winner.GOOD, Reason.WOLVES_DEAD), Revealed(())))
    result.spoken(spoken("over.good", 0))
    result.spoken(spoken("over.good", 9_000))
    result.ended()
    assert [] == result.broken
    assert "good" == result.winner


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "LIMIT_NS", 60_000 * MS)
    assert ("the game is not over after a day",) == violations()


def test_a_journal_that_replays_differently_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    commit = Evening.commit

    def spoil(self: Evening, done: Step) -> None:
        commit(self, msgspec.structs.replace(done, digest=b"wrong") if done.number == 7 else done)

    monkeypatch.setattr(Evening, "commit", spoil)
    assert ("the replayed journal gives other digests",) == violations()


def test_an_exception_is_a_violation_and_no_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Life, _option: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(Life, "counted", fail)
    assert ("RuntimeError: planted",) == violations()


def test_a_failing_engine_is_a_violation_and_no_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is legal and nonsense: the pack knifes a seat nobody has."""

    def nonsense(self: RollCallSweeps, number: int) -> AnyCommand:
        del self
        return Chosen(prompt=number, picks=(Pick(Seat(99), (Seat(99),)),))

    monkeypatch.setattr(RollCallSweeps, "command", nonsense)
    assert violations()[0].startswith("engine fault")

"""A refused command says whose fault it is and leaves the game exactly as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from engine.commands import Aborted, AnyCommand, Chosen, Done, FloorEnded, Left, OfferTaken, Pick, Pressed, Value
from engine.errors import EngineFault, NotAChoice, NotAsked, Refused, TooLate
from engine.events import AnyEvent, GameAborted, Marked, Phase, Revealed
from engine.evolve import evolve
from engine.game import Game
from engine.prompts import LOTS, AnyPrompt, Floor, OfferKind, Press, RollCall
from engine.seats import Seat, seats_of
from engine.state import GameState
from tests.kit.engine_play import Play, RandomTable, setup_of

NINE: Final = "狼狼狼巫预猎民民民"

WRONG: Final[tuple[tuple[str, Callable[[int], AnyCommand], type[Refused]], ...]] = (
    ("wolf.wake", lambda n: Pressed(prompt=n, seats=seats_of(10)), NotAsked),
    ("wolf.wake", lambda n: Pressed(prompt=n, seats=(Seat(3), Seat(1))), NotAChoice),
    ("wolf.wake", lambda n: Pressed(prompt=n, seats=(Seat(3), Seat(3))), NotAChoice),
    ("wolf.wake", lambda n: Done(prompt=n), NotAsked),
    ("wolf.wake", lambda n: Pressed(prompt=n - 1, seats=()), TooLate),
    ("wolf.wake", lambda n: Pressed(prompt=n + 1, seats=()), TooLate),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(4), (1,)),)), NotAsked),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), (10,)),)), NotAChoice),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), ("none",)),)), NotAChoice),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), ()),)), NotAChoice),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), (5, 6)),)), NotAChoice),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(2), (5,)), Pick(Seat(1), (5,)))), NotAChoice),
    ("wolf.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), (5,)), Pick(Seat(1), (6,)))), NotAChoice),
    ("wolf.pick", lambda n: Pressed(prompt=n, seats=()), NotAsked),
    ("wolf.verdict", lambda n: FloorEnded(prompt=n), NotAsked),
    ("witch.heal", lambda n: Pressed(prompt=n, seats=seats_of(4)), NotAsked),
    ("", lambda n: Value(prompt=n, value=24 * 60), NotAChoice),
    ("", lambda n: Value(prompt=n, value=-1), NotAChoice),
    ("", lambda n: Value(prompt=n, value="15:25"), NotAChoice),
    ("", lambda n: FloorEnded(prompt=n), NotAsked),
    ("speech.turn", lambda n: Done(prompt=n), NotAsked),
    ("speech.turn", lambda n: OfferTaken(prompt=n, offer=OfferKind.EXPLODE, seat=Seat(4)), NotAsked),
    ("speech.turn", lambda n: OfferTaken(prompt=n - 1, offer=OfferKind.EXPLODE, seat=Seat(1)), TooLate),
    ("vote.open", lambda n: OfferTaken(prompt=n, offer=OfferKind.EXPLODE, seat=Seat(1)), NotAsked),
    ("vote.open", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), ("none",)),)), NotAChoice),
)


@pytest.mark.parametrize(("line", "wrong", "fault"), WRONG)
def test_a_wrong_answer_is_refused_and_changes_nothing(
    line: str, wrong: Callable[[int], AnyCommand], fault: type[Refused]
) -> None:
    game = Play(NINE).until(line)
    before = (game.state, game.prompt, game.game.number)
    with pytest.raises(fault):
        game.give(wrong(game.game.number))
    assert before == (game.state, game.prompt, game.game.number)
    twin = Play(NINE).until(line)
    assert twin.quietly() == game.quietly(), "the game goes on as if nothing had been said"


TWELVE: Final = "狼狼狼狼巫预猎守民民民民"

WRONG_IN_AN_ELECTION: Final[tuple[tuple[str, Callable[[int], AnyCommand], type[Refused]], ...]] = (
    ("guard.pick", lambda n: Chosen(prompt=n, picks=(Pick(Seat(9), (1,)),)), NotAsked),
    ("sheriff.raise", lambda n: Pressed(prompt=n, seats=seats_of(13)), NotAsked),
    ("sheriff.raise", lambda n: OfferTaken(prompt=n, offer=OfferKind.EXPLODE, seat=Seat(1)), NotAsked),
    ("sheriff.raise", lambda n: Left(prompt=n, seat=Seat(13)), NotAsked),
    ("sheriff.turn", lambda n: OfferTaken(prompt=n, offer=OfferKind.WITHDRAW, seat=Seat(9)), NotAsked),
    ("sheriff.turn", lambda n: OfferTaken(prompt=n, offer=OfferKind.EXPLODE, seat=Seat(9)), NotAsked),
    ("sheriff.turn", lambda n: Pressed(prompt=n, seats=()), NotAsked),
    ("sheriff.quit_open", lambda n: Pressed(prompt=n, seats=seats_of(9)), NotAsked),
    ("sheriff.quit_open", lambda n: OfferTaken(prompt=n, offer=OfferKind.WITHDRAW, seat=Seat(1)), NotAsked),
    ("sheriff.vote_open", lambda n: Chosen(prompt=n, picks=(Pick(Seat(1), (2,)),)), NotAsked),
    ("sheriff.vote_open", lambda n: Chosen(prompt=n, picks=(Pick(Seat(9), (9,)),)), NotAChoice),
    ("sheriff.vote_open", lambda n: Chosen(prompt=n - 1), TooLate),
)


@pytest.mark.parametrize(("line", "wrong", "fault"), WRONG_IN_AN_ELECTION)
def test_a_wrong_answer_in_an_election_is_refused_and_changes_nothing(
    line: str, wrong: Callable[[int], AnyCommand], fault: type[Refused]
) -> None:
    def came() -> Play:
        game = Play(TWELVE, sheriff="on")
        return game.until(line) if line in {"guard.pick", "sheriff.raise"} else game.bids(1, 2).until(line)

    game = came()
    before = (game.state, game.prompt, game.game.number)
    with pytest.raises(fault):
        game.give(wrong(game.game.number))
    assert before == (game.state, game.prompt, game.game.number)
    assert came().quietly() == game.quietly()


@pytest.mark.parametrize("value", [-1, LOTS, "7"])
def test_a_lot_is_a_number_there_is(value: int | str) -> None:
    game = Play(TWELVE, guard_may_skip="off").until("")
    with pytest.raises(NotAChoice):
        game.give(Value(prompt=game.game.number, value=value))


def fits(command: AnyCommand, prompt: AnyPrompt | None) -> bool:
    """Whether this kind of command answers that kind of prompt, where an offer was taken instead."""
    kinds = {Press: Pressed, RollCall: Chosen, Floor: FloorEnded}
    return prompt is not None and isinstance(command, kinds.get(type(prompt), ()))


@pytest.mark.parametrize("seed", range(4))
def test_answers_of_other_kinds_never_disturb_a_whole_game(seed: int) -> None:
    """At every prompt of a random game all other kinds of answer are refused, and the game is that without them."""
    setup = setup_of("B07", sheriff="on")
    table, twin = RandomTable(setup, seed), RandomTable(setup, seed)
    game, _ = Game.start(setup)
    for _, expected in list(twin.steps())[1:]:
        answer = table.answer(game)
        n = game.number
        others: tuple[AnyCommand, ...] = (
            Pressed(prompt=n, seats=()),
            Chosen(prompt=n),
            FloorEnded(prompt=n),
            Done(prompt=n),
            Value(prompt=n, value=0),
        )
        for other in others:
            if type(other) is not type(answer) and not (isinstance(answer, OfferTaken) and fits(other, game.prompt)):
                with pytest.raises(NotAsked):
                    game.answer(other)
        assert expected == game.answer(answer)


def test_staff_may_end_the_game_at_every_prompt_without_a_result() -> None:
    setup = setup_of("B06a")
    table = RandomTable(setup, 3)
    _, steps = table.whole_game()
    commands = [step.command for step in steps if step.command is not None]
    for length in range(len(commands)):
        game, _ = Game.start(setup)
        for command in commands[:length]:
            game.answer(command)
        step = game.answer(Aborted(prompt=0))
        assert (GameAborted(),) == step.events
        assert game.over
        assert Phase.OVER is game.state.phase
        assert not any(isinstance(event, Revealed) for event in step.events)


def test_after_the_end_nothing_is_asked() -> None:
    game, _ = RandomTable(setup_of("B06a"), 1).whole_game()
    for command in (Done(prompt=game.number), Aborted(prompt=game.number)):
        with pytest.raises(NotAsked):
            game.answer(command)
    assert game.over


def test_a_bug_of_the_engine_stops_the_game_and_is_not_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Play(NINE).until("witch.poison")
    before = (game.state, game.prompt, game.game.number)

    def broken(state: GameState, event: AnyEvent) -> GameState:
        if isinstance(event, Marked):
            raise ZeroDivisionError
        return evolve(state, event)

    monkeypatch.setattr("engine.game.evolve", broken)
    with pytest.raises(EngineFault) as fault:
        game.choose({4: 1})
    assert isinstance(fault.value.__cause__, ZeroDivisionError)
    assert (True, False) == (game.game.broken, game.game.over)
    monkeypatch.setattr("engine.game.evolve", evolve)
    with pytest.raises(EngineFault):
        game.quietly()
    assert not game.game.over
    assert before == (game.state, game.prompt, game.game.number), "as the last good step left it"

"""Staff take back an answer: the game is where it was before it, the journal keeps everything."""

from __future__ import annotations

import random

import pytest

from engine.commands import AnyCommand, Left, Undo, decode, encode
from engine.errors import NotAsked
from engine.events import Cause, LeftTable, Undone
from engine.game import Game, Step, replay, valid
from engine.seats import Seat, seats_of
from tests.kit.engine_play import BOARDS, Play, RandomTable, setup_of

NINE = "狼狼狼巫预猎民民民"


def undo(game: Play, line: str) -> Step:
    """Take back everything since the newest answer to a prompt with this line."""
    to = next(step.number for step in reversed(game.game.trail[1:]) if prompt_before(game.game, step) == line)
    return game.give(Undo(prompt=game.game.number, to=to))


def prompt_before(game: Game, step: Step) -> str:
    """The line of the prompt that `step` answered."""
    before = game.trail[game.trail.index(step) - 1]
    assert before.prompt is not None
    return before.prompt.call.line


def test_a_ballot_is_voted_again() -> None:
    game = Play(NINE).night().vote({1: 4, 2: 4, 5: 4})
    before = game.state.living
    assert Seat(4) not in before
    asked = game.asked("vote.open")
    step = undo(game, "vote.open")
    assert isinstance(step.events[0], Undone)
    assert asked == game.prompt, "the very same question"
    assert Seat(4) in game.state.living
    game.choose({1: 5, 2: 5, 4: 5})
    assert Seat(5) not in game.state.living
    assert Seat(4) in game.state.living


def test_a_night_is_played_again_with_other_choices() -> None:
    game = Play(NINE).night(knife=7, save=True, poison=None)
    undo(game, "wolf.pick")
    assert "wolf.pick" == game.line
    assert () == game.state.spent
    game.night(knife=8)
    assert seats_of(8) == game.state.out


def test_what_was_taken_back_cannot_be_taken_back_again() -> None:
    game = Play(NINE).night(knife=7).until("speech.turn")
    number = game.game.trail[-1].number
    game.give(Undo(prompt=game.game.number, to=number))
    with pytest.raises(NotAsked):
        game.give(Undo(prompt=game.game.number, to=number))


@pytest.mark.parametrize("to", [-1, 0, 999])
def test_there_must_be_such_an_answer(to: int) -> None:
    game = Play(NINE).until("seer.pick")
    before = (game.state, game.prompt, game.game.number)
    with pytest.raises(NotAsked):
        game.give(Undo(prompt=game.game.number, to=to))
    assert before == (game.state, game.prompt, game.game.number)


def test_the_open_prompt_has_no_answer_yet() -> None:
    game = Play(NINE).until("seer.pick")
    with pytest.raises(NotAsked):
        game.give(Undo(prompt=game.game.number, to=game.game.number))


def test_a_departure_is_taken_back_with_the_rest() -> None:
    game = Play(NINE).night().until("speech.turn")
    number = game.game.number
    game.leave(9)
    game.until("vote.open")
    assert Seat(9) not in game.state.living
    game.give(Undo(prompt=game.game.number, to=number))
    assert Seat(9) in game.state.present


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_with_undos_is_rebuilt_from_its_journal(name: str) -> None:
    """Taken back at random and played on; the rows alone give the same game, and the valid ones the same state."""
    chance = random.Random(name)
    setup = setup_of(name)
    table = RandomTable(setup, seed=11)
    game, step = Game.start(setup)
    steps = [step]
    undone = 0
    while game.prompt is not None:
        answered = [past.number for past in game.trail[1:]]
        command: AnyCommand = table.answer(game)
        if len(answered) > 8 and undone < 12 and (undone == 0 or chance.random() < 0.06):
            undone += 1
            command = Undo(prompt=game.number, to=chance.choice(answered[-15:]))
        steps.append(game.answer(command))
    assert undone > 0
    commands = [decode(encode(past.command)) for past in steps if past.command is not None]
    rebuilt, again = replay(setup, commands)
    assert steps == again
    assert (game.state, game.number) == (rebuilt.state, rebuilt.number)
    assert game.trail == valid(steps)
    state, plain = Game.start(setup)[0], [past.command for past in valid(steps)[1:]]
    for number, kept in enumerate(plain, start=1):
        assert kept is not None
        state.answer(type(kept)(**{**{f: getattr(kept, f) for f in kept.__struct_fields__}, "prompt": number}))
    assert game.state == state.state, "as if it had never been answered otherwise"


def test_a_foul_by_day_is_out_with_the_speech_and_shoots_nobody() -> None:
    game = Play(NINE).night().until("speech.turn")
    game.give(Left(prompt=game.game.number, seat=Seat(6), foul=True))
    game.until("vote.open")
    assert LeftTable(Seat(6), foul=True) == game.last(LeftTable)
    assert Cause.FOUL is game.state.cause_of(Seat(6))
    assert not [p for p in game.prompts if p.call.line == "dawn.skill_ask"], "no shot after a foul"


def test_a_foul_by_night_is_told_in_the_morning() -> None:
    game = Play(NINE).until("seer.pick")
    game.give(Left(prompt=game.game.number, seat=Seat(6), foul=True))
    assert () == game.all_of(LeftTable)
    game.night()
    assert (LeftTable(Seat(6), foul=True),) == game.all_of(LeftTable)
    assert not [p for p in game.prompts if p.call.line == "dawn.skill_ask"]

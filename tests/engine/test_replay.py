"""The journal of commands is the game: replay at every index, entering at every phase, and byte-equal digests."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec
import pytest

from engine.commands import AnyCommand, decode, encode
from engine.events import AnyEvent, BidsClosed, Phase, PhaseEntered, Stage
from engine.evolve import evolve
from engine.game import RULES, At, Ballot, Chain, Dawn, Day, Election, Game, Night, Step, dealt, replay
from engine.prompts import AnyPrompt, Floor
from engine.seats import Seat
from engine.setup import Setup
from engine.state import GameState
from tests.kit.engine_play import BOARDS, Play, RandomTable, cards_of, setup_of

ROOT: Final = Path(__file__).resolve().parents[2]


def commands_of(steps: list[Step]) -> list[AnyCommand]:
    return [step.command for step in steps if step.command is not None]


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_cut_at_every_index_is_rebuilt_exactly(name: str) -> None:
    setup = setup_of(name)
    table = RandomTable(setup, seed=7)
    states: list[tuple[GameState, int]] = []
    steps = []
    for game, step in table.steps():
        steps.append(step)
        states.append((game.state, game.number))
    commands = commands_of(steps)
    for length in range(len(commands) + 1):
        rebuilt, again = replay(setup, commands[:length])
        assert steps[: length + 1] == again
        assert states[length] == (rebuilt.state, rebuilt.number)
        assert steps[length].prompt == rebuilt.prompt


def test_commands_and_events_survive_the_journal() -> None:
    _, steps = RandomTable(setup_of("B09"), seed=2).whole_game()
    for command in commands_of(steps):
        assert command == decode(encode(command))
    data = msgspec.json.encode([step.events for step in steps])
    assert [step.events for step in steps] == msgspec.json.decode(data, type=list[tuple[AnyEvent, ...]])
    prompts = [step.prompt for step in steps]
    assert prompts == msgspec.json.decode(msgspec.json.encode(prompts), type=list[AnyPrompt | None])


def test_the_setup_and_the_state_survive_the_journal() -> None:
    game, _ = RandomTable(setup_of("B09", vote_self="off"), seed=2).whole_game()
    setup = setup_of("B09", vote_self="off")
    assert setup == msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert game.state == msgspec.json.decode(msgspec.json.encode(game.state), type=GameState)


def cuts(name: str, seed: int, **rules: str) -> list[tuple[GameState, AnyPrompt | None, tuple[AnyEvent, ...]]]:
    """Every state in which a phase was entered, with what followed: events up to the next prompt, and the prompt."""
    setup = setup_of(name, None, **rules)
    found = []
    for _, steps in [RandomTable(setup, seed).whole_game()]:
        state = GameState()
        for step in steps:
            for index, event in enumerate(step.events):
                state = evolve(state, event)
                if isinstance(event, PhaseEntered):
                    found.append((state, step.prompt, step.events[index + 1 :]))
    return found


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_entered_at_every_phase(name: str, seed: int) -> None:
    """Everything that outlives a prompt is in the state: what follows is the same, event by event."""
    setup = setup_of(name)
    for state, prompt, events in cuts(name, seed):
        game, opening = Game.start(setup, state=state)
        assert prompt == game.prompt
        assert events == opening.events


def test_every_phase_is_entered_by_some_game() -> None:
    cut = [state for seed in range(40) for state, _, _ in cuts("B12-预女猎白", seed, badge_swallow="double")]
    specials = {Phase.TAKE, Phase.DUEL, Phase.RETURN, Phase.DELAYED, Phase.BLAST}
    assert set(Phase) - {Phase.READY, Phase.OVER} - specials == {state.phase for state in cut}
    assert set(Stage) - {Stage.NONE, Stage.CLOSED} == {s.stage for s in cut if s.phase is Phase.ELECTION}


@pytest.mark.parametrize("name", ["B09", "B12-预女猎白"])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_is_entered_at_every_speech_and_in_every_round_of_last_words(seed: int, name: str) -> None:
    """A Floor is no phase, but who is still to speak, and what is left of a broken speech, is in the state."""
    setup = setup_of(name, badge_swallow="double", last_words_shot="on")
    for game, step in RandomTable(setup, seed).steps():
        if isinstance(step.prompt, Floor):
            again, opening = Game.start(setup, state=game.state)
            assert step.prompt == again.prompt
            assert () == opening.events


def test_the_places_of_start() -> None:
    """`at` takes a dealt game to a night, a dawn, a day, a ballot or the windows of a chain."""
    setup = setup_of("B09")
    state = dealt(setup, cards_of("狼狼狼巫预猎民民民"))
    expected: dict[At, str] = {
        Night(3): "wolf.wake",
        Dawn(2): "",
        Day(2): "",
        Ballot(2): "vote.open",
        Chain((Seat(6),), 2): "dawn.skill_ask",
    }
    for at, line in expected.items():
        game, _ = Game.start(setup, at, state)
        assert game.prompt is not None
        assert line == game.prompt.call.line
        assert at.n == game.state.n


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        (Stage.BID, "sheriff.raise"),
        (Stage.OPENING, ""),
        (Stage.SPEECH, "sheriff.quit_open"),
        (Stage.WITHDRAW, "sheriff.quit_open"),
        (Stage.VOTE, "sheriff.vote_open"),
        (Stage.PK_SPEECH, "sheriff.pk_vote"),
        (Stage.PK_VOTE, "sheriff.pk_vote"),
        (Stage.SUSPENDED, "sheriff.quit_open"),
        (Stage.CLOSED, ""),
    ],
)
def test_an_election_is_entered_at_every_stage(stage: Stage, line: str) -> None:
    setup = setup_of("B12-预女猎白")
    state = dealt(setup, cards_of("狼狼狼狼巫预猎白民民民民"), (BidsClosed((Seat(1), Seat(6))),))
    game, _ = Game.start(setup, Election(stage), state)
    assert game.prompt is not None
    assert line == game.prompt.call.line
    assert game.state.n == 1


def test_the_number_of_the_rules_has_been_raised() -> None:
    assert 3 == RULES


def test_a_chain_goes_on_to_what_it_interrupted() -> None:
    setup = setup_of("B09")
    state = dealt(setup, cards_of("狼狼狼巫预猎民民民"))
    to_night = Play("狼狼狼巫预猎民民民", at=Chain((), 2, Phase.DAY_END), state=state)
    assert ("wolf.wake", 3) == (to_night.line, to_night.state.n)
    to_day = Play("狼狼狼巫预猎民民民", at=Chain((), 2), state=state)
    assert ("", 2) == (to_day.line, to_day.state.n)


PROGRAM: Final = """
from tests.kit.engine_play import BOARDS, RandomTable, setup_of
for board in BOARDS:
    for seed in range(3):
        _, steps = RandomTable(setup_of(board), seed).whole_game()
        print(board, seed, b"".join(step.digest for step in steps).hex())
"""


def digests(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return run.stdout


def test_two_hash_seeds_give_identical_digests() -> None:
    first = digests("1")
    assert 3 * len(BOARDS) == len(first.splitlines())
    assert first == digests("4711")


def test_a_digest_is_eight_bytes_and_tells_steps_apart() -> None:
    _, steps = RandomTable(setup_of("B09"), seed=1).whole_game()
    assert {8} == {len(step.digest) for step in steps}
    assert all(one.digest != other.digest for one, other in pairwise(steps) if one.events != other.events)


def test_a_digest_tells_two_facts_apart_before_the_same_question() -> None:
    """Nobody is told whom 守卫 protects, and the wolves are called in the same words; the journals still differ."""
    one, other = (Play("守狼狼巫预猎民民民").until("guard.pick").choose({1: seat}) for seat in (7, 8))
    assert (True, False, False) == (one.prompt == other.prompt, one.events == other.events, one.digest == other.digest)


def test_prompts_are_numbered_from_one_without_gaps() -> None:
    _, steps = RandomTable(setup_of("B09"), seed=1).whole_game()
    assert list(range(len(steps))) == [step.number for step in steps]
    assert [1, 2, 3] == [step.command.prompt for step in steps[1:4] if step.command is not None]

"""From every reachable kind of state there is a way on, whoever is dead, has withdrawn or has left."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import pytest

from engine.events import AnyAct, AnyEvent, AnyPublic, LeftRecorded, Mark, Marked, PhaseEntered
from engine.evolve import evolve
from engine.game import Game, Setup, dealt
from engine.houserules import HouseRules
from engine.prompts import Form
from engine.seats import Seat
from engine.setup import house_rules
from engine.state import GameState
from engine.terms import Phase, Stage
from tests.engine.graph import Graph, entered_as_come_to, silence_leads_on, somebody_can_answer
from tests.kit.engine_play import board, cards_of, table_of

CARDS: Final = cards_of("狼狼狼巫猎白民民民")
"""Seats 1 to 3 wolves, 4 witch, 5 hunter, 6 idiot, 7 to 9 villagers."""

HOUSES: Final = {
    "default": {},
    "double": {"badge_swallow": "double"},
    "other way round": {
        "badge_swallow": "double",
        "death_sequence": "words_skill_badge",
        "last_words_shot": "on",
        "last_words_explode": "on",
        "idiot_sheriff": "hand_over",
        "idiot_votable_after": "on",
        "pk_voters_campaign": "losers_too",
        "hunter_last_god_shot": "on",
        "all_abstain": "pk_all",
        "no_sheriff_order": "random",
    },
}


def setup_for(house: str) -> Setup:
    rules: HouseRules = house_rules(board("B09"), {"sheriff": "on", **HOUSES[house]})
    return table_of(CARDS, rules)


def mornings(setup: Setup, day: int) -> list[GameState]:
    """Before dawn: nobody, one or two dead, of every kind of card; nobody or somebody has left in the night."""
    found = []
    for knife, poison, left in product((None, 1, 5, 7), (None, 3, 5, 7), (None, 1, 5, 9)):
        facts: list[AnyEvent] = [
            Marked(Mark.KNIFE, (Seat(1),), None if knife is None else Seat(knife)),
            Marked(Mark.POISON, (Seat(4),), None if poison is None else Seat(poison)),
        ]
        if left is not None:
            facts.append(LeftRecorded(Seat(left)))
        state = dealt(setup, CARDS)
        for event in (PhaseEntered(Phase.NIGHT, day), *facts, PhaseEntered(Phase.DAWN, day)):
            state = evolve(state, event)
        found.append(state)
    return found


@cache
def graph_of(house: str) -> Graph:
    """The days that begin with any of these mornings; and the second day of an election that was suspended."""
    setup = setup_for(house)
    graph = Graph(setup, mornings(setup, 1))
    second = []
    for state in [s for s in graph.nodes.values() if s.phase is Phase.NIGHT and s.stage is Stage.SUSPENDED]:
        for victim in (None, *state.standing[:1], *state.alive[-1:]):
            dawn = evolve(state, Marked(Mark.KNIFE, (Seat(1),), victim))
            second.append(evolve(dawn, PhaseEntered(Phase.DAWN, state.n)))
    later = Graph(setup, second)
    graph.nodes.update(later.nodes)
    graph.lines |= later.lines
    graph.events |= later.events
    graph.over += later.over
    return graph


@pytest.mark.parametrize("house", HOUSES)
def test_every_kind_of_state_has_a_prompt_or_is_the_end(house: str) -> None:
    graph = graph_of(house)
    somebody_can_answer(graph)
    assert len(graph.nodes) > 1000
    assert graph.over > 0


@pytest.mark.parametrize("house", HOUSES)
def test_from_every_kind_of_state_a_table_that_does_nothing_comes_to_the_night_or_the_end(house: str) -> None:
    silence_leads_on(graph_of(house), CARDS)


@pytest.mark.parametrize("house", HOUSES)
def test_the_next_node_is_entered_as_the_game_comes_to_it(house: str) -> None:
    """Whatever outlives a prompt is in the state."""
    assert entered_as_come_to(graph_of(house), CARDS) > 500


def test_the_walk_comes_everywhere() -> None:
    """Every stage, every phase of a day and every question by day is reached, and nearly everything that can happen."""
    graphs = [graph_of(house) for house in HOUSES]
    states = [state for graph in graphs for state in graph.nodes.values()]
    day = "election chain badge words speeches ballot pk flip night"
    assert {Phase(word) for word in day.split()} <= {state.phase for state in states}
    assert set(Stage) - {Stage.NONE} == {state.stage for state in states}
    lines = set().union(*(graph.lines for graph in graphs))
    expected = (
        "sheriff.raise sheriff.turn sheriff.quit_open sheriff.vote_open sheriff.pk_turn sheriff.pk_vote dawn.skill_ask"
        " gun.ask badge.how words.ask boom.words speech.sheriff_pick speech.turn speech.next speech.sheriff_last"
        " vote.open pk.turn pk.vote"
    )
    assert set(expected.split()) <= lines
    events = set().union(*(graph.events for graph in graphs))
    never = "GameOpened GameBegan Redealt StepClosed ClaimsDoubted NightEnded GameAborted CardShown ShooterNamed Undone"
    specials = {cls.__name__ for cls in AnyAct.__args__}
    assert {cls.__name__ for cls in AnyPublic.__args__} - set(never.split()) - specials <= events


def test_the_menu_offers_every_form_of_the_day() -> None:
    forms = set()
    for state in graph_of("double").nodes.values():
        game, _ = Game.start(graph_of("double").setup, state=state)
        if game.prompt is not None:
            forms.add(game.prompt.call.form)
    assert {Form.BID, Form.WITHDRAW, Form.ASK, Form.BALLOT, Form.CHOICE, Form.FLOOR, Form.SILENT} <= forms

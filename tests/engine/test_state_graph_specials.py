"""The same walk with the cards that act by day: 白狼王, 狼美人, 骑士, 老流氓, 炸弹人, 情侣, 野孩子 and 隐狼."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import pytest

from engine.events import AnyEvent, LoversBound, Mark, Marked, ModelChosen, PhaseEntered
from engine.evolve import evolve
from engine.game import Setup, dealt
from engine.houserules import HouseRules
from engine.seats import Seat
from engine.setup import house_rules
from engine.state import GameState
from engine.terms import Phase
from tests.engine.graph import Graph, entered_as_come_to, silence_leads_on, somebody_can_answer
from tests.kit.engine_play import board, cards_of, table_of

CARDS: Final = cards_of("帝美隐猎骑民炸野民流")
"""1 白狼王, 2 狼美人, 3 隐狼, 4 猎人, 5 骑士, 7 炸弹人, 8 野孩子, 10 老流氓, 6 and 9 villagers."""

HOUSES: Final = {
    "default": {"sheriff": "off"},
    "other way round": {
        "sheriff": "off",
        "death_sequence": "words_skill_badge",
        "last_words_shot": "on",
        "last_words_explode": "on",
        "last_words_duel": "on",
        "last_words_rogue": "on",
        "wwk_must_take": "on",
        "bomber_forced": "off",
        "bomber_ballot": "both",
        "bomber_victims_skill": "on",
        "rogue_death_point": "own_speech",
        "hidden_wolf_end": "dies_with_pack",
        "knight_hits_hidden_wolf": "off",
    },
}


def setup_for(house: str) -> Setup:
    rules: HouseRules = house_rules(board("B10a"), HOUSES[house])
    return table_of(CARDS, rules)


def mornings(setup: Setup) -> list[GameState]:
    """Before the second day: a knife, a poison, a charm and lovers of every kind that makes a chain."""
    found = []
    for knife, poison, charm, lovers in product((None, 4), (None, 10), (None, 4, 10), ((), (2, 9), (4, 6))):
        facts: list[AnyEvent] = [ModelChosen(Seat(8), Seat(2))]
        if lovers:
            facts.append(LoversBound(tuple(Seat(seat) for seat in lovers)))
        facts += [
            Marked(mark, (Seat(1),), None if target is None else Seat(target))
            for mark, target in ((Mark.KNIFE, knife), (Mark.POISON, poison), (Mark.CHARM, charm))
        ]
        state = dealt(setup, CARDS)
        for event in (PhaseEntered(Phase.NIGHT, 2), *facts, PhaseEntered(Phase.DAWN, 2)):
            state = evolve(state, event)
        found.append(state)
    return found


@cache
def graph_of(house: str) -> Graph:
    setup = setup_for(house)
    return Graph(setup, mornings(setup))


@pytest.mark.parametrize("house", HOUSES)
def test_from_every_kind_of_state_a_table_that_does_nothing_comes_to_the_night_or_the_end(house: str) -> None:
    graph = graph_of(house)
    somebody_can_answer(graph)
    silence_leads_on(graph, CARDS)
    assert len(graph.nodes) > 500


@pytest.mark.parametrize("house", HOUSES)
def test_the_next_node_is_entered_as_the_game_comes_to_it(house: str) -> None:
    """Whatever outlives a prompt is in the state: a duel, a take, a blast, a death that is due."""
    assert entered_as_come_to(graph_of(house), CARDS) > 200


def test_the_walk_comes_everywhere() -> None:
    graphs = [graph_of(house) for house in HOUSES]
    phases = {state.phase for graph in graphs for state in graph.nodes.values()}
    assert {Phase(word) for word in "take duel return blast chain words ballot pk".split()} <= phases
    lines = set().union(*(graph.lines for graph in graphs))
    assert set("boom.ask knight.ask bomb.ask dawn.skill_ask gun.ask speech.turn vote.open".split()) <= lines
    events = set().union(*(graph.events for graph in graphs))
    acts = "Linked ShotDelayed DelayedOut TakenAlong NobodyTaken DuelCalled DuelDropped DuelWon DuelLost"
    assert set(f"{acts} SpeechesResumed Blasted BlastHeld Turned Doomed".split()) <= events

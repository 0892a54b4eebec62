"""The graph of the states of a day: what its tests walk.

A node is a state in which a phase was entered or somebody has the floor; a game can be entered there
from the state alone. From a node every kind of answer to every prompt is tried until the next node.
Of all states that look alike (`kind`) only the first is walked on from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.commands import AnyCommand, FloorEnded, Left, OfferTaken, Pressed
from engine.events import AnyEvent, PhaseEntered
from engine.evolve import evolve
from engine.game import Game, Setup
from engine.prompts import AnyPrompt, Floor, Form, OfferKind, Press, RollCall
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import Option, Seat, Seats
from engine.sheriff import voters
from engine.state import GameState
from engine.terms import Phase
from tests.kit.engine_play import chosen, quiet

MOST_LEAVERS: Final = 2
LAST_DAY: Final = 2
PLENTY: Final = 90
"""More prompts than any day has."""
BIDS: Final = ((), (7,), (5, 7), (1, 5, 7))
"""Beside all: nobody, one, a hunter and a villager, and a wolf with them."""

Kind = tuple[object, ...]


def kind(state: GameState, prompt: AnyPrompt | None) -> Kind:
    """What makes two states different for what may come next."""
    sheriff = state.sheriff
    return (
        state.phase,
        state.stage,
        state.n,
        prompt.call.line if prompt else "over",
        len(state.standing),
        bool(voters(state)),
        bool(state.runoff),
        state.resumed,
        state.exploded,
        state.badge,
        sheriff is not None and (sheriff in state.dead, sheriff in state.out, sheriff in state.flipped),
        bool(state.flipped),
        alive(state),
        sheriff and state.card_of(sheriff),
        tuple(state.card_of(seat) == "hunter" for seat in state.pending[:1]),
        len(state.pending),
        len(state.words),
        len(state.speakers),
        state.broken,
        len(state.bench),
        min(len(state.fallen), 2),
        sum(seat not in state.out for seat in state.left),
        state.then,
        state.doomed,
        state.duel,
        bool(state.turned),
    )


def alive(state: GameState) -> tuple[int, ...]:
    """How many of each class live, as far as it is near an end: two and more are alike."""
    sides = [role_of(role).side for seat, role in state.cards if seat in state.alive]
    return tuple(min(sides.count(side), 2) for side in Side)


class Graph:
    """Walks from the given states, breadth first; `nodes` is a state of every kind that was reached."""

    def __init__(self, setup: Setup, starts: list[GameState]) -> None:
        """Walk until nothing new is found."""
        self.setup = setup
        self.nodes: dict[Kind, GameState] = {}
        self.lines: set[str] = set()
        self.events: set[str] = set()
        self.over = 0
        self.answers = 0
        waiting = list(starts)
        while waiting:
            found = [state for start in waiting for state in self._expanded(start)]
            waiting = []
            for state in found:
                game, _ = Game.start(setup, state=state)
                seen = kind(state, game.prompt)
                if seen not in self.nodes:
                    self.nodes[seen] = state
                    waiting.append(state)

    def _expanded(self, state: GameState) -> Iterator[GameState]:
        """The nodes after `state`, over every way of answering."""
        if state.n > LAST_DAY or state.phase is Phase.NIGHT:
            return
        todo: list[tuple[AnyCommand, ...]] = [()]
        while todo:
            answers = todo.pop()
            game, step = Game.start(self.setup, state=state)
            before = state
            for answer in answers:
                before = game.state
                step = game.answer(answer)
            self.events |= {type(event).__name__ for event in step.events}
            self.answers += 1
            if game.prompt is not None:
                self.lines.add(game.prompt.call.line)
            node = entered(before, step.events, game.prompt)
            if node is not None and node != state:
                yield node
            elif game.prompt is None:
                self.over += 1
            else:
                todo += [(*answers, answer) for answer in menu(game)]


def entered(state: GameState, events: tuple[AnyEvent, ...], prompt: AnyPrompt | None) -> GameState | None:
    """Where a game could be entered after the step that began in `state`: the last phase of it, or a floor."""
    node = None
    for event in events:
        state = evolve(state, event)
        if isinstance(event, PhaseEntered):
            node = state
            if event.phase is Phase.NIGHT:
                return node
    return state if node is None and isinstance(prompt, Floor) else node


def menu(game: Game) -> list[AnyCommand]:
    """Every kind of answer there is to the open prompt."""
    prompt, number, state = game.prompt, game.number, game.state
    assert prompt is not None
    answers = [*_answers(game, prompt)]
    for offer in prompt.offers:
        for seat in _first_and_speaker(offer.who, prompt.call.seat):
            answers.append(OfferTaken(prompt=number, offer=offer.kind, seat=seat, left_ms=30_000))
            if offer.kind is OfferKind.EXPLODE:
                break
    if len(state.left) < MOST_LEAVERS:
        answers += [Left(prompt=number, seat=seat) for seat in _worth_leaving(state, prompt)]
    return answers


def _answers(game: Game, prompt: AnyPrompt) -> Iterator[AnyCommand]:
    number, state = game.number, game.state
    match prompt:
        case Press(call=call, who=who):
            if call.form is Form.BID:
                sets: list[Seats] = [tuple(Seat(s) for s in bid if s in who) for bid in BIDS]
            else:
                sets = [(), who[:1]]
            yield from (Pressed(prompt=number, seats=seats) for seats in dict.fromkeys([*sets, who]))
        case RollCall(call=call, legal=legal) if call.form is Form.BALLOT:
            yield chosen(number, {})
            everybody = [entry.seat for entry in legal]
            for target in call.options:
                yield chosen(number, dict.fromkeys(everybody, target))
            weigh_alike = [seat for seat in everybody if seat != state.sheriff][:2]
            if len(weigh_alike) == 2 and len(call.options) > 1:
                yield chosen(number, dict(zip(weigh_alike, call.options[-2:], strict=True)))
        case RollCall(legal=legal):
            yield chosen(number, {})
            for entry in legal:
                options: list[Option] = [*entry.options[:1], *entry.options[-2:]]
                yield from (chosen(number, {entry.seat: option}) for option in dict.fromkeys(options))
        case Floor():
            yield FloorEnded(prompt=number)
        case _:
            yield quiet(game, dict(state.cards))


def _first_and_speaker(who: Seats, speaker: Seat | None) -> Seats:
    return tuple(dict.fromkeys([*who[:1], *(seat for seat in who if seat == speaker)]))


def _worth_leaving(state: GameState, prompt: AnyPrompt) -> list[Seat]:
    """The sheriff, who is asked, a candidate, and somebody who is none of these."""
    ranked = [state.sheriff, prompt.call.seat, *state.standing[:1], *state.present[-1:]]
    return list(dict.fromkeys(seat for seat in ranked if seat is not None and seat in state.present))


def somebody_can_answer(graph: Graph) -> None:
    """Every kind of state has a question that can be answered, or is the end."""
    for state in graph.nodes.values():
        game, _ = Game.start(graph.setup, state=state)
        assert (game.prompt is None) == game.over
        assert game.prompt is None or menu(game), "something can be answered"


def silence_leads_on(graph: Graph, cards: tuple[tuple[Seat, str], ...]) -> None:
    """Nobody answers, nobody chooses: every window closes by itself, and the night or the end comes."""
    for state in graph.nodes.values():
        game, step = Game.start(graph.setup, state=state)
        asked = 0
        while game.prompt is not None and not any(type(event).__name__ == "NightFell" for event in step.events):
            step = game.answer(quiet(game, dict(cards)))
            asked += 1
            assert asked < PLENTY
        assert game.over or game.state.phase is Phase.STEP


def entered_as_come_to(graph: Graph, cards: tuple[tuple[Seat, str], ...]) -> int:
    """Going on and entering the next state anew put the same question; how often that was compared."""
    compared = 0
    for state in graph.nodes.values():
        game, _ = Game.start(graph.setup, state=state)
        before = game.state
        if game.prompt is None or set(before.left) - set(before.out):
            continue  # somebody's leaving is counted as soon as a game is entered
        step = game.answer(quiet(game, dict(cards)))
        node = entered(before, step.events, game.prompt)
        if node is not None and node.phase is not Phase.NIGHT:
            again, _ = Game.start(graph.setup, state=node)
            assert game.prompt == again.prompt
            assert game.state == again.state
            compared += 1
    return compared

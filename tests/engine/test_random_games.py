"""Whole games at random on every board: they end, with one result that the survivors bear out."""

from __future__ import annotations

from typing import Final

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import BadSetup
from engine.events import (
    Announced,
    Badge,
    BallotClosed,
    Died,
    Exiled,
    Exploded,
    GameOver,
    NightFell,
    Phase,
    Reason,
    Revealed,
    ShotFired,
    Stage,
    Winner,
)
from engine.evolve import evolve
from engine.houserules import EXPLAIN
from engine.prompts import AnyPrompt, Eyes, Fact, Press, RollCall, Tell
from engine.public import PublicView
from engine.roles import role_of
from engine.roles.role import Side
from engine.seats import seats_of
from engine.secrecy import Public
from engine.setup import Setup
from engine.state import GameState
from tests.kit.engine_play import BOARDS, RandomTable, board, setup_of

SPECIAL: Final = (
    *("B12-盗丘", "B12-狼美人老流氓", "B12-隐狼驯熊师", "B12-禁骑", "B12-炸弹人", "B12-野孩子", "B16", "B18-全角色"),
)
"""Boards whose cards bind, turn, delay, blow up or duel."""
VALUES: Final = {
    rule: [e.value for e in EXPLAIN if e.rule == rule and e.value != "*"] for rule in {e.rule for e in EXPLAIN}
}


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """A preset board at any seats with any house rules."""
    name = draw(st.sampled_from((*BOARDS, *SPECIAL)))
    players = board(name).players
    numbers = draw(st.sets(st.integers(1, 18), min_size=players, max_size=players))
    rules = {rule: draw(st.sampled_from(values)) for rule, values in sorted(VALUES.items()) if values}
    if rules["hidden_wolf_sees_pack"] == "off":
        rules["hidden_wolf_end"] = "dies_with_pack"  # together they make no game
    setup = setup_of(name, seats_of(*numbers), max_rounds=draw(st.integers(1, 20)), **rules)
    try:
        setup.check()
    except BadSetup:  # 人数压制 with a deck that begins with as many wolves as others
        assume(False)
    return setup


@settings(max_examples=150)
@given(setups(), st.integers(0, 10**6), st.sampled_from([0.0, 0.005]))
def test_every_game_ends_with_exactly_one_result(setup: Setup, seed: int, leaving: float) -> None:
    table = RandomTable(setup, seed, leaving=leaving)
    game, steps = table.whole_game()
    events = [event for step in steps for event in step.events]
    assert game.over
    assert not game.broken
    assert 1 == sum(isinstance(event, GameOver) for event in events)
    assert isinstance(events[-1], Revealed)
    assert game.state.cards == events[-1].cards
    taken = game.state.taken
    dealt = {**table.cards, taken.seat: taken.card} if taken is not None else table.cards
    assert tuple(sorted(dealt.items())) == events[-1].cards
    (end,) = (event for event in events if isinstance(event, GameOver))
    assert game.state.winner is end.winner
    living = {side: _living(game.state, side) for side in (Side.GOD, Side.FOLK, Side.WOLF)}
    special = any(entry.role in {"cupid", "wild_child", "bomber"} for entry in game.state.deck)
    match end.reason:
        case Reason.WOLVES_DEAD:
            assert 0 == living[Side.WOLF]
            assert not set(game.state.turned) & set(game.state.alive)
        case Reason.GODS_DEAD:
            uncounted = len(game.state.flipped) if setup.rules.idiot_counts_as_god_after == "off" else 0
            assert special or living[Side.GOD] in {0, uncounted}
        case Reason.FOLK_DEAD:
            assert special or 0 == living[Side.FOLK]
        case Reason.GOOD_DEAD:
            assert special or 0 == living[Side.GOD] + living[Side.FOLK]
        case Reason.PARITY:
            wolves = living[Side.WOLF] + sum(seat in game.state.alive for seat in game.state.turned)
            assert 2 * wolves >= len(game.state.alive)
        case Reason.COUPLE:
            assert Winner.THIRD is end.winner
            assert set(game.state.lovers) <= set(game.state.alive)
        case Reason.NOBODY:
            assert () == game.state.alive
        case Reason.ROUNDS:
            assert (setup.rules.max_rounds, Winner.DRAW) == (game.state.n, end.winner)
            assert special or all(living.values()) or setup.rules.win_mode == "city"
    if end.winner is Winner.GOOD:
        assert 0 == living[Side.WOLF]


@settings(max_examples=60)
@given(setups(), st.integers(0, 10**6), st.sampled_from([0.0, 0.005]))
def test_the_laws_of_every_game(setup: Setup, seed: int, leaving: float) -> None:
    """Nobody dies twice, the public view follows the state, and every prompt keeps its own rules."""
    state, view = GameState(), PublicView()
    for _, step in RandomTable(setup, seed, leaving=leaving).steps():
        for event in step.events:
            if isinstance(event, Died):
                assert event.seat in state.alive
            if isinstance(event, Announced | Exiled | Exploded | ShotFired):
                assert set(_announced(event)) <= set(state.living)
            if isinstance(event, BallotClosed):
                assert {voter for voter, _ in event.votes} <= set(state.living)
            state = evolve(state, event)
            if isinstance(event, Public):
                view = view.after(event)
        assert (state.out, state.living, state.seats) == (view.out, view.living, view.seats)
        assert (state.sheriff, state.badge, state.flipped) == (view.sheriff_seat, view.badge, view.flipped)
        # Who has exploded or is exiled is out at once; it dies when it has been asked whom it takes along.
        asked = {Phase.TAKE: state.exploded, Phase.BLAST: state.exiled}.get(state.phase)
        assert set(state.out) <= {*state.dead, asked}
        assert state.sheriff is None or state.badge is Badge.HELD
        if step.prompt is not None:
            _keeps_its_rules(step.prompt, state)
            bidding = state.phase is Phase.ELECTION and state.stage in {Stage.BID, Stage.OPENING}
            assert view.night == (step.prompt.call.eyes is Eyes.NIGHT or bidding)


def test_a_night_calls_the_same_steps_in_every_game() -> None:
    """Rules 9: what is asked in a night depends on deck, night number and publicly living seats only."""
    for name in BOARDS:
        seen: dict[tuple[bool, tuple[int, ...]], list[str]] = {}
        for seed in range(6):
            calls: list[str] = []
            key: tuple[bool, tuple[int, ...]] = (True, ())
            for game, step in RandomTable(setup_of(name), seed).steps():
                if any(isinstance(event, NightFell) for event in step.events):
                    key, calls = (game.state.n == 1, game.state.living), []
                if step.prompt is not None and step.prompt.call.eyes is Eyes.NIGHT:
                    calls.append(repr(step.prompt.call))
                elif calls:
                    assert calls == seen.setdefault(key, calls)
                    calls = []


def _living(state: GameState, side: Side) -> int:
    return sum(role_of(role).side is side for seat, role in state.cards if seat in state.alive)


def _announced(event: Announced | Exiled | Exploded | ShotFired) -> tuple[int, ...]:
    match event:
        case Announced(seats=seats):
            return seats
        case ShotFired(target=target):
            return (target,)
        case Exiled(seat=seat) | Exploded(seat=seat):
            return (seat,)


def _keeps_its_rules(prompt: AnyPrompt, state: GameState) -> None:
    living = set(state.living)
    asked = {*prompt.awake, *(seat for offer in prompt.offers for seat in offer.who)}
    assert not asked & set(state.left)
    assert asked <= living
    assert prompt.awake == () or prompt.call.eyes is Eyes.NIGHT
    if isinstance(prompt, Press) and prompt.call.seat is None:
        assert set(prompt.who) <= living
    if isinstance(prompt, RollCall):
        assert not {entry.seat for entry in (*prompt.legal, *prompt.filled)} & set(state.left)
        for entry in (*prompt.legal, *prompt.filled):
            assert set(entry.options) <= set(prompt.call.options)
            assert entry.seat in prompt.awake or prompt.call.eyes is not Eyes.NIGHT
    if isinstance(prompt, Tell):
        for fact in prompt.facts:
            assert isinstance(fact, Fact)
            assert fact.seat in prompt.awake
            assert set(fact.at) <= set(prompt.call.options)

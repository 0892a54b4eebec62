"""The laws of life and death find what they are there for: one planted violation each. And whose house it is."""

from __future__ import annotations

from typing import Final

import pytest

from engine import events as e
from engine.commands import AnyCommand, Chosen, OfferTaken, Pick, Pressed
from engine.game import Step
from engine.houserules import HouseRules, Switch, WinMode
from engine.prompts import AnyPrompt, Call, Eyes, Form, Gesture, OfferKind, Press
from engine.seats import Seat, seats_of
from engine.secrecy import Event
from engine.text import Text
from firmware.sim import game_laws as laws
from firmware.sim import house, simulate
from firmware.sim.ledger import Watch

SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)
CARDS: Final = dict(zip(SEATS, ("werewolf", "werewolf", "idiot", "seer", "villager", "villager"), strict=True))
DEFAULT: Final = HouseRules()


def step(*events: Event, command: AnyCommand | None = None, prompt: AnyPrompt | None = None) -> Step:
    return Step(number=1, command=command, events=events, prompt=prompt, digest=b"")  # type: ignore[arg-type]


def ask(seat: int | None = None) -> Press:
    call = Call(line="x", form=Form.ASK, eyes=Eyes.OPEN, seat=None if seat is None else Seat(seat))
    return Press(call=call, gesture=Gesture.TAP, who=())


def watched(law: Watch, *events: Event, rules: HouseRules = DEFAULT, prompt: AnyPrompt | None = None) -> list[str]:
    opened = e.GameOpened("B06a", Text("", ""), SEATS, (), rules, sheriff=False)
    law.committed(step(opened, e.NightFell(1), *events, prompt=prompt))
    return law.broken


# ---------------------------------------------------------------- who acts


@pytest.mark.parametrize(
    ("command", "asked", "found"),
    [
        (Pressed(prompt=1, seats=seats_of(3)), None, ""),
        (Pressed(prompt=1, seats=seats_of(3, 4)), None, "seat 4 is out"),
        (Pressed(prompt=1, seats=seats_of(4)), 4, ""),
        (Pressed(prompt=1, seats=seats_of(5)), 5, "seat 5 has left"),
        (Chosen(prompt=1, picks=(Pick(Seat(5), (Seat(1),)),)), None, "seat 5 has left"),
        (OfferTaken(prompt=1, offer=OfferKind.EXPLODE, seat=Seat(4)), None, "seat 4 is out"),
    ],
)
def test_who_is_out_or_gone_does_nothing(command: AnyCommand, asked: int | None, found: str) -> None:
    """Seat 4 is out, seat 5 has left the table; the dead answer only what they are asked by name."""
    law = laws.Absent()
    watched(law, e.Exiled(Seat(4)), e.LeftRecorded(Seat(5)), prompt=ask(asked))
    law.committed(step(command=command))
    assert [found in what for what in law.broken] == [True] * bool(found)


# ---------------------------------------------------------------- nights


def marks(**targets: int) -> tuple[Event, ...]:
    """The pack knifes; nobody at this table holds the other cards that mark."""
    pack = seats_of(1, 2)
    return tuple(e.Marked(e.Mark(m), pack if m == "knife" else (), Seat(seat)) for m, seat in targets.items())


def died(*seats: int) -> tuple[Event, ...]:
    return tuple(e.Died(Seat(seat), e.Cause.KNIFE) for seat in seats)


NO_DOUBLE: Final = HouseRules(double_protect_dies=Switch.OFF)
ENDS: Final = e.NightEnded(1)
BREAKS: Final = e.DayBroke(1)


@pytest.mark.parametrize(
    ("targets", "rules", "dead"),
    [
        ({}, DEFAULT, ()),
        ({"knife": 5}, DEFAULT, (5,)),
        ({"guard": 5, "knife": 5}, DEFAULT, ()),
        ({"guard": 4, "knife": 5}, DEFAULT, (5,)),
        ({"knife": 5, "save": 5}, DEFAULT, ()),
        ({"guard": 5, "knife": 5, "save": 5}, DEFAULT, (5,)),
        ({"guard": 5, "knife": 5, "save": 5}, NO_DOUBLE, ()),
        ({"guard": 5, "knife": 5, "poison": 5}, DEFAULT, (5,)),
        ({"guard": 5, "knife": 3, "poison": 5}, DEFAULT, (3, 5)),
    ],
)
def test_who_dies_by_night(targets: dict[str, int], rules: HouseRules, dead: tuple[int, ...]) -> None:
    """Cases 1 to 7, and what the judge would make of it if it took one dead too few or too many."""
    wrong = (*dead, 6)
    made = (*marks(**targets), ENDS)
    assert [] == watched(laws.Mornings(lambda: CARDS), *made, *died(*dead), BREAKS, rules=rules)
    assert 1 == len(watched(laws.Mornings(lambda: CARDS), *made, *died(*wrong), BREAKS, rules=rules))
    if dead:
        assert 1 == len(watched(laws.Mornings(lambda: CARDS), *made, *died(*dead[1:]), BREAKS, rules=rules))


SECOND: Final = e.NightFell(2)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((*marks(guard=5), SECOND, *marks(guard=5)), "guarded twice running"),
        ((*marks(guard=5), SECOND, e.NightFell(3), *marks(guard=5)), ""),
        ((*marks(poison=5), SECOND, *marks(poison=4)), "no potion left"),
        ((*marks(knife=5, save=5, poison=4),), "no potion left"),
        ((*marks(knife=5, save=4),), "was not knifed"),
        ((*died(5), e.Announced(1, seats_of(5))), ""),
        ((*died(5), e.Announced(1, ())), "are announced"),
        ((*died(5), e.LeftTable(Seat(5)), e.Announced(1, seats_of(5))), "are announced"),
    ],
)
def test_what_a_night_must_not_hold(events: tuple[Event, ...], found: str) -> None:
    broken = watched(laws.Mornings(lambda: CARDS), *events)
    assert [found in what for what in broken] == [True] * bool(found)


# ---------------------------------------------------------------- the end


def over(winner: e.Winner, reason: e.Reason = e.Reason.WOLVES_DEAD) -> e.GameOver:
    return e.GameOver(winner, reason)


CITY: Final = HouseRules(win_mode=WinMode.CITY)
UNCOUNTED: Final = HouseRules(idiot_counts_as_god_after=Switch.OFF)
FLIP: Final = e.IdiotFlipped(Seat(3), sheriff=False)


@pytest.mark.parametrize(
    ("events", "rules", "found"),
    [
        (died(1), DEFAULT, ""),
        (died(1, 2), DEFAULT, "goes on"),
        (died(5, 6), DEFAULT, "goes on"),
        (died(5, 6), CITY, ""),
        (died(3, 4), DEFAULT, "goes on"),
        ((FLIP, *died(4)), DEFAULT, ""),
        ((FLIP, *died(4)), UNCOUNTED, "goes on"),
        ((*died(1, 2), over(e.Winner.GOOD)), DEFAULT, ""),
        ((*died(1), over(e.Winner.GOOD)), DEFAULT, "win because"),
        ((*died(5, 6), over(e.Winner.WOLF)), DEFAULT, ""),
        ((*died(5), over(e.Winner.WOLF)), DEFAULT, "win because"),
        ((over(e.Winner.DRAW, e.Reason.ROUNDS),), HouseRules(max_rounds=1), ""),
        ((over(e.Winner.DRAW, e.Reason.ROUNDS),), DEFAULT, "win because"),
        (died(5, 5), DEFAULT, "dies twice"),
    ],
)
def test_when_a_game_is_decided(events: tuple[Event, ...], rules: HouseRules, found: str) -> None:
    broken = watched(laws.Verdicts(lambda: CARDS), *events, rules=rules, prompt=ask())
    assert [found in what for what in broken] == [True] * bool(found)


# ---------------------------------------------------------------- whose house


def test_half_of_the_games_are_played_by_their_board_and_the_rest_differ_as_drawn() -> None:
    board = simulate.preset("B10a")
    drawn = [house.drawn(board, seed) for seed in range(400)]
    assert drawn == [house.drawn(board, seed) for seed in range(400)]
    plain = sum(rules == board.rules for rules in drawn)
    assert 150 < plain < 250
    for rule in HouseRules.__struct_fields__:
        assert {*house.values(rule)} == {getattr(rules, rule) for rules in drawn}


def test_what_a_board_has_set_stays() -> None:
    board = simulate.preset("B06a")
    own = dict(board.overrides)
    assert own
    for seed in range(60):
        rules = house.drawn(board, seed)
        assert own == {rule: str(getattr(rules, rule)) for rule in own}
        assert not {*own} & {*house.in_play(rules, board)}


def test_a_violation_names_the_rules_that_were_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    board = simulate.preset("B06b")
    seed = next(seed for seed in range(50) if house.in_play(house.drawn(board, seed), board))
    rule, value = next(iter(house.in_play(house.drawn(board, seed), board).items()))

    def seize(self: laws.Verdicts, _: Step) -> None:
        self.break_("planted")

    monkeypatch.setattr(laws.Verdicts, "done", seize)
    (what,) = simulate.run(board, 1, seed, jobs=1).violations
    assert what.what.startswith("planted [")
    assert f"{rule} = {value}" in what.what

"""Bots know their own card and what reaches them, and can do nothing but press."""

from __future__ import annotations

import ast
import inspect
import itertools
from pathlib import Path
from typing import Final

import msgspec
import pytest

from engine.events import Announced, NightFell
from engine.seats import Seat, seats_of
from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.sim import bots
from firmware.sim.bots.actors import PLAYERS, player_of
from firmware.sim.bots.bot import Bot
from firmware.sim.bots.hand import Hand
from firmware.sim.bots.signs import Signs
from hardware.ports import Edge, Pattern
from tests.sim.room import CARDS, MS, SEATS, Room

SECRET_MODULES: Final = (
    "engine.answers",
    "engine.ballot",
    "engine.claims",
    "engine.commands",
    "engine.conversation",
    "engine.dawn",
    "engine.day",
    "engine.deal",
    "engine.deaths",
    "engine.hidden",
    "engine.links",
    "engine.game",
    "engine.night",
    "engine.roles",
    "engine.rulebook",
    "engine.settlement",
    "engine.state",
    "engine.victory",
    "firmware.journal",
    "firmware.judge",
    "firmware.sim.dealer",
    "firmware.sim.evening",
    "firmware.sim.invariants",
    "firmware.sim.ledger",
    "firmware.sim.life",
    "firmware.sim.ties",
    "firmware.sim.watchers",
    "firmware.table.performance",
    "firmware.table.session",
)


def test_no_module_of_the_bots_imports_what_holds_secrets() -> None:
    folder = Path(inspect.getfile(bots)).parent
    imported = {
        name
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "engine.seats" in imported, "the test looks at the right files"
    assert [] == sorted(name for name in imported if name.startswith(SECRET_MODULES))


@pytest.mark.parametrize("card", ["villager", *PLAYERS])
def test_a_bot_is_made_of_its_seat_its_card_and_public_things(card: str) -> None:
    given = inspect.signature(Bot.__mro__[1]).parameters
    assert ["seat", "card", "deck", "seats", "temper", "rng", "hand", "signs"] == list(given)
    assert issubclass(player_of(card), Bot)


@pytest.mark.parametrize("seed", range(8))
def test_what_a_villager_presses_does_not_depend_on_the_cards_of_others(seed: int) -> None:
    """The same sounds, another deal among the others: seat 5, a villager in both, presses the same."""
    pressed = []
    for others in (CARDS, {**CARDS, Seat(1): "witch", Seat(3): "werewolf", Seat(4): "villager", Seat(6): "seer"}):
        room = Room(others, seed, clumsy=True)
        _evening(room)
        pressed.append(room.presses(5))
    assert pressed[0] == pressed[1]
    assert len(pressed[0]) > 1


def _evening(room: Room) -> None:
    """Some of everything a game says, always the same."""
    room.say("setup.ready_ask", wait_ms=15_000)
    room.fact(NightFell(1))
    room.say("night.first")
    for step in ("wolf", "witch", "seer"):
        room.say(f"{step}.wake")
        room.say("wolf.confirm" if step == "wolf" else "night.confirm", wait_ms=4_000)
        room.say(f"{step}.pick")
        for seat in SEATS:
            room.say("count.seat", seat=seat, wait_ms=1_100)
        room.say(f"{step}.close")
    room.say("dawn.open")
    room.say("speech.turn", seat=5, wait_ms=12_000)  # what others say aloud would depend on their cards
    for _ in range(3):
        room.say("vote.open", wait_ms=3_000)
        for seat in SEATS:
            room.say("vote.for", seat=seat, wait_ms=1_500)
        room.say("vote.end")


def test_a_card_claims_with_two_taps_when_it_is_called_and_nobody_else_presses() -> None:
    claimed = 0
    for seed in range(12):
        room = Room(CARDS, seed)
        room.fact(NightFell(1))
        room.say("night.first")
        room.say("seer.wake", wait_ms=2_400)
        room.say("night.confirm", wait_ms=4_000)
        downs = [at for _, at in room.presses(4)]
        claimed += len(downs) >= 2 and min(b - a for a, b in itertools.pairwise(downs)) <= 800
        assert [] == room.presses(1, 2, 3, 5, 6)
    assert 12 == claimed


def test_a_player_counts_along_and_presses_in_the_time_of_its_number() -> None:
    found = 0
    for seed in range(20):
        room = _seer_woken(seed)
        onsets = {}
        for seat in SEATS:
            onsets[seat] = room.clock.now_ns() // MS
            room.say("count.seat", seat=seat, wait_ms=1_100)
        downs = [at for _, at in room.presses(4)]
        for down in downs:
            found += any(100 <= down - onset < 1_200 for onset in onsets.values())
        assert len(downs) <= 1
    assert found >= 10


def _seer_woken(seed: int) -> Room:
    """Night 2: the seer at seat 4 has been woken and asked whom to check; its earlier presses are forgotten."""
    room = Room(CARDS, seed)
    room.fact(NightFell(2))
    room.say("night.fall")
    room.say("seer.wake", wait_ms=3_000)
    room.lamps((4, Pattern.STEADY))
    room.say("seer.pick", wait_ms=2_000)
    room.edges.clear()
    return room


def test_a_refused_player_chooses_another_number() -> None:
    changed = 0
    for seed in range(30):
        room = _seer_woken(seed)
        refused = False
        for sweep in (1, 2):
            if sweep == 2:
                room.say("night.again")
            for seat in SEATS:
                before = len(room.presses(4))
                room.say("count.seat", seat=seat, wait_ms=600)
                if not refused and len(room.presses(4)) > before:
                    refused = True
                    room.lamps((4, Pattern.DOUBLE))
                    room.edges.clear()
                room.wait(500)
        changed += refused and len(room.presses(4)) == 1
    assert changed >= 15


def test_the_seer_remembers_what_the_lamp_answered_and_votes_for_the_wolf() -> None:
    followed = 0
    for seed in range(30):
        room = _seer_woken(seed)
        checked = None
        for seat in SEATS:
            before = len(room.presses(4))
            room.say("count.seat", seat=seat, wait_ms=1_100)
            checked = seat if len(room.presses(4)) > before else checked
        room.say("night.again")
        room.say("seer.result")
        room.lamps((4, Pattern.FAST))
        room.wait(2_000)
        room.lamps()
        room.say("seer.close")
        room.say("dawn.again")
        room.say("vote.open", wait_ms=3_000)
        voted = None
        for seat in SEATS:
            before = len(room.presses(4))
            room.say("vote.for", seat=seat, wait_ms=1_500)
            voted = seat if len(room.presses(4)) > before else voted
        followed += checked not in (None, 4) and voted == checked
    assert followed >= 12


def test_who_is_out_sleeps_through_its_step_and_has_no_vote() -> None:
    for seed in range(10):
        room = Room(CARDS, seed)
        room.fact(Announced(1, seats_of(4)))
        room.fact(NightFell(2))
        room.say("night.fall")
        room.say("seer.wake", wait_ms=3_000)
        assert Seat(4) in room.crowd.asleep()
        room.say("seer.close")
        room.say("dawn.again")
        room.say("vote.open")
        assert Seat(4) not in room.crowd.meant()


def test_eyes_are_open_only_in_the_own_step_and_by_day() -> None:
    room = Room(CARDS)
    room.fact(NightFell(1))
    room.say("night.first")
    assert SEATS == room.crowd.asleep()
    room.say("wolf.wake")
    assert seats_of(3, 4, 5, 6) == room.crowd.asleep()
    room.say("wolf.close")
    assert SEATS == room.crowd.asleep()
    room.say("dawn.open")
    assert () == room.crowd.asleep()
    room.say("vote.open")
    assert SEATS == room.crowd.asleep()


def test_the_pack_agrees_by_signs_that_only_open_eyes_see() -> None:
    signs = Signs()
    signs.open(Seat(1))
    signs.show(Seat(1), 5)
    signs.show(Seat(3), 6)
    assert {} == signs.seen(Seat(2))
    signs.open(Seat(2))
    assert {Seat(1): 5} == signs.seen(Seat(2))
    assert (Seat(1),) == signs.faces(Seat(2))
    assert () == signs.faces(Seat(3))
    signs.shut(Seat(1))
    assert {} == signs.seen(Seat(2))


def test_a_careful_player_complains_when_its_choice_is_read_back_wrong() -> None:
    complaints = 0
    for seed in range(30):
        room = _seer_woken(seed)
        checked = None
        for seat in SEATS:
            before = len(room.presses(4))
            room.say("count.seat", seat=seat, wait_ms=1_100)
            checked = seat if len(room.presses(4)) > before else checked
        room.say("night.again", wait_ms=3_000)
        for seat in SEATS:
            room.say("count.seat", seat=seat, wait_ms=0)
            wrong = checked is not None and seat == (1 if checked != 1 else 2)
            room.lamps(*([(4, Pattern.STEADY)] if wrong else []))
            room.wait(900)
        complaints += len(room.crowd.complaints()) > 0
    assert complaints >= 10


def test_a_yielded_seat_presses_nothing_until_it_is_taken_back() -> None:
    room = Room(dict.fromkeys(SEATS, "villager"), seed=3)
    room.crowd.yield_seat(Seat(2))
    room.say("setup.ready_ask", wait_ms=15_000)
    assert [] == room.presses(2)
    assert len(room.presses()) >= 4
    room.crowd.take_seat(Seat(2))
    for _ in range(3):
        room.say("setup.ready_ask", wait_ms=15_000)
    assert len(room.presses(2)) >= 2


def test_a_hand_never_presses_twice_at_once_and_can_give_up_what_has_not_begun() -> None:
    clock = FakeClock()
    loop = Loop(clock)
    edges: list[Edge] = []
    loop.on(Edge, edges.append)
    hand = Hand(Seat(3), loop, loop.put)
    assert hand.tap(100)
    assert not hand.tap(150)
    assert not hand.reveal(0)
    assert hand.two_taps(400, 300)
    loop.step_until(450 * MS)
    hand.still()
    loop.step_until(5_000 * MS)
    assert [(True, 100), (False, 210), (True, 400), (False, 510)] == [(e.down, e.at_ns // MS) for e in edges]


def test_a_reveal_is_the_exact_gesture() -> None:
    clock = FakeClock()
    loop = Loop(clock)
    edges: list[Edge] = []
    loop.on(Edge, edges.append)
    Hand(Seat(3), loop, loop.put).reveal(100)
    loop.step_until(5_000 * MS)
    times = [edge.at_ns // MS for edge in edges]
    assert [True, False] * 3 == [edge.down for edge in edges]
    assert max(times[2] - times[1], times[4] - times[3]) <= 500
    assert times[5] - times[4] >= 1_200
    assert max(times[1] - times[0], times[3] - times[2]) < 600


def test_a_lamp_before_shut_eyes_changes_nothing() -> None:
    """What a lamp does at a sleeping seat is not seen, so the player presses the same afterwards."""
    pressed = []
    for lit in ((), ((5, Pattern.STEADY), (4, Pattern.FAST))):
        room = Room(CARDS, seed=2)
        room.fact(NightFell(1))
        room.say("night.first")
        room.lamps(*lit)
        room.wait(500)
        room.lamps()
        room.say("dawn.open")
        for seat in SEATS:
            room.say("speech.turn", seat=seat, wait_ms=12_000)
        pressed.append(msgspec.json.encode(room.edges))
    assert pressed[0] == pressed[1]

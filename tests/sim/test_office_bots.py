"""Bots and the sheriff's office: who stands, withdraws, votes, gives the badge up, and who keeps still."""

from __future__ import annotations

from typing import Final

import pytest

from engine.events import (
    BidsClosed,
    Elected,
    IdiotFlipped,
    NightFell,
    SheriffElected,
    StandingRead,
    WithdrawalNamed,
)
from engine.seats import Seat, seats_of
from firmware.sim.bots.actors import player_of
from firmware.sim.bots.hand import QUIT_MS
from firmware.sim.bots.office import Citizen
from hardware.ports import Pattern
from tests.sim.room import CARDS, MS, SEATS, Room

TABLES: Final = range(40)
LONG_HOLD_MS: Final = 2_000
GUARDED: Final = {**CARDS, Seat(5): "guard", Seat(6): "idiot"}


def bidding(seed: int) -> Room:
    """Night 1 is over and the bids are asked for, eyes shut."""
    room = Room(CARDS, seed)
    room.fact(NightFell(1))
    room.say("night.first")
    room.say("sheriff.open")
    room.say("sheriff.raise", wait_ms=5_000)
    return room


def campaign(seed: int, *standing: int, clumsy: bool = False) -> Room:
    """Day 1: who stands has been read."""
    room = Room(CARDS, seed, clumsy=clumsy)
    room.say("dawn.open")
    room.fact(BidsClosed(seats_of(*standing)))
    room.edges.clear()
    return room


def test_who_bids_presses_once_before_the_count_is_over_and_says_so_when_asked() -> None:
    bids = []
    for seed in TABLES:
        room = bidding(seed)
        room.say("sheriff.count", wait_ms=2_000)
        pressed = [seat for seat, _ in room.presses()]
        assert len(set(pressed)) == len(pressed)
        assert {seat: seat in pressed for seat in SEATS} == dict(room.crowd.stood())
        bids.append(len(pressed))
    assert {0, 6} <= set(bids), "at some tables nobody stands, at some all"
    assert len(set(bids)) > 4


def test_after_a_bid_that_staff_broke_off_nobody_has_bid() -> None:
    for seed in TABLES:
        room = bidding(seed)
        room.say("staff.pause_night")
        assert {} == room.crowd.stood()


def test_only_a_candidate_holds_for_a_withdrawal_and_long_enough() -> None:
    seen = set()
    for seed in TABLES:
        room = campaign(seed, 1, 4, 6, clumsy=True)
        for _ in range(4):
            room.say("sheriff.turn", seat=4, wait_ms=9_000)
        room.say("sheriff.quit_open", wait_ms=10_000)
        long = {seat for seat, ms in room.holds() if ms >= QUIT_MS}
        assert long <= {1, 4, 6}
        seen |= long
        ever, in_window = room.crowd.quit()
        assert set(in_window) <= set(ever) <= long
    assert {1, 4, 6} == seen
    assert QUIT_MS > LONG_HOLD_MS


def test_in_the_window_the_hold_is_over_before_the_window() -> None:
    for seed in TABLES:
        room = campaign(seed, 1, 4, 6, clumsy=True)
        opened_ms = room.clock.now_ns() // MS
        room.say("sheriff.quit_open", wait_ms=10_000)
        held = [at - opened_ms + QUIT_MS for seat, at in room.presses() if seat in room.crowd.quit()[1]]
        assert all(end < 10_000 for end in held)


def test_who_has_withdrawn_does_not_do_it_again() -> None:
    for seed in TABLES:
        room = campaign(seed, 1, 4, 6, clumsy=True)
        room.fact(WithdrawalNamed(seats_of(1, 4, 6)))
        for _ in range(4):
            room.say("sheriff.turn", seat=2, wait_ms=9_000)
        room.say("sheriff.quit_open", wait_ms=10_000)
        assert [] == [seat for seat, ms in room.holds() if ms == QUIT_MS]


@pytest.mark.parametrize("line", ["sheriff.vote_open", "sheriff.pk_vote"])
def test_who_stood_has_no_vote_whatever_became_of_it_and_the_others_vote_for_who_stands(line: str) -> None:
    voted = set()
    for seed in TABLES:
        room = campaign(seed, 1, 4, 6)
        room.fact(WithdrawalNamed(seats_of(6)))
        room.fact(StandingRead(seats_of(1, 4)))
        room.say(line, wait_ms=2_000)
        assert SEATS == room.crowd.asleep()
        for seat in (1, 4):
            room.say("sheriff.vote_for", seat=seat, wait_ms=1_500)
        meant = room.crowd.meant()
        assert {2, 3, 5} == set(meant)
        assert set(meant.values()) <= {1, 4, None}
        assert {seat for seat, _ in room.presses()} <= {2, 3, 5}
        voted |= {choice for choice in meant.values() if choice is not None}
        room.say("sheriff.vote_end")
        assert () == room.crowd.asleep()
    assert {1, 4} == voted


def test_a_reveal_that_ends_a_ballot_opens_all_eyes() -> None:
    room = campaign(1, 1, 4)
    room.say("sheriff.vote_open")
    room.say("boom.wolf", seat=1)
    assert () == room.crowd.asleep()


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("badge.how", [("count.seat", 1), ("count.seat", 2), ("count.seat", 3), ("badge.opt_tear", None)]),
        ("speech.sheriff_pick", [("speech.opt_asc", 5), ("speech.opt_desc", 3)]),
    ],
)
def test_who_is_asked_presses_at_one_option_and_nobody_else_at_any(
    line: str, counted: list[tuple[str, int | None]]
) -> None:
    pressed: dict[int, int] = {}
    for seed in TABLES:
        room = campaign(seed, 4)
        room.fact(SheriffElected(Seat(4), Elected.ALONE))
        room.say(line, seat=4, wait_ms=2_000)
        for number, (key, seat) in enumerate(counted):
            before = len(room.presses(4))
            room.say(key, seat=seat, wait_ms=2_000)
            if len(room.presses(4)) > before:
                pressed[number] = pressed.get(number, 0) + 1
        assert {seat for seat, _ in room.presses()} <= {4}
        assert len(room.presses(4)) <= 1
    assert set(range(len(counted))) == set(pressed)
    assert sum(pressed.values()) < len(TABLES), "now and then the count goes by"


def test_the_last_speaker_passes_and_takes_the_heartbeat_for_a_dark_lamp() -> None:
    """The sheriff's lamp beats again as soon as the 过 is taken: a second tap would take it back."""
    for seed in range(10):
        room = campaign(seed, 4)
        room.say("speech.sheriff_last", seat=4, wait_ms=500)
        room.lamps((4, Pattern.STEADY))
        while not room.presses(4):
            room.wait(200)
        room.lamps((4, Pattern.HEARTBEAT))
        room.wait(1_200)
        assert len(room.presses(4)) == 1
        room.wait(4_000)
        assert len(room.presses(4)) <= 2, "it takes its 过 back once at most"


def test_a_flipped_idiot_neither_votes_nor_is_voted_for() -> None:
    for seed in TABLES:
        room = Room(GUARDED, seed)
        room.fact(IdiotFlipped(Seat(6), sheriff=False))
        room.say("vote.open")
        for seat in SEATS:
            room.say("vote.for", seat=seat)
        meant = room.crowd.meant()
        assert set(meant) == {1, 2, 3, 4, 5}
        assert 6 not in meant.values()


def test_the_idiot_claims_its_card_on_the_first_night() -> None:
    room = Room(GUARDED)
    room.fact(NightFell(1))
    room.say("night.first")
    room.say("idiot.wake", wait_ms=2_000)
    room.say("night.confirm", wait_ms=4_000)
    assert {6} == {seat for seat, _ in room.presses()}
    assert len(room.presses(6)) >= 2


def guarded_nights(seed: int) -> list[int | None]:
    """Whom the guard pressed for in two nights."""
    room = Room(GUARDED, seed)
    nights: list[int | None] = []
    for n in (2, 3):
        room.fact(NightFell(n))
        room.say("night.fall")
        room.say("guard.wake", wait_ms=3_000)
        room.lamps((5, Pattern.STEADY))
        room.say("guard.pick", wait_ms=2_000)
        kept = None
        for seat in SEATS:
            before = len(room.presses(5))
            room.say("count.seat", seat=seat, wait_ms=1_100)
            kept = seat if len(room.presses(5)) > before else kept
        room.lamps()
        room.say("guard.close")
        nights.append(kept)
    return nights


def test_the_guard_keeps_somebody_else_the_next_night_and_seldom_tries_the_same() -> None:
    nights = [guarded_nights(seed) for seed in TABLES]
    same = sum(first == second is not None for first, second in nights)
    assert 0 < same < 10
    assert 5 in {kept for night in nights for kept in night}, "the guard may keep itself"
    assert None in {kept for night in nights for kept in night}, "and nobody"


def test_every_card_may_hold_the_office() -> None:
    assert all(issubclass(player_of(card), Citizen) for card in ("werewolf", "villager", "guard", "idiot", "hunter"))

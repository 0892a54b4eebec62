"""Election, badge, flips and leavers as the streams tell them: what was announced, and nothing before it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import events as e
from engine.prompts import Eyes
from engine.seats import Seat, seats_of
from firmware.web.parts import OfficeView, TallyView
from firmware.web.views import Maker, Own, Room, RoomView
from hardware.ports import Pattern
from tests.web.election import SEATS, STOOD, VOTES, Election


def room(stage: Election) -> RoomView:
    view = stage.hub.latest(Room())
    assert isinstance(view, RoomView)
    return view


def marked(stage: Election, mark: str) -> list[int]:
    """The seats that bear `mark`."""
    return [seat.seat for seat in room(stage).seats if getattr(seat, mark)]


def office(stage: Election) -> OfficeView:
    told = room(stage).office
    assert told is not None
    return told


def test_a_game_without_a_sheriff_has_no_office() -> None:
    stage = Election()
    stage.open()
    assert room(stage).office is None


def test_while_they_speak_it_is_told_who_stands_and_who_has_withdrawn() -> None:
    stage = Election()
    stage.morning()
    assert OfficeView("speech", "", None, STOOD, seats_of(4), seats_of(1, 7, 8)) == office(stage)
    assert [1, 7, 8] == marked(stage, "standing")
    assert [4] == marked(stage, "withdrawn")
    assert [] == marked(stage, "sheriff")


def test_the_ballot_for_sheriff_is_told_as_it_was_read_and_as_what_it_is() -> None:
    stage = Election()
    stage.morning()
    assert room(stage).tally is None
    stage.polled()
    told = room(stage).tally
    assert isinstance(told, TallyView)
    assert (1, True, seats_of(9, 11), 2) == (told.round, told.office, told.abstained, told.abstentions)
    assert [(row.seat, row.halves, row.voters) for row in VOTES] == [(r.seat, r.halves, r.voters) for r in told.rows]


def test_a_second_ballot_is_round_two_and_a_new_one_is_not_told_before_it_is_read() -> None:
    stage = Election()
    stage.morning()
    stage.polled()
    stage.tell(e.SheriffBallotRead(2, (), seats_of(2), 1))
    told = room(stage).tally
    assert told is not None
    assert (2, ()) == (told.round, told.rows)
    stage.tell(e.StandingRead(seats_of(1, 7)))
    assert room(stage).tally is None


def test_the_order_of_the_campaign_is_gone_with_the_election_and_the_next_one_is_told() -> None:
    stage = Election()
    stage.morning()
    stage.polled()
    assert STOOD == room(stage).order
    stage.elected()
    assert () == room(stage).order
    stage.tell(e.WordsOpened(seats_of(3)))
    assert (3,) == room(stage).order


def test_a_ballot_that_is_void_is_told_no_more_and_one_that_stands_still_is() -> None:
    stage = Election()
    stage.morning()
    before = stage.view
    stage.polled()
    stage.publisher.fact(e.Undone(1), stage.view)
    assert room(stage).tally is not None
    stage.publisher.fact(e.Undone(3), before)
    assert room(stage).tally is None
    assert "speech" == office(stage).stage


def test_an_exile_ballot_is_no_ballot_for_sheriff() -> None:
    stage = Election()
    stage.morning()
    stage.polled()
    stage.elected()
    stage.tell(e.BallotOpened(1, SEATS, SEATS))
    assert room(stage).tally is None
    stage.tell(e.BallotRead(1, (e.Tally(Seat(2), 3, seats_of(7)),), (), 0))
    told = room(stage).tally
    assert told is not None
    assert not told.office


def test_after_a_restart_a_ballot_for_sheriff_is_still_one() -> None:
    before = Election()
    before.morning()
    before.polled()
    stage = Election()
    stage.publisher.public(before.view)
    told = room(stage).tally
    assert told is not None
    assert (True, ()) == (told.office, told.abstained)


def test_the_sheriff_the_flipped_and_the_leaver_are_marked() -> None:
    stage = Election()
    for act in (stage.morning, stage.polled, stage.elected):
        act()
    assert OfficeView("closed", "held", Seat(7), STOOD, seats_of(4), ()) == office(stage)
    got = {mark: marked(stage, mark) for mark in ("sheriff", "flipped", "left", "out", "standing", "withdrawn")}
    assert {"sheriff": [7], "flipped": [9], "left": [5], "out": [3, 5], "standing": [], "withdrawn": []} == got


@pytest.mark.parametrize(
    ("event", "badge"),
    [(e.BadgeTorn(Seat(7), timeout=False), "torn"), (e.NoSheriff(e.Vacant.TIED_AGAIN), "none")],
)
def test_a_badge_that_nobody_has(event: e.AnyOffice, badge: str) -> None:
    stage = Election()
    stage.morning()
    stage.tell(event)
    assert (badge, None) == (office(stage).badge, office(stage).sheriff)


def test_a_suspended_election_marks_nobody_and_goes_on_with_who_stands() -> None:
    stage = Election()
    stage.morning()
    stage.tell(e.Exploded(Seat(8)), e.ElectionSuspended(Seat(8)))
    assert ("suspended", ()) == (office(stage).stage, office(stage).standing)
    assert [] == marked(stage, "standing")
    stage.tell(e.ElectionResumed(seats_of(1, 7)))
    assert [1, 7] == marked(stage, "standing")


def test_the_heartbeat_is_seen_by_day_and_frozen_dark_in_a_ballot() -> None:
    stage = Election()
    for act in (stage.morning, stage.polled, stage.elected):
        act()
    assert [(7, Pattern.HEARTBEAT)] == [(lamp.seat, lamp.pattern) for lamp in room(stage).lamps]
    stage.light(Eyes.SHUT)
    assert () == room(stage).lamps


def test_the_own_page_knows_that_it_is_the_sheriffs_and_the_makers_says_so() -> None:
    stage = Election()
    for act in (stage.morning, stage.polled, stage.elected):
        act()
    views: dict[int, Any] = {seat: msgspec.to_builtins(stage.hub.latest(Own(seat))) for seat in SEATS}
    assert [7] == [seat for seat, view in views.items() if view["sheriff"]]
    assert [9] == [seat for seat, view in views.items() if view["flipped"]]
    maker: Any = msgspec.to_builtins(stage.hub.latest(Maker()))
    assert [7] == [seat["seat"] for seat in maker["seats"] if seat["sheriff"]]
